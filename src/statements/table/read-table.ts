import type { PrintedDate } from '../text/dates.ts';
import { dateAcrossPages } from './dates-in-column.ts';
import { entriesInRegion, type RegionEntries } from './entries-in-region.ts';
import { type PrintedEntry, rowKindOf } from './printed-rows.ts';
import { alignmentOf, pitchOf, shareText } from './row-text.ts';
import type { MoneyHabits } from './table-line.ts';
import type { TableRegion } from './table-regions.ts';

/** How the rows are read. */
export interface TableReading {
  readonly habits: MoneyHabits;
  /** Called for each region: the reading can be ended here by throwing. */
  readonly onCheckpoint?: (() => void) | undefined;
}

/** The rows of each region from top to bottom, each with the whole of its wrapped text. */
export function readTable(
  regions: readonly TableRegion[],
  { habits, onCheckpoint }: TableReading,
): readonly (readonly PrintedEntry[])[] {
  let heading: PrintedDate | undefined;
  const inOrder = regions.map((region) => {
    onCheckpoint?.();
    const found = entriesInRegion(region, habits, heading);
    heading = found.heading;
    return found;
  });
  const read = datedAcrossPages(inOrder);
  const narrations = textsOfColumn(read, 'narration');
  const references = textsOfColumn(read, 'reference');
  return read.map(({ entries }, index) =>
    entries.map((entry, at): PrintedEntry => {
      const narration = narrations[index]?.[at]?.join(' ') ?? '';
      const reference = references[index]?.[at]?.join(' ') ?? '';
      // One object for each row, filled in place: a long statement has tens of thousands.
      const row = Object.assign(entry, { narration, reference });
      const kind = rowKindOf(row);
      // Of an entry the words are not needed again.
      return Object.assign(row, { kind, words: kind === 'entry' ? '' : row.words });
    }),
  );
}

// A row that the end of a page broke has half of its date on each side.
function datedAcrossPages(read: readonly RegionEntries[]): readonly RegionEntries[] {
  const dated = read.map((region) => ({ ...region, entries: [...region.entries] }));
  let before: (typeof dated)[number] | undefined;
  for (const region of dated) {
    const date = before && region.startsPage ? dateAcrossPages(before.dates.below, region.dates.above) : undefined;
    const [last, first] = [before?.entries.at(-1), region.entries[0]];
    if (date && before && last && !last.date) before.entries[before.entries.length - 1] = { ...last, date };
    else if (date && first && !first.date) region.entries[0] = { ...first, date };
    if (region.entries.length > 0) before = region;
  }
  return dated;
}

/** The lines of text of each entry of each region. */
function textsOfColumn(
  read: readonly RegionEntries[],
  column: 'narration' | 'reference',
): readonly (readonly (readonly string[])[])[] {
  const pages = read.map((region) => ({
    texts: region[column],
    entries: region.baselines,
    mayContinue: region.startsPage,
    taken: region.baselines.map((): string[] => []),
  }));
  const size = read.find((region) => region.size > 0)?.size ?? 0;
  const pitch =
    pitchOf(
      pages.map(({ texts }) => texts),
      size,
    ) ?? 1.2 * size;
  const alignment = alignmentOf(pages, pitch);
  let lastOfPageBefore: string[] | undefined;
  // Text that stands ahead of its entry.
  const ahead: string[] = [];
  for (const page of pages) {
    const { texts, taken } = page;
    taken[0]?.unshift(...ahead.splice(0));
    for (const [at, owner] of shareText({ ...page, pitch, alignment }).entries()) {
      const owned = owner === 'before' ? lastOfPageBefore : owner === 'after' ? ahead : taken[owner ?? -1];
      owned?.push(texts[at]?.text ?? '');
    }
    lastOfPageBefore = taken.at(-1) ?? lastOfPageBefore;
  }
  return pages.map(({ taken }) => taken);
}
