import type { TextLine, Word } from '../text/lines.ts';
import { hasKobo, moneyOf } from '../text/money.ts';
import { amountRoles, type ColumnRole } from './column-titles.ts';
import type { TitledColumn } from './find-header.ts';

/** A column with the strip of the page that its cells stand in. */
export interface ColumnBand {
  readonly role: ColumnRole;
  readonly rank: number;
  readonly from: number;
  readonly to: number;
}

/** The first column of the best name for a role; -1 without one. */
export function columnOf(bands: readonly ColumnBand[], role: ColumnRole): number {
  let best = -1;
  bands.forEach((band, index) => {
    if (band.role === role && band.rank < (bands[best]?.rank ?? Number.POSITIVE_INFINITY)) best = index;
  });
  return best;
}

export interface Cutting {
  /** Between the titles, or for columns of amounts between the figures that stand below each other. */
  readonly anchors: 'titles' | 'figures';
  /** The share of lines whose words may cross a border all the same. */
  readonly noise: number;
}

/** All ways of cutting, the likeliest first. */
export const cuttings: readonly Cutting[] = [
  { anchors: 'figures', noise: 0.01 },
  { anchors: 'titles', noise: 0.01 },
  { anchors: 'figures', noise: 0.04 },
  { anchors: 'titles', noise: 0.04 },
];

// Room for a suffix behind the figures of the last column, in points.
const BESIDE = 18;

const untitled = { role: 'text' as const, rank: Number.POSITIVE_INFINITY };

// Their strip is read as text, so that a neighbour without a title would be read with it.
const mayHideAnother = new Set<ColumnRole>(['date', 'valueDate', 'time', 'narration', 'reference', 'serial']);

/** The strip of each column: borders run through the widest gutter that nearly no word of an entry crosses. */
export function bandsOf(
  columns: readonly TitledColumn[],
  lines: readonly TextLine[],
  { anchors, noise }: Cutting,
): readonly ColumnBand[] {
  const entries = sampleOf(lines);
  const own = entries.filter((line) => !isSentence(line, columns));
  const coverage = { counts: countsOver(own), noise: 1 + Math.floor(own.length * noise) };
  const anchored: readonly AnchoredColumn[] = anchors === 'titles' ? columns : anchorAtFigures(columns, entries);
  const last = anchored.at(-1);
  // Behind the last figures there may be a box of other text.
  const edge = last?.isExact ? last.right + BESIDE : Number.POSITIVE_INFINITY;
  const bands: ColumnBand[] = [];
  let from = Number.NEGATIVE_INFINITY;
  for (const [index, column] of anchored.entries()) {
    const next = anchored[index + 1];
    const to = next ? borderBetween(column, next, coverage) : edge;
    const band = { role: column.role, rank: column.rank, from, to };
    if (mayHideAnother.has(column.role)) bands.push(...splitUntitled(band, column, { entries, coverage }));
    else bands.push(band);
    from = to;
  }
  return Number.isFinite(edge) ? [...bands, { ...untitled, from: edge, to: Number.POSITIVE_INFINITY }] : bands;
}

// Columns stand at the same place on every page: of a thousand pages some are enough.
const ENOUGH_LINES = 4_000;

function sampleOf(lines: readonly TextLine[]): readonly TextLine[] {
  const each = Math.ceil(lines.length / ENOUGH_LINES);
  // Whole pages: of rows of two lines every other line would be half a row.
  return each > 1 ? lines.filter((line) => line.page % each === 0) : lines;
}

// Footers run from the first column over others without a gap; a row has gaps between its cells.
function isSentence({ words }: TextLine, [, second]: readonly TitledColumn[]): boolean {
  const [first, last] = [words[0], words.at(-1)];
  if (!second || !first || !last || words.length < 3 || first.left >= second.left || last.right <= second.right)
    return false;
  return words.every((word, index) => index === 0 || word.left - (words[index - 1]?.right ?? 0) < word.size);
}

// Cells of neighbouring columns stand at least this share of the letters' size apart, words of one cell closer.
const APART = 0.8;

interface Entries {
  readonly entries: readonly TextLine[];
  readonly coverage: Coverage;
}

// Beside a column there may be one without a title: its cells begin below each other, and no word crosses into it.
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
  const [left, right] = [
    { ...band, to: border },
    { ...band, from: border },
  ];
  // The title stands over the narration.
  return title.left < border ? [left, { ...right, ...untitled }] : [{ ...left, ...untitled }, right];
}

/** How many words stand over each point of the page's width. */
interface Coverage {
  readonly counts: Int32Array;
  /** Words that may cross a gutter all the same: long narrations, headings and sentences between entries. */
  readonly noise: number;
}

const WIDEST = 4_096;
// Half points, because columns can stand a single point apart.
const FINE = 2;

function countsOver(lines: readonly TextLine[]): Int32Array {
  // Each word counts from its left edge to its right one: steps up and down first, their sum after.
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
  // Titles stand somewhere over their entries, so that the border may run anywhere between their middles.
  const from = Math.max(0, Math.ceil((a.isExact ? a.right : (a.left + a.right) / 2) * FINE));
  const to = Math.min(counts.length - 1, Math.floor((b.isExact ? b.left : (b.left + b.right) / 2) * FINE));
  if (to <= from) return (a.right + b.left) / 2;
  const gutter = widestRun(counts, { from, to }, noise);
  // Within it, where the fewest words cross: long words reach into a gutter from one side.
  const clear = widestRun(counts, gutter, 0);
  return (clear.from + clear.to) / 2 / FINE;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** The widest part of a range where at most `more` words stand than where the fewest do. */
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

/** A column, and whether its sides are those of its entries and not of its title. */
export interface AnchoredColumn extends TitledColumn {
  readonly isExact?: boolean;
}

interface FigureStack {
  left: number;
  right: number;
  count: number;
}

// Fewer figures that stand below each other may be chance, in narrations.
const RARE = 0.01;

/**
 * Puts the columns of amounts where their figures stand: a figure may stand nearer to the next title than to its own,
 * but the figures of a column end below each other, and columns keep the order of their titles.
 */
export function anchorAtFigures(
  columns: readonly TitledColumn[],
  entries: readonly TextLine[],
): readonly AnchoredColumn[] {
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

// What fills an empty cell stands where its figure would.
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
