import type { FieldIssue } from '../errors.ts';

/** A refusal by the platform, before it becomes an error envelope. */
export interface Refusal {
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503;
  /** One of a closed set, for programs. */
  readonly code: string;
  readonly message: string;
  /** For 422. */
  readonly rule?: string;
  /** The section of the rule, if it is not the section of the operation. */
  readonly spec?: string;
  /** For 405: the methods of the path, sent as a header. */
  readonly allow?: string;
  /** For 400: the invalid fields. */
  readonly fields?: readonly FieldIssue[];
}

/** The answer to an operation or a control call. `body` is the whole envelope as JSON, if a handler has cached it. */
export type Answer<Data> =
  | {
      readonly ok: true;
      readonly data: Data;
      readonly message?: string | null;
      readonly status?: 200 | 201;
      readonly body?: string;
    }
  | { readonly ok: false; readonly refusal: Refusal };

export function answer<Data>(data: Data, message: string | null = null): Answer<Data> {
  return { ok: true, data, message };
}

export function refuse(refusal: Refusal): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal };
}
