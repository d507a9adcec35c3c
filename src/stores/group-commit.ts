/** How a kind of write is put together into batches. */
export interface GroupCommitOptions<Item, Answer> {
  /** Writes a batch in one transaction; an answer for each item. Throws when nothing, or nobody knows what, was written. */
  readonly write: (items: readonly Item[]) => Promise<readonly Answer[]>;
  /** What no two items of a batch may have in common; the later one waits for the next batch. */
  readonly keysOf: (item: Item) => readonly string[];
  readonly weightOf: (item: Item) => number;
  readonly maxItems: number;
  readonly maxWeight: number;
  /** Can each item be tried alone, because the failure was the fault of what one of them holds? */
  readonly blamesContent: (error: unknown) => boolean;
  /** Awaited before a batch is put together, where a write keeps everybody waiting so that nothing could gather meanwhile. */
  readonly gather?: () => Promise<void>;
}

interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Puts writes together that come while another one is under way: they share one round trip and one commit. A write that comes alone goes at once, so
 * nobody waits for company. Each is answered only after the commit that holds it.
 */
export class GroupCommit<Item, Answer> {
  readonly #options: GroupCommitOptions<Item, Answer>;
  #waiting: Waiting<Item, Answer>[] = [];
  #isWriting = false;

  constructor(options: GroupCommitOptions<Item, Answer>) {
    this.#options = options;
  }

  /** Writes an item, together with others or alone. */
  submit(item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (this.#isWriting) return;
      this.#isWriting = true;
      // After whatever else is asked for in the same breath.
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
    const { keysOf, weightOf, maxItems, maxWeight } = this.#options;
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
      // Also of those that wait: later ones of the same loan must not overtake them.
      for (const key of keys) taken.add(key);
    }
    this.#waiting = left;
    return batch;
  }

  async #write(batch: readonly Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await this.#options.write(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as Answer);
    } catch (error) {
      if (batch.length > 1 && this.#options.blamesContent(error)) for (const each of batch) await this.#write([each]);
      else for (const { reject } of batch) reject(error);
    }
  }
}
