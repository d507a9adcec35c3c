import { systemClock } from '../../clock/clock.ts';

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
