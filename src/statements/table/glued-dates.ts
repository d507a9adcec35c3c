import { dateOf } from '../text/dates.ts';
import { type LinesOfPages, placedWord, type TextLine, type Word } from '../text/lines.ts';

export interface UngluedPages {
  readonly pages: LinesOfPages;
  /** The account number that was glued to dates, if any. */
  readonly number: string | undefined;
}

// An account number before every date of a column. A single one may be a reference.
const LEAST = 3;
const NUBAN = 10;
const glued = /^(\d{10})(\d{1,4}[-/. ]?\w{2,4}[-/. ]?\d{2,4})$/;

/** Splits words such as `182041007901/01/2024`: a column of account numbers runs into a column of dates. */
export function unglueDates(pages: LinesOfPages): UngluedPages {
  const counts = new Map<string, number>();
  for (const { words } of pages.flat()) {
    const number = words.some(mayBeGlued) ? words.map(partsOf).find((parts) => parts)?.[0] : undefined;
    if (number) counts.set(number, (counts.get(number) ?? 0) + 1);
  }
  const [number, count] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [undefined, 0];
  if (number === undefined || count < LEAST) return { pages, number: undefined };
  const unglued = (line: TextLine): TextLine => {
    const at = line.words.findIndex((word) => partsOf(word)?.[0] === number);
    return at < 0
      ? line
      : { ...line, words: line.words.flatMap((word, index) => (index === at ? split(word) : [word])) };
  };
  return { pages: pages.map((lines) => lines.map(unglued)), number };
}

const mayBeGlued = ({ text }: Word) => text.length > NUBAN + 5;

function partsOf(word: Word): readonly [number: string, date: string] | undefined {
  const [, number, date] = mayBeGlued(word) ? (glued.exec(word.text) ?? []) : [];
  return number && date && dateOf(date)?.year !== undefined ? [number, date] : undefined;
}

// The number is dropped: it is the same in every row. Its place is left to a column of its own.
function split(word: Word): readonly Word[] {
  const [number = '', date = ''] = partsOf(word) ?? [];
  const left = word.left + ((word.right - word.left) * number.length) / word.text.length;
  return [placedWord({ text: date, left, right: word.right, size: word.size })];
}
