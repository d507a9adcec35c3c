import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { startTicking } from '../../clock/clock.ts';

// Indices of a report.
const USED = 0;
const WRITTEN = 1;

/** The memory use of a thread, in shared memory, because a busy thread does not answer messages. */
export class MemoryReport {
  readonly #places: Float64Array;

  constructor(buffer: SharedArrayBuffer) {
    this.#places = new Float64Array(buffer);
  }

  static makeBuffer(): SharedArrayBuffer {
    return new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT);
  }

  /** Writes and returns the memory use of the calling thread, including its buffers. */
  write(): number {
    const { used_heap_size: heap, external_memory: buffers } = getHeapStatistics();
    this.#places[USED] = heap + buffers;
    this.#places[WRITTEN] = this.written + 1;
    return heap + buffers;
  }

  get used(): number {
    return this.#places[USED] ?? 0;
  }

  /** The number of writes. If it stays the same, the thread is busy inside the engine. */
  get written(): number {
    return this.#places[WRITTEN] ?? 0;
  }
}

// A check costs about five microseconds.
const EVERY_MS = 10;
// Checks without a write until the thread counts as busy inside the engine. A page takes less time.
const SILENT_CHECKS = 4;
// Memory that a thread cannot measure: stacks, code, freed memory that is not returned yet.
const UNSEEN_BYTES = 64 * 1_048_576;

interface Watched {
  readonly report: MemoryReport;
  readonly memoryBytes: number;
  readonly exceed: () => void;
  /** Memory of the process without this thread at the start of the watch. */
  readonly restAtStart: number;
  lastWritten: number;
  silentChecks: number;
}

const watched = new Set<Watched>();
let ticking: AbortController | undefined;

/**
 * Calls `exceed` if a busy thread makes the process grow beyond `memoryBytes`, and nothing else explains the growth.
 * V8's own limit does not count buffers and may end the whole process. Returns a function that stops the watch.
 */
export function watchMemory(report: MemoryReport, memoryBytes: number, exceed: () => void): () => void {
  const restAtStart = process.memoryUsage.rss() - explainedBeside(report) - report.used;
  const one: Watched = { report, memoryBytes, exceed, restAtStart, lastWritten: -1, silentChecks: 0 };
  watched.add(one);
  if (ticking === undefined) {
    ticking = new AbortController();
    startTicking(EVERY_MS, checkAll, ticking.signal);
  }
  return () => {
    watched.delete(one);
    if (watched.size > 0) return;
    ticking?.abort();
    ticking = undefined;
  };
}

function checkAll(): void {
  const resident = process.memoryUsage.rss();
  for (const one of watched) {
    const { written } = one.report;
    one.silentChecks = written === one.lastWritten ? one.silentChecks + 1 : 0;
    one.lastWritten = written;
    if (one.silentChecks < SILENT_CHECKS) continue;
    if (resident - explainedBeside(one.report) - one.restAtStart > one.memoryBytes + UNSEEN_BYTES) one.exceed();
  }
}

// Memory of the calling thread and of other readings.
function explainedBeside(report: MemoryReport): number {
  const { heapTotal, external } = process.memoryUsage();
  let bytes = heapTotal + external;
  for (const other of watched) if (other.report !== report) bytes += other.report.used;
  return bytes;
}

let collect: (() => unknown) | undefined;

/** Collects garbage in the calling thread, so that the next measurement counts only memory in use. */
export function collectGarbage(): void {
  collect ??= findCollector();
  collect();
}

// Only a context created under this flag has the collector.
function findCollector(): () => unknown {
  setFlagsFromString('--expose-gc');
  try {
    return process.getBuiltinModule('node:vm').runInNewContext('gc');
  } catch {
    // Without the collector, garbage counts too, which is only stricter.
    return () => undefined;
  } finally {
    setFlagsFromString('--no-expose-gc');
  }
}
