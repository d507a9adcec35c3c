import os from 'node:os';
import { startTicking } from '../../clock/clock.ts';
import type { Statement } from '../statement.ts';
import { abortedBy, type ReadingJob, ReadingThread } from './reading-thread.ts';

const IDLE_MS = 10_000;
const MOST_THREADS = 4;

/** Keeps threads between statements. Starting one and loading the engine costs more than reading ten pages. */
export class ReadingPool {
  readonly #size: number;
  readonly #idle = new Map<ReadingThread, AbortController>();
  readonly #waiting: (() => void)[] = [];
  #busy = 0;

  constructor(size: number) {
    this.#size = size;
  }

  /** Reads a statement in its own thread, as soon as one is free. @throws AbortedError, and all errors of reading */
  async read(job: ReadingJob): Promise<Statement> {
    await this.#acquire(job.signal);
    let thread: ReadingThread | undefined;
    try {
      thread = this.#takeThread(job.limits.memoryBytes);
      return await thread.read(job);
    } finally {
      // The caller does not wait for a thread to end. Its place is free only when its memory is free.
      if (thread?.isAlive === false) void thread.end().finally(() => this.#release());
      else {
        if (thread) this.#keepWarm(thread);
        this.#release();
      }
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#idle.keys()].map((thread) => this.#endIdle(thread)));
  }

  async #acquire(signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted) throw abortedBy(signal);
    if (this.#busy >= this.#size) await this.#waitForPlace(signal);
    else this.#busy += 1;
  }

  #waitForPlace(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const onFree = () => {
        signal?.removeEventListener('abort', onAbort);
        this.#busy += 1;
        resolve();
      };
      const onAbort = () => {
        this.#waiting.splice(this.#waiting.indexOf(onFree), 1);
        reject(abortedBy(signal));
      };
      this.#waiting.push(onFree);
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }

  #release(): void {
    this.#busy -= 1;
    this.#waiting.shift()?.();
  }

  #takeThread(memoryBytes: number): ReadingThread {
    for (const [thread, waiting] of this.#idle) {
      this.#idle.delete(thread);
      waiting.abort();
      if (thread.isAlive && thread.memoryBytes === memoryBytes) return thread;
      void thread.end();
    }
    return new ReadingThread(memoryBytes);
  }

  #keepWarm(thread: ReadingThread): void {
    const waiting = new AbortController();
    this.#idle.set(thread, waiting);
    startTicking(IDLE_MS, () => void this.#endIdle(thread), waiting.signal);
  }

  async #endIdle(thread: ReadingThread): Promise<void> {
    this.#idle.get(thread)?.abort();
    this.#idle.delete(thread);
    await thread.end();
  }
}

let pool: ReadingPool | undefined;

/** The pool of this process. It leaves one processor to the caller. Four threads read as fast as most disks. */
export function readingPool(): ReadingPool {
  pool ??= new ReadingPool(Math.max(1, Math.min(os.availableParallelism() - 1, MOST_THREADS)));
  return pool;
}
