import { type Kobo, sumKobo } from '../../domain/money.ts';
import { categoriser } from './categories/categorise.ts';
import { type DailyBalances, dailyBalances } from './entries/balances.ts';
import { type Entry, groupByMonth, type MonthlyEntries, orderEntries, readEntries } from './entries/entry.ts';
import { readNarration } from './entries/narration.ts';
import {
  findRecurringDebits,
  findSalaries,
  type RecurringReason,
  type SalaryReason,
} from './entries/regular-payments.ts';
import { findNoIncome, findReturnedMoney, findSweptCredits, type NoIncomeReason } from './entries/returned-money.ts';
import { groupCounterparties, type StudiedEntry } from './entries/streams.ts';
import { type InsightSettings, readInsightOptions } from './insight-options.ts';

/** All findings about a statement's entries, for figures and explanations. */
export interface Study {
  readonly settings: InsightSettings;
  /** Oldest first. */
  readonly entries: readonly StudiedEntry[];
  readonly credits: readonly StudiedEntry[];
  readonly debits: readonly StudiedEntry[];
  readonly totalCredit: Kobo;
  readonly totalDebit: Kobo;
  /** Entries, credits and debits by active month. Each map lists every active month. */
  readonly months: MonthlyEntries<StudiedEntry>;
  readonly monthlyCredits: MonthlyEntries<StudiedEntry>;
  readonly monthlyDebits: MonthlyEntries<StudiedEntry>;
  readonly activeMonths: number;
  /** The reason why a credit is not income, by row. Any other credit is income. */
  readonly noIncome: ReadonlyMap<number, NoIncomeReason>;
  readonly recurring: ReadonlyMap<number, RecurringReason>;
  readonly salaries: ReadonlyMap<number, SalaryReason>;
  /** The part of a credit that left on the same or next statement day, by row. */
  readonly swept: ReadonlyMap<number, Kobo>;
  readonly balances: DailyBalances;
}

/** Analyses a statement's entries. @throws InputError if an entry or an option is invalid, or an option is unknown */
export function studyStatement(transactions: unknown, options: unknown, subject: string): Study {
  const settings = readInsightOptions(options, subject);
  const ordered = orderEntries(readEntries(transactions, subject));
  const entries = readWords(ordered, settings);
  const credits = entries.filter((entry) => entry.side === 'credit');
  const debits = entries.filter((entry) => entry.side === 'debit');
  const months = groupByMonth(entries);
  const activeMonths = months.size;
  const returned = findReturnedMoney(entries);
  const noIncome = findNoIncome(credits, returned, settings.holder);
  const isNoPay = (entry: StudiedEntry) => noIncome.has(entry.row);
  return {
    settings,
    entries,
    credits,
    debits,
    totalCredit: sumKobo(credits.map((entry) => entry.amount)),
    totalDebit: sumKobo(debits.map((entry) => entry.amount)),
    months,
    monthlyCredits: groupByMonth(credits, months.keys()),
    monthlyDebits: groupByMonth(debits, months.keys()),
    activeMonths,
    noIncome,
    recurring: findRecurringDebits(entries, activeMonths, returned),
    salaries: findSalaries({ entries, activeMonths, isNoPay, payers: settings.salaryPayers }),
    swept: findSweptCredits(entries),
    balances: dailyBalances(ordered, settings),
  };
}

function readWords(entries: readonly Entry[], settings: InsightSettings): readonly StudiedEntry[] {
  const categoryOf = categoriser(settings.rules);
  const studied = entries.map((entry) => {
    const narration = readNarration(entry.narration, entry.side);
    const category = categoryOf(entry.narration, narration, entry.side);
    return { ...entry, category, counterparty: narration.counterparty };
  });
  const streams = groupCounterparties(studied.map((entry) => entry.counterparty));
  return studied.map((entry, place) => ({ ...entry, stream: streams[place] }));
}
