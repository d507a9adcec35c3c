import { figuresOnPage, type PageFigures } from './integrity/page-figures.ts';
import type { UnclearText } from './integrity/unclear-text.ts';
import { type Recognise, ScannedPages } from './ocr/scanned-pages.ts';
import type { OpenPdf } from './pdf/open-pdf.ts';
import { brokenScan, noTextInScan, pdfFailure } from './pdf/pdf-failures.ts';
import type { TextPage } from './pdf/text-page.ts';
import { limitExceeded, type ReadProgress, type StatementLimits } from './read-options.ts';
import type { Statement } from './statement.ts';
import { linesOf, type TextLine } from './text/lines.ts';

export interface PagesWatch {
  readonly onProgress?: ((progress: ReadProgress) => void) | undefined;
  /** Called often. Throw to end the reading. */
  readonly onCheckpoint?: (() => void) | undefined;
  /** Reads the pictures of scans. Without it, they hold no text. */
  readonly recognise?: Recognise | undefined;
}

/** The lines of all pages, with what the checks for signs of editing need. */
export interface ReadPages {
  /** `ocr` if any page is a scan that was read. */
  readonly source: Statement['source'];
  readonly pages: readonly (readonly TextLine[])[];
  /** All pages as the second pass read them, if any page is a scan. */
  readonly again: readonly (readonly TextLine[])[] | undefined;
  readonly unclear: readonly UnclearText[];
  readonly figures: readonly PageFigures[];
  /** The first page whose picture was to be read and cannot be decoded. */
  readonly broken: number | undefined;
}

/** Reads the pages of a PDF. @throws StatementError `no_text_layer` | `limit_exceeded` | `damaged` */
export async function readPages(pdf: OpenPdf, limits: StatementLimits, watch: PagesWatch): Promise<ReadPages> {
  if (pdf.pages > limits.pages) throw limitExceeded('pages', limits);
  const { onProgress, onCheckpoint, recognise } = watch;
  let items = 0;
  const onChunk = (more: number) => {
    items += more;
    if (items > limits.items) throw limitExceeded('items', limits);
    onCheckpoint?.();
  };
  const pages: (readonly TextLine[])[] = [];
  const again: (readonly TextLine[])[] = [];
  const unclear: UnclearText[] = [];
  const figures: PageFigures[] = [];
  let [isText, done] = [false, 0];
  const take = (text: TextPage, second?: TextPage) => {
    isText ||= hasText(text);
    const lines = linesOf(text);
    pages[text.page - 1] = lines;
    again[text.page - 1] = second ? linesOf(second) : lines;
    // Recognised letters have no fonts to compare.
    if (!second) figures.push(figuresOnPage(text, lines));
    if (text.unclear.length > 0) unclear.push({ page: text.page, pieces: text.unclear });
    onProgress?.({ page: ++done, pages: pdf.pages });
  };
  const scans = recognise && new ScannedPages(recognise, limits);
  for (let page = 1; page <= pdf.pages; page += 1) {
    const text = await pdf.textPage(page, { onChunk, onDrawn: scans?.note });
    if (!scans?.holds(page)) take(text);
    for (const [first, second] of (await scans?.read(page === pdf.pages)) ?? []) {
      onChunk(first.pieces.length + second.pieces.length);
      take(first, second);
    }
  }
  const source = scans?.isUsed ? 'ocr' : 'text';
  if (!isText && scans?.broken !== undefined) throw brokenScan(scans.broken);
  if (!isText) throw scans ? noTextInScan() : pdfFailure('no_text_layer');
  return { source, pages, again: scans?.isUsed ? again : undefined, unclear, figures, broken: scans?.broken };
}

// Counts of letters: more than a scanner's mark, and certainly text, even without a figure.
const A_FEW_WORDS = 25;
const A_PARAGRAPH = 100;
// A date and an amount have more digits than this.
const FEW_DIGITS = 4;

function hasText({ pieces }: TextPage): boolean {
  let letters = 0;
  let digits = 0;
  for (const { text } of pieces) {
    letters += text.length;
    digits += text.match(/\d/g)?.length ?? 0;
    if (letters >= A_PARAGRAPH || (letters >= A_FEW_WORDS && digits >= FEW_DIGITS)) return true;
  }
  return false;
}
