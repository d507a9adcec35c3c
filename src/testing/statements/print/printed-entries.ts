import type { Entry } from '../life/entry.ts';
import type { StatementLayout } from '../statement-layout.ts';

/** An entry as it is printed. */
export interface PrintedEntry {
  readonly entry: Entry;
  /** Index of the entry it comes from, in the account's own order. */
  readonly index: number;
  /** Is its balance printed? */
  readonly withBalance: boolean;
}

/** Where an entry stands. */
export interface EntryPlace {
  readonly index: number;
  readonly page: number;
  readonly narration: string;
}

/** The entries in the order they are printed, each with whether its balance is. */
export function printedEntries(
  entries: readonly Entry[],
  { columns, table }: StatementLayout,
): readonly PrintedEntry[] {
  const hasBalance = columns.some(({ kind }) => kind === 'balance');
  const printed = entries.map((entry, index) => ({
    entry,
    index,
    // The day's balance is the one after its last entry, wherever that is printed.
    withBalance: hasBalance && (table.balance === 'every-row' || entries[index + 1]?.date !== entry.date),
  }));
  return table.order === 'newest-first' ? printed.reverse() : printed;
}
