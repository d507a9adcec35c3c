/** The reason of a delivery that cannot be read. It carries how often the delivery came, so that a replay, which counts attempts anew, loses nothing. */

const form = /^unreadable(?:, came (\d{1,15}) times)?: /;
const NOT_KEPT = 'kept as a number only: too many, too long, or erased';

/** Why a delivery was set aside that cannot be read, and how often it came. */
export function unreadableReason(why: string, times = 1): string {
  return times === 1 ? `unreadable: ${why}` : `unreadable, came ${times} times: ${why}`;
}

/** The reason of an item that stands for deliveries of which nothing is kept but their number. */
export function counterReason(times: number): string {
  return unreadableReason(NOT_KEPT, times);
}

/** How many deliveries that cannot be read an item stands for; 0 for any other item. */
export function timesUnreadable(reason: string | undefined): number {
  const found = form.exec(reason ?? '');
  return found ? Number(found[1] ?? 1) : 0;
}

/** Is only their number kept? */
export function isCounter(reason: string | undefined): boolean {
  return timesUnreadable(reason) > 0 && reason?.endsWith(NOT_KEPT) === true;
}
