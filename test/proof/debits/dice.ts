/** Chance that hangs on a name alone: the same debit meets the same luck under every strategy, whatever happened before it. */
export class Dice {
  #state: number;

  constructor(...name: readonly number[]) {
    let state = 0x9e3779b9;
    for (const part of name) state = mix((state ^ part) >>> 0);
    this.#state = state;
  }

  /** From 0 up to 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    return mix(this.#state) / 2 ** 32;
  }

  /** True with a probability. */
  hits(probability: number): boolean {
    return this.next() < probability;
  }

  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }
}

function mix(state: number): number {
  let mixed = state;
  mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return (mixed ^ (mixed >>> 14)) >>> 0;
}
