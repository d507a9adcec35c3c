import { isOnPage, type Sight } from './visibility.ts';

/** A piece of text as the file draws it: a word or a single letter. */
export interface TextPiece {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
  readonly size: number;
  /** The engine's name of the font. */
  readonly font: string;
}

export interface UnclearPiece extends TextPiece {
  readonly sight: Exclude<Sight, 'seen'>;
  /** The whole word, of which the piece may be a part. */
  readonly word: string;
  /** Other letters of the same line of text are seen. */
  readonly isPart: boolean;
  /** Text that is seen stands in its place. */
  readonly isReplaced: boolean;
}

/** A piece that is not seen clearly, before its neighbours are known. */
export type Marked = Omit<UnclearPiece, 'isReplaced'>;

/** Compares pieces that are not seen clearly with what is seen around them. Drops those that are seen all the same. */
export function asSeen(marked: readonly Marked[], seen: readonly TextPiece[]): UnclearPiece[] {
  const lines = new Lines(seen);
  const all = new Lines([...seen, ...marked]);
  const unclear: UnclearPiece[] = [];
  for (const piece of marked) {
    const isSeen = isOnPage(piece.sight);
    const inPlace = isSeen ? [] : lines.near(piece).filter((one) => sharePlace(one, piece));
    // A shadow, or a text that was drawn again after a box.
    if (inPlace.some((one) => isCopy(one, piece))) continue;
    const word = piece.word === piece.text ? wordAround(piece, all) : piece.word;
    unclear.push({ ...piece, word, isReplaced: inPlace.length > 0 });
  }
  return unclear;
}

function sharePlace(a: TextPiece, b: TextPiece): boolean {
  return a.left < b.right && b.left < a.right && Math.abs(a.baseline - b.baseline) < 0.7 * Math.min(a.size, b.size);
}

// A shadow is this near, as a share of the letter size.
const SHADOW = 0.5;

function isCopy(a: TextPiece, b: TextPiece): boolean {
  return a.text === b.text && Math.hypot(a.left - b.left, a.baseline - b.baseline) < SHADOW * Math.min(a.size, b.size);
}

const TORN = 0.12;
const LONGEST = 32;

/** The word of a piece, where each letter is drawn by itself. */
function wordAround(piece: TextPiece, lines: Lines): string {
  let { text, left, right } = piece;
  const line = lines.near(piece).filter((one) => Math.abs(one.baseline - piece.baseline) < TORN * piece.size);
  const touch = (a: number, b: number) => Math.abs(a - b) < TORN * piece.size;
  // A letter without a width touches itself.
  const used = new Set([piece]);
  for (let count = 0; count < LONGEST; count++) {
    const next = line.find((one) => touch(one.left, right) && !used.has(one));
    const before = line.find((one) => touch(one.right, left) && !used.has(one) && one !== next);
    if (!next && !before) break;
    for (const one of [next, before]) if (one) used.add(one);
    text = (before?.text ?? '') + text + (next?.text ?? '');
    left = before?.left ?? left;
    right = next?.right ?? right;
  }
  return text;
}

const FIGURE = /^[\d.,+()₦-]*\d[\d.,+()₦-]*$/;
// Neighbouring digits of narrow type overlap less, as a share of the letter size.
const OVERLAP = 0.25;

/** Figures that are drawn over other figures, so that a person reads neither. */
export function overlappingFigures(pieces: readonly TextPiece[]): Marked[] {
  const figures = pieces.filter(({ text }) => FIGURE.test(text));
  const lines = new Lines(figures);
  return figures
    .filter((one) => lines.hasNear(one, (other) => other !== one && areOver(one, other)))
    .map((one) => ({ ...one, sight: 'overlapped', word: one.text, isPart: false }));
}

function areOver(a: TextPiece, b: TextPiece): boolean {
  const size = Math.min(a.size, b.size);
  const shared = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  if (shared < OVERLAP * size || Math.abs(a.baseline - b.baseline) > 0.5 * size) return false;
  // The same figure in other parts, drawn twice to look bold.
  const [long, short] = a.text.length >= b.text.length ? [a, b] : [b, a];
  const at = Math.round((long.text.length * (short.left - long.left)) / (long.right - long.left));
  return ![at - 1, at, at + 1].some((start) => start >= 0 && long.text.startsWith(short.text, start));
}

const LINE = 8;

/** Pieces by their height on the page. */
class Lines {
  readonly #byHeight = new Map<number, TextPiece[]>();

  constructor(pieces: readonly TextPiece[]) {
    for (const piece of pieces) {
      const height = Math.floor(piece.baseline / LINE);
      const line = this.#byHeight.get(height) ?? [];
      this.#byHeight.set(height, line);
      if (line.length < MOST_CHECKED) line.push(piece);
    }
  }

  near({ baseline }: TextPiece): readonly TextPiece[] {
    const height = Math.floor(baseline / LINE);
    return [height - 1, height, height + 1].flatMap((one) => this.#byHeight.get(one) ?? []);
  }

  hasNear({ baseline }: TextPiece, fits: (piece: TextPiece) => boolean): boolean {
    const height = Math.floor(baseline / LINE);
    for (let at = height - 1; at <= height + 1; at++) if (this.#byHeight.get(at)?.some(fits)) return true;
    return false;
  }
}

/** Share of the letter size. Bold type and shadows draw a text twice this close. Narrow letters are further apart. */
const NEAR = 0.12;
const FURTHEST = 4;
/** Side of a cell in points: large enough that most pieces need one cell, small enough that few share it. */
const CELL = 16;
/** Limits the work on a hostile page that draws everything in one place. */
const MOST_CHECKED = 400;
/** More cells than fit across a page, so that two coordinates make one key. */
const CELLS_ACROSS = 65_536;

/** Keeps the first of equal texts that are drawn in the same place. Keeps the order. */
export function withoutDoubles(pieces: readonly TextPiece[]): TextPiece[] {
  const cells = new Map<number, TextPiece[]>();
  const kept: TextPiece[] = [];
  for (const piece of pieces) {
    const near = Math.min(piece.size * NEAR, FURTHEST);
    if (cellsAround(piece, near).some((cell) => holdsDouble(cells.get(cell), piece, near))) continue;
    kept.push(piece);
    const home = cellOf(piece.left, piece.baseline);
    const cell = cells.get(home) ?? [];
    cells.set(home, cell);
    cell.push(piece);
  }
  return kept;
}

function cellsAround({ left, baseline }: TextPiece, near: number): readonly number[] {
  const first = cellOf(left - near, baseline - near);
  const last = cellOf(left + near, baseline + near);
  if (first === last) return [first];
  return [...new Set([first, cellOf(left + near, baseline - near), cellOf(left - near, baseline + near), last])];
}

function holdsDouble(cell: readonly TextPiece[] = [], { text, left, baseline }: TextPiece, near: number): boolean {
  const checked = cell.length > MOST_CHECKED ? cell.slice(-MOST_CHECKED) : cell;
  const isNear = (a: number, b: number) => Math.abs(a - b) <= near;
  return checked.some((one) => one.text === text && isNear(one.left, left) && isNear(one.baseline, baseline));
}

function cellOf(left: number, baseline: number): number {
  return Math.floor(left / CELL) * CELLS_ACROSS + Math.floor(baseline / CELL);
}
