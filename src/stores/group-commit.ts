export interface GroupCommitOptions<Item, Answer> {
  /**
   * Writes a batch in one transaction and returns a result for each item. Throws if nothing was written, or if the
   * outcome is unknown.
   */
  readonly write: (items: readonly Item[]) => Promise<readonly Answer[]>;
  /** Keys that no two items of a batch may share. The later item waits for the next batch. */
  readonly keysOf: (item: Item) => readonly string[];
  readonly weightOf?: (item: Item) => number;
  readonly maxItems: number;
  readonly maxWeight: number;
  /** Whether the content of one item caused the failure. If so, each item is tried alone. */
  readonly blamesContent: (error: unknown) => boolean;
  /** Awaited before a batch is built. For writes that block the thread, because nothing can queue up meanwhile. */
  readonly gather?: () => Promise<void>;
}

interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Batches writes that arrive while another one is running: they share one round trip and one commit. A write that
 * arrives alone starts at once. Each write resolves only after its commit.
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
      // Runs after everything else that is submitted in the same tick.
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
      // Include the keys of waiting items: later ones of the same loan must not overtake them.
      for (const key of keys) taken.add(key);
    }
    this.#waiting = left;
    return batch;
  }

  async #write(batch: readonly Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await this.#options.write(batch.map(({ item }) => item));
      // `write` returns a result for every item.
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as Answer);
    } catch (error) {
      if (batch.length > 1 && this.#options.blamesContent(error)) for (const each of batch) await this.#write([each]);
      else for (const { reject } of batch) reject(error);
    }
  }
}
