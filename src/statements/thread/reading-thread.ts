import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { steadyClock } from '../../clock/clock.ts';
import { unwatchDeadline, watchDeadline } from '../../clock/deadline-sweep.ts';
import { quietly } from '../../clock/mutex.ts';
import { AbortedError, ConfigurationError, type ErrorCode, type RepayKitError } from '../../errors.ts';
import { thisFile } from '../../this-file.ts';
import type { OcrReader, PassPicture } from '../ocr/ocr-reader.ts';
import { recogniseAll } from '../ocr/recognise.ts';
import { damaged } from '../pdf/pdf-failures.ts';
import { limitExceeded, type ReadStatementOptions, type StatementLimits } from '../read-options.ts';
import type { Statement } from '../statement.ts';
import { MemoryReport, watchMemory } from './memory.ts';
import {
  type ThreadData,
  type ThreadMessage,
  type ThreadRequest,
  type ThreadTask,
  unpackFailure,
} from './thread-messages.ts';

export interface ReadingJob extends Bounds {
  readonly task: ThreadTask;
  readonly onProgress?: ReadStatementOptions['onProgress'];
  readonly ocr?: OcrReader | undefined;
}

// Far above the enforced limit: at its own ceiling, V8 may end the whole process instead of the thread, and a growing
// table takes three times its size at once. Not higher, because V8 collects garbage late under a high ceiling.
const ceilingMb = (memoryBytes: number) => Math.ceil((4 * memoryBytes) / MEGABYTE) + 256;
const MEGABYTE = 1_048_576;
const YOUNG_MB = 48;

export class ReadingThread {
  readonly memoryBytes: number;
  readonly #report: MemoryReport;
  readonly #worker: Worker;
  #isAlive = true;

  constructor(memoryBytes: number) {
    this.memoryBytes = memoryBytes;
    const report = MemoryReport.makeBuffer();
    this.#report = new MemoryReport(report);
    this.#worker = new Worker(findWorkerFile(), {
      workerData: { report } satisfies ThreadData,
      execArgv: [],
      // Capture and discard its output: nothing of a statement may be printed.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: ceilingMb(memoryBytes), maxYoungGenerationSizeMb: YOUNG_MB },
    });
    this.#worker.unref();
    // A failure between two readings is not an error of the process.
    this.#worker.on('error', () => undefined);
    this.#worker.once('exit', () => {
      this.#isAlive = false;
    });
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** Reads one statement and keeps the process alive. @throws StatementError, AbortedError, ConfigurationError */
  read({ task, onProgress, ocr, ...bounds }: ReadingJob): Promise<Statement> {
    const worker = this.#worker;
    return new Promise<Statement>((resolve, reject) => {
      const ended = new AbortController();
      const finish = (settle: () => void, isReusable = false) => {
        ended.abort();
        for (const stop of stops) stop();
        stopMemoryWatch();
        worker.off('message', onMessage).off('error', onError).off('exit', onExit).unref();
        if (!isReusable || this.#report.used > bounds.limits.memoryBytes / 2) void this.end();
        settle();
      };
      const fail = (error: Error, isReusable = false) => finish(() => reject(error), isReusable);
      const onError = (error: unknown) => fail(this.#deathBy(error, bounds.limits));
      const onExit = () => fail(damaged());
      const onMessage = (message: ThreadMessage) => {
        if (message.kind === 'progress') quietly(() => onProgress?.({ page: message.page, pages: message.pages }));
        else if (message.kind === 'pictures') void recognise(message.pictures).catch(fail);
        else if (message.kind === 'read') finish(() => resolve(message.statement), true);
        else fail(unpackFailure(message.failure), !endsThread.has(message.failure.code));
      };
      // While the reader works, its memory would count as the thread's, which only waits.
      const recognise = async (pictures: readonly PassPicture[]) => {
        stopMemoryWatch();
        const words = await recogniseAll(pictures, { ocr, signal: ended.signal, limits: bounds.limits });
        if (ended.signal.aborted) return;
        stopMemoryWatch = watchOwnMemory();
        worker.postMessage({ kind: 'words', words } satisfies ThreadRequest);
      };
      const exceed = () => fail(limitExceeded('memoryBytes', bounds.limits));
      const watchOwnMemory = () => watchMemory(this.#report, bounds.limits.memoryBytes, exceed);
      let stopMemoryWatch = watchOwnMemory();
      const stops = [watchEnd(bounds, fail)];
      worker.on('message', onMessage).on('error', onError).on('exit', onExit).ref();
      worker.postMessage(task, [task.bytes.buffer]);
    });
  }

  /** Ends the thread, even a busy one. Resolves when its memory is free. */
  async end(): Promise<void> {
    this.#isAlive = false;
    await this.#worker.terminate();
  }

  #deathBy(error: unknown, limits: StatementLimits): Error {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ERR_WORKER_OUT_OF_MEMORY') return limitExceeded('memoryBytes', limits);
    if (this.#report.written > 0) return damaged(error);
    const reason = String(code ?? 'unknown reason');
    return ownFault(`its reading thread does not start (${reason}): install the package again`, error);
  }
}

// Do not reuse a thread after these: its memory may be full, or the missing engine may be installed meanwhile.
const endsThread: ReadonlySet<string> = new Set<ErrorCode>(['limit_exceeded', 'config_invalid']);

const FILE = 'statement-worker.cjs';

/** Finds the worker file beside this one, or in the installed package if bundled. @throws ConfigurationError */
export function findWorkerFile(here: string = thisFile): string {
  const beside = join(dirname(here), FILE);
  if (existsSync(beside)) return beside;
  try {
    const installed = join(dirname(createRequire(here).resolve('repaykit/package.json')), 'dist', FILE);
    if (existsSync(installed)) return installed;
  } catch {}
  const fix = 'keep the package out of the bundle (mark it as external), or copy the file beside the bundle';
  throw ownFault(`its file ${FILE} is not found: ${fix}`);
}

function ownFault(message: string, cause?: unknown): ConfigurationError {
  return new ConfigurationError('repaykit/statements', [{ path: 'repaykit', message }], { cause });
}

export interface Bounds {
  readonly limits: StatementLimits;
  /** The rest of `limits.timeMs`. */
  readonly timeMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Calls `end` with the error on timeout or when the signal aborts. Returns a function that stops the watch. */
export function watchEnd({ limits, timeMs, signal }: Bounds, end: (error: RepayKitError) => void): () => void {
  const onAbort = () => end(abortedBy(signal));
  const deadline = { expiresAt: steadyClock.now() + timeMs, expire: () => end(limitExceeded('timeMs', limits)) };
  watchDeadline(deadline);
  signal?.addEventListener('abort', onAbort, { once: true });
  return () => {
    unwatchDeadline(deadline);
    signal?.removeEventListener('abort', onAbort);
  };
}

export function abortedBy(signal: AbortSignal | undefined): AbortedError {
  return new AbortedError('The reading of the statement was ended by its signal', { cause: signal?.reason });
}
