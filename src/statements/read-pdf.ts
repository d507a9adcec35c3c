import { fontFindings } from './integrity/figure-fonts.ts';
import { factsOf } from './integrity/file-revisions.ts';
import { findWrongGlyphs } from './integrity/glyph-findings.ts';
import { documentFindings } from './integrity/integrity-findings.ts';
import { RowPlaces } from './integrity/row-places.ts';
import { findUnclearText } from './integrity/unclear-text.ts';
import { readTwice } from './ocr/read-twice.ts';
import { loadEngine, openPdf } from './pdf/open-pdf.ts';
import { withDoubts } from './proof/prove-statement.ts';
import { readLines } from './read-lines.ts';
import type { ReadStatementOptions, StatementLimits } from './read-options.ts';
import { type PagesWatch, readPages } from './read-pages.ts';
import type { Statement } from './statement.ts';
import type { LinesOfPages } from './text/lines.ts';

/** What to read, with limits of pages and pieces. The thread enforces the limits of size, streams, memory and time. */
export interface PdfReading extends Pick<ReadStatementOptions, 'password' | 'account' | 'bankCode' | 'integrity'> {
  readonly limits: StatementLimits;
}

export interface ReadingWatch extends PagesWatch {
  /** Called when the engine's memory is free again. */
  readonly onPhaseEnd?: (() => void) | undefined;
}

/** Reads a statement from the bytes of its PDF, and takes the bytes over. @throws StatementError */
export async function readPdf(
  bytes: Uint8Array,
  { password, limits, account, bankCode, integrity = true }: PdfReading,
  watch: ReadingWatch = {},
): Promise<Statement> {
  // Before the engine takes the bytes over.
  const file = integrity ? factsOf(bytes) : undefined;
  const pdf = await openPdf(await loadEngine(), bytes, { password, mostPixels: limits.pixels });
  // Free the engine's memory before interpreting the lines.
  const readAll = async () => ({ about: file && (await pdf.about()), ...(await readPages(pdf, limits, watch)) });
  const { about, source, pages, again, unclear, figures, broken } = await readAll().finally(() => pdf.close());
  watch.onPhaseEnd?.();
  const read = (lines: LinesOfPages) =>
    readLines(lines, { source, account, bankCode, onCheckpoint: watch.onCheckpoint });
  const { statement, lines } = again ? readTwice([pages, again], read) : { statement: read(pages), lines: pages };
  const places = new RowPlaces(lines, statement);
  const shown = [findUnclearText(unclear, places), findWrongGlyphs([...pdf.glyphs.values()])];
  const doubts = shown.flatMap((found) => found.doubts);
  // A person sees entries in it that were not read.
  if (broken !== undefined) doubts.push(`page ${broken} shows a picture that cannot be decoded`);
  const doubted = withDoubts(statement, doubts);
  if (!file || !about) return { ...doubted, integrity: { findings: [], skipped: true } };
  const findings = [
    ...documentFindings(file, about, statement),
    ...shown.flatMap((found) => found.findings),
    ...fontFindings(figures, statement.transactions, places),
  ];
  return { ...doubted, integrity: { findings } };
}
