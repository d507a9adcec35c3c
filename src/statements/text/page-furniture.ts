import { type LinesOfPages, type TextLine, textOf } from './lines.ts';

// The same words at the same height: what differs from page to page are numbers.
const HEIGHT_STEP = 3;
const OFTEN = 0.5;

/** The lines that a file prints on every page, such as footers and running heads. They say nothing about entries. */
export function pageFurniture(pages: LinesOfPages): ReadonlySet<TextLine> {
  const places = new Map<string, TextLine[]>();
  for (const line of pages.flatMap(besideRows)) {
    if (!isSentence(line) && !isPageNumber(line)) continue;
    const key = `${Math.round(line.baseline / HEIGHT_STEP)} ${textOf(line.words).replace(/\d+/g, '#')}`;
    const there = places.get(key);
    if (there) there.push(line);
    else places.set(key, [line]);
  }
  const furniture = new Set<TextLine>();
  const least = Math.max(2, OFTEN * pages.length);
  for (const lines of places.values()) {
    const isRepeated = new Set(lines.map((line) => line.page)).size >= least;
    // On the last page of two a running head is not repeated.
    for (const line of lines) if (isRepeated || isPageNumber(line)) furniture.add(line);
  }
  return furniture;
}

// Between the first and the last row of a page a line that is repeated on others belongs to an entry.
function besideRows(lines: readonly TextLine[]): readonly TextLine[] {
  const isRow = (line: TextLine) => hasGap(line) && line.words.filter((word) => /\d[.,]\d/.test(word.text)).length >= 2;
  const [first, last] = [lines.findIndex(isRow), lines.findLastIndex(isRow)];
  return first < 0 ? lines : lines.filter((_, index) => index < first || index > last);
}

function hasGap({ words }: TextLine): boolean {
  return words.some((word, at) => at > 0 && word.left - (words[at - 1]?.right ?? 0) >= 1.5 * word.size);
}

// Rows have gaps between their cells, and parts of dates and numbers are few letters.
function isSentence(line: TextLine): boolean {
  return line.words.length >= 3 && !hasGap(line) && textOf(line.words).replace(/[^a-z]/gi, '').length >= 10;
}

function isPageNumber({ page, words }: TextLine): boolean {
  if (words.length > 12 || !/\d\.?$/.test(words.at(-1)?.text ?? '')) return false;
  const text = textOf(words);
  return (
    text === String(page) ||
    /\bpage:? ?\d+(?: ?(?:of|\/) ?\d+)?\.?$|^(?:sheet |pg\.? |p\.? ?)?\d+ ?(?:of|\/) ?\d+$/i.test(text)
  );
}
