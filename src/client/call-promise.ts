import type { RequestEvent } from '../http/outgoing-call.ts';
import type { Hooks } from './hooks.ts';

/** The HTTP response of a call. */
export interface CallResponse {
  /** The HTTP status. */
  readonly status: number;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The response's id (`x-request-id` or a similar header), if the service sent one. */
  readonly requestId: string | undefined;
  /** How many requests were sent for this call. */
  readonly attempts: number;
  /** Milliseconds from the start of the call to its checked answer. */
  readonly elapsedMs: number;
}

/** A checked answer with its HTTP response. */
export interface CallResult<T> {
  /** The payload: `data` of the envelope. Spec §2. */
  readonly data: T;
  /** The envelope's `message`. Meant for people: do not branch on it. */
  readonly message: string | null;
  /** Milliseconds from the start of the call to its checked answer. */
  readonly isPartial?: true;
  /** Status, headers, attempts and time. */
  readonly response: CallResponse;
}

/** The promise of a call's `data`. `withResponse()` gives status, headers and message of the same call. */
export class CallPromise<T> extends Promise<T> {
  readonly #result: Promise<CallResult<T>>;
  #withResponse: Promise<CallResult<T>> | undefined;

  // `then` returns an ordinary promise.
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  constructor(result: Promise<CallResult<T>>) {
    super((resolve, reject) => {
      result.then(({ data }) => resolve(data), reject);
    });
    this.#result = result;
  }

  /** The data of the same call with status, headers, message, request id, attempts and time. */
  withResponse(): Promise<CallResult<T>> {
    if (!this.#withResponse) {
      // A separate promise, so that an unhandled failure is reported once, whichever of the two forms the caller uses.
      this.#withResponse = this.#result.then((result) => result);
      super.then(undefined, ignore);
    }
    return this.#withResponse;
  }

  // A caller that reads the data also sees the failure. `await` goes through this method.
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
  /** Starts the call. Never throws synchronously. */
  readonly run: () => Promise<T>;
  readonly onEnd: (listener: () => void) => void;
}

/** Runs a call inside `wrap`, whose own result is ignored. The call begins at its deadline at the latest. */
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
