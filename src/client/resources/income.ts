import type { UploadSource } from '../../http/upload-source.ts';
import { memoryStore } from '../../loan-file/memory-store.ts';
import type { StatementInput } from '../../wire/statement-shapes.ts';
import type { CallPromise } from '../call-promise.ts';
import type { Engine } from '../engine.ts';
import { IdempotentRequests, type OnceOptions } from '../workflows/idempotency/idempotent-requests.ts';

/** A bank statement and whose it is. Spec §4.14 and §4.15. */
export interface StatementUpload extends Omit<StatementInput, 'statement'> {
  /** The PDF: path or `file:` URL of a file, bytes, a Blob, or a stream that has not been read yet, which is closed when the call ends. At most `maxUploadBytes`. */
  readonly statement: UploadSource;
}

/** Income analysis: bank statements go up, transactions and insights come back by webhook. Spec §4.14, §4.15 and §6.4. */
export class Income {
  readonly #once: IdempotentRequests;

  /** @internal */
  constructor(engine: Engine, once: IdempotentRequests = new IdempotentRequests(engine, { store: memoryStore() })) {
    this.#once = once;
  }

  /**
   * Uploads a statement; its transactions arrive as the webhook `income_transaction`. It must be a PDF and is streamed once: no upload is sent again after its first
   * byte left, and with `once`, a key of your own, not by another process either. `onUploadProgress` gets the bytes. Spec §4.14.
   * @returns the service's acknowledgement, of whatever form: the specification shows none
   * @throws RuleError `request-is-single` where the key was used before | InputError (also for a file that is no PDF or too long) | ConnectionError | DeadlineError | AbortedError | RateLimitError | ServiceError | AnswerError
   */
  uploadStatement(input: StatementUpload, options?: OnceOptions): CallPromise<unknown> {
    return this.#once.call({ operation: 'uploadStatement', spec: 'Spec §4.14', input }, options);
  }

  /**
   * Uploads a statement; the insights computed from it arrive as the webhook `income_insight`. Streamed once, as {@link Income.uploadStatement}. Spec §4.15.
   * @returns the service's acknowledgement, of whatever form: the specification shows none
   * @throws RuleError `request-is-single` where the key was used before | InputError (also for a file that is no PDF or too long) | ConnectionError | DeadlineError | AbortedError | RateLimitError | ServiceError | AnswerError
   */
  processIncome(input: StatementUpload, options?: OnceOptions): CallPromise<unknown> {
    return this.#once.call({ operation: 'processIncome', spec: 'Spec §4.15', input }, options);
  }
}
