/** The last items of a list, and how many older ones were dropped. */
export interface BoundedList<Item> {
  /** Oldest first. */
  readonly items: readonly Item[];
  /** How many older items were dropped since the list was last cleared. */
  readonly dropped: number;
}

/** Keeps the last `capacity` items and counts the dropped ones. */
export class RingBuffer<Item> {
  readonly #capacity: number;
  #items: Item[];
  #start = 0;
  #dropped: number;

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

  /** All kept items, converted by `show`. */
  list<Shown = Item>(show?: (item: Item) => Shown): BoundedList<Shown> {
    const kept = [...this.#items.slice(this.#start), ...this.#items.slice(0, this.#start)];
    return { items: (show ? kept.map(show) : kept) as Shown[], dropped: this.#dropped };
  }

  find(matches: (item: Item) => boolean): Item | undefined {
    return this.#items.find(matches);
  }

  /** An independent copy. */
  copy(): RingBuffer<Item> {
    return new RingBuffer(this.#capacity, this.list());
  }

  clear(): void {
    this.#items = [];
    this.#start = 0;
    this.#dropped = 0;
  }
}
