import { builtins } from '../../builtins.ts';
import { formatInstant, parseInstant } from '../../domain/calendar.ts';
import { ConflictError, RepayKitError, StoreError } from '../../errors.ts';
import { EventLog, type OpenFile } from '../../loan-file/event-log.ts';
import { contentHash, keyedHash } from '../../loan-file/hashing.ts';
import type { KeyProvider } from '../../loan-file/keys.ts';
import { beforeSending, requireCommitting } from '../../loan-file/loan-files.ts';
import { type LoanStore, NO_HASH } from '../../loan-file/store.ts';
import { optional, text } from '../../validation/checks.ts';
import { given, record } from '../../validation/record.ts';
import type { OperationInput, OperationOutput } from '../../wire/types/operation-types.ts';
import { type CallOptions, callFields, checkCallOptions, intendedSince } from '../call-options.ts';
import { CallPromise, type CallResult } from '../call-promise.ts';
import type { Engine } from '../engine.ts';
import { warnOnce } from '../hooks.ts';
import {
  otherContent,
  type RequestEnd,
  type RequestEvent,
  type RequestState,
  repeatedRequest,
  requestFile,
  requestFileId,
} from './idempotency-file.ts';

export type IdempotentOperation = 'createClaim' | 'uploadStatement' | 'processIncome';

/** Options of a call for which the service has no idempotency key. */
export interface OnceOptions extends CallOptions {
  /**
   * Your own idempotency key for this request, 1 to 200 characters, nothing personal. It is recorded before the
   * request. A request with a known key is not sent. If the process ends in between, the outcome is `unknown`.
   */
  readonly once?: string;
}

/** A request: its operation, its input, and a name for its result without anything personal. */
export interface IdempotentRequest<Id extends IdempotentOperation> {
  readonly operation: Id;
  readonly spec: string;
  readonly input: OperationInput<Id>;
  readonly nameResult?: (data: OperationOutput<Id>) => string;
}

const onceOptions = record<OnceOptions>({
  ...callFields,
  once: optional(text('a key of 1 to 200 characters', (key) => key.length <= 200)),
});

/** Sends requests once under the lender's own keys. Records the intent before and the result after, as for debits. */
export class IdempotentRequests {
  readonly #engine: Engine;
  readonly #store: LoanStore;
  readonly #keys: KeyProvider | undefined;
  readonly #log: EventLog<RequestEvent, RequestState>;

  constructor(engine: Engine, { store, keys }: { readonly store: LoanStore; readonly keys?: KeyProvider | undefined }) {
    this.#engine = engine;
    this.#store = store;
    this.#keys = keys;
    this.#log = new EventLog(store, keys, requestFile);
  }

  /** Sends the request, unrecorded without a key. @throws RuleError `request-is-single` if the key was used before */
  call<Id extends IdempotentOperation>(
    request: IdempotentRequest<Id>,
    options: OnceOptions | undefined,
  ): CallPromise<OperationOutput<Id>> {
    // A mistyped key would not be recognised, and no message would name it.
    try {
      checkCallOptions(request.operation, options, onceOptions);
    } catch (error) {
      return new CallPromise(Promise.reject(error));
    }
    const { once, ...rest } = options ?? {};
    if (once === undefined) return this.#callUnkept(request, rest);
    return new CallPromise(this.#send(request, once, rest));
  }

  #callUnkept<Id extends IdempotentOperation>(
    { operation, input }: IdempotentRequest<Id>,
    options: CallOptions,
  ): CallPromise<OperationOutput<Id>> {
    const { isLoopback, logger } = this.#engine.settings;
    if (!isLoopback)
      warnOnce(
        logger,
        `repaykit: ${operation} goes out without a key (\`once\`): no intent is on file, and calling it again sends it again`,
      );
    return this.#engine.call(operation, input, options);
  }

  async #send<Id extends IdempotentOperation>(
    request: IdempotentRequest<Id>,
    key: string,
    options: CallOptions,
  ): Promise<CallResult<OperationOutput<Id>>> {
    requireCommitting(this.#store, request.spec);
    const fileId = requestFileId(key);
    const file = await beforeSending(this.#intend(fileId, request));
    let result: CallResult<OperationOutput<Id>>;
    try {
      result = await this.#engine
        .call(request.operation, request.input, intendedSince(parseInstant(file.state.intendedAt), options))
        .withResponse();
    } catch (error) {
      await this.#end(fileId, file, this.#failure(error));
      throw error;
    }
    const name = request.nameResult?.(result.data);
    await this.#end(fileId, file, given({ type: 'request.succeeded', at: this.#now(), result: name }));
    return result;
  }

  async #intend<Id extends IdempotentOperation>(
    fileId: string,
    { operation, spec, input }: IdempotentRequest<Id>,
  ): Promise<OpenFile<RequestState>> {
    const content = await nameContent(operation, input, this.#keys);
    for (let lostOn: string | undefined; ; ) {
      const file = await this.#log.read(fileId);
      // A request that never left leaves its key free, even if it was invalid.
      if (file && file.state.end?.type !== 'request.unsent') {
        throw file.state.content === content ? repeatedRequest(file.state, spec) : otherContent(operation, spec);
      }
      try {
        return await this.#log.append(fileId, file, {
          events: [{ type: 'request.intended', at: this.#now(), operation, content }],
        });
      } catch (error) {
        // If the file did not grow, no other process was first, and a retry would end the same way.
        if (!(error instanceof ConflictError) || (file?.head ?? NO_HASH) === lostOn) throw error;
        lostOn = file?.head ?? NO_HASH;
      }
    }
  }

  // An error that is not ours, or that may have had an effect, leaves the outcome open.
  #failure(error: unknown): RequestEnd {
    const at = this.#now();
    if (!(error instanceof RepayKitError)) return { type: 'request.unknown', at, reason: 'The client failed' };
    if (error.outcome === 'unknown') return { type: 'request.unknown', at, reason: error.message };
    return { type: error.attempts === 0 ? 'request.unsent' : 'request.refused', at, reason: error.message };
  }

  // The request has left. A store that fails now must not make it look as if it may be made again.
  async #end(fileId: string, file: OpenFile<RequestState>, end: RequestEnd): Promise<void> {
    try {
      await this.#log.append(fileId, file, { events: [end] });
    } catch (cause) {
      const message = `The request ended as '${end.type}', but that could not be written down: do not make it again; its intent stays on file`;
      const hasNoEffect = end.type === 'request.unsent' || end.type === 'request.refused';
      throw new StoreError(message, { cause, outcome: hasNoEffect ? 'none' : 'unknown' });
    }
  }

  #now(): string {
    return formatInstant(this.#engine.settings.clock.now());
  }
}

/** A hash that is equal for equal content. */
async function nameContent(operation: string, input: object, keys: KeyProvider | undefined): Promise<string> {
  const { statement, ...fields } = input as { readonly statement?: unknown };
  const source = statement === undefined ? undefined : await nameSource(statement);
  const name = contentHash({ operation, fields, statement: source });
  return keys ? keyedHash(await keys.indexKey(), name) : name;
}

async function nameSource(source: unknown): Promise<string> {
  if (typeof source === 'string') return nameFile(source);
  if (source instanceof Uint8Array) return builtins.crypto.createHash('sha256').update(source).digest('hex');
  if (typeof Blob === 'function' && source instanceof Blob)
    return nameSource(new Uint8Array(await source.arrayBuffer()));
  return 'a stream';
}

async function nameFile(path: string): Promise<string> {
  const { createReadStream } = await import('node:fs');
  const hash = builtins.crypto.createHash('sha256');
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk);
    return hash.digest('hex');
  } catch {
    // The call itself reports the mistake, and nothing leaves.
    return 'unreadable';
  }
}
