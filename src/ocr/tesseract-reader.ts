import os from 'node:os';
import { startTicking } from '../clock/clock.ts';
import { AbortedError, requireOptions } from '../errors.ts';
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
  /** Ends its threads. They end by themselves after ten seconds without work, and never keep the process alive. */
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
  #busy = 0;

  constructor(engine: Engine, size: number) {
    this.#engine = engine;
    this.#size = size;
  }

  async readPage(picture: OcrPicture, options: OcrPageOptions): Promise<readonly OcrWord[]> {
    if (this.#busy < this.#size) this.#busy += 1;
    else await this.#waitForPlace();
    try {
      if (options.signal.aborted) throw abortedBy(options.signal);
      return await this.#readWith(await this.#takeWorker(), picture, options);
    } finally {
      // The place goes to the next page, if one waits.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#busy -= 1;
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#idle.keys()].map((worker) => this.#endIdle(worker)));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #waitForPlace(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  async #takeWorker(): Promise<EngineWorker> {
    const [worker] = this.#idle.keys();
    if (!worker) return startWorker(this.#engine);
    this.#idle.get(worker)?.abort();
    this.#idle.delete(worker);
    worker.hold(true);
    return worker;
  }

  async #readWith(worker: EngineWorker, picture: OcrPicture, options: OcrPageOptions): Promise<readonly OcrWord[]> {
    const { signal, pass } = options;
    let onAbort = () => {};
    const aborted = new Promise<never>((_, reject) => {
      onAbort = () => reject(abortedBy(signal));
      signal.addEventListener('abort', onAbort, { once: true });
      if (signal.aborted) onAbort();
    });
    try {
      const words = await Promise.race([worker.recognise(picture, pass), aborted]);
      this.#keepWarm(worker);
      return words;
    } catch (error) {
      // A thread does not stop in the middle of a page.
      await worker.end();
      throw error;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
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

function abortedBy(signal: AbortSignal): AbortedError {
  return new AbortedError('The reading of the scan was ended by its signal', { cause: signal.reason });
}
