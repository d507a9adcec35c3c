import type { PrintedDate } from './date-text.ts';
import type { PrintedMoney } from './money-text.ts';

/** What a row of the table is: an entry of the account, a balance that stands at its beginning or end, one carried from page to page, or a sum. */
export type RowKind = 'entry' | 'opening' | 'closing' | 'carried' | 'total' | 'other';

/** A row of the table as it is printed, before its figures are weighed against each other. */
export interface PrintedEntry {
  readonly kind: RowKind;
  readonly page: number;
  readonly line: number;
  readonly header: number;
  /** Undefined where the row prints none: banks that print a day once, totals, balances brought forward. */
  readonly date: PrintedDate | undefined;
  /** `HH:mm:ss` of a column of times, also where the row prints no day. */
  readonly time: string | undefined;
  readonly valueDate: PrintedDate | undefined;
  readonly narration: string;
  readonly reference: string;
  /** All words of the row's own line that are no amount, for telling what kind of row it is. */
  readonly words: string;
  readonly debit: PrintedMoney | undefined;
  readonly credit: PrintedMoney | undefined;
  readonly amount: PrintedMoney | undefined;
  readonly fee: PrintedMoney | undefined;
  readonly balance: PrintedMoney | undefined;
  /** What a column such as DR/CR says. */
  readonly side: 'debit' | 'credit' | undefined;
}
