/** Someone below, such as a retrying dispatcher, wanted to send a body a second time. */
export class BodyReadAgainError extends Error {
  override readonly name = 'BodyReadAgainError';
  readonly code = 'REPAYKIT_BODY_READ_AGAIN';

  constructor() {
    super('The body was read once already and is never sent a second time.');
  }
}

/**
 * The body of a request that may reach the wire once. A text could be sent again by whatever lies beneath; this cannot: its second reader gets an error instead
 * of bytes, and undici writes not even the head of a request before the first bytes of its body.
 */
export class ReadOnceBody implements AsyncIterable<Uint8Array> {
  readonly #chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  readonly #onRead: () => void;
  /** Bytes; undefined for a stream, whose headers give its length if it is known. */
  readonly length: number | undefined;
  #isRead = false;

  constructor(body: string | AsyncIterable<Uint8Array>, onRead: () => void) {
    const chunks = typeof body === 'string' ? [new TextEncoder().encode(body)] : body;
    this.#chunks = chunks;
    this.length = Array.isArray(chunks) ? chunks[0]?.byteLength : undefined;
    this.#onRead = onRead;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    if (this.#isRead) throw new BodyReadAgainError();
    this.#onRead();
    this.#isRead = true;
    yield* this.#chunks;
  }
}
