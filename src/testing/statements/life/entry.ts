import type { PlainDate } from '../../../domain/calendar.ts';

/** What an entry is about. */
export type EntryCategory =
  | 'airtime'
  | 'atm'
  | 'charges'
  | 'education'
  | 'electricity'
  | 'gambling'
  | 'inflow'
  | 'interest'
  | 'investment'
  | 'loan_in'
  | 'loans'
  | 'other'
  | 'party'
  | 'rent'
  | 'reversal'
  | 'salary'
  | 'sweep'
  | 'tax'
  | 'titheOffering'
  | 'transfers'
  | 'transport'
  | 'tv';

/** What an analyst should notice about it. */
export type EntryTag = 'salary' | 'bonus' | 'loan_disbursement' | 'loan_repayment' | 'reversed' | 'reversal' | 'sweep';

/** An entry of an account, as the bank's books have it. */
export interface Entry {
  readonly date: PlainDate;
  /** Of the day, in seconds. */
  readonly second: number;
  readonly valueDate: PlainDate;
  readonly type: 'debit' | 'credit';
  /** Whole kobo. */
  readonly amount: number;
  /** After it, in kobo. */
  readonly balance: number;
  readonly narration: string;
  readonly category: EntryCategory;
  readonly tags: readonly EntryTag[];
  /** Whom it is with, where it is with anybody. */
  readonly counterparty: string;
}
