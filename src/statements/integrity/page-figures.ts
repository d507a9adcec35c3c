import type { TextPiece } from '../pdf/piece-places.ts';
import type { TextPage } from '../pdf/text-page.ts';
import type { TextLine } from '../text/lines.ts';
import { moneyOf } from '../text/money.ts';

/** The figures of a page, as far as they can show that someone edited them. */
export interface PageFigures {
  readonly page: number;
  /** Empty if all figures of the page are set alike, as on most pages. */
  readonly marks: readonly FigureMark[];
}

/** A figure with the type in which it is set. */
export interface FigureMark {
  /** The line on the page, from 1. */
  readonly line: number;
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly style: Style;
  /** Its digits, as drawn. */
  readonly digits: readonly TextPiece[];
  /** The type of the line's other words, such as its date. */
  readonly around: string;
}

export interface Style {
  /** The engine's names of its fonts; more than one if its digits differ. */
  readonly fonts: string;
  /** In points. */
  readonly size: number;
}

/** Looks at the figures of a page. Its lines must be those of its pieces. */
export function figuresOnPage({ page, pieces }: TextPage, lines: readonly TextLine[]): PageFigures {
  return { page, marks: marksOn(pieces, lines) };
}

function marksOn(pieces: readonly TextPiece[], lines: readonly TextLine[]): readonly FigureMark[] {
  // Most pages end here, so that the rest costs little.
  if (areAmountsAlike(pieces)) return [];
  const groups = piecesByLine(pieces, lines);
  const marks = lines.flatMap((line, index) => marksOf(line, groups[index] ?? []));
  // Figures of heads and feet stand in no column.
  const inColumns = marks.filter(inColumnOf(marks));
  const isMixed = inColumns.some(({ style }) => !isSameStyle(style, (inColumns[0] as FigureMark).style));
  return isMixed && !isSplitByDigit(inColumns.flatMap(({ digits }) => digits)) ? inColumns : [];
}

/** Whether all amounts of a page are surely set alike. A program that draws single digits leaves it open. */
function areAmountsAlike(pieces: readonly TextPiece[]): boolean {
  const amounts: TextPiece[] = [];
  const others: TextPiece[] = [];
  for (const piece of pieces) {
    const { text } = piece;
    if (!isDigit(text, text.length - 1)) continue;
    if (text.charAt(text.length - 3) === '.' && isDigit(text, text.length - 2)) amounts.push(piece);
    else others.push(piece);
  }
  const inColumns = amounts.filter(inColumnOf(amounts));
  const [first] = inColumns;
  if (!first) return false;
  const isLikeFirst = ({ font, size }: TextPiece) => font === first.font && isSameSize(size, first.size);
  if (!inColumns.every(isLikeFirst)) return false;
  // Digits in another type may begin an amount.
  return others.every((one) => isLikeFirst(one) || !inColumns.some((amount) => touches(one, amount)));
}

function touches(left: TextPiece, right: TextPiece): boolean {
  const near = 0.3 * right.size;
  return Math.abs(left.right - right.left) < near && Math.abs(left.baseline - right.baseline) < near;
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}

const A_COLUMN = 3;

type Placed = Pick<TextPiece, 'left' | 'right'>;

function inColumnOf(marks: readonly Placed[]): (mark: Placed) => boolean {
  const edges = (mark: Placed) => [Math.round(mark.right), -Math.round(mark.left)];
  const counts = new Map<number, number>();
  for (const edge of marks.flatMap(edges)) counts.set(edge, (counts.get(edge) ?? 0) + 1);
  const near = (edge: number) => [edge - 1, edge, edge + 1].reduce((sum, each) => sum + (counts.get(each) ?? 0), 0);
  return (mark) => edges(mark).some((edge) => near(edge) >= A_COLUMN);
}

// Rounding of a scaled page.
const SAME_SIZE = 0.03;

function isSameSize(a: number, b: number): boolean {
  return Math.abs(a - b) <= SAME_SIZE * Math.max(a, b);
}

export function isSameStyle(a: Style, b: Style): boolean {
  return a.fonts === b.fonts && isSameSize(a.size, b.size);
}

// Some programs spread the letters of one font over several. Then each digit is always in the same one.
function isSplitByDigit(pieces: readonly TextPiece[]): boolean {
  const homes = new Map<string, string>();
  const fonts = new Set<string>();
  for (const { text, font } of pieces) {
    for (const digit of text.match(/\d/g) ?? []) {
      const home = homes.get(digit) ?? font;
      if (home !== font) return false;
      homes.set(digit, home);
      fonts.add(font);
    }
  }
  return fonts.size > 1;
}

function piecesByLine(pieces: readonly TextPiece[], lines: readonly TextLine[]): readonly TextPiece[][] {
  const groups = lines.map((): TextPiece[] => []);
  let at = 0;
  // The pieces of a line are at its baseline, or a little below.
  for (const piece of [...pieces].sort((a, b) => a.baseline - b.baseline)) {
    while (at + 1 < lines.length && (lines[at + 1] as TextLine).baseline <= piece.baseline) at += 1;
    groups[at]?.push(piece);
  }
  return groups;
}

function marksOf({ line, words }: TextLine, pieces: readonly TextPiece[]): FigureMark[] {
  const figures = words.filter(({ text }) => FIGURE.test(text) && moneyOf(text) !== undefined);
  if (figures.length === 0) return [];
  const digitsOf = figures.map((): TextPiece[] => []);
  const rest: TextPiece[] = [];
  for (const piece of pieces) {
    const middle = (piece.left + piece.right) / 2;
    const at = figures.findIndex(({ left, right }) => middle >= left && middle <= right);
    if (at < 0 ? /\p{L}/u.test(piece.text) : /\d/.test(piece.text)) (digitsOf[at] ?? rest).push(piece);
  }
  const around = fontsOf(rest);
  return figures.flatMap(({ text, left, right }, index): FigureMark[] => {
    const digits = digitsOf[index] ?? [];
    const [first] = digits;
    if (!first) return [];
    return [{ line, text, left, right, digits, style: { fonts: fontsOf(digits), size: first.size }, around }];
  });
}

// Most words are not, and a reference in a narration is in no column of figures.
const FIGURE = /\d(?:[.,]\d|\D{0,4}$)/;

function fontsOf(pieces: readonly TextPiece[]): string {
  const [first] = pieces;
  if (first && pieces.every(({ font }) => font === first.font)) return first.font;
  return [...new Set(pieces.map(({ font }) => font))].sort().join(' ');
}
