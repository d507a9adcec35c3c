/** Chance from a seed, so that a run can be repeated. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A whole number from 0 to below `count` (mulberry32). */
  below(count: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * count);
  }

  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  /** One of a list. */
  of<Item>(list: readonly Item[]): Item {
    return list[this.below(list.length)] as Item;
  }

  /** A text with one bit of its bytes flipped. */
  flipBit(text: string): string {
    const bytes = Buffer.from(text);
    const place = this.below(bytes.length);
    bytes[place] = (bytes[place] as number) ^ (1 << this.below(8));
    return bytes.toString();
  }
}
