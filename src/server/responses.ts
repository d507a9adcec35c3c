import type { Instant } from '../domain/calendar.ts';
import { failureEnvelope, successEnvelope, successEnvelopeText } from '../wire/envelope.ts';
import type { Answer, Refusal } from './answer.ts';
import { httpDateFormatter } from './http-date.ts';
import type { ServerResponse } from './message.ts';
import { bytesOf } from './text-bytes.ts';

/** Writes answers. */
export interface Responses {
  /** An operation's answer in the envelope. Spec §2 and §7. */
  readonly enveloped: (answer: Answer<unknown>, at: ResponseMark, extra?: Record<string, string>) => ServerResponse;
  /** A control call's answer: plain JSON, or the envelope of a refusal. */
  readonly plain: (answer: Answer<unknown>, at: ResponseMark, extra?: Record<string, string>) => ServerResponse;
  /** A file. */
  readonly file: (bytes: Uint8Array, contentType: string, at: ResponseMark) => ServerResponse;
}

/** What marks an answer: its id, counted in the world it comes from, and the virtual time there. */
export interface ResponseMark {
  readonly id: string;
  readonly now: Instant;
}

/** Makes the writer of a server's answers. */
export function createResponses(): Responses {
  const httpDate = httpDateFormatter();

  const respond = (
    status: number,
    contentType: string,
    body: Uint8Array,
    { id, now }: ResponseMark,
    extra?: Record<string, string>,
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
  const JSON_TYPE = 'application/json; charset=utf-8';
  const json = (status: number, value: unknown, mark: ResponseMark, extra?: Record<string, string>) =>
    respond(status, JSON_TYPE, bytesOf(JSON.stringify(value)), mark, extra);
  const succeeded = (
    answer: Extract<Answer<unknown>, { ok: true }>,
    mark: ResponseMark,
    extra?: Record<string, string>,
  ) => {
    const { message = null, text } = answer;
    // Not even looked at where the text is there: it would be put together for nothing.
    if (text === undefined) return json(200, successEnvelope(answer.data, message), mark, extra);
    return respond(200, JSON_TYPE, bytesOf(successEnvelopeText(text, message)), mark, extra);
  };
  const refused = (refusal: Refusal, mark: ResponseMark, extra?: Record<string, string>) =>
    json(refusal.status, failureEnvelope(refusal.message, refusal), mark, extra);

  return {
    // Spec §7: successful operations answer 200.
    enveloped: (answer, mark, extra) =>
      answer.ok ? succeeded(answer, mark, extra) : refused(answer.refusal, mark, extra),
    plain: (answer, mark, extra) =>
      answer.ok ? json(answer.status ?? 200, answer.data, mark, extra) : refused(answer.refusal, mark, extra),
    file: (bytes, contentType, mark) => respond(200, contentType, bytes, mark),
  };
}
