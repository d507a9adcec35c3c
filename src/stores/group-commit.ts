/** How a kind of write is batched. */
export interface GroupCommitOptions<Item, Answer> {
  /** Writes a batch in one transaction; an answer for each item. Throws when nothing was written, or when the outcome is unknown. */
  readonly write: (items: readonly Item[]) => Promise<readonly Answer[]>;
  /** Keys that no two items of a batch may share; the later item waits for the next batch. */
  readonly keysOf: (item: Item) => readonly string[];
  /** Default 1 for each item. */
  readonly weightOf?: (item: Item) => number;
  readonly maxItems: number;
  readonly maxWeight: number;
  /** Whether the content of one item caused the failure, so that each item is tried alone. */
  readonly blamesContent: (error: unknown) => boolean;
  /** Awaited before a batch is built, for writes that block the thread: nothing could queue up meanwhile. */
  readonly gather?: () => Promise<void>;
}

interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Batches writes that arrive while another one is under way: they share one round trip and one commit. A write that arrives alone goes at once.
 * Each is answered only after the commit that holds it.
 */
export class GroupCommit<Item, Answer> {
  readonly #options: GroupCommitOptions<Item, Answer>;
  #waiting: Waiting<Item, Answer>[] = [];
  #isWriting = false;

  constructor(options: GroupCommitOptions<Item, Answer>) {
    this.#options = options;
  }

  submit(item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (this.#isWriting) return;
      this.#isWriting = true;
      // After everything else that is submitted in the same tick.
      queueMicrotask(() => void this.#writeAll());
    });
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      if (this.#options.gather) await this.#options.gather();
      await this.#write(this.#takeBatch());
    }
    this.#isWriting = false;
  }

  #takeBatch(): readonly Waiting<Item, Answer>[] {
    const { keysOf, weightOf = () => 1, maxItems, maxWeight } = this.#options;
    const batch: Waiting<Item, Answer>[] = [];
    const left: Waiting<Item, Answer>[] = [];
    const taken = new Set<string>();
    let weight = 0;
    for (const waiting of this.#waiting) {
      const keys = keysOf(waiting.item);
      weight += weightOf(waiting.item);
      const fits =
        batch.length === 0 || (batch.length < maxItems && weight <= maxWeight && !keys.some((key) => taken.has(key)));
      (fits ? batch : left).push(waiting);
      // Also the keys of items that wait: later ones of the same loan must not overtake them.
      for (const key of keys) taken.add(key);
    }
    this.#waiting = left;
    return batch;
  }

  async #write(batch: readonly Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await this.#options.write(batch.map(({ item }) => item));
      // `write` answers every item.
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as Answer);
    } catch (error) {
      if (batch.length > 1 && this.#options.blamesContent(error)) for (const each of batch) await this.#write([each]);
      else for (const { reject } of batch) reject(error);
    }
  }
}
