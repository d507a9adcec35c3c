import { linesOf, type TextLine } from '../layout/text-line.ts';
import { limitExceeded } from '../limit-exceeded.ts';
import type { StatementLimits } from '../limits.ts';
import { loadEngine } from '../pdf/engine.ts';
import { type OpenPdf, openPdf } from '../pdf/open-pdf.ts';
import { noTextLayer } from '../pdf/pdf-failures.ts';
import type { ReadProgress, ReadStatementOptions } from '../read-options.ts';
import type { Statement } from '../statement.ts';
import { readLines } from '../table/read-pages.ts';
import { hasText } from './text-layer.ts';

/** What to read, and within which limits of its own: pages and pieces. Size, streams, memory and time are kept by the thread. */
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
  const options = { account, bankCode, onCheckpoint: watch.onCheckpoint };
  const lines = await linesOfPdf(await openPdf(await loadEngine(), bytes, password), limits, watch);
  watch.onPhaseEnd?.();
  return readLines(lines, options);
}

// The engine's memory is given back before the lines are read.
async function linesOfPdf(
  pdf: OpenPdf,
  limits: StatementLimits,
  watch: ReadingWatch,
): Promise<readonly (readonly TextLine[])[]> {
  try {
    return await linesOfPages(pdf, limits, watch);
  } finally {
    await pdf.close();
  }
}

async function linesOfPages(
  pdf: OpenPdf,
  limits: StatementLimits,
  { onProgress, onCheckpoint }: ReadingWatch,
): Promise<readonly (readonly TextLine[])[]> {
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
