import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { ConfigurationError } from '../errors.ts';
import type { OcrPicture, OcrWord } from '../statements/ocr/ocr-reader.ts';
import { thisFile } from '../this-file.ts';
import { textsWithNaira } from './currency-signs.ts';

/** The part of tesseract.js that we use. */
interface Tesseract {
  createWorker(language: string, engine: number, options: Readonly<Record<string, unknown>>): Promise<TesseractWorker>;
}

interface TesseractWorker {
  /** The thread. */
  readonly worker: Worker;
  recognize(image: Uint8Array, options: Readonly<Record<string, unknown>>, output: unknown): Promise<Recognised>;
}

interface Recognised {
  readonly data: { readonly blocks: readonly Block[] | null };
}

interface Block {
  readonly paragraphs: readonly { readonly lines: readonly Line[] }[];
}

interface Box {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

interface Line {
  readonly baseline: Box;
  readonly rowAttributes: { readonly rowHeight: number };
  readonly words: readonly {
    readonly confidence: number;
    readonly bbox: Box;
    readonly symbols: readonly { readonly text: string; readonly confidence: number; readonly bbox: Box }[];
  }[];
}

const INSTALL = 'npm install tesseract.js@7 @tesseract.js-data/eng';
/** The optional packages, found but not started. */
export interface Engine {
  readonly createWorker: Tesseract['createWorker'];
  /** The folder of the language data. */
  readonly languagePath: string;
}

/** @throws ConfigurationError with the install command */
export function findEngine(find: (name: string) => unknown = createRequire(thisFile)): Engine {
  const { createWorker }: Partial<Tesseract> = Object(load('tesseract.js', find));
  const { langPath }: { langPath?: unknown } = Object(load('@tesseract.js-data/eng', find));
  if (typeof createWorker !== 'function') throw unsuitable('tesseract.js');
  if (typeof langPath !== 'string') throw unsuitable('@tesseract.js-data/eng');
  // The data of the newer engine alone, which is smaller.
  return { createWorker, languagePath: join(dirname(langPath), '4.0.0_best_int') };
}

function load(name: string, find: (name: string) => unknown): unknown {
  try {
    return find(name);
  } catch (cause) {
    throw new ConfigurationError('repaykit/ocr', [{ path: name, message: `is not installed: ${INSTALL}` }], { cause });
  }
}

function unsuitable(name: string): ConfigurationError {
  return new ConfigurationError('repaykit/ocr', [
    { path: name, message: `is of a version that does not fit: ${INSTALL}` },
  ]);
}

/** A thread of tesseract.js with the language loaded. It reads one picture at a time. */
export interface EngineWorker {
  recognise(picture: OcrPicture, pass: 1 | 2): Promise<readonly OcrWord[]>;
  /** Whether the thread keeps the process alive. */
  hold(isBusy: boolean): void;
  end(): Promise<void>;
}

const LSTM = 1;
// First as sparse text, which finds words beside lines of other heights. Then as one block of lines across the page.
const segmentation = { 1: '11', 2: '6' } as const;

/**
 * Starts a thread. Reads the language from its folder, downloads nothing and writes no file.
 * @throws Error if it does not start
 */
export async function startWorker({ createWorker, languagePath }: Engine): Promise<EngineWorker> {
  let fail: (error: Error) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => {
    fail = (error) => reject(error);
  });
  failed.catch(() => undefined);
  let thread: Worker | undefined;
  const onThread = (started: Worker) => {
    thread = started.once('error', fail).once('exit', () => fail(new Error('The thread of tesseract.js has ended.')));
  };
  // Without a handler, tesseract.js throws where no one can catch it, and again at what the thread still sends.
  const errorHandler = (reason: unknown) => {
    thread?.removeAllListeners('message');
    fail(new Error(`tesseract.js: ${String(reason)}`));
  };
  const options = { langPath: languagePath, cacheMethod: 'none', gzip: true, errorHandler };
  // tesseract.js gives its thread away only once it has started. Between these ticks, Node.js announces no other one.
  process.nextTick(() => process.once('worker', onThread));
  const starting = createWorker('eng', LSTM, options);
  process.nextTick(() => process.off('worker', onThread));
  const engine = await Promise.race([starting, failed]).catch(async (error: unknown) => {
    await thread?.terminate();
    throw error;
  });
  return {
    async recognise(picture, pass) {
      const parameters = {
        tessedit_pageseg_mode: segmentation[pass],
        user_defined_dpi: String(Math.round(picture.dpi)),
        // It would print what it finds remarkable.
        debug_file: '/dev/null',
      };
      const reading = engine.recognize(portableGreyMap(picture), parameters, { blocks: true });
      const { data } = await Promise.race([reading, failed]);
      const blocks = data.blocks ?? [];
      return wordsOfLines(blocks.flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines)));
    },
    hold: (isBusy) => (isBusy ? engine.worker.ref() : engine.worker.unref()),
    end: async () => void (await engine.worker.terminate()),
  };
}

/** The simplest format that the engine reads. */
function portableGreyMap({ width, height, data }: OcrPicture): Uint8Array {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), data]);
}

// A row is as high as its letters from the lowest to the highest. The size of a font is a little more.
const SIZE_OF_ROW = 1.15;

function wordsOfLines(lines: readonly Line[]): readonly OcrWord[] {
  const all = lines.flatMap((line) => line.words.map((word) => ({ ...word, line })));
  const texts = textsWithNaira(
    all.map(({ symbols }) =>
      symbols.map(({ text, confidence, bbox: { x0: left, y0, x1: right, y1 } }) => {
        return { text, confidence, left, right, height: y1 - y0 };
      }),
    ),
  );
  return all.map(({ confidence, bbox: { x0: left, y0: top, x1: right, y1: bottom }, line }, index) => {
    const { baseline, rowAttributes } = line;
    const slope = (baseline.y1 - baseline.y0) / Math.max(1, baseline.x1 - baseline.x0);
    return {
      text: texts[index] ?? '',
      confidence,
      left,
      top,
      right,
      bottom,
      baseline: baseline.y0 + slope * (left - baseline.x0),
      size: rowAttributes.rowHeight * SIZE_OF_ROW,
    };
  });
}
