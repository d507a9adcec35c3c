import os from 'node:os';
import { startTicking } from '../clock/clock.ts';
import { AbortedError, requireOptions, StatementError } from '../errors.ts';
import type { OcrPageOptions, OcrPicture, OcrReader, OcrWord } from '../statements/ocr/ocr-reader.ts';
import { optional, wholeNumber } from '../validation/checks.ts';
import { record } from '../validation/record.ts';
import { type Engine, type EngineWorker, findEngine, startWorker } from './tesseract-engine.ts';

/** Options of `tesseractReader`. */
export interface TesseractOptions {
  /** Pages that are read at once, each in a thread of some 150 MB. Default: one for each processor, four at most. */
  readonly workers?: number | undefined;
}

/** Reads the text of scans with tesseract.js. */
export interface TesseractReader extends OcrReader, AsyncDisposable {
  /**
   * Ends its threads at once. Pages that are being read fail with `ocr_failed`; a later page starts new threads. Without
   * it, threads end after ten seconds without work, and never keep the process alive.
   */
  close(): Promise<void>;
}

const MOST_WORKERS = 4;
const IDLE_MS = 10_000;

const tesseractOptions = record<TesseractOptions>({ workers: optional(wholeNumber({ min: 1, max: 64 })) });

/**
 * A reader of scans for `readStatement`. Everything stays on this machine: no download, no upload, no file.
 *
 * ```ts
 * const statement = await readStatement('scan.pdf', { ocr: tesseractReader() });
 * ```
 *
 * @throws ConfigurationError if an option is invalid, or `tesseract.js` or `@tesseract.js-data/eng` is not installed
 */
export function tesseractReader(options: TesseractOptions = {}): TesseractReader {
  const { workers = Math.min(os.availableParallelism(), MOST_WORKERS) } = requireOptions(
    'tesseractReader',
    tesseractOptions,
    options,
  );
  return new WorkerPool(findEngine(), workers);
}

/** Starts threads as pages come, up to its size, and keeps each a while for the next page. */
class WorkerPool implements TesseractReader {
  readonly #engine: Engine;
  readonly #size: number;
  readonly #idle = new Map<EngineWorker, AbortController>();
  readonly #waiting: (() => void)[] = [];
  /** The pages that are read or wait. */
  readonly #pages = new Map<AbortController, Promise<unknown>>();
  #busy = 0;

  constructor(engine: Engine, size: number) {
    this.#engine = engine;
    this.#size = size;
  }

  async readPage(picture: OcrPicture, { signal, pass }: OcrPageOptions): Promise<readonly OcrWord[]> {
    if (signal.aborted) throw abortedBy(signal);
    const ended = new AbortController();
    const onAbort = () => ended.abort(abortedBy(signal));
    signal.addEventListener('abort', onAbort, { once: true });
    const reading = this.#readInPlace({ picture, pass }, ended.signal);
    this.#pages.set(ended, reading);
    try {
      return await within(reading, ended.signal);
    } finally {
      signal.removeEventListener('abort', onAbort);
      void reading.catch(() => undefined).finally(() => this.#pages.delete(ended));
    }
  }

  async close(): Promise<void> {
    for (const ended of this.#pages.keys()) ended.abort(closedBeforeRead());
    await Promise.allSettled(this.#pages.values());
    await Promise.all([...this.#idle.keys()].map((worker) => this.#endIdle(worker)));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #readInPlace(page: PagePicture, ended: AbortSignal): Promise<readonly OcrWord[]> {
    if (this.#busy < this.#size) this.#busy += 1;
    else await this.#waitForPlace(ended);
    try {
      return await this.#read(page, ended);
    } finally {
      // The place goes to the next page, if one waits.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#busy -= 1;
    }
  }

  #waitForPlace(ended: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const onFree = () => {
        ended.removeEventListener('abort', onEnd);
        resolve();
      };
      const onEnd = () => {
        this.#waiting.splice(this.#waiting.indexOf(onFree), 1);
        reject(ended.reason);
      };
      this.#waiting.push(onFree);
      ended.addEventListener('abort', onEnd, { once: true });
    });
  }

  async #read({ picture, pass }: PagePicture, ended: AbortSignal): Promise<readonly OcrWord[]> {
    const worker = await this.#takeWorker();
    try {
      // The page may have been given up while the thread started, which another page can use.
      const words = ended.aborted ? [] : await within(worker.recognise(picture, pass), ended);
      this.#keepWarm(worker);
      return words;
    } catch (error) {
      // A thread does not stop in the middle of a page.
      await worker.end();
      throw error;
    }
  }

  async #takeWorker(): Promise<EngineWorker> {
    const [worker] = this.#idle.keys();
    if (!worker) return startWorker(this.#engine);
    this.#idle.get(worker)?.abort();
    this.#idle.delete(worker);
    worker.hold(true);
    return worker;
  }

  #keepWarm(worker: EngineWorker): void {
    worker.hold(false);
    const waiting = new AbortController();
    this.#idle.set(worker, waiting);
    startTicking(IDLE_MS, () => void this.#endIdle(worker), waiting.signal);
  }

  async #endIdle(worker: EngineWorker): Promise<void> {
    this.#idle.get(worker)?.abort();
    this.#idle.delete(worker);
    await worker.end();
  }
}

interface PagePicture extends Pick<OcrPageOptions, 'pass'> {
  readonly picture: OcrPicture;
}

/** The result of some work, unless the signal ends it before. */
async function within<Result>(work: Promise<Result>, ended: AbortSignal): Promise<Result> {
  let onEnd = () => {};
  const end = new Promise<never>((_, reject) => {
    onEnd = () => reject(ended.reason);
    ended.addEventListener('abort', onEnd, { once: true });
    if (ended.aborted) onEnd();
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    ended.removeEventListener('abort', onEnd);
  }
}

function abortedBy(signal: AbortSignal): AbortedError {
  return new AbortedError('The reading of the scan was ended by its signal', { cause: signal.reason });
}

function closedBeforeRead(): StatementError {
  return new StatementError(
    'ocr_failed',
    'The OCR reader was closed by close() while it read pages: await their reading first.',
  );
}
