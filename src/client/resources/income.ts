import type { UploadSource } from '../../http/upload-source.ts';
import { memoryStore } from '../../loan-file/memory-store.ts';
import type { StatementInput } from '../../wire/shapes/statement-shapes.ts';
import type { CallPromise } from '../call-promise.ts';
import type { Engine } from '../engine.ts';
import { IdempotentRequests, type OnceOptions } from '../workflows/idempotent-requests.ts';

/** A bank statement and its owner. Spec §4.14 and §4.15. */
export interface StatementUpload extends Omit<StatementInput, 'statement'> {
  /** The PDF: path, `file:` URL, bytes, Blob, or an unread stream, which is then closed. At most `maxUploadBytes`. */
  readonly statement: UploadSource;
}

/** Income analysis: you upload statements. Results arrive by webhook. Spec §4.14, §4.15 and §6.4. */
export class Income {
  readonly #once: IdempotentRequests;

  /** @internal */
  constructor(engine: Engine, once: IdempotentRequests = new IdempotentRequests(engine, { store: memoryStore() })) {
    this.#once = once;
  }

  /**
   * Uploads a statement (PDF), streamed once. Its transactions arrive as the webhook `income_transaction`. Set `once`
   * to your own key to prevent a second upload by another process. `onUploadProgress` reports the bytes. Spec §4.14.
   * @returns the service's acknowledgement, in any form: the specification shows none
   * @throws RuleError `request-is-single` if the key was used before; InputError, also for a file that is no PDF or is
   * too long; RepayKitError
   */
  uploadStatement(input: StatementUpload, options?: OnceOptions): CallPromise<unknown> {
    return this.#once.call({ operation: 'uploadStatement', spec: 'Spec §4.14', input }, options);
  }

  /**
   * Uploads a statement like {@link Income.uploadStatement}. The insights arrive as the webhook `income_insight`. Spec
   * §4.15.
   * @returns the service's acknowledgement, in any form: the specification shows none
   * @throws the errors of {@link Income.uploadStatement}
   */
  processIncome(input: StatementUpload, options?: OnceOptions): CallPromise<unknown> {
    return this.#once.call({ operation: 'processIncome', spec: 'Spec §4.15', input }, options);
  }
}
