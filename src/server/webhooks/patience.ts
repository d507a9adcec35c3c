import { systemClock } from '../../clock/system-clock.ts';

/** Waits for work, so many real milliseconds at most; false if it was not done by then. */
export async function endsWithin(work: Promise<unknown>, limitMs: number): Promise<boolean> {
  const patience = new AbortController();
  const tooLong = systemClock.sleep(limitMs, patience.signal).then(
    () => false,
    () => true,
  );
  const inTime = await Promise.race([work.then(() => true), tooLong]);
  patience.abort();
  return inTime;
}
