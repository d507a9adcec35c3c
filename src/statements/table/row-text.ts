import { shortMonthNames } from '../../domain/calendar.ts';
import { textOf } from '../text/lines.ts';
import type { TableLine } from './table-line.ts';

/** A line of one column's text, and the index of the entry on the same line, if any. */
export interface ColumnText {
  readonly baseline: number;
  readonly text: string;
  readonly entry: number | undefined;
  /** Its number on the page. */
  readonly line: number;
}

/** The alignment of an entry's text: its figures are on the first, middle or last line of the text. */
export type TextAlignment = 'top' | 'middle' | 'bottom';

/** The owner of a line: an entry's index; `before` or `after` for the previous or next page; undefined for none. */
export type TextOwner = number | 'before' | 'after' | undefined;

export interface TextSharing {
  readonly texts: readonly ColumnText[];
  readonly entries: readonly number[];
  /** Line distance within one entry, in points. */
  readonly pitch: number;
  readonly alignment: TextAlignment;
  /** Whether the first lines may continue the last entry of the previous page. */
  readonly mayContinue: boolean;
  /** Whether the next page may continue this one. */
  readonly mayGoOn?: boolean | undefined;
  /** The least distance between two entries of the statement. Default: of these. */
  readonly between?: (() => number) | undefined;
}

// Lines of one entry are equally spaced. A gap between entries is larger by more than this factor.
const SLACK = 1.15;
// A block of text away from all entries belongs to an entry at most this many lines away.
const REACH = 2.2;

/** Finds the entry of each wrapped line of a column, by blocks of equally spaced lines, then by alignment. */
export function shareText(sharing: TextSharing): readonly TextOwner[] {
  const blocks = blocksOf(sharing);
  if (blocks.every(({ inside }) => inside.length > 0)) return blocks.flatMap((block) => ownersIn(block, sharing));
  const between = sharing.between?.() ?? leastBetween([sharing], sharing.pitch);
  const owners: (readonly TextOwner[])[] = [];
  for (const [at, block] of blocks.entries()) {
    const [upper, lower] = [blocks[at - 1], blocks[at + 1]];
    const above = upper ? block.top - upper.bottom : Number.POSITIVE_INFINITY;
    const below = lower ? lower.top - block.bottom : Number.POSITIVE_INFINITY;
    const isLone = block.inside.length === 0 && Number.isFinite(between);
    const goesOn = isLone && above < APART * between && above < below;
    // As far from the last entry as entries are from each other: its figures are on the next page.
    const begins = isLone && sharing.mayGoOn && !lower && above >= APART * between && above <= between / APART;
    const owner = goesOn ? owners.at(-1)?.at(-1) : begins ? ('after' as const) : undefined;
    owners.push(owner === undefined ? ownersIn(block, sharing) : block.texts.map(() => owner));
  }
  return owners.flat();
}

// Lines of one entry can be further apart than others, if a cell beside them has larger letters. They are closer than
// this share of the distance between entries.
const APART = 0.9;

/** The least distance between the texts of two entries, in points. */
export function leastBetween(pages: readonly Pick<TextSharing, 'texts' | 'entries'>[], pitch: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (const { texts, entries } of pages) {
    let before: TextBlock | undefined;
    for (const block of blocksOf({ texts, entries, pitch })) {
      if (before && before.inside.length > 0 && block.inside.length > 0)
        least = Math.min(least, block.top - before.bottom);
      before = block;
    }
  }
  return least;
}

/** Lines as close as lines of one entry, and the entries beside them. */
interface TextBlock {
  readonly texts: readonly ColumnText[];
  readonly top: number;
  readonly bottom: number;
  readonly inside: readonly number[];
}

function blocksOf({ texts, entries, pitch }: Pick<TextSharing, 'texts' | 'entries' | 'pitch'>): readonly TextBlock[] {
  const blocks: ColumnText[][] = [];
  let last: ColumnText | undefined;
  for (const text of texts) {
    if (last && text.baseline - last.baseline <= pitch * SLACK + 0.2) blocks.at(-1)?.push(text);
    else blocks.push([text]);
    last = text;
  }
  return blocks.map((block) => {
    const [top, bottom] = [block[0]?.baseline ?? 0, block.at(-1)?.baseline ?? 0];
    return { texts: block, top, bottom, inside: entriesBetween(entries, top - 0.75 * pitch, bottom + 0.75 * pitch) };
  });
}

// A binary search, because entries are sorted.
function entriesBetween(entries: readonly number[], top: number, bottom: number): readonly number[] {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle] ?? 0) > top) high = middle;
    else low = middle + 1;
  }
  const inside: number[] = [];
  for (let at = low; at < entries.length && (entries[at] ?? 0) < bottom; at++) inside.push(at);
  return inside;
}

function ownersIn(block: TextBlock, sharing: TextSharing): readonly TextOwner[] {
  const [only, second] = block.inside;
  if (only === undefined) return block.texts.map(() => ownerOfLoneBlock(block, sharing));
  if (second === undefined) return block.texts.map(() => only);
  return sharing.alignment === 'middle'
    ? ownersAround(block, sharing)
    : block.texts.map((text) => ownerBeside(text, block.inside, sharing));
}

function ownerOfLoneBlock({ top, bottom }: TextBlock, { entries, pitch, texts, mayContinue, alignment }: TextSharing) {
  const [first, last] = [entries[0], entries.at(-1)];
  // If figures are below the first line of their text, a page break can split the two.
  const isBelow = last !== undefined && top > last && top - last < REACH * 2 * pitch;
  if (alignment !== 'top' && isBelow && texts.at(-1)?.baseline === bottom) return 'after';
  if (mayContinue && (first === undefined || bottom < first)) return texts[0]?.baseline === top ? 'before' : undefined;
  let [nearest, least] = [-1, Number.POSITIVE_INFINITY];
  for (const [index, baseline] of entries.entries()) {
    // The nearest entry wins. An entry without text has an advantage.
    const hasText = texts.some((text) => text.entry === index);
    const distance = (baseline < top ? top - baseline : baseline - bottom) + (hasText ? pitch : 0);
    if (distance <= REACH * pitch && distance < least) [nearest, least] = [index, distance];
  }
  return nearest < 0 ? undefined : nearest;
}

function ownerBeside(
  text: ColumnText,
  inside: readonly number[],
  { entries, pitch, alignment, mayContinue }: TextSharing,
): TextOwner {
  const slack = 0.4 * pitch;
  if (alignment === 'top') {
    const above = inside.findLast((index) => (entries[index] ?? 0) <= text.baseline + slack);
    return above ?? (mayContinue && inside[0] === 0 ? 'before' : inside[0]);
  }
  return inside.find((index) => (entries[index] ?? 0) >= text.baseline - slack) ?? inside.at(-1);
}

// For middle alignment. An entry has as many lines below as above, so its lines above show where the next entry begins.
function ownersAround({ texts, inside }: TextBlock, { entries, pitch }: TextSharing): readonly TextOwner[] {
  const owners: TextOwner[] = [];
  let next = 0;
  for (const index of inside) {
    const baseline = entries[index] ?? 0;
    let above = 0;
    while (next < texts.length && (texts[next]?.baseline ?? 0) < baseline - 0.25 * pitch) {
      owners[next++] = index;
      above++;
    }
    if (Math.abs((texts[next]?.baseline ?? Number.NaN) - baseline) <= 0.25 * pitch) owners[next++] = index;
    for (let below = 0; below < above && next < texts.length; below++) owners[next++] = index;
  }
  while (next < texts.length) owners[next++] = inside.at(-1);
  return owners;
}

/** Line distance within an entry: a low percentile of the gaps next to a line without an entry. */
export function pitchOf(pages: readonly (readonly ColumnText[])[], size: number): number | undefined {
  const gaps: number[] = [];
  for (const texts of pages) {
    let upper: ColumnText | undefined;
    for (const lower of texts) {
      const gap = upper ? lower.baseline - upper.baseline : 0;
      const isWrapped = upper?.entry === undefined || lower.entry === undefined;
      if (isWrapped && gap > 0.5 * size && gap < 2.5 * size) gaps.push(gap);
      upper = lower;
    }
  }
  gaps.sort((a, b) => a - b);
  return gaps[Math.floor(gaps.length * 0.1)];
}

/** Finds the alignment from blocks with exactly one entry. */
export function alignmentOf(pages: readonly Pick<TextSharing, 'texts' | 'entries'>[], pitch: number): TextAlignment {
  const votes = { top: 0, middle: 0, bottom: 0 };
  for (const { texts, entries } of pages)
    for (const block of blocksOf({ texts, entries, pitch }))
      for (const vote of votesOf(block, entries, pitch)) votes[vote]++;
  if (votes.middle > votes.top && votes.middle >= votes.bottom) return 'middle';
  return votes.bottom > votes.top ? 'bottom' : 'top';
}

function votesOf(
  { texts, top, bottom, inside }: TextBlock,
  entries: readonly number[],
  pitch: number,
): TextAlignment[] {
  if (bottom - top < 0.5 * pitch) return [];
  const slack = 0.25 * pitch;
  const baselines = inside.map((index) => entries[index] ?? 0);
  const [only = 0, second] = baselines;
  if (baselines.length > 0 && second === undefined)
    return [Math.abs(only - top) < slack ? 'top' : Math.abs(only - bottom) < slack ? 'bottom' : 'middle'];
  // Entries may be as close as lines. An entry with text above and below, but none on its own line, is in the middle.
  return baselines.flatMap((baseline): TextAlignment[] => {
    const distances = texts.map((text) => text.baseline - baseline);
    const onLine = distances.some((distance) => Math.abs(distance) < slack);
    const isBetween =
      distances.some((distance) => distance < 0 && distance > -pitch) &&
      distances.some((distance) => distance > 0 && distance < pitch);
    return !onLine && isBetween ? ['middle'] : [];
  });
}

/** In place of a column: the narration fills the lines between the rows. */
export const WHOLE_LINE = -2;

interface TextPlace {
  readonly column: number;
  readonly day: number;
  /** The entry of a line. */
  readonly entryAt: ReadonlyMap<number, number>;
}

/** The lines of text in a column, without sentences across the page and labels of figures. */
export function textInColumn(lines: readonly TableLine[], { column, day, entryAt }: TextPlace): readonly ColumnText[] {
  const edge = leftEdge(lines, column);
  return lines.flatMap((line, index) => {
    const { cells, money, baseline } = line;
    const text = column === WHOLE_LINE ? (money.size > 0 ? '' : textOf(line.line.words)) : textOf(cells[column]);
    if (text === '') return [];
    const isOther = column !== WHOLE_LINE && (runsInto(line, column, edge) || isLabel(textOf(cells[day])));
    return money.size === 0 && isOther ? [] : [{ baseline, text, entry: entryAt.get(index), line: line.line.line }];
  });
}

// In the column of dates, words that are no part of a date name what stands beside them: `Total Debit  300.00`.
function isLabel(text: string): boolean {
  return /[a-z]{3}/i.test(text.replace(partOfDate, '')) && !/\d/.test(text);
}

const partOfDate = new RegExp(
  `(?:${shortMonthNames.join('|')})[a-z]*|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*|time`,
  'gi',
);

function runsInto({ cells, size }: TableLine, column: number, edge: number | undefined): boolean {
  const first = cells[column]?.[0];
  const before = cells
    .slice(0, Math.max(0, column))
    .findLast((words) => words.length > 0)
    ?.at(-1);
  if (!first || !before || (edge !== undefined && Math.abs(first.left - edge) < 1.5)) return false;
  return first.left - before.right < 0.6 * size;
}

// The left edge of most cells of the column.
function leftEdge(lines: readonly TableLine[], column: number): number | undefined {
  const counts = new Map<number, number>();
  for (const { cells, money } of lines) {
    const left = cells[column]?.[0]?.left;
    if (left !== undefined && money.size > 0) counts.set(Math.round(left), (counts.get(Math.round(left)) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}
