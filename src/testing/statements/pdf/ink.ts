import type { Chance } from '../chance.ts';
import { encode, type Font, textWidth } from './font-metrics.ts';
import { fontNames, NAIRA_FONT } from './fonts.ts';

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
  /** Slanted, in light grey: a watermark. */
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
  const place = (text: string, x: number, mark: Mark, isNaira = false): void => {
    const font = `/${isNaira ? NAIRA_FONT : fontNames[mark.font]} ${num(mark.size / scale)} Tf`;
    if (font !== current) out.push(font);
    current = font;
    const y = isDown ? mark.y : height - mark.y;
    out.push(
      `1 0 0 ${isDown ? -1 : 1} ${num(x / scale)} ${num(y / scale)} Tm ${ink.pieces === 'kerned' && text.length > 3 ? kerned(text) : `${literal(text)} Tj`}`,
    );
  };
  for (const mark of inOrder(marks, ink.order)) {
    if (mark.isWatermark) {
      const [y, turn] = isDown ? [mark.y, '.707 -.707 -.707 -.707'] : [height - mark.y, '.707 .707 -.707 .707'];
      out.push(
        `.85 g /${fontNames[mark.font]} ${num(mark.size / scale)} Tf ${turn} ${num(mark.x / scale)} ${num(y / scale)} Tm ${literal(mark.text)} Tj 0 g`,
      );
      current = '';
    } else {
      for (const part of tornParts(mark, ink, chance))
        for (const piece of pieces(part.text, part.x, mark, ink)) place(piece.text, piece.x, mark, piece.isNaira);
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
function tornParts(mark: Mark, ink: Ink, chance: Chance): Piece[] {
  const { text, x, font, size } = mark;
  if (!mark.isMoney || ink.torn === 0 || text.length < 5 || !chance.happens(ink.torn)) return [{ text, x }];
  const at = chance.between(1, text.length - 3);
  const gap = size * (0.12 + 0.2 * chance.next());
  return [
    { text: text.slice(0, at), x: x - gap },
    { text: text.slice(at), x: x + textWidth(text.slice(0, at), font, size) },
  ];
}

function pieces(text: string, x: number, mark: Mark, ink: Ink): Piece[] {
  const splitter =
    ink.pieces === 'glyph' ? /[^ ]/gu : ink.pieces === 'word' ? /[^ ]+/g : ink.naira === 'own-font' ? /₦|[^₦]+/g : null;
  if (!splitter) return [{ text, x }];
  const found: Piece[] = [];
  for (const match of text.matchAll(splitter)) {
    const left = x + textWidth(text.slice(0, match.index), mark.font, mark.size);
    const [piece] = match;
    if (ink.naira === 'own-font' && piece !== '₦' && piece.includes('₦'))
      found.push(...pieces(piece, left, mark, { ...ink, pieces: 'line' }));
    else found.push({ text: piece, x: left, isNaira: piece === '₦' && ink.naira === 'own-font' });
  }
  return found;
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
  const parts = text.match(/.{1,3}/gsu) ?? [];
  return `[${parts.map((part, at) => `${literal(part)}${at < parts.length - 1 ? (at % 2 ? ' -18 ' : ' 18 ') : ''}`).join('')}] TJ`;
}

/** A number as PDF writes it. */
export function num(value: number): string {
  return String(Math.round(value * 100) / 100);
}
