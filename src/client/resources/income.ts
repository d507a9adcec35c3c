import type { UploadSource } from '../../http/upload-source.ts';
import { memoryStore } from '../../loan-file/memory-store.ts';
import type { StatementInput } from '../../wire/statement-shapes.ts';
import type { CallPromise } from '../call-promise.ts';
import type { Engine } from '../engine.ts';
import { IdempotentRequests, type OnceOptions } from '../workflows/idempotent-requests.ts';

/** A bank statement and whose it is. Spec §4.14 and §4.15. */
export interface StatementUpload extends Omit<StatementInput, 'statement'> {
  /**
   * The PDF: path or `file:` URL, bytes, a Blob, or an unread stream, closed when the call ends. At most
   * `maxUploadBytes`.
   */
  readonly statement: UploadSource;
}

/** Income analysis: statements go up, transactions and insights come by webhook. Spec §4.14, §4.15 and §6.4. */
export class Income {
  readonly #once: IdempotentRequests;

  /** @internal */
  constructor(engine: Engine, once: IdempotentRequests = new IdempotentRequests(engine, { store: memoryStore() })) {
    this.#once = once;
  }

  /**
   * Uploads a statement (PDF), streamed once; its transactions arrive as the webhook `income_transaction`. With `once`,
   * a key of your own, no other process uploads it either. `onUploadProgress` gets the bytes. Spec §4.14.
   * @returns the service's acknowledgement, of whatever form: the specification shows none
   * @throws RuleError `request-is-single` where the key was used before; InputError (also for no PDF or too long);
   * RepayKitError
   */
  uploadStatement(input: StatementUpload, options?: OnceOptions): CallPromise<unknown> {
    return this.#once.call({ operation: 'uploadStatement', spec: 'Spec §4.14', input }, options);
  }

  /**
   * Uploads a statement; the insights arrive as the webhook `income_insight`. As {@link Income.uploadStatement}. Spec
   * §4.15.
   * @returns the service's acknowledgement, of whatever form: the specification shows none
   * @throws as {@link Income.uploadStatement}
   */
  processIncome(input: StatementUpload, options?: OnceOptions): CallPromise<unknown> {
    return this.#once.call({ operation: 'processIncome', spec: 'Spec §4.15', input }, options);
  }
}
