import { brotliDecompressSync, inflateSync } from 'node:zlib';

/** What became of data that is inflated within a limit. */
export type Inflated = Uint8Array | 'too-large' | 'broken';

/** Inflates in one go, natively, and never beyond `limit` bytes. What is broken is left to the engine, which saves what it can. */
export function inflateWithin(limit: number, bytes: Uint8Array, format: string): Inflated {
  try {
    return (format === 'brotli' ? brotliDecompressSync : inflateSync)(bytes, { maxOutputLength: limit });
  } catch (error) {
    return (error as { readonly code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : 'broken';
  }
}

/**
 * Stands in for the platform's `DecompressionStream` in the reading thread, as far as the engine uses it: one chunk in, the whole out. The
 * platform's own knows no limit, and takes turns with the event loop for each of thousands of small streams.
 */
export function boundedDecompression(limitNow: () => number, onTooLarge: () => never): typeof DecompressionStream {
  return class BoundedDecompressionStream {
    readonly #format: string;
    #inflated: Inflated = 'broken';

    constructor(format: string) {
      this.#format = format;
    }

    get writable() {
      const write = async (bytes: Uint8Array) => {
        this.#inflated = inflateWithin(limitNow(), bytes, this.#format);
        if (this.#inflated === 'too-large') onTooLarge();
      };
      const writer = { ready: Promise.resolve(), write, close: async () => undefined };
      return { getWriter: () => writer };
    }

    get readable() {
      return this.#chunks();
    }

    async *#chunks() {
      if (typeof this.#inflated === 'string') throw new TypeError('The data cannot be inflated.');
      yield this.#inflated;
    }
  } as unknown as typeof DecompressionStream;
}
