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
  /** Status, headers and how the call went. */
  readonly response: CallResponse;
}

/** The promise of a call's `data`; `withResponse()` gives status, headers and message too, of the same call. */
export class CallPromise<T> extends Promise<T> {
  readonly #result: Promise<CallResult<T>>;
  #data: Promise<T> | undefined;

  // What `then` derives is an ordinary promise.
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  constructor(result: Promise<CallResult<T>>) {
    // The promise inherited from is never read: `then` goes to the result, so that a failure nobody reads here is no unhandled one when
    // `withResponse()` has read it.
    super((resolve) => resolve(undefined as T));
    this.#result = result;
  }

  /** The same call's data with status, headers, message, request id, attempts and time. */
  withResponse(): Promise<CallResult<T>> {
    return this.#result;
  }

  // biome-ignore lint/suspicious/noThenProperty: this class is a promise
  override then<A = T, B = never>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.#data ??= this.#result.then(dataOf);
    return this.#data.then(onFulfilled, onRejected);
  }

  override catch<B = never>(onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(undefined, onRejected);
  }

  override finally(onFinally?: (() => void) | null): Promise<T> {
    return this.then(
      (value) => Promise.resolve(onFinally?.()).then(() => value),
      (reason: unknown) =>
        Promise.resolve(onFinally?.()).then(() => {
          throw reason;
        }),
    );
  }
}

function dataOf<T>(result: CallResult<T>): T {
  return result.data;
}
