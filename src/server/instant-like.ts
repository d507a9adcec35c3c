import { formatInstant, type Instant, parseInstant } from '../domain/calendar.ts';

/** An instant: ISO 8601 with an offset, milliseconds since 1970, or a `Date`. */
export type InstantLike = string | Instant | { getTime(): number };

/** Reads an instant. Undefined if it is invalid or outside the years 0000 to 9999, the range of ISO 8601. */
export function instantFrom(given: unknown): Instant | undefined {
  if (typeof given === 'string') return parseInstant(given);
  const millis = isDateLike(given) ? given.getTime() : given;
  return typeof millis === 'number' && Number.isSafeInteger(millis) && parseInstant(formatInstant(millis)) === millis
    ? millis
    : undefined;
}

function isDateLike(given: unknown): given is { getTime(): number } {
  return typeof given === 'object' && given !== null && 'getTime' in given && typeof given.getTime === 'function';
}
