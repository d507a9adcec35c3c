import { systemClock } from '../../clock/clock.ts';

/** A body that was read, or was larger than the limit. */
export interface BodyBytes {
  /** Undefined if there was none or it was too large. A caller in this process may have it as text. */
  readonly body: Uint8Array | string | undefined;
  readonly isTooLarge: boolean;
}

const NO_BODY: BodyBytes = { body: undefined, isTooLarge: false };
const TOO_LARGE: BodyBytes = { body: undefined, isTooLarge: true };

export function bodyFrom(body: string | Uint8Array, limit: number): BodyBytes {
  if (body.length === 0) return NO_BODY;
  // A UTF-16 unit takes three bytes at most: short texts need not be measured.
  const isTooLarge =
    typeof body === 'string' ? 3 * body.length > limit && Buffer.byteLength(body) > limit : body.byteLength > limit;
  if (isTooLarge) return TOO_LARGE;
  // As the wire would carry it: half a surrogate pair has no bytes.
  return {
    body: typeof body === 'string' && /[\ud800-\udfff]/.test(body) ? Buffer.from(body) : body,
    isTooLarge: false,
  };
}

/** Reads a streamed body to its end, and keeps nothing of one that is over the limit. */
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

// Enough to let a limit between two pieces pass again and again, few enough to end in a test's time.
const PIECES = 8;

/** The pieces of a body that drips: each comes after a wait. Ends with the signal's reason when it is aborted. */
export async function* drip(body: Uint8Array, pieceDelayMs: number, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const size = Math.max(1, Math.ceil(body.byteLength / PIECES));
  for (let start = 0; start < body.byteLength; start += size) {
    await systemClock.sleep(pieceDelayMs, signal);
    yield body.subarray(start, start + size);
  }
}
