import type { OperationId, OperationInput, OperationOutput } from '../wire/operation-types.ts';
import type { CallOptions } from './call-options.ts';
import type { CallPromise } from './call-promise.ts';
import type { Settings } from './options.ts';

/** What every resource stands on: sends one operation and gives its checked answer. */
export interface Engine {
  /** The options of the client, checked and with their defaults. */
  readonly settings: Settings;
  /** Checks the input, sends the operation as its row says, checks the answer. Throws nothing synchronously; every failure rejects. */
  call<Id extends OperationId>(id: Id, input: OperationInput<Id>, options?: CallOptions): CallPromise<OperationOutput<Id>>;
  /** Ends what is under way and frees the connections. */
  close(): Promise<void>;
}

/** Makes the engine of one client. Nothing is opened or loaded before the first call. */
export declare function createEngine(settings: Settings): Engine;
