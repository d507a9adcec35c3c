import { type TextLine, textOf } from './text-line.ts';

// The same words at the same height: what differs from page to page are numbers.
const HEIGHT_STEP = 3;
const OFTEN = 0.5;

/** The lines that a file prints on every page, such as footers and running heads. They say nothing about entries, wherever they stand. */
export function pageFurniture(pages: readonly (readonly TextLine[])[]): ReadonlySet<TextLine> {
  const places = new Map<string, TextLine[]>();
  for (const line of pages.flat()) {
    if (!isSentence(line) && !isPageNumber(line)) continue;
    const key = keyOf(line);
    const there = places.get(key);
    if (there) there.push(line);
    else places.set(key, [line]);
  }
  const furniture = new Set<TextLine>();
  const least = Math.max(2, OFTEN * pages.length);
  for (const lines of places.values()) {
    const isRepeated = new Set(lines.map((line) => line.page)).size >= least;
    for (const line of lines) if (isRepeated || isPageNumber(line)) furniture.add(line);
  }
  return furniture;
}

// Rows have gaps between their cells, and parts of dates and numbers are few letters.
function isSentence({ words }: TextLine): boolean {
  if (words.length < 3) return false;
  for (let at = 1; at < words.length; at++) {
    const [before, word] = [words[at - 1], words[at]];
    if (before && word && word.left - before.right >= 1.5 * word.size) return false;
  }
  return textOf(words).replace(/[^a-z]/gi, '').length >= 10;
}

function keyOf(line: TextLine): string {
  return `${Math.round(line.baseline / HEIGHT_STEP)} ${textOf(line.words).replace(/\d+/g, '#')}`;
}

// On the last page of two a running head is not repeated.
function isPageNumber(line: TextLine): boolean {
  return (
    line.words.length <= 12 &&
    /\d\.?$/.test(line.words.at(-1)?.text ?? '') &&
    /\bpage:? ?\d+(?: ?(?:of|\/) ?\d+)?\.?$|^\d+ (?:of|\/) \d+$/i.test(textOf(line.words))
  );
}
