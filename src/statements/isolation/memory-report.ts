import { getHeapStatistics } from 'node:v8';

/** Places of a report: bytes in use when it was last written, and how often it was. */
const USED = 0;
const WRITTEN = 1;

/** What a thread uses of memory, written by the thread and read by its watch without asking it: a thread at work does not answer. */
export class MemoryReport {
  readonly #places: Float64Array;

  constructor(buffer: SharedArrayBuffer) {
    this.#places = new Float64Array(buffer);
  }

  /** Room for one. */
  static makeBuffer(): SharedArrayBuffer {
    return new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT);
  }

  /** Writes what the calling thread uses now, its buffers included, and answers it. */
  write(): number {
    const { used_heap_size: heap, external_memory: buffers } = getHeapStatistics();
    this.#places[USED] = heap + buffers;
    this.#places[WRITTEN] = this.written + 1;
    return heap + buffers;
  }

  /** Bytes in use when it was last written. */
  get used(): number {
    return this.#places[USED] ?? 0;
  }

  /** How often it was written: a number that stands still means a thread that is deep in the engine. */
  get written(): number {
    return this.#places[WRITTEN] ?? 0;
  }
}
