import { dateOf, type PrintedDate } from '../text/dates.ts';
import { textOf } from '../text/lines.ts';
import type { TableLine } from './table-line.ts';

/** A date of a column, which may stand on several lines. */
export interface DateInColumn {
  readonly date: PrintedDate;
  /** Indices of its first and last line. */
  readonly from: number;
  readonly to: number;
}

// `September` / `28th` / `2022` / `10:05 AM`.
const MOST_LINES = 4;

/** The dates of a column from top to bottom, and what stands above the first and below the last: parts of dates that the end of a page broke. */
export interface DatesInColumn {
  readonly dates: readonly DateInColumn[];
  readonly above: readonly string[];
  readonly below: readonly string[];
}

/** Finds the dates of a column; parts on lines that follow closely are joined, the longest that makes a date first. */
export function datesInColumn(lines: readonly TableLine[], column: number): DatesInColumn {
  const parts = lines.flatMap((line, index) => {
    const words = line.cells[column] ?? [];
    const text = textOf(words);
    // A ditto mark says: the day of the row above.
    return words.length > 0 && !isDitto(text) ? [{ index, line, text }] : [];
  });
  const dates: DateInColumn[] = [];
  for (let at = 0; at < parts.length; ) {
    const found = longestFrom(parts, at);
    if (found)
      dates.push({ date: found.date, from: parts[at]?.index ?? 0, to: parts[at + found.count - 1]?.index ?? 0 });
    at += found?.count ?? 1;
  }
  const [first, last] = [dates[0]?.from ?? Number.POSITIVE_INFINITY, dates.at(-1)?.to ?? Number.NEGATIVE_INFINITY];
  const textsOf = (kept: readonly Part[]) => kept.map(({ text }) => text);
  return {
    dates,
    above: textsOf(parts.filter(({ index }) => index < first)),
    below: textsOf(parts.filter(({ index }) => index > last)),
  };
}

/** The date that the end of a page broke: what stands last on one page and first on the next. */
export function dateAcrossPages(below: readonly string[], above: readonly string[]): PrintedDate | undefined {
  for (let tail = 1; tail <= Math.min(MOST_LINES, below.length); tail++) {
    for (let head = Math.min(MOST_LINES, above.length); head > 0; head--) {
      const date = dateOf([...below.slice(-tail), ...above.slice(0, head)].join(''));
      if (date) return date;
    }
  }
  return undefined;
}

function isDitto(text: string): boolean {
  return /^["'\u201C\u201D\u2033\u3003,-]{1,3}$|^do\.?$/i.test(text);
}

interface Part {
  readonly index: number;
  readonly line: TableLine;
  readonly text: string;
}

function longestFrom(
  parts: readonly Part[],
  at: number,
): { readonly date: PrintedDate; readonly count: number } | undefined {
  let text = '';
  let best: { date: PrintedDate; count: number } | undefined;
  for (let count = 1; count <= MOST_LINES; count++) {
    const [before, part] = [parts[at + count - 2], parts[at + count - 1]];
    if (
      !part ||
      (count > 1 &&
        before &&
        (part.line.baseline - before.line.baseline > 2.2 * part.line.size || part.index - before.index > MOST_LINES))
    )
      break;
    // The next line begins a date of its own: it is the next entry's.
    if (count > 1 && best && dateOf(part.text)?.year !== undefined) break;
    text += part.text;
    const date = dateOf(text);
    if (date) best = { date, count };
  }
  return best;
}
