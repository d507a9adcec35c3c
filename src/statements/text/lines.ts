import type { TextPiece } from '../pdf/piece-places.ts';
import type { TextPage } from '../pdf/text-page.ts';

/** A word with its place on the page. Its text has no blanks. */
export interface Word {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly size: number;
}

/** Words on one baseline, from left to right. */
export interface TextLine {
  readonly page: number;
  /** From 1 on each page, from the top. */
  readonly line: number;
  readonly baseline: number;
  readonly words: readonly Word[];
}

export type LinesOfPages = readonly (readonly TextLine[])[];

export function textOf(words: readonly Word[] = []): string {
  return words.map((word) => word.text).join(' ');
}

/** The words of a line, cut at gaps wider than a blank. */
export function chunksOf(words: readonly Word[]): readonly (readonly Word[])[] {
  const chunks: Word[][] = [];
  for (const word of words) {
    const last = chunks.at(-1)?.at(-1);
    if (last && word.left - last.right <= 1.5 * word.size) chunks.at(-1)?.push(word);
    else chunks.push([word]);
  }
  return chunks;
}

// Superscripts and rounding lift letters of a line by less than this share of their size.
const SAME_LINE = 0.35;

export function linesOf({ page, pieces }: TextPage): readonly TextLine[] {
  const groups: { readonly baseline: number; readonly size: number; readonly pieces: TextPiece[] }[] = [];
  for (const piece of [...pieces].sort((a, b) => a.baseline - b.baseline)) {
    const group = groups.at(-1);
    if (group && piece.baseline - group.baseline <= SAME_LINE * Math.min(piece.size, group.size))
      group.pieces.push(piece);
    else groups.push({ baseline: piece.baseline, size: piece.size, pieces: [piece] });
  }
  const fixed = isMonospaced(pieces);
  const lines = groups.map((group, index) => ({
    page,
    line: index + 1,
    baseline: group.baseline,
    words: wordsOf(group.pieces, fixed),
  }));
  return withoutRules(lines);
}

// A single line may begin and end with a bar of its text. The rules of a table stand in one place on many lines.
function withoutRules(lines: readonly TextLine[]): readonly TextLine[] {
  const ruled = lines.filter(({ words }) => isRuled(words));
  if (ruled.length < 2) return lines;
  const placeOf = ({ words }: TextLine) => `${words[0]?.left.toFixed()} ${words.at(-1)?.right.toFixed()}`;
  const places = ruled.map(placeOf);
  const isTable = (line: TextLine) => places.filter((place) => place === placeOf(line)).length > 1;
  const inTable = new Set(ruled.filter(isTable));
  return lines.map((line) =>
    inTable.has(line) ? { ...line, words: line.words.filter((word) => word.text !== '|') } : line,
  );
}

// A blank is at least a quarter of the letter size. Closer parts are one word.
const TORN = 0.12;

/** The words of a line, from left to right: split at blanks, and joined where they were drawn in parts. */
export function wordsOf(drawn: readonly TextPiece[], isMonospaced = false): readonly Word[] {
  const parts: Word[] = [];
  for (const piece of drawn) if (!isRule(piece)) splitAtBlanks(piece, isMonospaced ? widthInCells : widthOf, parts);
  parts.sort((a, b) => a.left - b.left);
  const words: Word[] = [];
  for (const [index, part] of parts.entries()) {
    const last = words.at(-1);
    const between = last && (isTorn(last, part) ? '' : isSideOf(last, part, parts[index + 1]) ? ' ' : undefined);
    if (last && between !== undefined) words[words.length - 1] = joined(last, part, between);
    else words.push(part);
  }
  return words.map(placedWord);
}

function isRuled(words: readonly Word[]): boolean {
  return words.length > 2 && words[0]?.text === '|' && words.at(-1)?.text === '|';
}

function joined({ text, left, right, size }: Word, second: Word, between: string): Word {
  return { text: text + between + second.text, left, right: Math.max(right, second.right), size };
}

// Line printers draw table rules with characters: `+------+` between rows, `|` between cells.
function isRule({ text }: TextPiece): boolean {
  return /^[\s|+=_-]/.test(text) && /^[\s|+=_-]{4,}$/.test(text) && /[|+]/.test(text);
}

// Joins `1,250.00 CR` into one figure, so that no column border splits it. `CR` before more words is a word.
function isSideOf(before: Word, after: Word, next: Word | undefined): boolean {
  if (after.text.length > 3) return false;
  if (!/^(?:[cd]r|od)\.?$/i.test(after.text) || !/\d\.\d{2}$/.test(before.text)) return false;
  return after.left - before.right < 0.7 * after.size && !(next && next.left - after.right < 0.8 * next.size);
}

function isTorn(before: Word, after: Word): boolean {
  const gap = after.left - before.right;
  return gap < TORN * Math.min(before.size, after.size) && gap > -0.2 * before.size;
}

function splitAtBlanks(piece: TextPiece, widthOf: (text: string) => number, words: Word[]): void {
  const { text, left, right, size } = piece;
  if (!/\s/.test(text)) {
    words.push({ text, left, right, size });
    return;
  }
  const scale = (right - left) / Math.max(widthOf(text), Number.EPSILON);
  let start = left;
  for (const part of text.split(/(\s+)/)) {
    const end = start + scale * widthOf(part);
    if (part !== '' && !/^\s/.test(part)) words.push({ text: part, left: start, right: end, size });
    start = end;
  }
}

// Only the width of the whole piece is known. Estimate letter widths as in common sans-serif fonts.
function widthOf(text: string): number {
  let width = 0;
  for (let at = 0; at < text.length; at++) width += widths[text.charCodeAt(at)] ?? WIDE;
  return width;
}

const WIDE = 0.68;
const kinds: readonly (readonly [RegExp, number])[] = [
  [/\d/, 0.556],
  [/[\s.,:;'|!/\\iljItf()[\]-]/, 0.29],
  [/[mwMW@%]/, 0.85],
  [/[A-Z&]/, WIDE],
];
const widths: readonly number[] = Array.from(
  { length: 128 },
  (_, code) => kinds.find(([letters]) => letters.test(String.fromCharCode(code)))?.[1] ?? 0.54,
);

function widthInCells(text: string): number {
  return text.length;
}

/** Whether all letters of a page have the same width, as on a line printer. */
export function isMonospaced(pieces: readonly TextPiece[]): boolean {
  let [narrowest, widest] = [Number.POSITIVE_INFINITY, 0];
  for (const { text, left, right, size } of pieces) {
    if (text.length < 4) continue;
    const width = (right - left) / (text.length * size);
    narrowest = Math.min(narrowest, width);
    widest = Math.max(widest, width);
  }
  return widest > 0 && widest < 1.03 * narrowest;
}

// A hundredth of a point is finer than any reading rule needs.
const FINE = 100;

// Integers save memory with hundreds of thousands of words: V8 stores them in the object, other numbers outside it.
class PlacedWord implements Word {
  readonly text: string;
  readonly #left: number;
  readonly #right: number;
  readonly #size: number;

  constructor({ text, left, right, size }: Word) {
    this.text = text;
    this.#left = Math.round(left * FINE);
    this.#right = Math.round(right * FINE);
    this.#size = Math.round(size * FINE);
  }

  get left(): number {
    return this.#left / FINE;
  }

  get right(): number {
    return this.#right / FINE;
  }

  get size(): number {
    return this.#size / FINE;
  }
}

export function placedWord(word: Word): Word {
  return new PlacedWord(word);
}
