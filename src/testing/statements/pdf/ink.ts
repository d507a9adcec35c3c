import type { Chance } from '../chance.ts';
import { encode, type Font, NAIRA_FONT, pdfFonts, textWidth } from './fonts.ts';

/** A text on a page, as seen: `x` from the left, `y` of the baseline from the top, in points. */
export interface Mark {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly font: Font;
  readonly size: number;
  /** A figure: it may be torn in two. */
  readonly isMoney?: boolean;
  /** Which column of a table it stands in; -1 outside. */
  readonly column: number;
  /** Slanted, in light grey. */
  readonly isWatermark?: boolean;
}

/** How a producer draws text. */
export interface Ink {
  /** What one operator draws: a whole line of a cell, a word, a single glyph, or a line with kerning inside. */
  readonly pieces: 'line' | 'word' | 'glyph' | 'kerned';
  /** How many of the figures are torn in two, of 1. */
  readonly torn: number;
  /** Is the naira sign of the same font as the figures, or drawn by a font of its own? */
  readonly naira: 'same-font' | 'own-font';
  /** In which order the texts of a page are drawn. */
  readonly order: 'rows' | 'columns' | 'bottom-up';
  /** The producer's coordinates: PDF's own, with y downwards, or scaled down too, as browsers print. */
  readonly space: 'plain' | 'flipped' | 'scaled';
}

const BROWSER_SCALE = 0.24;

/** A page's text as PDF operators, for a page whose seen height is given. */
export function drawText(
  marks: readonly Mark[],
  { ink, height, chance }: { readonly ink: Ink; readonly height: number; readonly chance: Chance },
): string {
  const scale = ink.space === 'scaled' ? BROWSER_SCALE : 1;
  const isDown = ink.space !== 'plain';
  const out: string[] = [isDown ? `${num(scale)} 0 0 ${num(-scale)} 0 ${num(height)} cm\nBT` : 'BT'];
  let current = '';
  for (const mark of inOrder(marks, ink.order)) {
    const y = num((isDown ? mark.y : height - mark.y) / scale);
    const size = num(mark.size / scale);
    if (mark.isWatermark) {
      const turn = isDown ? '.707 -.707 -.707 -.707' : '.707 .707 -.707 .707';
      const font = `/${pdfFonts[mark.font].resource} ${size} Tf`;
      out.push(`.85 g ${font} ${turn} ${num(mark.x / scale)} ${y} Tm ${literal(mark.text)} Tj 0 g`);
      current = '';
      continue;
    }
    const pieces = tornParts(mark, ink.torn, chance).flatMap((part) => piecesOf(part, mark, ink));
    for (const { text, x, isNaira } of pieces) {
      const font = `/${isNaira ? NAIRA_FONT : pdfFonts[mark.font].resource} ${size} Tf`;
      if (font !== current) out.push(font);
      current = font;
      const shown = ink.pieces === 'kerned' && text.length > 3 ? kerned(text) : `${literal(text)} Tj`;
      out.push(`1 0 0 ${isDown ? -1 : 1} ${num(x / scale)} ${y} Tm ${shown}`);
    }
  }
  out.push('ET');
  return out.join('\n');
}

interface Piece {
  readonly text: string;
  readonly x: number;
  readonly isNaira?: boolean;
}

// The left part gives way, so that the figures stay aligned on the right.
function tornParts({ text, x, font, size, isMoney }: Mark, torn: number, chance: Chance): Piece[] {
  if (!isMoney || torn === 0 || text.length < 5 || !chance.happens(torn)) return [{ text, x }];
  const at = chance.between(1, text.length - 3);
  const gap = size * (0.12 + 0.2 * chance.next());
  return [
    { text: text.slice(0, at), x: x - gap },
    { text: text.slice(at), x: x + textWidth(text.slice(0, at), font, size) },
  ];
}

const splitters = { glyph: /[^ ]/gu, word: /[^ ]+/g, naira: /₦|[^₦]+/g };

function piecesOf({ text, x }: Piece, mark: Mark, ink: Ink): Piece[] {
  const isApart = ink.naira === 'own-font';
  const by = ink.pieces === 'glyph' || ink.pieces === 'word' ? ink.pieces : isApart ? 'naira' : undefined;
  if (!by) return [{ text, x }];
  return [...text.matchAll(splitters[by])].flatMap(({ 0: piece, index }) => {
    const left = x + textWidth(text.slice(0, index), mark.font, mark.size);
    const found: Piece = { text: piece, x: left, isNaira: isApart && piece === '₦' };
    const holdsNaira = isApart && piece !== '₦' && piece.includes('₦');
    return holdsNaira ? piecesOf(found, mark, { ...ink, pieces: 'line' }) : [found];
  });
}

function inOrder(marks: readonly Mark[], order: Ink['order']): readonly Mark[] {
  if (order === 'rows') return marks;
  if (order === 'bottom-up') return marks.toReversed();
  return marks.toSorted((one, other) => one.column - other.column);
}

function literal(text: string): string {
  return `(${String.fromCharCode(...encode(text)).replace(/[\\()]/g, '\\$&')})`;
}

// Kerning back and forth, so that the end of the text stays where it is.
function kerned(text: string): string {
  const parts = (text.match(/.{1,3}/gsu) ?? []).map(literal);
  return `[${parts.reduce((joined, part, at) => `${joined}${at % 2 ? ' 18 ' : ' -18 '}${part}`)}] TJ`;
}

/** A number as PDF writes it. */
export function num(value: number): string {
  return String(Math.round(value * 100) / 100);
}
