/** More different questions than this are not worth remembering. */
const CAPACITY = 1_000;

/**
 * What reads answered since the world last changed. Callers that wait for something ask the same question over and over, and writing the same
 * document again costs more than everything else about an answer. Requests are checked and journalled all the same.
 */
export class ReadMemory {
  readonly #answers = new Map<string, Uint8Array>();

  /** The body that this question was answered with; undefined if the world may have changed since. */
  recall(question: string): Uint8Array | undefined {
    return this.#answers.get(question);
  }

  keep(question: string, body: Uint8Array): void {
    if (this.#answers.size < CAPACITY) this.#answers.set(question, body);
  }

  /** The world changed, or its time moved. */
  forget(): void {
    if (this.#answers.size > 0) this.#answers.clear();
  }
}
