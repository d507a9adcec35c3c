import type { LinesOfPages, TextLine, Word } from '../text/lines.ts';
import { moneyOf } from '../text/money.ts';
import { isDate, isFigure } from './ocr-words.ts';

/** The lines of one pass, completed from the other one. */
export interface MergedPasses {
  readonly lines: LinesOfPages;
  /** Words of the other pass, where this one has nothing, or no figure and no date. */
  readonly taken: ReadonlySet<Word>;
  /** Figures and dates of this pass, where the other one has different ones. */
  readonly open: ReadonlyMap<Word, string>;
}

/** Completes the figures and dates of one pass from the other one. */
export function mergePasses(own: LinesOfPages, other: LinesOfPages): MergedPasses {
  const taken = new Set<Word>();
  const open = new Map<Word, string>();
  const lines = own.map((page, index) => {
    const others = other[index] ?? [];
    if (page === others) return page;
    const merged = page.map((line) => {
      const [same] = linesAt(others, line.baseline);
      return same ? { ...line, words: mergedWords(line.words, same.words, { taken, open }) } : line;
    });
    const missing = others.filter((line) => line.words.some(isFigure) && linesAt(page, line.baseline).length === 0);
    for (const { words } of missing) for (const word of words) if (isReadable(word)) taken.add(word);
    return [...merged, ...missing]
      .sort((a, b) => a.baseline - b.baseline)
      .map((line, at): TextLine => ({ ...line, line: at + 1 }));
  });
  return { lines, taken, open };
}

// In points. Rows are further apart, and both passes see the same picture.
const SAME_PLACE = 4;

/** The lines of a page at a height, the nearest first. */
export function linesAt(page: readonly TextLine[], baseline: number): readonly TextLine[] {
  const distance = (line: TextLine) => Math.abs(line.baseline - baseline);
  return page.filter((line) => distance(line) < SAME_PLACE).sort((a, b) => distance(a) - distance(b));
}

interface Found {
  readonly taken: Set<Word>;
  readonly open: Map<Word, string>;
}

function mergedWords(own: readonly Word[], others: readonly Word[], { taken, open }: Found): readonly Word[] {
  let words = own;
  for (const other of others) {
    if (!isReadable(other)) continue;
    const under = words.filter((word) => sharePlace(word, other));
    const readable = under.find(isReadable);
    if (readable) {
      if (!sayTheSame(readable.text, other.text)) open.set(readable, other.text);
      continue;
    }
    taken.add(other);
    words = [...words.filter((word) => !under.includes(word)), other].sort((a, b) => a.left - b.left);
  }
  return words;
}

function isReadable(word: Word): boolean {
  return isFigure(word) || isDate(word);
}

function sayTheSame(one: string, other: string): boolean {
  const [first, second] = [moneyOf(one), moneyOf(other)];
  if (first && second) return first.magnitude === second.magnitude && first.sign === second.sign;
  return one === other;
}

/** Whether two words of the same line stand over each other. */
export function sharePlace(a: Pick<Word, 'left' | 'right'>, b: Pick<Word, 'left' | 'right'>): boolean {
  const shared = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  return shared > 0.5 * Math.min(a.right - a.left, b.right - b.left);
}
