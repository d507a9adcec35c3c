import { textOf } from '../text/lines.ts';
import type { TableLine } from './table-line.ts';

/** A line of one column's text, and which entry stands on the very same line, if one does. */
export interface ColumnText {
  readonly baseline: number;
  readonly text: string;
  readonly entry: number | undefined;
}

/** Where the text of an entry stands: its figures are on the first, the middle or the last line of it. */
export type TextAlignment = 'top' | 'middle' | 'bottom';

/** Whose a line is: an entry's index, `before` or `after` for the last or first entry of the page there, or no one's. */
export type TextOwner = number | 'before' | 'after' | undefined;

/** What decides to which entries the lines of a column belong; texts and baselines of entries from top to bottom. */
export interface TextSharing {
  readonly texts: readonly ColumnText[];
  readonly entries: readonly number[];
  /** Distance of lines within one entry, in points. */
  readonly pitch: number;
  readonly alignment: TextAlignment;
  /** May the first lines continue the last entry of the page before? */
  readonly mayContinue: boolean;
}

// Lines of one entry are equally far apart; the room between entries is wider by more than this share.
const SLACK = 1.15;
// A block of text that stands apart from every entry belongs to one that is this many lines away at most.
const REACH = 2.2;

/** Finds the entry of each wrapped line of a column: by blocks of equally spaced lines, then by the alignment. */
export function shareText(sharing: TextSharing): readonly TextOwner[] {
  return blocksOf(sharing).flatMap((block) => ownersIn(block, sharing));
}

/** Lines that are no further apart than lines of one entry are, and the entries beside them. */
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

// Entries are in order, so that a binary search finds the first of them.
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

function ownerOfLoneBlock(
  { top, bottom }: TextBlock,
  { entries, pitch, texts, mayContinue, alignment }: TextSharing,
): TextOwner {
  const [first, last] = [entries[0], entries.at(-1)];
  // Where figures stand below the first line of their text, the end of a page can part the two.
  const isBelow = last !== undefined && top > last && top - last < REACH * 2 * pitch;
  if (alignment !== 'top' && isBelow && texts.at(-1)?.baseline === bottom) return 'after';
  if (mayContinue && (first === undefined || bottom < first)) return texts[0]?.baseline === top ? 'before' : undefined;
  let [nearest, least] = [-1, Number.POSITIVE_INFINITY];
  for (const [index, baseline] of entries.entries()) {
    // The nearer wins; between two, the one that has no text of its own.
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

// As many lines stand below an entry as above it, so that the first entry's lines show where the second's begin.
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

/** Distance of lines within an entry: the least that is usual between lines of which one bears no entry. */
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

/** Where the figures of an entry stand beside its text, as blocks with exactly one entry show. */
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
): readonly TextAlignment[] {
  if (bottom - top < 0.5 * pitch) return [];
  const slack = 0.25 * pitch;
  const baselines = inside.map((index) => entries[index] ?? 0);
  const [only = 0, second] = baselines;
  if (baselines.length > 0 && second === undefined)
    return [Math.abs(only - top) < slack ? 'top' : Math.abs(only - bottom) < slack ? 'bottom' : 'middle'];
  // Entries as close as lines: one that has no text on its own line, only above and below, has it around itself.
  return baselines.flatMap((baseline): TextAlignment[] => {
    const distances = texts.map((text) => text.baseline - baseline);
    const onLine = distances.some((distance) => Math.abs(distance) < slack);
    const isBetween =
      distances.some((distance) => distance < 0 && distance > -pitch) &&
      distances.some((distance) => distance > 0 && distance < pitch);
    return !onLine && isBetween ? ['middle'] : [];
  });
}

/** The lines of text in a column, without sentences that run across the page; `entryAt` gives the entry of a line. */
export function textInColumn(
  lines: readonly TableLine[],
  column: number,
  entryAt: ReadonlyMap<number, number>,
): readonly ColumnText[] {
  const edge = leftEdge(lines, column);
  return lines.flatMap((line, index) => {
    const text = textOf(line.cells[column]);
    if (text === '' || (line.money.size === 0 && runsInto(line, column, edge))) return [];
    return [{ baseline: line.baseline, text, entry: entryAt.get(index) }];
  });
}

function runsInto({ cells, size }: TableLine, column: number, edge: number | undefined): boolean {
  const first = cells[column]?.[0];
  const before = cells
    .slice(0, Math.max(0, column))
    .findLast((words) => words.length > 0)
    ?.at(-1);
  if (!first || !before || (edge !== undefined && Math.abs(first.left - edge) < 1.5)) return false;
  return first.left - before.right < 0.6 * size;
}

// Where most cells of the column begin.
function leftEdge(lines: readonly TableLine[], column: number): number | undefined {
  const counts = new Map<number, number>();
  for (const { cells, money } of lines) {
    const left = cells[column]?.[0]?.left;
    if (left !== undefined && money.size > 0) counts.set(Math.round(left), (counts.get(Math.round(left)) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}
