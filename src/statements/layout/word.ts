/** A word of a page: text without blanks, and where it stands. */
export interface Word {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  /** Height of the letters. */
  readonly size: number;
}

// A hundredth of a point is finer than any rule of reading needs.
const FINE = 100;

/** A word among the hundreds of thousands of a long statement: whole numbers lie in the object itself, others each in one of their own. */
class PlacedWord implements Word {
  readonly text: string;
  readonly #left: number;
  readonly #right: number;
  readonly #size: number;

  constructor({ text, left, right, size }: Word) {
    this.text = text;
    this.#left = Math.round(left * FINE);
    this.#right = Math.round(right * FINE);
    this.#size = Math.round(size * FINE);
  }

  get left(): number {
    return this.#left / FINE;
  }

  get right(): number {
    return this.#right / FINE;
  }

  get size(): number {
    return this.#size / FINE;
  }
}

/** Makes a word that takes little room. */
export function placedWord(word: Word): Word {
  return new PlacedWord(word);
}
