import type { Instant } from '../domain/calendar.ts';
import { failureEnvelope, successEnvelope } from '../wire/envelope.ts';
import type { Answer, Refusal } from './answer.ts';
import { httpDateFormatter } from './http-date.ts';
import type { ServerResponse } from './message.ts';

/** Writes answers; one for each server, because every answer gets the next request id. */
export interface Responses {
  /** The id that the next answer will carry. */
  readonly nextId: () => string;
  /** An operation's answer in the envelope. Spec §2 and §7. */
  readonly enveloped: (answer: Answer<unknown>, at: ResponseMark, extra?: Record<string, string>) => ServerResponse;
  /** A control call's answer: plain JSON, or the envelope of a refusal. */
  readonly plain: (answer: Answer<unknown>, at: ResponseMark, extra?: Record<string, string>) => ServerResponse;
  /** A file. */
  readonly file: (bytes: Uint8Array, contentType: string, at: ResponseMark) => ServerResponse;
}

/** What marks an answer: its id and the virtual time. */
export interface ResponseMark {
  readonly id: string;
  readonly now: Instant;
}

/** Makes the writer of a server's answers. */
export function createResponses(): Responses {
  const httpDate = httpDateFormatter();
  let lastId = 0;

  const headers = (contentType: string, { id, now }: ResponseMark, extra?: Record<string, string>) => ({
    'content-type': contentType,
    date: httpDate(now),
    'x-request-id': id,
    ...extra,
  });
  const json = (status: number, value: unknown, mark: ResponseMark, extra?: Record<string, string>): ServerResponse => ({
    status,
    headers: headers('application/json; charset=utf-8', mark, extra),
    body: JSON.stringify(value),
  });
  const refused = (refusal: Refusal, mark: ResponseMark, extra?: Record<string, string>) =>
    json(refusal.status, failureEnvelope(refusal.message, refusal), mark, extra);

  return {
    nextId: () => {
      lastId += 1;
      return `req_${lastId}`;
    },
    // Spec §7: successful operations answer 200.
    enveloped: (answer, mark, extra) =>
      answer.ok ? json(200, successEnvelope(answer.data, answer.message ?? null), mark, extra) : refused(answer.refusal, mark, extra),
    plain: (answer, mark, extra) => (answer.ok ? json(answer.status ?? 200, answer.data, mark, extra) : refused(answer.refusal, mark, extra)),
    file: (bytes, contentType, mark) => ({ status: 200, headers: headers(contentType, mark), body: bytes }),
  };
}
