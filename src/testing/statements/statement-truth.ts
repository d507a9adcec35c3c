import { addDays, daysBetween, type PlainDate } from '../../domain/calendar.ts';
import { type PrintedFact, printedFacts, type StatementLayout } from './layouts/statement-layout.ts';
import type { Entry, EntryCategory, EntryTag } from './life/entries.ts';
import type { StatementFacts } from './life/invent-account.ts';
import { monthName } from './life/narration.ts';
import { dateText, hasTime } from './print/cells.ts';
import type { EntryPlace, PrintedEntry } from './print/printed-entries.ts';

/** An entry that a reader should find. Amounts in naira. */
export interface TruthRow {
  /** Index in account order, from 0. */
  readonly i: number;
  /** The day of the entry. */
  readonly date: PlainDate;
  /** `HH:mm:ss` as far as printed; absent if the page prints no time. */
  readonly time?: string;
  /** Value date; absent if the table has no column for it. */
  readonly valueDate?: PlainDate;
  /** Money out of the account, or into it. */
  readonly type: 'debit' | 'credit';
  /** Amount, above zero. */
  readonly amount: number;
  /** Balance after the entry, even if not printed. */
  readonly balance: number;
  /** Whether the row prints its balance. */
  readonly balancePrinted: boolean;
  /** The printed narration, with lines joined by one blank. */
  readonly narration: string;
  /** The category of the entry. */
  readonly category: EntryCategory;
  /** Other traits of the entry. */
  readonly tags: readonly EntryTag[];
  /** The page of its date, from 1. */
  readonly page: number;
}

/** Month name and year ("August 2022") to naira. */
export type ByMonth = Readonly<Record<string, number>>;

/** Sums of the rows, computed independently of them. Amounts in naira. */
export interface TruthOracle {
  /** The keys of `ByMonth`, oldest first. */
  readonly months: readonly string[];
  /** Credits by month. */
  readonly monthlyCredit: ByMonth;
  /** Debits by month. */
  readonly monthlyDebit: ByMonth;
  /** Balance after the last entry of each month. */
  readonly monthEndBalance: ByMonth;
  /** Days of the period, both ends included. */
  readonly calendarDays: number;
  /** Mean end-of-day balance over these days. */
  readonly averageDailyBalance: number;
  /** Number of days that end below zero. */
  readonly negativeBalanceDays: number;
  /** Debits by category and month. */
  readonly categories: Readonly<Partial<Record<EntryCategory, ByMonth>>>;
  /** Indices of the rows with each tag. */
  readonly tagged: Readonly<Record<EntryTag, readonly number[]>>;
}

/** The truth about an account in a statement. Amounts in naira. */
export interface StatementTruth {
  /** Name of the layout. */
  readonly layout: string;
  /** Features of the layout and the file that may mislead a reader. */
  readonly features: readonly string[];
  /** The invented bank. */
  readonly bank: { readonly name: string; readonly code: string };
  /** The invented account. */
  readonly account: { readonly name: string; readonly number: string; readonly type: string; readonly currency: 'NGN' };
  /** The password of the file; null if it needs none. */
  readonly password: string | null;
  readonly amountUnit: 'naira';
  /** Whether the table shows times of day. */
  readonly hasTime: boolean;
  /** The days covered, both included. */
  readonly period: { readonly from: PlainDate; readonly to: PlainDate };
  /** Balance before the first entry. */
  readonly openingBalance: number;
  /** Balance after the last entry. */
  readonly closingBalance: number;
  /** Sum of debits. */
  readonly totalDebit: number;
  /** Sum of credits. */
  readonly totalCredit: number;
  /** Number of debits. */
  readonly debitCount: number;
  /** Number of credits. */
  readonly creditCount: number;
  /** Number of pages of the file. */
  readonly pages: number;
  /** The facts that the head or table prints. A reader must compute the others. */
  readonly printed: readonly PrintedFact[];
  /** All entries, oldest first. */
  readonly rows: readonly TruthRow[];
  /** Sums, computed independently of the rows. */
  readonly oracle: TruthOracle;
}

/** How an account is printed, before forgery. */
export interface AccountPrint {
  readonly layout: StatementLayout;
  readonly features: readonly string[];
  readonly printed: readonly PrintedEntry[];
  readonly places: readonly EntryPlace[];
  readonly password: string | null;
  readonly pages: number;
}

export function truthOf(entries: readonly Entry[], facts: StatementFacts, print: AccountPrint): StatementTruth {
  const { layout, features, password, pages } = print;
  const placeOf = new Map(print.places.map((place) => [place.index, place]));
  const balances = new Set(print.printed.filter(({ withBalance }) => withBalance).map(({ index }) => index));
  const form = layout.columns.find(({ kind }) => kind === 'date')?.form ?? '';
  const hasValueDate = layout.columns.some(({ kind }) => kind === 'valueDate');
  const rows = entries.map((entry, i): TruthRow => {
    const place = placeOf.get(i);
    return {
      i,
      date: entry.date,
      ...(hasTime(form) && { time: dateText(form.includes('ss') ? 'HH:mm:ss' : 'HH:mm:00', entry.date, entry.second) }),
      ...(hasValueDate && { valueDate: entry.valueDate }),
      type: entry.type,
      amount: entry.amount / 100,
      balance: entry.balance / 100,
      balancePrinted: balances.has(i),
      narration: place?.narration ?? entry.narration,
      category: entry.category,
      tags: entry.tags,
      page: place?.page ?? 1,
    };
  });
  return {
    layout: layout.name,
    features,
    bank: layout.bank,
    account: { name: facts.name, number: facts.number, type: facts.type, currency: 'NGN' },
    password,
    amountUnit: 'naira',
    hasTime: hasTime(form),
    period: { from: facts.from, to: facts.to },
    openingBalance: facts.opening / 100,
    closingBalance: facts.closing / 100,
    totalDebit: facts.totalDebit / 100,
    totalCredit: facts.totalCredit / 100,
    debitCount: facts.debitCount,
    creditCount: facts.creditCount,
    pages,
    printed: factsOn(layout),
    rows,
    oracle: oracleOf(entries, facts),
  };
}

function factsOn({ head, table: { rowNames }, columns }: StatementLayout): PrintedFact[] {
  const has = (kind: string): boolean => columns.some((column) => column.kind === kind);
  const inTable: Readonly<Partial<Record<PrintedFact, string | undefined>>> = {
    ...(has('balance') && { opening: rowNames.opening, closing: rowNames.closing }),
    ...(has('debit') && { totalDebit: rowNames.totals, totalCredit: rowNames.totals }),
  };
  return printedFacts.filter((fact) => head.labels[fact] !== undefined || inTable[fact] !== undefined);
}

function oracleOf(entries: readonly Entry[], facts: StatementFacts): TruthOracle {
  const monthOf = ({ date }: Entry): string => `${monthName(date)} ${date.slice(0, 4)}`;
  const sums = (chosen: (entry: Entry) => boolean): ByMonth => {
    const kobo = new Map<string, number>();
    for (const entry of entries)
      if (chosen(entry)) kobo.set(monthOf(entry), (kobo.get(monthOf(entry)) ?? 0) + entry.amount);
    return Object.fromEntries([...kobo].map(([month, sum]) => [month, sum / 100]));
  };
  const debits = entries.filter(({ type }) => type === 'debit');
  const placesOf = (tag: EntryTag) => entries.flatMap(({ tags }, i) => (tags.includes(tag) ? [i] : []));
  return {
    months: [...new Set(entries.map(monthOf))],
    monthlyCredit: sums(({ type }) => type === 'credit'),
    monthlyDebit: sums(({ type }) => type === 'debit'),
    ...dailyBalances(entries, facts),
    monthEndBalance: Object.fromEntries(entries.map((entry) => [monthOf(entry), entry.balance / 100])),
    categories: Object.fromEntries(
      [...new Set(debits.map(({ category }) => category))].map((category) => [
        category,
        sums((entry) => entry.type === 'debit' && entry.category === category),
      ]),
    ),
    tagged: {
      salary: placesOf('salary'),
      bonus: placesOf('bonus'),
      loan_disbursement: placesOf('loan_disbursement'),
      loan_repayment: placesOf('loan_repayment'),
      reversed: placesOf('reversed'),
      reversal: placesOf('reversal'),
      sweep: placesOf('sweep'),
    },
  };
}

function dailyBalances(entries: readonly Entry[], { opening, from, to }: StatementFacts) {
  const endOf = new Map(entries.map(({ date, balance }) => [date, balance]));
  const calendarDays = daysBetween(from, to) + 1;
  let [balance, sum, negativeBalanceDays] = [opening, 0, 0];
  for (let day = 0; day < calendarDays; day++) {
    balance = endOf.get(addDays(from, day)) ?? balance;
    sum += balance;
    if (balance < 0) negativeBalanceDays += 1;
  }
  return { calendarDays, averageDailyBalance: Math.round(sum / calendarDays) / 100, negativeBalanceDays };
}
