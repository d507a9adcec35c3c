/**
 * Like an `AbortController`, for things that are opened and closed often. The signal is created on first use, and the
 * reason of its abort only for a signal: each costs more than a call to a server in the same process.
 */
export class LazyAbort {
  readonly #createReason: () => unknown;
  #controller: AbortController | undefined;
  #aborted = false;

  constructor(createReason: () => unknown) {
    this.#createReason = createReason;
  }

  get aborted(): boolean {
    return this.#aborted;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#aborted) this.#abortSignal();
    return this.#controller.signal;
  }

  abort(): void {
    this.#aborted = true;
    this.#abortSignal();
  }

  #abortSignal(): void {
    if (this.#controller?.signal.aborted === false) this.#controller.abort(this.#createReason());
  }
}
