import { systemClock } from '../../clock/clock.ts';
import type { FaultyResponse } from '../message.ts';

/** A request body, or the fact that it is over the limit. */
export interface BodyBytes {
  /** Undefined if the body is missing or too large. A caller in this process may pass text. */
  readonly body: Uint8Array | string | undefined;
  readonly isTooLarge: boolean;
}

const NO_BODY: BodyBytes = { body: undefined, isTooLarge: false };
const TOO_LARGE: BodyBytes = { body: undefined, isTooLarge: true };

export function bodyFrom(body: string | Uint8Array, limit: number): BodyBytes {
  if (body.length === 0) return NO_BODY;
  // A UTF-16 unit needs at most three bytes, so short texts need no measuring.
  const isTooLarge =
    typeof body === 'string' ? 3 * body.length > limit && Buffer.byteLength(body) > limit : body.byteLength > limit;
  if (isTooLarge) return TOO_LARGE;
  // Encoded as on a connection, where half a surrogate pair has no bytes.
  return {
    body: typeof body === 'string' && /[\ud800-\udfff]/.test(body) ? Buffer.from(body) : body,
    isTooLarge: false,
  };
}

/** Reads a streamed body to its end. A body over the limit is read but not kept. */
export async function collectBody(chunks: AsyncIterable<string | Uint8Array>, limit: number): Promise<BodyBytes> {
  const kept: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    size += bytes.byteLength;
    if (size > limit) return TOO_LARGE;
    kept.push(bytes);
  }
  return bodyFrom(Buffer.concat(kept), limit);
}

// Enough to pass a timeout between two pieces repeatedly, few enough for the duration of a test.
const PIECES = 8;

/** The pieces of a body that comes in pieces. Undefined for a body that comes whole, or never. */
export function piecesOf({ body, effect }: FaultyResponse, ended: AbortSignal): AsyncGenerator<Uint8Array> | undefined {
  if (effect.kind === 'stream') return effect.pieces(ended);
  return effect.kind === 'slow-body' ? drip(body, effect.pieceDelayMs, ended) : undefined;
}

/** The pieces of a slow body, with a wait before each. Throws the signal's reason when it is aborted. */
async function* drip(
  answer: string | Uint8Array,
  pieceDelayMs: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const body = bytesOf(answer);
  const size = Math.max(1, Math.ceil(body.byteLength / PIECES));
  for (let start = 0; start < body.byteLength; start += size) {
    await systemClock.sleep(pieceDelayMs, signal);
    yield body.subarray(start, start + size);
  }
}

// Holds some dozens of answers. No part of a slab is reused.
const SLAB_BYTES = 65_536;
const LONGEST = SLAB_BYTES / 16;

let slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
let used = 0;

/** The bytes of an answer, encoded in one pass. `Buffer.from` takes two, because it measures the text first. */
export function bytesOf(text: string | Uint8Array): Uint8Array {
  if (typeof text !== 'string') return text;
  // A UTF-16 unit takes three bytes at most.
  const most = 3 * text.length;
  if (text.length > LONGEST) return Buffer.from(text);
  // `slab.byteLength` is 0 if an in-process caller transferred the memory of an answer, as byte streams do.
  if (used + most > slab.byteLength) {
    slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
    used = 0;
  }
  const start = used;
  used += slab.write(text, start);
  return slab.subarray(start, used);
}
