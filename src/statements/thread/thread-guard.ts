import { brotliDecompressSync, inflateSync } from 'node:zlib';
import type { StatementLimits } from '../read-options.ts';
import { collectGarbage, type MemoryReport } from './memory.ts';

const USUAL_RATIO = 8;
const SMALLEST_CHUNK = 65_536;
const LARGEST_CHUNK = 4_194_304;

/** What became of data that is inflated within a limit. */
export type Inflated = Uint8Array | 'too-large' | 'broken';

/**
 * Inflates in one go, natively, and never beyond `limit` bytes. What is broken is left to the engine, which saves what
 * it can.
 */
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
 * Stands in for the platform's `DecompressionStream` in the reading thread, as far as the engine uses it: one chunk in,
 * the whole out. The
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

/**
 * The limits that hold while a thread reads, and how it ends when one is passed: at once, because the engine would
 * catch an exception and go on.
 */
export interface Guard {
  limits: StatementLimits;
  /**
   * Bytes inflated since the reading last came forward. A page's content may be torn into many streams, or name one
   * again and again.
   */
  inflated: number;
  end(limit: keyof StatementLimits): never;
}

/** Below it a growing buffer is not worth a look. */
const LARGE = 1_048_576;

/**
 * Guards the thread it is called in, for good: only a reading thread calls it. The engine has no limits of its own, but
 * all its decoders, plain or
 * encrypted, one or chained, grow their buffers by copying the old one into one of twice the size: so copying is where
 * growth is seen.
 */
export function guardThread(guard: Guard, report: MemoryReport): void {
  const bytes = Object.getPrototypeOf(Uint8Array.prototype) as Uint8Array;
  const { set } = bytes;
  bytes.set = function (this: Uint8Array, source, offset) {
    if (source.length >= LARGE) {
      if (source.length >= guard.limits.streamBytes) guard.end('streamBytes');
      checkMemory(guard, report);
    }
    set.call(this, source, offset);
  };
  globalThis.DecompressionStream = boundedDecompression({
    left: () => Math.max(1, guard.limits.streamBytes - guard.inflated),
    take: (inflated) => {
      guard.inflated += inflated;
    },
    full: () => guard.end('streamBytes'),
  });
  globalThis.structuredClone = copyOwnMessages(globalThis.structuredClone);
  // Nothing that a document names is ever asked for.
  Object.assign(globalThis, { fetch: undefined, WebSocket: undefined, XMLHttpRequest: undefined });
}

/** The reading came forward: what was inflated before is done with, and what is in use may be looked at. */
export function comeForward(guard: Guard, report: MemoryReport): void {
  guard.inflated = 0;
  checkMemory(guard, report);
}

// Reports what the thread uses, and ends it when that is more than its limit.
function checkMemory({ limits, end }: Guard, report: MemoryReport): void {
  if (report.write() <= limits.memoryBytes) return;
  collectGarbage();
  if (report.write() > limits.memoryBytes) end('memoryBytes');
}

/** The text of a page on its way within the engine. */
interface TextMessage {
  readonly chunk: { readonly items: readonly unknown[] };
}

/**
 * Copies for the engine's messages to itself. Its two halves talk as if a thread lay between them, so each message is
 * copied deep; for text, the bulk
 * of it, a copy of the envelope is enough: nobody writes into an item once it is sent. It saves a tenth of the whole
 * reading.
 */
export function copyOwnMessages(deepCopy: typeof structuredClone): typeof structuredClone {
  return (message, options) => {
    if (!isText(message)) return deepCopy(message, options);
    return { ...message, chunk: { ...message.chunk } };
  };
}

function isText(message: unknown): message is TextMessage {
  return Array.isArray((message as Partial<TextMessage> | null | undefined)?.chunk?.items);
}
