import { labelledAccountNumber, loneNumber } from '../facts/account-facts.ts';
import { figuresIn } from '../facts/printed-figures.ts';
import type { TextLine } from '../layout/text-line.ts';
import type { PrintedEntry } from './printed-entry.ts';
import { readTable } from './read-table.ts';
import { rowKindOf } from './row-kind.ts';
import { statesFigures } from './special-rows.ts';
import type { MoneyHabits } from './table-line.ts';
import type { TableRegion } from './table-regions.ts';

/** What a file holds of one account. */
export interface AccountPart {
  /** As a label outside the table names it; undefined where none does. */
  readonly number: string | undefined;
  /** Lines outside the table. */
  readonly around: readonly TextLine[];
  /** Rows of the table in printed order. */
  readonly rows: readonly PrintedEntry[];
}

/** Shares rows and the lines around them out to accounts: a new account begins at the first header after another account number was named. */
export function splitAccounts(front: readonly TextLine[], regions: readonly TableRegion[], habits: MoneyHabits): readonly AccountPart[] {
  const rows = readTable(regions, habits);
  const parts: { number: string | undefined; around: TextLine[]; regions: TableRegion[] }[] = [
    { number: labelledAccountNumber(front), around: [...front], regions: [] },
  ];
  let pending: TextLine[] = [];
  let header = regions[0]?.header;
  for (const region of regions) {
    const current = parts.at(-1);
    if (!rows.some((row) => isIn(region, row) && isEntry(row))) {
      // The end of one table and the heading of the next may be parted by the end of a page; above a header nothing is a row of the table.
      if (region.startsPage) current?.regions.push(region);
      pending.push(...(region.startsPage ? outside(region, rows) : region.lines));
      continue;
    }
    const named = region.header === header ? undefined : accountNamedIn(pending);
    if (current && named && current.number && named !== current.number) parts.push({ number: named, around: pending, regions: [region] });
    else {
      current?.around.push(...pending);
      current?.regions.push(region);
    }
    header = region.header;
    pending = [...outside(region, rows)];
  }
  parts.at(-1)?.around.push(...pending);
  return parts.map((part) => ({ number: part.number, around: part.around, rows: rowsOf(part.regions, rows) }));
}

// A heading that states balances of its own names its account, with a label or without.
function accountNamedIn(heading: readonly TextLine[]): string | undefined {
  const labelled = labelledAccountNumber(heading);
  if (labelled) return labelled;
  return figuresIn(heading).some(({ figure }) => figure === 'openingBalance') ? loneNumber(heading) : undefined;
}

function rowsOf(regions: readonly TableRegion[], rows: readonly PrintedEntry[]): readonly PrintedEntry[] {
  const own = new Set(regions.map((region) => `${region.page}/${region.header}`));
  return rows.filter((row) => own.has(`${row.page}/${row.header}`));
}

// Lines above the first entry of a region and below its last, without those that are rows of the table and state something as such.
function outside(region: TableRegion, rows: readonly PrintedEntry[]): readonly TextLine[] {
  const own = rows.filter((row) => isIn(region, row));
  const entries = own.filter(isEntry);
  const stating = new Set(own.filter(statesFigures).map((row) => row.line));
  const [first, last] = [entries[0]?.line ?? Number.POSITIVE_INFINITY, entries.at(-1)?.line ?? Number.NEGATIVE_INFINITY];
  return region.lines.filter(({ line }) => (line < first || line > last) && !stating.has(line));
}

function isIn(region: TableRegion, row: PrintedEntry): boolean {
  return row.page === region.page && row.header === region.header;
}

function isEntry(row: PrintedEntry): boolean {
  return row.date !== undefined && rowKindOf(row) === 'entry';
}
