import { ConfigurationError } from '../../errors.ts';
import type { DocumentFacts } from '../integrity/integrity-findings.ts';
import { operators } from './engine.ts';
import { failureOf, pdfFailure } from './pdf-failures.ts';
import { type EnginePage, type EngineWarnings, type PageReading, readPage } from './read-page.ts';
import type { TextPage } from './text-page.ts';
import { type GlyphOnPage, UsedGlyphs } from './used-glyphs.ts';

export interface OpenPdf {
  readonly pages: number;
  /** The glyphs of all pages read so far. */
  readonly glyphs: ReadonlyMap<string, GlyphOnPage>;
  /** Reads a page, from 1. @throws StatementError */
  textPage(page: number, watch: Pick<PageReading, 'onChunk' | 'onDrawn'>): Promise<TextPage>;
  /** What the document says about itself. Empty if it cannot be read, which does not fail. */
  about(): Promise<DocumentFacts>;
  close(): Promise<void>;
}

export interface OpeningOptions {
  readonly password?: string | undefined;
  /** Of one picture. The engine leaves out larger ones. */
  readonly mostPixels: number;
}

// Only operators and letters are needed: draw, fetch and compile nothing.
const OPTIONS = {
  isEvalSupported: false,
  disableFontFace: true,
  fontExtraProperties: false,
  useSystemFonts: true,
  useWorkerFetch: false,
  isOffscreenCanvasSupported: false,
  isImageDecoderSupported: false,
  useWasm: false,
  enableXfa: false,
  stopAtErrors: false,
  // Warnings, which are listened to.
  verbosity: 1,
};

// The engine caches glyphs, some 60 kB a page. Clearing the cache costs rebuilding the fonts.
const PAGES_BETWEEN_CLEANUPS = 50;

/** Opens a PDF and takes over its bytes. @throws StatementError with the reason why it does not open */
export async function openPdf(
  engine: PdfEngine,
  data: Uint8Array,
  { password, mostPixels }: OpeningOptions,
): Promise<OpenPdf> {
  const task = engine.getDocument({ ...OPTIONS, maxImageSize: mostPixels, data });
  const { warnings, ignore } = listenToWarnings();
  const passwordFailure = offerPasswords(task, password);
  try {
    const document = await task.promise;
    const layers = await document.getOptionalContentConfig();
    const isLayerShown = (layer: unknown) => layers.isVisible(layer);
    const glyphs = new UsedGlyphs();
    return {
      pages: document.numPages,
      glyphs: glyphs.all,
      textPage: (page, watch) => textPage(document, { page, ...watch, isLayerShown, glyphs, warnings }),
      about: () => factsOf(document),
      close: () => task.destroy().finally(ignore),
    };
  } catch (error) {
    await task.destroy().finally(ignore);
    throw passwordFailure() ?? failureOf(error);
  }
}

const LEFT_OUT = /^Warning: Image exceeded/;

// The engine writes warnings to the console. None is printed.
function listenToWarnings() {
  const { warn } = console;
  const warnings: EngineWarnings = { picturesLeftOut: 0 };
  console.warn = (text: unknown) => {
    if (LEFT_OUT.test(String(text))) warnings.picturesLeftOut++;
  };
  const ignore = () => {
    console.warn = warn;
  };
  return { warnings, ignore };
}

// The engine asks only when the document needs a password, so an unnecessary one does no harm.
function offerPasswords(task: EngineTask, password: string | undefined): () => Error | undefined {
  const forms = password === undefined ? [] : passwordForms(password);
  let failure: Error | undefined;
  task.onPassword = (retry) => {
    const next = forms.shift();
    if (next !== undefined) return retry(next);
    failure = pdfFailure(password ? 'password_wrong' : 'password_required');
    retry(failure);
  };
  return () => failure;
}

async function textPage(document: EngineDocument, reading: PageReading): Promise<TextPage> {
  try {
    const page = await document.getPage(reading.page);
    const text = await readPage(page, reading);
    page.cleanup();
    if (reading.page % PAGES_BETWEEN_CLEANUPS === 0) await document.cleanup();
    return text;
  } catch (error) {
    throw failureOf(error, reading.page);
  }
}

async function factsOf(document: EngineDocument): Promise<DocumentFacts> {
  try {
    const { info, metadata } = await document.getMetadata();
    const scripts = Object.values((await document.getJSActions()) ?? {}).flat();
    return { info, xmp: metadata?.getRaw() ?? undefined, scripts };
  } catch {
    return { info: {}, xmp: undefined, scripts: [] };
  }
}

// Programs encode passwords differently. The engine reads a character as a byte, or from revision 6 on as UTF-8.
function passwordForms(password: string): string[] {
  const texts = [password, password.normalize('NFC'), password.normalize('NFKC')];
  const asUtf8 = texts.map((text) => Buffer.from(text, 'utf8').toString('latin1'));
  return [...new Set([...texts, ...asUtf8, ...texts.map(pdfDocEncoded)])];
}

// The characters from 0x80 on, where PDFDocEncoding differs from Latin-1. PDF 32000-1, annex D.
const PDF_DOC = '•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž\u009f€';

function pdfDocEncoded(password: string): string {
  return password.replace(/[^\u009f]/gu, (character) => {
    const at = PDF_DOC.indexOf(character);
    return at < 0 ? character : String.fromCharCode(0x80 + at);
  });
}

/** The part of PDF.js (as packed in `unpdf`) that we use. Its own declarations need browser types. */
interface PdfEngine {
  /** The numbers of the operators. */
  readonly OPS?: Readonly<Record<string, number>>;
  getDocument(source: Readonly<Record<string, unknown>>): EngineTask;
}

interface EngineTask {
  readonly promise: Promise<EngineDocument>;
  /** Called when the document does not open. `retry` tries another password, or fails with an error. */
  onPassword: ((retry: (password: string | Error) => void, reason: number) => void) | undefined;
  destroy(): Promise<void>;
}

interface EngineDocument {
  readonly numPages: number;
  getPage(page: number): Promise<EnginePage>;
  getOptionalContentConfig(): Promise<{ isVisible(layer: unknown): boolean }>;
  getMetadata(): Promise<{
    readonly info: Readonly<Record<string, unknown>>;
    readonly metadata: { getRaw(): string | null } | null;
  }>;
  getJSActions(): Promise<Readonly<Record<string, readonly string[]>> | null>;
  /** Clears fonts and glyphs. The engine rebuilds them when a page needs them. */
  cleanup(): Promise<void>;
}

// A `string`, so that the compiler does not load the engine's declarations, which need browser types.
const name: string = 'unpdf';

const INSTALL = 'npm install unpdf@~1.7';

/** Loads the optional peer dependency. Bundlers leave it out. @throws ConfigurationError with the install command */
export async function loadEngine(
  importPeer: () => Promise<unknown> = () =>
    import(/* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ name),
): Promise<PdfEngine> {
  const peer = await importPeer().catch((cause: unknown) => {
    throw isMissing(cause) ? unsuitable(`is not installed: ${INSTALL}`, cause) : doesNotLoad(cause);
  });
  const { getResolvedPDFJS }: { getResolvedPDFJS?: () => Promise<Partial<PdfEngine>> } = Object(peer);
  if (typeof getResolvedPDFJS !== 'function') throw unsuitable(`is of a version that does not fit: ${INSTALL}`);
  addTransfer();
  const { getDocument, OPS } = await getResolvedPDFJS().catch((cause: unknown) => {
    throw doesNotLoad(cause);
  });
  const isKnown = Object.entries(operators).every(([operator, number]) => OPS?.[operator] === number);
  if (typeof getDocument !== 'function' || !isKnown) throw unsuitable(`is of a version that does not fit: ${INSTALL}`);
  return { getDocument };
}

// The engine needs this method of later versions of Node to describe embedded fonts.
function addTransfer(): void {
  if ('transferToFixedLength' in ArrayBuffer.prototype) return;
  Object.assign(ArrayBuffer.prototype, {
    transferToFixedLength(this: ArrayBuffer, length = this.byteLength) {
      return this.slice(0, length);
    },
  });
}

// Later versions of unpdf need a newer Node and fail with various errors while they load.
function doesNotLoad(cause: unknown): ConfigurationError {
  return unsuitable(`is installed in a version that does not load on Node ${process.versions.node}: ${INSTALL}`, cause);
}

function unsuitable(message: string, cause?: unknown): ConfigurationError {
  return new ConfigurationError('repaykit/statements', [{ path: 'unpdf', message }], { cause });
}

// Only unpdf itself counts as missing. A missing dependency of unpdf is another failure.
function isMissing(cause: unknown): boolean {
  const { code, message }: { code?: unknown; message?: unknown } = Object(cause);
  const isNotFound = code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
  return isNotFound && /Cannot find (package|module) 'unpdf'/.test(String(message));
}
