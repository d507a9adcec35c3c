import type { RequestEvent } from '../http/outgoing-call.ts';
import type { Hooks } from './hooks.ts';

/** What is known about the HTTP answer of a call. */
export interface CallResponse {
  /** The HTTP status. */
  readonly status: number;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The id that the service gave its answer (`x-request-id` or alike), when it gave one. */
  readonly requestId: string | undefined;
  /** Requests that were put on the wire for this call. */
  readonly attempts: number;
  /** Milliseconds from the start of the call to its checked answer. */
  readonly elapsedMs: number;
}

/** A checked answer with what came around it. */
export interface CallResult<T> {
  /** The payload: `data` of the envelope. Spec §2. */
  readonly data: T;
  /** The envelope's `message`: for people, never a condition. */
  readonly message: string | null;
  /** The service says that there is more of a list than this answer shows. */
  readonly isPartial?: true;
  /** Status, headers and how the call went. */
  readonly response: CallResponse;
}

/** The promise of a call's `data`; `withResponse()` gives status, headers and message too, of the same call. */
export class CallPromise<T> extends Promise<T> {
  readonly #result: Promise<CallResult<T>>;
  #withResponse: Promise<CallResult<T>> | undefined;

  // What `then` derives is an ordinary promise.
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  constructor(result: Promise<CallResult<T>>) {
    super((resolve, reject) => {
      result.then(({ data }) => resolve(data), reject);
    });
    this.#result = result;
  }

  /** The same call's data with status, headers, message, request id, attempts and time. */
  withResponse(): Promise<CallResult<T>> {
    if (!this.#withResponse) {
      // A promise of its own, so that an unhandled failure is reported once, whichever of the two forms was asked for.
      this.#withResponse = this.#result.then((result) => result);
      super.then(undefined, ignore);
    }
    return this.#withResponse;
  }

  // Who reads the data has read the failure too. (Awaiting reads through this method.)
  // biome-ignore lint/suspicious/noThenProperty: this class is a promise
  override then<A = T, B = never>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.#withResponse?.then(undefined, ignore);
    return super.then(onFulfilled, onRejected);
  }
}

function ignore(): void {}

interface WrappableCall<T> {
  readonly event: RequestEvent;
  /** Begins it; never throws synchronously. */
  readonly run: () => Promise<T>;
  readonly onEnd: (listener: () => void) => void;
}

/** Runs a call inside the merchant's `wrap`. */
export function runWrapped<T>(wrap: NonNullable<Hooks['wrap']>, { event, run, onEnd }: WrappableCall<T>): Promise<T> {
  return new Promise((resolve) => {
    let result: Promise<T> | undefined;
    const next = (): Promise<T> => {
      if (!result) {
        result = run();
        resolve(result);
      }
      return result;
    };
    const begin = () => void next();
    onEnd(begin);
    try {
      Promise.resolve(wrap(event, next)).then(begin, begin);
    } catch {
      begin();
    }
  });
}
