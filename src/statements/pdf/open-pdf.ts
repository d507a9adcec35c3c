import { type DrawnText, drawnText } from './drawn-text.ts';
import type { EngineDocument, EngineTask, PdfEngine } from './engine.ts';
import { failureOf, passwordRequired, passwordWrong } from './pdf-failures.ts';
import { pagePieces, type TextPage } from './text-page.ts';

/** An open PDF. */
export interface OpenPdf {
  /** Pages. */
  readonly pages: number;
  /** Reads one, from 1; `onChunk` gets the size of each chunk before the next is made. @throws StatementError */
  textPage(page: number, onChunk: (items: number) => void): Promise<TextPage>;
  close(): Promise<void>;
}

// Nothing is drawn, fetched, compiled or printed: only text and where it stands is needed.
const OPTIONS = {
  isEvalSupported: false,
  maxImageSize: 1,
  disableFontFace: true,
  fontExtraProperties: false,
  useSystemFonts: true,
  useWorkerFetch: false,
  isOffscreenCanvasSupported: false,
  isImageDecoderSupported: false,
  useWasm: false,
  enableXfa: false,
  stopAtErrors: false,
  verbosity: 0,
};

/** The engine remembers each text it turned into glyphs, some 60 kB a page; forgetting costs making the fonts again. */
const PAGES_BETWEEN_CLEANUPS = 50;

/** Opens a PDF, whose bytes are the engine's from now on. @throws StatementError which says why it does not open */
export async function openPdf(engine: PdfEngine, data: Uint8Array, password: string | undefined): Promise<OpenPdf> {
  const task = engine.getDocument({ ...OPTIONS, data });
  const passwordFailure = offerPasswords(task, password);
  try {
    const document = await task.promise;
    return {
      pages: document.numPages,
      textPage: (page, onChunk) => textPage(document, page, onChunk),
      close: () => task.destroy(),
    };
  } catch (error) {
    await task.destroy();
    throw passwordFailure() ?? failureOf(error);
  }
}

// Called only for a document that does not open without: a password that is not needed does no harm.
function offerPasswords(task: EngineTask, password: string | undefined): () => Error | undefined {
  const forms = password === undefined ? [] : passwordForms(password);
  let failure: Error | undefined;
  task.onPassword = (retry) => {
    const next = forms.shift();
    if (next !== undefined) return retry(next);
    failure = password ? passwordWrong() : passwordRequired();
    retry(failure);
  };
  return () => failure;
}

async function textPage(document: EngineDocument, number: number, onChunk: (items: number) => void): Promise<TextPage> {
  try {
    const page = await document.getPage(number);
    const viewport = page.getViewport({ scale: 1 });
    const drawn: DrawnText[] = [];
    // Chunk by chunk, so that a page without end is stopped at the limit and not after it. The engine's own normalising
    // would be done in vain.
    const reader = page.streamTextContent({ disableNormalization: true }).getReader();
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      const before = drawn.length;
      for (const item of chunk.value.items) {
        const text = drawnText(item, viewport);
        if (text !== undefined) drawn.push(text);
      }
      onChunk(drawn.length - before);
    }
    page.cleanup();
    if (number % PAGES_BETWEEN_CLEANUPS === 0) await document.cleanup();
    return { page: number, pages: document.numPages, ...pagePieces(drawn, viewport) };
  } catch (error) {
    throw failureOf(error, number);
  }
}

/**
 * The ways a program may have turned a password into the bytes it encrypted with, in the order they are tried. The
 * engine takes the characters as bytes up to revision 5 and as UTF-8 from 6 on; writers do not all agree.
 */
function passwordForms(password: string): string[] {
  const texts = [password, password.normalize('NFC'), password.normalize('NFKC')];
  const asUtf8 = texts.map((text) => Buffer.from(text, 'utf8').toString('latin1'));
  return [...new Set([...texts, ...asUtf8, ...texts.map(pdfDocEncoded)])];
}

// Where PDFDocEncoding and Latin-1 differ, from 0x80 on. PDF 32000-1, annex D.
const PDF_DOC = '•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž\u009f€';

function pdfDocEncoded(password: string): string {
  return password.replace(/[^\u009f]/gu, (character) => {
    const at = PDF_DOC.indexOf(character);
    return at < 0 ? character : String.fromCharCode(0x80 + at);
  });
}
