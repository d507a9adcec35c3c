import {
  DAY_MS,
  dateFromDayNumber,
  HOUR_MS,
  type Instant,
  MINUTE_MS,
  SECOND_MS,
  shortMonthNames,
} from '../domain/calendar.ts';
import { failureEnvelope, successEnvelope, successEnvelopeText } from '../wire/envelope.ts';
import type { Answer, Refusal } from './answer.ts';
import type { ServerResponse } from './message.ts';

export interface Responses {
  /** The answer of an operation, in the envelope. Spec §2 and §7. */
  readonly enveloped: (answer: Answer<unknown>, at: ResponseMark, extra?: Record<string, string>) => ServerResponse;
  /** The answer of a control call: plain JSON, or a refusal in the envelope. */
  readonly plain: (answer: Answer<unknown>, at: ResponseMark, extra?: Record<string, string>) => ServerResponse;
  readonly file: (bytes: Uint8Array, contentType: string, at: ResponseMark) => ServerResponse;
}

/** The id of an answer, counted per world, and the world's virtual time. */
export interface ResponseMark {
  readonly id: string;
  readonly now: Instant;
}

interface ResponseParts {
  readonly contentType: string;
  readonly body: Uint8Array;
  readonly extra?: Record<string, string> | undefined;
}

const JSON_TYPE = 'application/json; charset=utf-8';

export function createResponses(): Responses {
  const httpDate = httpDateFormatter();

  const respond = (
    status: number,
    { id, now }: ResponseMark,
    { contentType, body, extra }: ResponseParts,
  ): ServerResponse => {
    const headers = [
      'content-type',
      contentType,
      'content-length',
      String(body.byteLength),
      'date',
      httpDate(now),
      'x-request-id',
      id,
    ];
    if (extra) headers.push(...Object.entries(extra).flat());
    return { status, headers, body };
  };
  const json = (
    status: number,
    mark: ResponseMark,
    { value, extra }: { readonly value: unknown; readonly extra?: Record<string, string> | undefined },
  ) => respond(status, mark, { contentType: JSON_TYPE, body: bytesOf(JSON.stringify(value)), extra });
  const succeeded = (
    answer: Extract<Answer<unknown>, { ok: true }>,
    mark: ResponseMark,
    extra?: Record<string, string>,
  ) => {
    const { message = null, text } = answer;
    // `data` is not read if `text` is given: a getter would compose it for nothing.
    if (text === undefined) return json(200, mark, { value: successEnvelope(answer.data, message), extra });
    return respond(200, mark, { contentType: JSON_TYPE, body: bytesOf(successEnvelopeText(text, message)), extra });
  };
  const refused = (refusal: Refusal, mark: ResponseMark, extra?: Record<string, string>) =>
    json(refusal.status, mark, { value: failureEnvelope(refusal.message, refusal), extra });

  return {
    // Spec §7: successful operations answer 200.
    enveloped: (answer, mark, extra) =>
      answer.ok ? succeeded(answer, mark, extra) : refused(answer.refusal, mark, extra),
    plain: (answer, mark, extra) =>
      answer.ok
        ? json(answer.status ?? 200, mark, { value: answer.data, extra })
        : refused(answer.refusal, mark, extra),
    file: (bytes, contentType, mark) => respond(200, mark, { contentType, body: bytes }),
  };
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** The text of a `Date` header (IMF-fixdate, RFC 9110 §5.6.7): `Mon, 05 Jan 2026 08:00:00 GMT`. */
export function formatHttpDate(instant: Instant): string {
  const days = Math.floor(instant / DAY_MS);
  const [year, month, day] = dateFromDayNumber(days).split('-') as [string, string, string];
  const rest = instant - days * DAY_MS;
  const time = [Math.floor(rest / HOUR_MS), Math.floor(rest / MINUTE_MS) % 60, Math.floor(rest / SECOND_MS) % 60];
  // 1970-01-01 was a Thursday.
  const weekday = weekdays[(((days + 4) % 7) + 7) % 7];
  return `${weekday}, ${day} ${shortMonthNames[Number(month) - 1]} ${year} ${time.map((part) => String(part).padStart(2, '0')).join(':')} GMT`;
}

/** Formats `Date` headers. It caches the last one, which is the same for a whole second. */
export function httpDateFormatter(): (instant: Instant) => string {
  let second = Number.NaN;
  let text = '';
  return (instant) => {
    const asked = Math.floor(instant / SECOND_MS);
    if (asked !== second) {
      second = asked;
      text = formatHttpDate(instant);
    }
    return text;
  };
}

// Holds some dozens of answers. No part of a slab is reused.
const SLAB_BYTES = 65_536;
const LONGEST = SLAB_BYTES / 16;

let slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
let used = 0;

/** Encodes an answer in one pass. `Buffer.from` takes two, because it measures the text first. */
function bytesOf(text: string): Uint8Array {
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
