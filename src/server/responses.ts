import { formatHttpDate } from '../clock/clock.ts';
import { type Instant, SECOND_MS } from '../domain/calendar.ts';
import { failureEnvelope, successEnvelope } from '../wire/envelope.ts';
import type { Answer, Refusal } from './answer.ts';
import type { ServerResponse } from './message.ts';

/** The id of an answer, counted per world, and the world's virtual time. */
export interface ResponseMark {
  readonly id: string;
  readonly now: Instant;
}

export type Respond = (answer: Answer<unknown>, at: ResponseMark) => ServerResponse;

/** The answer of an operation, in the envelope, with status 200 for every success. Spec §2 and §7. */
export const enveloped: Respond = (answer, mark) => {
  if (!answer.ok) return refused(answer.refusal, mark);
  // `data` is not read if `body` is given: a getter would compose it for nothing.
  return respond(200, mark, { body: answer.body ?? JSON.stringify(successEnvelope(answer.data, answer.message)) });
};

/** The answer of a control call: plain JSON, or a refusal in the envelope. */
export const plain: Respond = (answer, mark) =>
  answer.ok
    ? respond(answer.status ?? 200, mark, { body: JSON.stringify(answer.data) })
    : refused(answer.refusal, mark);

export function file(body: Uint8Array, contentType: string, mark: ResponseMark): ServerResponse {
  return respond(200, mark, { body, contentType });
}

function refused(refusal: Refusal, mark: ResponseMark): ServerResponse {
  const body = JSON.stringify(failureEnvelope(refusal.message, refusal));
  const { status, headers } = respond(refusal.status, mark, { body });
  return { status, headers: refusal.allow === undefined ? headers : [...headers, 'allow', refusal.allow], body };
}

function respond(
  status: number,
  { id, now }: ResponseMark,
  {
    body,
    contentType = 'application/json; charset=utf-8',
  }: { readonly body: string | Uint8Array; readonly contentType?: string },
): ServerResponse {
  const length = String(Buffer.byteLength(body));
  const headers = ['content-type', contentType, 'content-length', length, 'date', httpDate(now), 'x-request-id', id];
  return { status, headers, body };
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

const httpDate = httpDateFormatter();
