import { addDays } from '../../../domain/calendar.ts';
import type { StatementLayout } from '../layouts/statement-layout.ts';
import type { Entry } from '../life/entries.ts';

export interface PrintedEntry {
  readonly entry: Entry;
  /** Index of the entry in account order. */
  readonly index: number;
  readonly withBalance: boolean;
}

/** The place of an entry, and its narration with lines joined by blanks. */
export interface EntryPlace {
  readonly index: number;
  readonly page: number;
  readonly narration: string;
}

export function printedEntries(
  entries: readonly Entry[],
  { columns, table }: StatementLayout,
): readonly PrintedEntry[] {
  const hasBalance = columns.some(({ kind }) => kind === 'balance');
  const printed = entries.map((entry, index) => ({
    entry,
    index,
    // The balance of a day is the one after its last entry, wherever it is printed.
    withBalance: hasBalance && (table.balance === 'every-row' || entries[index + 1]?.date !== entry.date),
  }));
  return table.order === 'newest-first' ? printed.reverse() : printed;
}

/** A forgery of one printed row, counted from 0. `by` is in naira. The head and the truth stay the same. */
export type Tamper =
  | { readonly kind: 'delete' | 'side' | 'repeat'; readonly row: number }
  | { readonly kind: 'amount' | 'balance'; readonly row: number; readonly by: number }
  | { readonly kind: 'date'; readonly row: number; readonly days: number }
  | { readonly kind: 'swap'; readonly row: number; readonly with: number };

export const tamperKinds: readonly Tamper['kind'][] = ['delete', 'amount', 'balance', 'side', 'date', 'swap', 'repeat'];

export function tamperWith(printed: readonly PrintedEntry[], tamper: Tamper): readonly PrintedEntry[] {
  const rowAt = (row: number, purpose: string): PrintedEntry => {
    const found = printed[row];
    if (found) return found;
    const rows = `${printed.length} rows are printed, counted from 0.`;
    throw new RangeError(`There is no printed row ${row} to ${purpose} with: ${rows}`);
  };
  const target = rowAt(tamper.row, 'tamper');
  const { entry } = target;
  const withEntry = (change: Partial<Entry>): readonly PrintedEntry[] =>
    printed.with(tamper.row, { ...target, entry: { ...entry, ...change } });
  switch (tamper.kind) {
    case 'delete':
      return printed.toSpliced(tamper.row, 1);
    case 'repeat':
      return printed.toSpliced(tamper.row, 0, target);
    case 'amount':
    case 'balance':
      return withEntry({ [tamper.kind]: entry[tamper.kind] + Math.round(tamper.by * 100) });
    case 'side':
      return withEntry({ type: entry.type === 'debit' ? 'credit' : 'debit' });
    case 'date':
      return withEntry({ date: addDays(entry.date, tamper.days), valueDate: addDays(entry.valueDate, tamper.days) });
    case 'swap':
      return printed.with(tamper.row, rowAt(tamper.with, 'swap')).with(tamper.with, target);
  }
}
