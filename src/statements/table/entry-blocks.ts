import { dateOf } from '../text/dates.ts';
import type { LinesOfPages, TextLine, Word } from '../text/lines.ts';
import { hasKobo, moneyOf, type PrintedMoney } from '../text/money.ts';

/** A figure with the words of its sign, currency and side. */
export interface BlockFigure {
  readonly words: readonly Word[];
  readonly money: PrintedMoney;
  readonly right: number;
}

/** A line, with the date and the figures in its cells. */
export interface ScannedLine {
  readonly line: TextLine;
  readonly date: readonly Word[] | undefined;
  readonly figures: readonly BlockFigure[];
  /** The distance from the line above. */
  readonly gap: number;
}

/** The lines of an entry, from top to bottom. One of them begins with its date. */
export interface EntryBlock {
  readonly lines: readonly ScannedLine[];
  readonly date: readonly Word[];
}

export interface PageBlocks {
  readonly above: readonly TextLine[];
  readonly blocks: readonly EntryBlock[];
  readonly below: readonly TextLine[];
}

/** Cuts pages without titles into entries: blocks of lines that have a date in the same place, and figures. */
export function entryBlocks(pages: LinesOfPages): readonly PageBlocks[] {
  const scanned = pages.map(scan);
  const edge = commonest(scanned.flatMap((lines) => lines.flatMap(({ date }) => date?.[0]?.left ?? [])));
  const isDated = ({ date }: ScannedLine) => Math.abs((date?.[0]?.left ?? Number.NaN) - (edge ?? 0)) < SAME_EDGE;
  const gaps = gapsOf(scanned, isDated);
  return scanned.map((lines) => cutPage(lines, isDated, gaps));
}

const SAME_EDGE = 1.5;

/** The commonest of these places, to a point. */
export function commonest(edges: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  for (const edge of edges) counts.set(Math.round(edge), (counts.get(Math.round(edge)) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

function scan(lines: readonly TextLine[]): readonly ScannedLine[] {
  return lines.map((line, index) => ({
    line,
    date: dateIn(line.words),
    figures: figuresIn(line.words),
    gap: line.baseline - (lines[index - 1]?.baseline ?? Number.NEGATIVE_INFINITY),
  }));
}

/** Whether a word begins a cell: it stands further from the word before than the words of one text. */
export function beginsCell(words: readonly Word[], at: number, room = 0.8): boolean {
  const [before, word] = [words[at - 1], words[at]];
  return !before || !word || word.left - before.right > room * word.size;
}

const LONGEST_DATE = 6;

// The longest date at the start of a cell.
function dateIn(words: readonly Word[]): readonly Word[] | undefined {
  for (const at of words.keys()) {
    if (!beginsCell(words, at)) continue;
    let end = at + 1;
    while (end < words.length && end < at + LONGEST_DATE && !beginsCell(words, end, 1.5)) end++;
    for (; end > at; end--) if (dateOf(joined(words.slice(at, end)))) return words.slice(at, end);
  }
  return undefined;
}

function joined(words: readonly Word[]): string {
  return words.map((word) => word.text).join('');
}

// A sign, a currency or a side before or after the digits.
const BESIDE = /^(?:[-+–−(]|[^\d\s]{1,4})$/;

function figuresIn(words: readonly Word[]): readonly BlockFigure[] {
  const figures: BlockFigure[] = [];
  let used = 0;
  for (const at of words.keys()) {
    const own = moneyOf(words[at]?.text ?? '');
    if (!own || at < used || !(own.currency || hasKobo(words[at]?.text ?? ''))) continue;
    let [from, to] = [at, at + 1];
    const isFigure = (start: number, end: number) => moneyOf(joined(words.slice(start, end))) !== undefined;
    while (from > used && BESIDE.test(words[from - 1]?.text ?? '') && isFigure(from - 1, to)) from--;
    while (
      to < words.length &&
      BESIDE.test(words[to]?.text ?? '') &&
      !beginsCell(words, to, 1) &&
      isFigure(from, to + 1)
    )
      to++;
    const part = words.slice(from, to);
    const money = moneyOf(joined(part));
    used = to;
    if (money) figures.push({ words: part, money, right: part.at(-1)?.right ?? 0 });
  }
  return figures;
}

interface Gaps {
  /** Whether the text of an entry begins above its date. */
  readonly isAbove: boolean;
  /** Lines of one entry are at most this far apart. */
  readonly within: number;
}

// The widest gap between two dates is the one between their entries.
function gapsOf(pages: readonly (readonly ScannedLine[])[], isDated: (line: ScannedLine) => boolean): Gaps {
  let above = 0;
  const inner: number[] = [];
  for (const lines of pages) {
    const dated = lines.flatMap((line, index) => (isDated(line) ? [index] : []));
    for (const [at, to] of dated.entries()) {
      const from = dated[at - 1];
      if (from === undefined || to - from < 2) continue;
      const gaps = lines.slice(from + 1, to + 1).map(({ gap }) => gap);
      const widest = Math.max(...gaps);
      above += (gaps.at(-1) ?? 0) > widest - 1 ? -1 : 1;
      inner.push(...gaps.filter((gap) => gap < widest - 1));
    }
  }
  inner.sort((a, b) => a - b);
  const usual = inner[Math.floor(0.95 * inner.length)];
  // Without a wrapped entry between two others, lines of one entry are closer than entries.
  const least = Math.min(...pages.flatMap((lines) => lines.filter(isDated).map(({ gap }) => gap)));
  const size = pages[0]?.[0]?.line.words[0]?.size ?? 0;
  return { isAbove: above > 0, within: usual === undefined ? Math.min(1.5 * size, 0.95 * least) : 1.15 * usual };
}

function cutPage(
  lines: readonly ScannedLine[],
  isDated: (line: ScannedLine) => boolean,
  { isAbove, within }: Gaps,
): PageBlocks {
  const dated = lines.flatMap((line, index) => (isDated(line) ? [index] : []));
  const isNear = (index: number) => (lines[index]?.gap ?? 0) <= within;
  const starts = dated.map((date, at) => {
    let start = date;
    while (isAbove && start > (dated[at - 1] ?? -1) + 1 && isNear(start)) start--;
    return start;
  });
  const ranges = dated.flatMap((date, at) => {
    const [start, next] = [starts[at] ?? date, starts[at + 1] ?? lines.length];
    let end = date + 1;
    while (end < next && isNear(end)) end++;
    return lines.slice(start, end).some(({ figures }) => figures.length > 0) ? [{ date, start, end }] : [];
  });
  const isOutside = (index: number) => ranges.every(({ start, end }) => index < start || index >= end);
  const outside = lines.flatMap(({ line }, index) => (isOutside(index) ? [{ line, index }] : []));
  const first = ranges[0]?.start ?? lines.length;
  return {
    above: outside.flatMap(({ line, index }) => (index < first ? [line] : [])),
    blocks: ranges.map(({ date, start, end }) => ({
      lines: lines.slice(start, end),
      date: lines[date]?.date ?? [],
    })),
    below: outside.flatMap(({ line, index }) => (index >= first ? [line] : [])),
  };
}
