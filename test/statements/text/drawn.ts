import type { TextPiece } from '../../../src/statements/pdf/piece-places.ts';
import type { TextPage } from '../../../src/statements/pdf/text-page.ts';
import { linesOf, type TextLine, type Word } from '../../../src/statements/text/lines.ts';

/** Height of the letters that tests draw with, in points. */
export const SIZE = 10;

// Helvetica's digits are 0.556 of the size wide, so that figures here have the width of real ones.
const LETTER = 0.5 * SIZE;

/** A text to draw: where it begins, or where it ends. */
export type Drawn =
  | readonly [left: number, text: string]
  | { readonly right: number; readonly text: string }
  | { readonly centre: number; readonly text: string };

/** A piece of text as a file draws it. */
export function pieceOf(drawn: Drawn, baseline: number): TextPiece {
  const text = 'text' in drawn ? drawn.text : drawn[1];
  const width = text.length * LETTER;
  const left = 'right' in drawn ? drawn.right - width : 'centre' in drawn ? drawn.centre - width / 2 : drawn[0];
  return { text, left, right: left + width, baseline, size: SIZE, font: 'F1' };
}

/** A line to draw: its baseline and its texts. */
export type DrawnLine = readonly [baseline: number, ...texts: Drawn[]];

/** A page with these lines. */
export function drawnPage(lines: readonly DrawnLine[], page = 1): TextPage {
  return {
    page,
    pieces: lines.flatMap(([baseline, ...texts]) => texts.map((text) => pieceOf(text, baseline))),
    unclear: [],
  };
}

/** The lines of a page, as the reader sees them. */
export function drawnLines(lines: readonly DrawnLine[], page = 1): readonly TextLine[] {
  return linesOf(drawnPage(lines, page));
}

/** Lines of running text below each other: columns stand apart by two blanks or more. */
export function textLines(...texts: readonly string[]): readonly TextLine[] {
  return drawnLines(
    texts.map(
      (text, index): DrawnLine => [
        100 + 15 * index,
        ...[...text.matchAll(/\S+(?: \S+)*/g)].map((match): Drawn => [40 + match.index * LETTER, match[0]]),
      ],
    ),
  );
}

/** A word of its own. */
export function wordAt(text: string, left: number): Word {
  return { text, left, right: left + text.length * LETTER, size: SIZE };
}
