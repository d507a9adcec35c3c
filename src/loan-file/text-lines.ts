import buffer from 'node:buffer';

/** What lines can be read from: text, bytes, or pieces of either. */
export type LineInput = string | Uint8Array | AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

/** A line without its end. */
export interface TextLine {
  readonly text: string;
  /** Are its bytes UTF-8? Where they are not, the text only resembles them. */
  readonly isText: boolean;
}

const LINE_END = 0x0a;
/** No line that we write comes near it; what is longer is cut there, rather than hoarded. In bytes. */
const LONGEST_LINE = 8 * 1_024 * 1_024;

/** The lines of an input as they come, many at a time: one by one would cost more than reading them. */
export async function* linesOf(input: LineInput): AsyncGenerator<readonly TextLine[]> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of piecesOf(input)) {
    const bytes = rest.length === 0 ? bytesOf(piece) : Buffer.concat([rest, bytesOf(piece)]);
    const whole = bytes.lastIndexOf(LINE_END) + 1;
    const end = bytes.length - whole > LONGEST_LINE ? bytes.length : whole;
    if (end > 0) yield split(bytes.subarray(0, end));
    rest = bytes.subarray(end);
  }
  if (rest.length > 0) yield split(rest);
}

// Large inputs in pieces, so that nobody waits for all of it.
const PIECE_BYTES = 1_024 * 1_024;

async function* piecesOf(input: LineInput): AsyncGenerator<string | Uint8Array> {
  if (typeof input !== 'string' && !(input instanceof Uint8Array)) {
    yield* input;
    return;
  }
  const bytes = bytesOf(input);
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) yield bytes.subarray(start, start + PIECE_BYTES);
}

function bytesOf(piece: string | Uint8Array): Buffer {
  return typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
}

function split(bytes: Buffer): readonly TextLine[] {
  const whole = bytes.at(-1) === LINE_END ? bytes.subarray(0, -1) : bytes;
  if (buffer.isUtf8(whole)) return whole.toString().split('\n').map(textLine);
  const lines: TextLine[] = [];
  for (let start = 0; start <= whole.length; ) {
    const found = whole.indexOf(LINE_END, start);
    const line = whole.subarray(start, found < 0 ? whole.length : found);
    lines.push({ text: line.toString(), isText: buffer.isUtf8(line) });
    start += line.length + 1;
  }
  return lines;
}

function textLine(text: string): TextLine {
  return { text, isText: true };
}
