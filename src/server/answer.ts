import type { FieldIssue } from '../errors.ts';

/** A refusal of the platform, before it becomes an error envelope. */
export interface Refusal {
  /** The HTTP status it answers with. */
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503;
  /** A closed word for programs. */
  readonly code: string;
  /** What happened and what to do next, for people. */
  readonly message: string;
  /** The rule that refused, for 422. */
  readonly rule?: string;
  /** Where the rule stands, where that is not the operation's own section. */
  readonly spec?: string;
  /** The methods that the path takes, for 405: also a header. */
  readonly allow?: string;
  /** What was wrong with the shape, for 400. */
  readonly fields?: readonly FieldIssue[];
}

/** What the platform says to an operation or a control call; `text` is the data as JSON where it was written by hand, and stands for it. */
export type Answer<Data> =
  | {
      readonly ok: true;
      readonly data: Data;
      readonly message?: string | null;
      readonly status?: 200 | 201;
      readonly text?: string;
    }
  | { readonly ok: false; readonly refusal: Refusal };

/** A successful answer. */
export function answer<Data>(data: Data, message: string | null = null): Answer<Data> {
  return { ok: true, data, message };
}

/** A refusal as an answer. */
export function refuse(refusal: Refusal): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal };
}
