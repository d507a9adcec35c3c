import { HOUR_MS, type Instant, parseInstant, shortMonthNames } from '../domain/calendar.ts';
import { looseFields } from '../validation/checks.ts';

export class BodyTooLongError extends Error {
  override readonly name = 'BodyTooLongError';
  readonly status: number;
  readonly maxBytes: number;

  constructor(status: number, maxBytes: number) {
    super(`The answer is longer than ${maxBytes} bytes.`);
    this.status = status;
    this.maxBytes = maxBytes;
  }
}

/** Joins a header that occurs several times, as HTTP allows. */
export function flatHeaders(headers: Readonly<Record<string, string | readonly string[] | undefined>>) {
  const flat: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) flat[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return flat;
}

export function requestIdOf(headers: Readonly<Record<string, string>>): string | undefined {
  return headers['x-request-id'] ?? headers['request-id'] ?? headers['x-correlation-id'];
}

export function mediaTypeOf(headers: Readonly<Record<string, string>>): string {
  return headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() || 'unknown';
}

export function contentCodingOf(headers: Readonly<Record<string, string>>): string | undefined {
  const coding = headers['content-encoding']?.trim().toLowerCase();
  return coding && coding !== 'identity' ? coding : undefined;
}

const BYTE_ORDER_MARK = 0xfeff;

/** Parses a body of JSON text. Some services begin it with a byte order mark. */
export function parseBody(body: string): unknown {
  return JSON.parse(body.charCodeAt(0) === BYTE_ORDER_MARK ? body.slice(1) : body);
}

const LONGEST_MS = 24 * HOUR_MS;

/** The wait that an answer asks for, in milliseconds: `retry-after-ms`, or `retry-after` in seconds or as a date. */
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

/** Parses the date of an HTTP header: `Mon, 05 Jan 2026 08:00:00 GMT` (RFC 9110 §5.6.7). */
export function parseHttpDate(text: string): Instant | undefined {
  const match = /^[A-Z][a-z]{2}, (\d{2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}:\d{2}:\d{2}) GMT$/.exec(text);
  const month = shortMonthNames.indexOf(match?.[2] ?? '') + 1;
  if (!match || month === 0) return undefined;
  return parseInstant(`${match[3]}-${String(month).padStart(2, '0')}-${match[1]}T${match[4]}Z`);
}

/** A short code for a failure. Messages of lower layers may hold addresses and more. */
export function codeOf(error: unknown): string {
  const { code, name, cause } = looseFields(error);
  if (typeof code === 'string') return code;
  if (cause !== undefined && cause !== null) return codeOf(cause);
  return typeof name === 'string' ? name : 'no answer';
}
