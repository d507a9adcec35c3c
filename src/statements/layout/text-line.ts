import type { TextPage, TextPiece } from '../pdf/text-page.ts';
import type { Word } from './word.ts';
import { isMonospaced, wordsOf } from './words.ts';

/** Words that stand on one baseline, from left to right. */
export interface TextLine {
  readonly page: number;
  /** From 1 on each page, from the top. */
  readonly line: number;
  readonly baseline: number;
  readonly words: readonly Word[];
}

// Letters of one line stand on one baseline; superscripts and the rounding of producers lift them by less than this share of their size.
const SAME_LINE = 0.35;

/** The lines of a page from top to bottom. */
export function linesOf(page: TextPage): readonly TextLine[] {
  const pieces = [...page.pieces].sort((a, b) => a.baseline - b.baseline);
  const groups: TextPiece[][] = [];
  let baseline = Number.NEGATIVE_INFINITY;
  for (const piece of pieces) {
    const group = groups.at(-1);
    if (group && piece.baseline - baseline <= SAME_LINE * Math.min(piece.size, group[0]?.size ?? piece.size))
      group.push(piece);
    else {
      groups.push([piece]);
      baseline = piece.baseline;
    }
  }
  const fixed = isMonospaced(pieces);
  return groups.map((group, index) => ({
    page: page.page,
    line: index + 1,
    baseline: group[0]?.baseline ?? 0,
    words: wordsOf(group, fixed),
  }));
}

/** The text of words as it reads. */
export function textOf(words: readonly Word[]): string {
  return words.map((word) => word.text).join(' ');
}
