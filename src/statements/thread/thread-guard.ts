import { brotliDecompressSync, inflateSync } from 'node:zlib';
import { isRecord, looseFields } from '../../validation/checks.ts';
import type { StatementLimits } from '../read-options.ts';
import { collectGarbage, type MemoryReport } from './memory.ts';

/** The limits of a thread. `end` exits at once, because the engine would catch an exception and continue. */
export interface Guard {
  limits: StatementLimits;
  /** Bytes decompressed since the last progress: a page may have many streams, or use one again and again. */
  inflated: number;
  end(limit: keyof StatementLimits): never;
}

/** Smaller buffers are not checked when they grow. */
const LARGE = 1_048_576;

/**
 * Guards the calling thread permanently. The engine has no limits. But all its decoders grow a buffer by copying it
 * into one of twice the size, so the guard checks copies.
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
  // Never fetch anything that a document names.
  Object.assign(globalThis, { fetch: undefined, WebSocket: undefined, XMLHttpRequest: undefined });
}

/** Call on progress: resets the decompressed bytes and checks memory. */
export function noteProgress(guard: Guard, report: MemoryReport): void {
  guard.inflated = 0;
  checkMemory(guard, report);
}

// Reports the thread's memory, and ends the thread above its limit.
function checkMemory({ limits, end }: Guard, report: MemoryReport): void {
  if (report.write() <= limits.memoryBytes) return;
  collectGarbage();
  if (report.write() > limits.memoryBytes) end('memoryBytes');
}

const USUAL_RATIO = 8;
const SMALLEST_CHUNK = 65_536;
const LARGEST_CHUNK = 4_194_304;

/** Decompresses natively and at once, never beyond `limit` bytes. The engine recovers what it can of broken data. */
export function inflateWithin(limit: number, bytes: Uint8Array, format: string): Uint8Array | 'too-large' | 'broken' {
  try {
    // Few large chunks, because thousands of small ones fragment the memory of the process.
    const chunkSize = Math.max(SMALLEST_CHUNK, Math.min(USUAL_RATIO * bytes.length, LARGEST_CHUNK));
    return (format === 'brotli' ? brotliDecompressSync : inflateSync)(bytes, { maxOutputLength: limit, chunkSize });
  } catch (error) {
    return looseFields(error).code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : 'broken';
  }
}

interface InflatingRoom {
  /** Bytes left, at least one. */
  left(): number;
  take(bytes: number): void;
  full(): never;
}

/**
 * Replaces `DecompressionStream` for the engine: one chunk in, the whole result out. The platform's own class has no
 * limit, and waits for the event loop on each of thousands of small streams.
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
  // Implements only the part that the engine uses.
  return BoundedDecompressionStream as unknown as typeof DecompressionStream;
}

/**
 * The engine copies its internal messages deeply, as if they crossed threads. For the operators of a page, copies of the
 * lists are enough: the engine empties the lists, but never changes an operator. This halves the reading time.
 */
export function copyOwnMessages(deepCopy: typeof structuredClone): typeof structuredClone {
  return (message, options) => {
    if (!isOperators(message)) return deepCopy(message, options);
    const { fnArray, argsArray } = message.chunk;
    return { ...message, chunk: { ...message.chunk, fnArray: [...fnArray], argsArray: [...argsArray] } };
  };
}

interface OperatorMessage {
  readonly chunk: { readonly fnArray: readonly number[]; readonly argsArray: readonly unknown[] };
}

function isOperators(message: unknown): message is OperatorMessage {
  return isRecord(message) && isRecord(message.chunk) && Array.isArray(message.chunk.fnArray);
}
