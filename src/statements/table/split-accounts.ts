import { labelledAccountNumber, loneNumber } from '../facts/account-facts.ts';
import { figuresIn } from '../facts/printed-figures.ts';
import type { TextLine } from '../layout/text-line.ts';
import type { PrintedEntry } from './printed-entry.ts';
import { readTable, type TableReading } from './read-table.ts';
import { statesFigures } from './special-rows.ts';
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

interface OpenPart {
  readonly number: string | undefined;
  readonly around: TextLine[];
  readonly rows: PrintedEntry[];
}

/** Shares rows and the lines around them out to accounts: a new account begins at the first header after another account number was named. */
export function splitAccounts(
  front: readonly TextLine[],
  regions: readonly TableRegion[],
  how: TableReading,
): readonly AccountPart[] {
  const rows = readTable(regions, how);
  let current: OpenPart = { number: labelledAccountNumber(front), around: [...front], rows: [] };
  const parts = [current];
  let heading: TextLine[] = [];
  let header = regions[0]?.header;
  for (const [index, region] of regions.entries()) {
    const own = rows[index] ?? [];
    if (!own.some(isEntry)) {
      // The end of one table and the heading of the next may be parted by the end of a page; above a header nothing is a row of the table.
      if (region.startsPage) current.rows.push(...own);
      heading.push(...(region.startsPage ? outside(region, own) : region.lines));
      continue;
    }
    const named = region.header === header ? undefined : accountNamedIn(heading);
    if (named && current.number && named !== current.number) {
      current = { number: named, around: [], rows: [] };
      parts.push(current);
    }
    current.around.push(...heading);
    current.rows.push(...own);
    header = region.header;
    heading = [...outside(region, own)];
  }
  current.around.push(...heading);
  return parts;
}

// A heading that states balances of its own names its account, with a label or without.
function accountNamedIn(heading: readonly TextLine[]): string | undefined {
  const labelled = labelledAccountNumber(heading);
  if (labelled) return labelled;
  return figuresIn(heading).some(({ figure }) => figure === 'openingBalance') ? loneNumber(heading) : undefined;
}

// Lines above the first entry of a region and below its last, without those that are rows of the table and state something as such.
function outside(region: TableRegion, rows: readonly PrintedEntry[]): readonly TextLine[] {
  const entries = rows.filter(isEntry);
  const stating = new Set(rows.filter(statesFigures).map((row) => row.line));
  const [first, last] = [
    entries[0]?.line ?? Number.POSITIVE_INFINITY,
    entries.at(-1)?.line ?? Number.NEGATIVE_INFINITY,
  ];
  return region.lines.filter(({ line }) => (line < first || line > last) && !stating.has(line));
}

function isEntry(row: PrintedEntry): boolean {
  return row.date !== undefined && row.kind === 'entry';
}
