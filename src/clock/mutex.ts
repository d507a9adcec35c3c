/** Runs asynchronous work one after another. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();
  #open = 0;

  get isLocked(): boolean {
    return this.#open > 0;
  }

  /** Runs `act` after all earlier work has ended, successfully or not. */
  run<Result>(act: () => Promise<Result>): Promise<Result> {
    this.#open += 1;
    const run = this.#last.then(act).finally(() => {
      this.#open -= 1;
    });
    this.#last = run.catch(() => undefined);
    return run;
  }
}

/** Runs `act` once for all callers and caches its result. A failure is not cached, so the next caller starts again. */
export function singleFlight<Result>(act: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return () => {
    running ??= act().catch((error) => {
      running = undefined;
      throw error;
    });
    return running;
  };
}

/** Calls an observer. If it throws or rejects, the error goes to `onFailure` only. */
export function quietly(observe: () => unknown, onFailure: (error: unknown) => void = () => {}): void {
  try {
    const answer = observe();
    if (typeof (answer as { readonly then?: unknown } | null | undefined)?.then === 'function')
      Promise.resolve(answer).catch(onFailure);
  } catch (error) {
    onFailure(error);
  }
}
