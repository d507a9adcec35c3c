import { HOUR_MS, type Instant, parseInstant, shortMonthNames } from '../domain/calendar.ts';

const LONGEST_MS = 24 * HOUR_MS;

/**
 * How long an answer asks to wait, in milliseconds: `retry-after-ms`, or `retry-after` in seconds or as a date. A date counts from the answer's own `date`
 * where it has one, so that clocks which disagree do no harm. A day at most: any digits can stand there. Undefined when nothing readable was said.
 */
export function retryAfterMs(headers: Readonly<Record<string, string>>, now: Instant): number | undefined {
  const askedMs = readRetryAfter(headers, now);
  return askedMs === undefined ? undefined : Math.min(askedMs, LONGEST_MS);
}

function readRetryAfter(headers: Readonly<Record<string, string>>, now: Instant): number | undefined {
  const millis = headers['retry-after-ms'];
  if (millis !== undefined && /^\d+(\.\d+)?$/.test(millis.trim())) return Math.ceil(Number(millis));
  const after = headers['retry-after']?.trim();
  if (after === undefined) return undefined;
  if (/^\d+(\.\d+)?$/.test(after)) return Math.ceil(Number(after) * 1_000);
  const until = parseHttpDate(after);
  return until === undefined ? undefined : Math.max(0, until - (parseHttpDate(headers.date ?? '') ?? now));
}

/** Reads the date form of HTTP headers: `Mon, 05 Jan 2026 08:00:00 GMT` (RFC 9110 §5.6.7, the one form that may be sent today). */
export function parseHttpDate(text: string): Instant | undefined {
  const match = /^[A-Z][a-z]{2}, (\d{2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}:\d{2}:\d{2}) GMT$/.exec(text);
  const month = shortMonthNames.indexOf(match?.[2] ?? '') + 1;
  if (!match || month === 0) return undefined;
  return parseInstant(`${match[3]}-${String(month).padStart(2, '0')}-${match[1]}T${match[4]}Z`);
}
