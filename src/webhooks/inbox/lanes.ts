/** Does so many things at a time; the others wait their turn. */
export class Lanes {
  readonly #width: number;
  readonly #waiting: (() => void)[] = [];
  #busy = 0;

  constructor(width: number) {
    this.#width = width;
  }

  /** How many wait for a turn. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Does it when its turn comes. */
  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    // A turn is handed over rather than given up, so that nobody gets in between.
    if (this.#busy < this.#width) this.#busy += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#busy -= 1;
    }
  }
}
