import type { PlainDate } from '../domain/calendar.ts';
import type { StatementTransaction } from '../domain/income-insight.ts';

/** Whose account a statement is of, as far as it says. */
export interface StatementAccount {
  /** The name the account is held under. */
  readonly name?: string;
  /** As printed, without blanks; usually a 10-digit NUBAN. */
  readonly number?: string;
  /** As printed, such as `SAVINGS ACCOUNT`. */
  readonly type?: string;
  /** ISO code where it is known (`NGN` for naira), else as printed. */
  readonly currency?: string;
}

/** The days a statement covers, both included. */
export interface StatementPeriod {
  /** The first day. */
  readonly from: PlainDate;
  /** The last day. */
  readonly to: PlainDate;
}

/** An entry of a statement, and where it stands in the file. Spec §2.11. */
export interface ReadTransaction extends Omit<Required<StatementTransaction>, 'type' | 'balance'> {
  /** Out or in. */
  readonly type: 'debit' | 'credit';
  /** Balance after the entry, in naira; null where the statement gives none and none can be computed. */
  readonly balance: number | null;
  /** Did the page print that balance? If not, it was computed from the entries. */
  readonly balancePrinted: boolean;
  /** The day it counts for interest, where the page prints one. */
  readonly valueDate?: PlainDate;
  /** The bank's reference, where there is a column of them. */
  readonly reference?: string;
  /** The page it begins on, from 1. */
  readonly page: number;
  /** The line of that page its figures stand on, from 1. */
  readonly line: number;
}

/** A bank statement as it was read, oldest entry first, with the proof of its own arithmetic. Amounts in naira. */
export interface Statement {
  /** Whose statement it is, as far as it is printed. */
  readonly account: StatementAccount;
  /** As printed, else the days of the first and the last entry; null without both. */
  readonly period: StatementPeriod | null;
  /** As printed, or computed back from the first entry's balance; null where neither is possible. */
  readonly openingBalance: number | null;
  /** As printed, or the last entry's balance; null where there is neither. */
  readonly closingBalance: number | null;
  /** Oldest first. Dates are `YYYY-MM-DDTHH:mm:ss.000Z` with the time as printed, 00:00:00 where none is. */
  readonly transactions: readonly ReadTransaction[];
  /** Does it prove itself? */
  readonly proof: StatementProof;
  /** Pages of the file. */
  readonly pages: number;
}

/** What a statement's own figures say about how it was read. */
export interface StatementProof {
  /** Every link holds, printed figures fix both ends, and none contradicts the rows: no missing row would go unseen. */
  readonly proved: boolean;
  /** 0 to 1: how much of what could be checked was there and agreed. 1 only where `proved`. */
  readonly confidence: number;
  /** The balance chain: each balance is the one before, plus a credit or minus a debit. */
  readonly chain: BalanceChain;
  /** What the statement prints about itself, next to what its rows give. */
  readonly printed: readonly PrintedFigure[];
  /** Why it is not proved, for people; empty where it is. No personal data. */
  readonly doubts: readonly string[];
}

/** How the balances hang together. */
export interface BalanceChain {
  /** Links that could be checked: a printed balance against the printed balance before it. */
  readonly checked: number;
  /** Those that do not hold. */
  readonly broken: readonly BrokenLink[];
}

/** A place where the balance does not follow from the entries. */
export interface BrokenLink {
  /** Index in `transactions` of the entry whose balance does not follow; their number for the closing balance. */
  readonly index: number;
  /** The page the entry stands on. */
  readonly page: number;
  /** The balance that would follow, in naira. */
  readonly expected: number;
  /** The balance that is printed, in naira. */
  readonly printed: number;
}

/** A figure the statement prints about its rows. */
export interface PrintedFigure {
  /** Which one. */
  readonly figure:
    | 'openingBalance'
    | 'closingBalance'
    | 'totalDebit'
    | 'totalCredit'
    | 'debitCount'
    | 'creditCount'
    | 'count';
  /** As printed: naira, or a count. */
  readonly printed: number;
  /** What the rows give; null where they cannot. */
  readonly computed: number | null;
  /** Is it what the rows come to? */
  readonly agrees: boolean;
}
