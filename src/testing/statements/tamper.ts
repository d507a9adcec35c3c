import { addDays } from '../../domain/calendar.ts';
import type { Entry } from './life/entry.ts';
import type { PrintedEntry } from './print/printed-entries.ts';

/**
 * A forgery of the printed table; `row` counts printed rows from 0. The head's figures, the opening and closing rows and the truth stay as they
 * were, and so does every balance that is not named.
 */
export type Tamper =
  | { readonly kind: 'delete'; readonly row: number }
  /** `by` in naira. */
  | { readonly kind: 'amount'; readonly row: number; readonly by: number }
  /** `by` in naira. */
  | { readonly kind: 'balance'; readonly row: number; readonly by: number }
  | { readonly kind: 'side'; readonly row: number }
  | { readonly kind: 'date'; readonly row: number; readonly days: number }
  | { readonly kind: 'swap'; readonly row: number; readonly with: number }
  | { readonly kind: 'repeat'; readonly row: number };

/** Does a forgery to the rows before they are drawn. */
export function tamperWith(printed: readonly PrintedEntry[], tamper: Tamper): readonly PrintedEntry[] {
  const target = printed[tamper.row];
  if (!target)
    throw new RangeError(
      `There is no printed row ${tamper.row} to tamper with: ${printed.length} rows are printed, counted from 0.`,
    );
  const withEntry = (change: Partial<Entry>): readonly PrintedEntry[] =>
    printed.with(tamper.row, { ...target, entry: { ...target.entry, ...change } });
  const { entry } = target;
  switch (tamper.kind) {
    case 'delete':
      return printed.toSpliced(tamper.row, 1);
    case 'repeat':
      return printed.toSpliced(tamper.row, 0, target);
    case 'amount':
      return withEntry({ amount: entry.amount + Math.round(tamper.by * 100) });
    case 'balance':
      return withEntry({ balance: entry.balance + Math.round(tamper.by * 100) });
    case 'side':
      return withEntry({ type: entry.type === 'debit' ? 'credit' : 'debit' });
    case 'date':
      return withEntry({ date: addDays(entry.date, tamper.days), valueDate: addDays(entry.valueDate, tamper.days) });
    case 'swap': {
      const other = printed[tamper.with];
      if (!other)
        throw new RangeError(
          `There is no printed row ${tamper.with} to swap with: ${printed.length} rows are printed, counted from 0.`,
        );
      return printed.with(tamper.row, other).with(tamper.with, target);
    }
  }
}
