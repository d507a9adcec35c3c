// Holds some dozens of answers; nobody writes into it twice.
const SLAB_BYTES = 65_536;
const LONGEST = SLAB_BYTES / 16;

let slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
let used = 0;

/** The bytes of an answer's text. In one pass over the text: to make a buffer of just its size, Node first measures it. */
export function bytesOf(text: string): Uint8Array {
  // A UTF-16 unit takes three bytes at most.
  const most = 3 * text.length;
  if (text.length > LONGEST) return Buffer.from(text);
  // Of the slab itself: a caller in this process may have given an answer's memory away, as byte streams do, and then the slab is empty.
  if (used + most > slab.byteLength) {
    slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
    used = 0;
  }
  const start = used;
  used += slab.write(text, start);
  return slab.subarray(start, used);
}
