/** Lets things happen one after another that must not happen at once. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();
  #open = 0;

  /** Is somebody at it, or waiting? */
  get isBusy(): boolean {
    return this.#open > 0;
  }

  /** Acts once everybody before is done, well or badly. */
  take<Result>(act: () => Promise<Result>): Promise<Result> {
    this.#open += 1;
    const turn = this.#last.then(act).finally(() => {
      this.#open -= 1;
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
