import { drawOf } from '../../server/engine/world/chance.ts';

/** Random numbers from a seed. Streams are independent: more draws from one do not change another. */
export class Chance {
  readonly #seed: number;
  readonly #stream: number;
  #step = 0;

  constructor(seed: number, stream: number) {
    this.#seed = seed | 0;
    this.#stream = stream;
  }

  /** A number from 0 (included) to 1 (excluded). */
  next(): number {
    this.#step += 1;
    return drawOf(this.#seed, this.#stream, this.#step);
  }

  /** A whole number, both ends included. */
  between(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  happens(probability: number): boolean {
    return this.next() < probability;
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.next() * items.length)];
    if (item === undefined) throw new RangeError('Nothing to pick from.');
    return item;
  }

  /** One of the keys, with a probability proportional to its weight. */
  weighted<Key extends string>(weights: Readonly<Partial<Record<Key, number>>>): Key {
    // `Object.entries` loses the key type.
    const entries = Object.entries(weights) as [Key, number][];
    let rest = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [key, weight] of entries) {
      rest -= weight;
      if (rest < 0) return key;
    }
    return this.pick(entries.map(([key]) => key));
  }

  /** Decimal digits. The first is not 0. */
  digits(count: number): string {
    let digits = String(this.between(1, 9));
    while (digits.length < count) digits += this.between(0, 9);
    return digits;
  }

  bytes(count: number): Buffer {
    return Buffer.from(Array.from({ length: count }, () => this.between(0, 255)));
  }
}
