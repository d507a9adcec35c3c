import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { startTicking } from '../../clock/clock.ts';

// Places of a report.
const USED = 0;
const WRITTEN = 1;

/** What a thread uses of memory, in shared memory, because a thread at work does not answer. */
export class MemoryReport {
  readonly #places: Float64Array;

  constructor(buffer: SharedArrayBuffer) {
    this.#places = new Float64Array(buffer);
  }

  static makeBuffer(): SharedArrayBuffer {
    return new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT);
  }

  /** Writes and returns what the calling thread uses now, its buffers included. */
  write(): number {
    const { used_heap_size: heap, external_memory: buffers } = getHeapStatistics();
    this.#places[USED] = heap + buffers;
    this.#places[WRITTEN] = this.written + 1;
    return heap + buffers;
  }

  get used(): number {
    return this.#places[USED] ?? 0;
  }

  /** How often it was written: a number that stands still means a thread that is deep in the engine. */
  get written(): number {
    return this.#places[WRITTEN] ?? 0;
  }
}

// A check costs some five microseconds.
const EVERY_MS = 10;
// Checks without a sign of the thread until it counts as deep in the engine; pages take less.
const SILENT_CHECKS = 4;
// What a thread takes beyond what it can see itself: stacks, code, freed memory that is not returned yet.
const UNSEEN_BYTES = 64 * 1_048_576;

interface Watched {
  readonly report: MemoryReport;
  readonly memoryBytes: number;
  readonly exceed: () => void;
  /** Memory of the process without this thread when the watch began. */
  readonly restAtStart: number;
  lastWritten: number;
  silentChecks: number;
}

const watched = new Set<Watched>();
let ticking: AbortController | undefined;

/**
 * Calls `exceed` when a silent thread makes the process grow beyond `memoryBytes`, by growth that nothing else explains.
 * V8's own limit counts no buffers and may end the whole process. Returns how to stop.
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

// What the calling thread and the other readings use.
function explainedBeside(report: MemoryReport): number {
  const { heapTotal, external } = process.memoryUsage();
  let bytes = heapTotal + external;
  for (const other of watched) if (other.report !== report) bytes += other.report.used;
  return bytes;
}

let collect: (() => unknown) | undefined;

/** Collects the garbage of the calling thread, so that what is counted afterwards is in use. */
export function collectGarbage(): void {
  collect ??= findCollector();
  collect();
}

// Only a context that is made under this flag has the collector.
function findCollector(): () => unknown {
  setFlagsFromString('--expose-gc');
  try {
    return process.getBuiltinModule('node:vm').runInNewContext('gc');
  } catch {
    // Counting garbage too is only stricter.
    return () => undefined;
  } finally {
    setFlagsFromString('--no-expose-gc');
  }
}
