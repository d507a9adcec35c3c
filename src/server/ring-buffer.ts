/** What a ring buffer shows: the kept items, oldest first, and how many fell out. */
export interface BoundedList<Item> {
  /** Oldest first. */
  readonly items: readonly Item[];
  /** How many older ones fell out since the list was last emptied. */
  readonly dropped: number;
}

/** Keeps the last `capacity` items, so that a journal never grows without bound; counts what fell out. */
export class RingBuffer<Item> {
  readonly #capacity: number;
  #items: Item[];
  #start = 0;
  #dropped: number;

  /** Begins empty, or with what another one listed. */
  constructor(capacity: number, { items, dropped }: BoundedList<Item> = { items: [], dropped: 0 }) {
    this.#capacity = capacity;
    this.#items = [...items];
    this.#dropped = dropped;
  }

  push(item: Item): void {
    if (this.#items.length < this.#capacity) {
      this.#items.push(item);
      return;
    }
    this.#items[this.#start] = item;
    this.#start = (this.#start + 1) % this.#capacity;
    this.#dropped += 1;
  }

  /** Everything that is kept, through `show` where an item is shown differently from how it is kept. */
  list<Shown = Item>(show?: (item: Item) => Shown): BoundedList<Shown> {
    const kept = [...this.#items.slice(this.#start), ...this.#items.slice(0, this.#start)];
    return { items: (show ? kept.map(show) : kept) as Shown[], dropped: this.#dropped };
  }

  find(matches: (item: Item) => boolean): Item | undefined {
    return this.#items.find(matches);
  }

  /** Another buffer with the same items, which goes its own way. */
  copy(): RingBuffer<Item> {
    return new RingBuffer(this.#capacity, this.list());
  }

  clear(): void {
    this.#items = [];
    this.#start = 0;
    this.#dropped = 0;
  }
}
