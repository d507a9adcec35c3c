import type { PrintedDate } from './date-text.ts';
import { dateAcrossPages } from './dates-in-column.ts';
import { columnOf, entriesInRegion, narrationColumn, type RegionEntries } from './entries-in-region.ts';
import type { PrintedEntry } from './printed-entry.ts';
import { alignmentOf, type ColumnText, pitchOf, shareText, type TextOwner } from './row-text.ts';
import type { MoneyHabits, TableLine } from './table-line.ts';
import type { TableRegion } from './table-regions.ts';

/** The rows of all regions from top to bottom, each with the whole of its wrapped text. */
export function readTable(regions: readonly TableRegion[], habits: MoneyHabits): readonly PrintedEntry[] {
  let heading: PrintedDate | undefined;
  const inOrder = regions.map((region) => {
    const found = entriesInRegion(region, habits, heading);
    heading = found.heading;
    return found;
  });
  const read = datedAcrossPages(inOrder);
  const narrations = textsOfColumn(read, 'narration');
  const references = textsOfColumn(read, 'reference');
  return read.flatMap((region, index) =>
    region.entries.map((entry, at) => ({
      ...entry,
      narration: joined(narrations[index]?.[at]),
      reference: joined(references[index]?.[at]),
    })),
  );
}

// A row that the end of a page broke has half of its date on each side.
function datedAcrossPages(read: readonly RegionEntries[]): readonly RegionEntries[] {
  const dated = read.map((region) => ({ ...region, entries: [...region.entries] }));
  dated.forEach((region, index) => {
    const before = dated.slice(0, index).findLast((other) => other.entries.length > 0);
    const date = before && region.region.startsPage ? dateAcrossPages(before.dates.below, region.dates.above) : undefined;
    const [last, first] = [before?.entries.at(-1), region.entries[0]];
    if (date && before && last && !last.date) before.entries[before.entries.length - 1] = { ...last, date };
    else if (date && first && !first.date) region.entries[0] = { ...first, date };
  });
  return dated;
}

/** The lines of text of each entry of each region. */
type EntryTexts = readonly (readonly string[])[];

function textsOfColumn(read: readonly RegionEntries[], column: 'narration' | 'reference'): readonly EntryTexts[] {
  const withText = read.map((region) => ({ texts: withoutFurniture(region, column), entries: region.baselines }));
  const size = read.find((region) => region.lines.length > 0)?.lines[0]?.size ?? 0;
  const pitch =
    pitchOf(
      withText.map(({ texts }) => texts),
      size,
    ) ?? 1.2 * size;
  const alignment = alignmentOf(withText, pitch);
  const texts: string[][][] = read.map((region) => region.entries.map(() => []));
  const across: AcrossPages = { last: undefined, ahead: [] };
  withText.forEach(({ texts: lines, entries }, index) => {
    const owners = shareText({ texts: lines, entries, pitch, alignment, mayContinue: read[index]?.region.startsPage === true });
    const own = texts[index] ?? [];
    if (own.length > 0) own[0]?.unshift(...across.ahead.splice(0));
    for (const [at, owner] of owners.entries()) takeText(lines[at], owner, { own, across });
    across.last = own.at(-1) ?? across.last;
  });
  return texts;
}

/** What the end of a page parts. */
interface AcrossPages {
  /** The text of the last entry before. */
  last: string[] | undefined;
  /** Text that stands ahead of its entry. */
  readonly ahead: string[];
}

function takeText(line: ColumnText | undefined, owner: TextOwner, { own, across }: { readonly own: string[][]; readonly across: AcrossPages }): void {
  if (!line || owner === undefined) return;
  const texts = owner === 'before' ? across.last : owner === 'after' ? across.ahead : own[owner];
  texts?.push(line.text);
}

// A sentence that runs across the page into the column is no entry's: a footer, a heading, a disclaimer.
function withoutFurniture(read: RegionEntries, column: 'narration' | 'reference'): readonly ColumnText[] {
  const index = column === 'narration' ? narrationColumn(read.region.bands) : columnOf(read.region.bands, column);
  const edge = leftEdge(read.lines, index);
  const sentences = new Set(read.lines.filter((line) => line.money.size === 0 && runsInto(line, index, edge)).map((line) => line.baseline));
  return read[column].filter((text) => !sentences.has(text.baseline));
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

function joined(texts: readonly string[] | undefined): string {
  return (texts ?? []).join(' ').replace(/\s+/g, ' ').trim();
}
