import { loadEngine } from './pdf/engine.ts';
import { type OpenPdf, openPdf } from './pdf/open-pdf.ts';
import { noTextLayer } from './pdf/pdf-failures.ts';
import type { TextPage } from './pdf/text-page.ts';
import { limitExceeded, type ReadProgress, type ReadStatementOptions, type StatementLimits } from './read-options.ts';
import { readLines } from './read-pages.ts';
import type { Statement } from './statement.ts';
import { type LinesOfPages, linesOf, type TextLine } from './text/lines.ts';

/** What to read, and its limits of pages and pieces. The thread keeps the limits of size, streams, memory and time. */
export interface PdfReading extends Pick<ReadStatementOptions, 'password' | 'account' | 'bankCode'> {
  readonly limits: StatementLimits;
}

/** Who watches a reading. */
export interface ReadingWatch {
  /** After each page. */
  readonly onProgress?: ((progress: ReadProgress) => void) | undefined;
  /** Often: the reading can be ended here by throwing. */
  readonly onCheckpoint?: (() => void) | undefined;
  /** When the engine has done its work: what it used is free. */
  readonly onPhaseEnd?: (() => void) | undefined;
}

/** Reads a statement from the bytes of its PDF, which it takes over. @throws StatementError */
export async function readPdf(
  bytes: Uint8Array,
  { password, limits, account, bankCode }: PdfReading,
  watch: ReadingWatch = {},
): Promise<Statement> {
  const pdf = await openPdf(await loadEngine(), bytes, password);
  // The engine's memory is given back before the lines are read.
  const lines = await linesOfPdf(pdf, limits, watch).finally(() => pdf.close());
  watch.onPhaseEnd?.();
  return readLines(lines, { account, bankCode, onCheckpoint: watch.onCheckpoint });
}

async function linesOfPdf(
  pdf: OpenPdf,
  limits: StatementLimits,
  { onProgress, onCheckpoint }: ReadingWatch,
): Promise<LinesOfPages> {
  if (pdf.pages > limits.pages) throw limitExceeded('pages', limits);
  let items = 0;
  const onChunk = (more: number) => {
    items += more;
    if (items > limits.items) throw limitExceeded('items', limits);
    onCheckpoint?.();
  };
  const pages: (readonly TextLine[])[] = [];
  let isText = false;
  for (let page = 1; page <= pdf.pages; page += 1) {
    const text = await pdf.textPage(page, onChunk);
    isText ||= hasText(text);
    pages.push(linesOf(text));
    onProgress?.({ page, pages: pdf.pages });
  }
  if (!isText) throw noTextLayer();
  return pages;
}

/** Letters of a page that says more than the mark of a scanner. */
const A_FEW_WORDS = 25;
/** Letters of a page that is certainly written, even without a figure. */
const A_PARAGRAPH = 100;
/** A date and an amount have more. */
const FEW_DIGITS = 4;

/** Does the page hold text worth reading, and not just a scanner's mark on a picture? */
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
