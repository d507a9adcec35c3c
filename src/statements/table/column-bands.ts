import type { TextLine, Word } from '../text/lines.ts';
import { hasKobo, moneyOf } from '../text/money.ts';
import { amountRoles, type ColumnRole } from './column-titles.ts';
import type { TitledColumn } from './find-header.ts';

/** A column with the horizontal range of its cells. */
export interface ColumnBand {
  readonly role: ColumnRole;
  readonly rank: number;
  readonly from: number;
  readonly to: number;
  /** The ISO code of the currency in its title, if any. */
  readonly currency?: string | undefined;
}

/** The first column with the best title for a role; -1 if there is none. */
export function columnOf(bands: readonly ColumnBand[], role: ColumnRole): number {
  let best = -1;
  bands.forEach((band, index) => {
    if (band.role === role && band.rank < (bands[best]?.rank ?? Number.POSITIVE_INFINITY)) best = index;
  });
  return best;
}

export interface Cutting {
  /** Where borders run: between titles, or between aligned figures for columns of amounts. */
  readonly anchors: 'titles' | 'figures';
  /** The share of lines that may cross a border all the same. */
  readonly noise: number;
}

/** All ways to cut columns, the likeliest first. */
export const cuttings: readonly Cutting[] = [
  { anchors: 'figures', noise: 0.01 },
  { anchors: 'titles', noise: 0.01 },
  { anchors: 'figures', noise: 0.04 },
  { anchors: 'titles', noise: 0.04 },
];

// Room for a suffix after the figures of the last column, in points.
const BESIDE = 18;

const untitled = { role: 'text' as const, rank: Number.POSITIVE_INFINITY };

// These columns are read as text, so a neighbour without a title would be read with them.
const mayHideAnother = new Set<ColumnRole>(['date', 'valueDate', 'time', 'narration', 'reference', 'serial']);

/** Finds the range of each column. Borders run through the widest gutter that almost no word of an entry crosses. */
export function bandsOf(columns: readonly TitledColumn[], lines: readonly TextLine[], { anchors, noise }: Cutting) {
  const entries = sampleOf(lines);
  const own = entries.filter((line) => !isSentence(line, columns));
  const coverage = { counts: countsOver(own), noise: 1 + Math.floor(own.length * noise) };
  const anchored: readonly AnchoredColumn[] = anchors === 'titles' ? columns : anchorAtFigures(columns, entries);
  const last = anchored.at(-1);
  // A box of other text may follow the last figures.
  const edge = last?.isExact ? last.right + BESIDE : Number.POSITIVE_INFINITY;
  const bands: ColumnBand[] = [];
  let from = Number.NEGATIVE_INFINITY;
  for (const [index, column] of anchored.entries()) {
    const next = anchored[index + 1];
    const to = next ? borderBetween(column, next, coverage) : edge;
    const band = { role: column.role, rank: column.rank, from, to, currency: column.currency };
    if (mayHideAnother.has(column.role)) bands.push(...splitUntitled(band, column, { entries, coverage }));
    else bands.push(band);
    from = to;
  }
  return Number.isFinite(edge) ? [...bands, { ...untitled, from: edge, to: Number.POSITIVE_INFINITY }] : bands;
}

// Columns have the same place on every page, so a sample of a thousand pages is enough.
const ENOUGH_LINES = 4_000;

function sampleOf(lines: readonly TextLine[]): readonly TextLine[] {
  const each = Math.ceil(lines.length / ENOUGH_LINES);
  // Sample whole pages: every other line would be half a row where rows have two lines.
  return each > 1 ? lines.filter((line) => line.page % each === 0) : lines;
}

// Footers start at the first column and cross others without a gap. A row has gaps between its cells.
function isSentence({ words }: TextLine, [, second]: readonly TitledColumn[]): boolean {
  const [first, last] = [words[0], words.at(-1)];
  if (!second || !first || !last || words.length < 3 || first.left >= second.left || last.right <= second.right)
    return false;
  return words.every((word, index) => index === 0 || word.left - (words[index - 1]?.right ?? 0) < word.size);
}

// Minimum gap between neighbouring cells, as a share of the letter size. Words of one cell are closer.
const APART = 0.8;

interface Entries {
  readonly entries: readonly TextLine[];
  readonly coverage: Coverage;
}

// A neighbouring column may lack a title. Its cells are left-aligned, and no word crosses into it.
function splitUntitled(band: ColumnBand, title: TitledColumn, { entries, coverage }: Entries): readonly ColumnBand[] {
  const starts = new Map<number, number>();
  let filled = 0;
  for (const { words } of entries) {
    let before: Word | undefined;
    for (const word of words) {
      if (word.left < band.from || word.left >= band.to) continue;
      const start = Math.round(word.left);
      if (!before) filled++;
      else if (word.left - before.right > APART * word.size) starts.set(start, (starts.get(start) ?? 0) + 1);
      before = word;
    }
  }
  const [edge, count] = [...starts].sort((a, b) => b[1] - a[1])[0] ?? [0, 0];
  const isClear = [2, 3, 4].every((room) => (coverage.counts[Math.floor((edge - room) * FINE)] ?? 0) <= coverage.noise);
  if (count < Math.max(4, 0.15 * filled) || !isClear) return [band];
  const border = edge - 2;
  const left = { ...band, to: border };
  const right = { ...band, from: border };
  // The title belongs to the narration.
  return title.left < border ? [left, { ...right, ...untitled }] : [{ ...left, ...untitled }, right];
}

/** The number of words at each point of the page's width. */
interface Coverage {
  readonly counts: Int32Array;
  /** Number of words that may cross a gutter: long narrations, headings and sentences between entries. */
  readonly noise: number;
}

const WIDEST = 4_096;
// Half points, because columns can be a single point apart.
const FINE = 2;

function countsOver(lines: readonly TextLine[]): Int32Array {
  // Mark where words start and end. A running sum then gives the counts.
  const counts = new Int32Array(WIDEST * FINE + 1);
  const step = (at: number, by: number) => {
    counts[at] = (counts[at] ?? 0) + by;
  };
  for (const { words } of lines) {
    for (const { left, right } of words) {
      const from = Math.max(0, Math.ceil(left * FINE));
      const to = Math.min(counts.length - 1, Math.floor(right * FINE) + 1);
      if (to <= from) continue;
      step(from, 1);
      step(to, -1);
    }
  }
  for (let at = 1; at < counts.length; at++) step(at, counts[at - 1] ?? 0);
  return counts;
}

function borderBetween(a: AnchoredColumn, b: AnchoredColumn, { counts, noise }: Coverage): number {
  // A title may be anywhere over its entries, so the border may be anywhere between the middles of two titles.
  const from = Math.max(0, Math.ceil((a.isExact ? a.right : (a.left + a.right) / 2) * FINE));
  const to = Math.min(counts.length - 1, Math.floor((b.isExact ? b.left : (b.left + b.right) / 2) * FINE));
  if (to <= from) return (a.right + b.left) / 2;
  const gutter = widestRun(counts, { from, to }, noise);
  // Within the gutter, take where the fewest words cross: long words reach into it from one side.
  const clear = widestRun(counts, gutter, 0);
  return (clear.from + clear.to) / 2 / FINE;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** The widest part of a range with at most `more` words above the range's minimum. */
function widestRun(counts: Int32Array, { from, to }: Range, more: number): Range {
  const most = counts.subarray(from, to + 1).reduce((least, count) => Math.min(least, count)) + more;
  let best = { from, to: from };
  let start = from;
  for (let at = from; at <= to; at++) {
    if ((counts[at] ?? 0) > most) start = at + 1;
    else if (at - start > best.to - best.from) best = { from: start, to: at };
  }
  return best;
}

/** A column. `isExact` means that its sides come from its entries, not from its title. */
export interface AnchoredColumn extends TitledColumn {
  readonly isExact?: boolean;
}

interface FigureStack {
  left: number;
  right: number;
  count: number;
}

// Fewer aligned figures may be chance, in narrations.
const RARE = 0.01;

/**
 * Moves the columns of amounts to their figures. A figure may be nearer to the next title than to its own. But figures
 * of a column are aligned, and columns have the order of their titles.
 */
export function anchorAtFigures(columns: readonly TitledColumn[], entries: readonly TextLine[]) {
  const amounts = columns.filter((column) => amountRoles.has(column.role)).length;
  const figures = entries.flatMap((line) => line.words.filter(isFigure));
  const total = (stacks: readonly FigureStack[]) => stacks.reduce((sum, stack) => sum + stack.count, 0);
  const [byRight, byLeft] = [stacksBy(figures, 'right', amounts), stacksBy(figures, 'left', amounts)];
  const stacks = total(byLeft) > total(byRight) ? byLeft : byRight;
  const isEach =
    stacks.length === amounts && stacks.every((stack) => stack.count >= Math.max(2, RARE * figures.length));
  if (!isEach || total(stacks) < 0.8 * figures.length) return columns;
  const inOrder = [...stacks].sort((a, b) => a.left - b.left);
  return columns.map((column) => {
    const stack = amountRoles.has(column.role) ? inOrder.shift() : undefined;
    return stack ? { ...column, left: stack.left, right: stack.right, isExact: true } : column;
  });
}

// The filler of an empty cell has the place of a figure.
function isFigure({ text }: Word): boolean {
  return /^[-–—]{1,3}$/.test(text) || (hasKobo(text) && moneyOf(text) !== undefined);
}

const SAME_EDGE = 1.2;

function stacksBy(figures: readonly Word[], edge: 'left' | 'right', most: number): readonly FigureStack[] {
  const stacks: (FigureStack & { readonly at: number })[] = [];
  for (const figure of [...figures].sort((a, b) => a[edge] - b[edge])) {
    const last = stacks.at(-1);
    if (last && figure[edge] - last.at <= SAME_EDGE) {
      last.left = Math.min(last.left, figure.left);
      last.right = Math.max(last.right, figure.right);
      last.count++;
    } else stacks.push({ left: figure.left, right: figure.right, count: 1, at: figure[edge] });
  }
  return stacks.sort((a, b) => b.count - a.count).slice(0, most);
}
