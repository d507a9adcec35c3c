import { textOf } from '../text/lines.ts';
import type { TableLine } from './table-line.ts';

/** A line of one column's text, and which entry stands on the very same line, if one does. */
export interface ColumnText {
  readonly baseline: number;
  readonly text: string;
  /** Index of the entry on this line. */
  readonly entry: number | undefined;
}

/** Where the text of an entry stands: its figures are on the first, the middle or the last line of it. */
export type TextAlignment = 'top' | 'middle' | 'bottom';

/** Whose a line of text is: an entry's index, `before` for the last entry of the page before, `after` for the first of the next page, undefined for nobody's. */
export type TextOwner = number | 'before' | 'after' | undefined;

/** What the lines of a column are shared out by. */
export interface TextSharing {
  /** From top to bottom. */
  readonly texts: readonly ColumnText[];
  /** Baselines of the entries, from top to bottom. */
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

/** Shares the wrapped lines of a column out to its entries: by blocks of equally spaced lines first, by the alignment where entries stand as close as lines. */
export function shareText(sharing: TextSharing): readonly TextOwner[] {
  return blocksOf(sharing.texts, sharing.pitch).flatMap((block) => ownersIn(block, sharing));
}

/** Consecutive lines that are no further apart than lines of one entry are. */
function blocksOf(texts: readonly ColumnText[], pitch: number): readonly (readonly ColumnText[])[] {
  const blocks: ColumnText[][] = [];
  for (const text of texts) {
    const block = blocks.at(-1);
    const last = block?.at(-1);
    if (block && last && text.baseline - last.baseline <= pitch * SLACK + 0.2) block.push(text);
    else blocks.push([text]);
  }
  return blocks;
}

function ownersIn(block: readonly ColumnText[], sharing: TextSharing): readonly TextOwner[] {
  const { entries, pitch, alignment } = sharing;
  const [top, bottom] = [block[0]?.baseline ?? 0, block.at(-1)?.baseline ?? 0];
  const inside = entriesBetween(entries, top - 0.75 * pitch, bottom + 0.75 * pitch);
  const only = inside[0];
  if (only === undefined) return block.map(() => ownerOfLoneBlock(top, bottom, sharing));
  if (inside.length === 1) return block.map(() => only);
  return alignment === 'middle'
    ? ownersAround(block, inside, sharing)
    : block.map((text) => ownerBeside(text, inside, sharing));
}

// Entries are in order, so that the first of them is found by halving.
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

function ownerOfLoneBlock(
  top: number,
  bottom: number,
  { entries, pitch, texts, mayContinue, alignment }: TextSharing,
): TextOwner {
  const [first, last] = [entries[0], entries.at(-1)];
  // Where figures stand below the first line of their text, the end of a page can part the two.
  if (
    alignment !== 'top' &&
    last !== undefined &&
    top > last &&
    top - last < REACH * 2 * pitch &&
    texts.at(-1)?.baseline === bottom
  )
    return 'after';
  if (mayContinue && (first === undefined || bottom < first)) return texts[0]?.baseline === top ? 'before' : undefined;
  let best: { index: number; distance: number } | undefined;
  entries.forEach((baseline, index) => {
    // The nearer wins; between two, the one that has no text of its own.
    const hasText = texts.some((text) => text.entry === index);
    const distance = (baseline < top ? top - baseline : baseline - bottom) + (hasText ? pitch : 0);
    if (distance <= REACH * pitch && distance < (best?.distance ?? Number.POSITIVE_INFINITY))
      best = { index, distance };
  });
  return best?.index;
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

// As many lines stand below an entry as above it, so that the first entry's lines tell where the second's begin.
function ownersAround(
  block: readonly ColumnText[],
  inside: readonly number[],
  { entries, pitch }: TextSharing,
): readonly TextOwner[] {
  const owners: TextOwner[] = [];
  let next = 0;
  for (const index of inside) {
    const baseline = entries[index] ?? 0;
    let above = 0;
    while (next < block.length && (block[next]?.baseline ?? 0) < baseline - 0.25 * pitch) {
      owners[next++] = index;
      above++;
    }
    if (Math.abs((block[next]?.baseline ?? Number.NaN) - baseline) <= 0.25 * pitch) owners[next++] = index;
    for (let below = 0; below < above && next < block.length; below++) owners[next++] = index;
  }
  while (next < block.length) owners[next++] = inside.at(-1);
  return owners;
}

/** Distance of lines within an entry: the least that is usual between lines of which one bears no entry; undefined where no text is wrapped. */
export function pitchOf(pages: readonly (readonly ColumnText[])[], size: number): number | undefined {
  const gaps: number[] = [];
  for (const texts of pages) {
    for (let at = 1; at < texts.length; at++) {
      const [upper, lower] = [texts[at - 1] as ColumnText, texts[at] as ColumnText];
      const gap = lower.baseline - upper.baseline;
      if ((upper.entry === undefined || lower.entry === undefined) && gap > 0.5 * size && gap < 2.5 * size)
        gaps.push(gap);
    }
  }
  gaps.sort((a, b) => a - b);
  return gaps[Math.floor(gaps.length * 0.1)];
}

/** Where the figures of an entry stand beside its text, as blocks with exactly one entry show. */
export function alignmentOf(pages: readonly Pick<TextSharing, 'texts' | 'entries'>[], pitch: number): TextAlignment {
  const votes = { top: 0, middle: 0, bottom: 0 };
  for (const { texts, entries } of pages) {
    for (const block of blocksOf(texts, pitch)) vote(votes, block, entries, pitch);
  }
  if (votes.middle > votes.top && votes.middle >= votes.bottom) return 'middle';
  return votes.bottom > votes.top ? 'bottom' : 'top';
}

function vote(
  votes: Record<TextAlignment, number>,
  block: readonly ColumnText[],
  entries: readonly number[],
  pitch: number,
): void {
  const [top, bottom] = [block[0]?.baseline ?? 0, block.at(-1)?.baseline ?? 0];
  if (bottom - top < 0.5 * pitch) return;
  const inside = entriesBetween(entries, top - 0.75 * pitch, bottom + 0.75 * pitch).map((index) => entries[index] ?? 0);
  const slack = 0.25 * pitch;
  if (inside.length === 1) {
    const baseline = inside[0] ?? 0;
    votes[Math.abs(baseline - top) < slack ? 'top' : Math.abs(baseline - bottom) < slack ? 'bottom' : 'middle']++;
    return;
  }
  // Entries as close as lines: one that has no text on its own line, only above and below, has it around itself.
  for (const baseline of inside) {
    const onLine = block.some((text) => Math.abs(text.baseline - baseline) < slack);
    const around =
      block.some((text) => text.baseline < baseline && baseline - text.baseline < pitch) &&
      block.some((text) => text.baseline > baseline && text.baseline - baseline < pitch);
    if (!onLine && around) votes.middle++;
  }
}

/** The lines of text in a column; `entryAt` tells which entry stands on which line. A sentence that runs across the page into the column is left out: a footer, a heading, a disclaimer. */
export function textInColumn(
  lines: readonly TableLine[],
  column: number,
  entryAt: ReadonlyMap<number, number>,
): readonly ColumnText[] {
  const edge = leftEdge(lines, column);
  return lines.flatMap((line, index) => {
    const words = line.cells[column] ?? [];
    if (words.length === 0 || (line.money.size === 0 && runsInto(line, column, edge))) return [];
    return [{ baseline: line.baseline, text: textOf(words), entry: entryAt.get(index) }];
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
