import { brotliDecompressSync, inflateSync } from 'node:zlib';

const USUAL_RATIO = 8;
const SMALLEST_CHUNK = 65_536;
const LARGEST_CHUNK = 4_194_304;

/** What became of data that is inflated within a limit. */
export type Inflated = Uint8Array | 'too-large' | 'broken';

/** Inflates in one go, natively, and never beyond `limit` bytes. What is broken is left to the engine, which saves what it can. */
export function inflateWithin(limit: number, bytes: Uint8Array, format: string): Inflated {
  try {
    // In few large pieces: thousands of small ones leave the process's memory in shreds.
    const chunkSize = Math.max(SMALLEST_CHUNK, Math.min(USUAL_RATIO * bytes.length, LARGEST_CHUNK));
    return (format === 'brotli' ? brotliDecompressSync : inflateSync)(bytes, { maxOutputLength: limit, chunkSize });
  } catch (error) {
    return (error as { readonly code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : 'broken';
  }
}

/** How much may still be inflated. */
export interface InflatingRoom {
  /** Bytes, one at least. */
  left(): number;
  take(bytes: number): void;
  /** Ends the reading. */
  full(): never;
}

/**
 * Stands in for the platform's `DecompressionStream` in the reading thread, as far as the engine uses it: one chunk in, the whole out. The
 * platform's own knows no limit, and takes turns with the event loop for each of thousands of small streams.
 */
export function boundedDecompression(room: InflatingRoom): typeof DecompressionStream {
  return class BoundedDecompressionStream {
    readonly #format: string;
    #inflated: Inflated = 'broken';

    constructor(format: string) {
      this.#format = format;
    }

    get writable() {
      const write = async (bytes: Uint8Array) => {
        this.#inflated = inflateWithin(room.left(), bytes, this.#format);
        if (this.#inflated === 'too-large') room.full();
        if (typeof this.#inflated !== 'string') room.take(this.#inflated.length);
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
