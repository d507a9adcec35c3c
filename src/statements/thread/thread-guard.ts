import { brotliDecompressSync, inflateSync } from 'node:zlib';
import type { StatementLimits } from '../read-options.ts';
import { collectGarbage, type MemoryReport } from './memory.ts';

/** The limits of a thread, and how it ends at one: at once, because the engine would catch an exception and go on. */
export interface Guard {
  limits: StatementLimits;
  /** Bytes inflated since the last progress: a page may consist of many streams, or name one again and again. */
  inflated: number;
  end(limit: keyof StatementLimits): never;
}

/** Below it a growing buffer need not be checked. */
const LARGE = 1_048_576;

/**
 * Guards the thread it is called in, for good. The engine has no limits of its own, but all its decoders grow a buffer by
 * copying it into one of twice the size: so copying is where growth is seen.
 */
export function guardThread(guard: Guard, report: MemoryReport): void {
  const bytes: Uint8Array = Object.getPrototypeOf(Uint8Array.prototype);
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
  // Nothing that a document names is ever fetched.
  Object.assign(globalThis, { fetch: undefined, WebSocket: undefined, XMLHttpRequest: undefined });
}

/** The reading made progress: what was inflated before is done with, and what is in use may be checked. */
export function noteProgress(guard: Guard, report: MemoryReport): void {
  guard.inflated = 0;
  checkMemory(guard, report);
}

// Reports what the thread uses, and ends it when that is more than its limit.
function checkMemory({ limits, end }: Guard, report: MemoryReport): void {
  if (report.write() <= limits.memoryBytes) return;
  collectGarbage();
  if (report.write() > limits.memoryBytes) end('memoryBytes');
}

const USUAL_RATIO = 8;
const SMALLEST_CHUNK = 65_536;
const LARGEST_CHUNK = 4_194_304;

/** Inflates in one go, natively, and never beyond `limit` bytes. The engine saves what it can of what is broken. */
export function inflateWithin(limit: number, bytes: Uint8Array, format: string): Uint8Array | 'too-large' | 'broken' {
  try {
    // In few large pieces: thousands of small ones leave the process's memory in shreds.
    const chunkSize = Math.max(SMALLEST_CHUNK, Math.min(USUAL_RATIO * bytes.length, LARGEST_CHUNK));
    return (format === 'brotli' ? brotliDecompressSync : inflateSync)(bytes, { maxOutputLength: limit, chunkSize });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : 'broken';
  }
}

interface InflatingRoom {
  /** Bytes, one at least. */
  left(): number;
  take(bytes: number): void;
  full(): never;
}

/**
 * Stands in for `DecompressionStream`, as far as the engine uses it: one chunk in, the whole out. The platform's own
 * knows no limit, and waits for the event loop for each of thousands of small streams.
 */
export function boundedDecompression(room: InflatingRoom): typeof DecompressionStream {
  class BoundedDecompressionStream {
    readonly #format: string;
    #inflated: Uint8Array | undefined;

    constructor(format: string) {
      this.#format = format;
    }

    get writable() {
      const write = async (bytes: Uint8Array) => {
        const inflated = inflateWithin(room.left(), bytes, this.#format);
        if (inflated === 'too-large') room.full();
        if (inflated === 'broken') return;
        this.#inflated = inflated;
        room.take(inflated.length);
      };
      const writer = { ready: Promise.resolve(), write, close: async () => undefined };
      return { getWriter: () => writer };
    }

    get readable() {
      return this.#chunks();
    }

    async *#chunks() {
      if (!this.#inflated) throw new TypeError('The data cannot be inflated.');
      yield this.#inflated;
    }
  }
  // Only the part of the class that the engine uses.
  return BoundedDecompressionStream as unknown as typeof DecompressionStream;
}

/**
 * The engine's two halves copy their messages deep, as if a thread lay between them. For text a copy of the envelope is
 * enough, because no one writes into an item once it is sent; that saves a tenth of the whole reading.
 */
export function copyOwnMessages(deepCopy: typeof structuredClone): typeof structuredClone {
  return (message, options) =>
    isText(message) ? { ...message, chunk: { ...message.chunk } } : deepCopy(message, options);
}

function isText(message: unknown): message is { readonly chunk: { readonly items: readonly unknown[] } } {
  if (typeof message !== 'object' || message === null || !('chunk' in message)) return false;
  const { chunk } = message;
  return typeof chunk === 'object' && chunk !== null && 'items' in chunk && Array.isArray(chunk.items);
}
