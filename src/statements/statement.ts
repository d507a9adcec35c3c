import type { PlainDate } from '../domain/calendar.ts';
import type { StatementTransaction } from '../domain/income-insight.ts';

/** The account of a statement. Only printed facts are present. */
export interface StatementAccount {
  /** The account holder's name. */
  readonly name?: string;
  /** As printed, without blanks; usually a 10-digit NUBAN. */
  readonly number?: string;
  /** As printed, such as `SAVINGS ACCOUNT`. */
  readonly type?: string;
  /** ISO code if known (`NGN` for naira), else as printed. */
  readonly currency?: string;
}

/** The days a statement covers, both included. */
export interface StatementPeriod {
  /** The first day. */
  readonly from: PlainDate;
  /** The last day. */
  readonly to: PlainDate;
}

/** An entry of a statement, with its place in the file. Spec §2.11. */
export interface ReadTransaction extends Omit<Required<StatementTransaction>, 'type' | 'balance'> {
  /** Money out or in. */
  readonly type: 'debit' | 'credit';
  /** Balance after the entry, in naira; null if it is neither printed nor computable. */
  readonly balance: number | null;
  /** Is the balance printed? If not, it is computed from the entries. */
  readonly balancePrinted: boolean;
  /** The value date, which counts for interest, if printed. */
  readonly valueDate?: PlainDate;
  /** The bank's reference, if the table has a column for it. */
  readonly reference?: string;
  /** The page where the entry begins, from 1. */
  readonly page: number;
  /** The line on that page with the entry's figures, from 1. */
  readonly line: number;
}

/** A bank statement with the proof by its own arithmetic. Amounts are in naira. */
export interface Statement {
  /** The account, with its printed facts. */
  readonly account: StatementAccount;
  /** As printed, else from the first to the last entry; null if there is neither. */
  readonly period: StatementPeriod | null;
  /** As printed, else computed from the first entry's balance; null if neither is possible. */
  readonly openingBalance: number | null;
  /** As printed, else the last entry's balance; null if there is neither. */
  readonly closingBalance: number | null;
  /** Oldest first. Dates are `YYYY-MM-DDTHH:mm:ss.000Z` with the printed time, or 00:00:00 without one. */
  readonly transactions: readonly ReadTransaction[];
  /** Whether the statement's own arithmetic proves the reading. */
  readonly proof: StatementProof;
  /** Pages of the file. */
  readonly pages: number;
}

/** How far the statement's own figures confirm the reading. */
export interface StatementProof {
  /** Whether every balance follows, and the printed figures agree and confirm both ends. A missing row would show. */
  readonly proved: boolean;
  /** 0 to 1: the share of possible checks that succeeded. 1 only if `proved`. */
  readonly confidence: number;
  /** The balance chain: each balance is the previous one plus a credit or minus a debit. */
  readonly chain: BalanceChain;
  /** The figures that the statement prints about itself, compared with its rows. */
  readonly printed: readonly PrintedFigure[];
  /** Why the statement is not proved, for people; empty if it is. Contains no personal data. */
  readonly doubts: readonly string[];
}

/** The check of the balances. */
export interface BalanceChain {
  /** Number of links checked: a printed balance against the previous printed balance. */
  readonly checked: number;
  /** Links that do not hold. */
  readonly broken: readonly BrokenLink[];
}

/** A balance that does not follow from the entries. */
export interface BrokenLink {
  /** Index in `transactions` of the broken entry; `transactions.length` for the closing balance. */
  readonly index: number;
  /** The page of the entry. */
  readonly page: number;
  /** The balance computed from the entries, in naira. */
  readonly expected: number;
  /** The printed balance, in naira. */
  readonly printed: number;
}

/** A figure the statement prints about its rows. */
export interface PrintedFigure {
  /** Which figure. */
  readonly figure:
    | 'openingBalance'
    | 'closingBalance'
    | 'totalDebit'
    | 'totalCredit'
    | 'debitCount'
    | 'creditCount'
    | 'count';
  /** The printed value: naira, or a count. */
  readonly printed: number;
  /** The value computed from the rows; null if that is impossible. */
  readonly computed: number | null;
  /** Whether both values agree. */
  readonly agrees: boolean;
}
