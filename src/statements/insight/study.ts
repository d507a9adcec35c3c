import { type Kobo, sumKobo } from '../../domain/money.ts';
import { categoriser } from './categories/categorise.ts';
import type { EntryCategory } from './categories/category-rule.ts';
import { type DailyBalances, dailyBalances } from './entries/balances.ts';
import { findCircularMoney } from './entries/circular-money.ts';
import {
  type Entry,
  type EntrySide,
  groupByMonth,
  type MonthlyEntries,
  orderEntries,
  readEntries,
  requireCountable,
} from './entries/entry.ts';
import { type Narration, readNarration } from './entries/narration.ts';
import { findNoIncome, type NoIncomeReason } from './entries/no-income.ts';
import { isRelative, matchHolder, partyKind, payerIn } from './entries/parties.ts';
import { findRecurringDebits, type RecurringReason } from './entries/recurring-debits.ts';
import { findReturnedMoney, findSweptCredits } from './entries/returned-money.ts';
import { findSalaries, type SalaryReason } from './entries/salaries.ts';
import { groupCounterparties, type StudiedEntry } from './entries/streams.ts';
import { type InsightSettings, readInsightOptions, toNaira } from './insight-options.ts';

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
  const ordered = inNaira(orderEntries(readEntries(transactions, subject)), settings.nairaPerUnit, subject);
  const entries = readWords(ordered, settings);
  const credits = entries.filter((entry) => entry.side === 'credit');
  const debits = entries.filter((entry) => entry.side === 'debit');
  const months = groupByMonth(entries);
  const activeMonths = months.size;
  const returned = findReturnedMoney(entries);
  const circular = findCircularMoney(
    entries.filter(({ side, row }) => !returned[`${side}s`].has(row)),
    settings.holder,
  );
  const noIncome = findNoIncome(entries, returned, circular);
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
    recurring: findRecurringDebits({
      ...settings,
      entries,
      activeMonths,
      returned: new Set([...returned.debits, ...circular.debits]),
    }),
    salaries: findSalaries({ ...settings, entries, activeMonths, isNoPay, payers: settings.salaryPayers }),
    swept: findSweptCredits(entries),
    balances: dailyBalances(ordered, settings),
  };
}

function inNaira(entries: readonly Entry[], nairaPerUnit: number, subject: string): readonly Entry[] {
  if (nairaPerUnit === 1) return entries;
  const convert = (amount: Kobo) => toNaira(amount, nairaPerUnit);
  const converted = entries.map((entry) => {
    return { ...entry, amount: convert(entry.amount), balance: entry.balance && convert(entry.balance) };
  });
  requireCountable(converted, subject);
  return converted;
}

function readWords(entries: readonly Entry[], { rules, holder }: InsightSettings): readonly StudiedEntry[] {
  const categoryOf = categoriser(rules);
  const perhapsOwn = new Set<StudiedEntry>();
  const studied = entries.map((entry) => {
    const read = readNarration(entry.narration, entry.side, holder);
    const narration = entry.side === 'credit' ? payerIn(read, holder) : read;
    const { words, remark, counterparty, isPartyMarked } = narration;
    const match = matchHolder(narration, holder);
    const category = byParty(categoryOf(entry.narration, narration, entry.side), narration, match === 'yes');
    // Where no party is marked, a name of the holder's is that of the payee, and the payer is not known.
    const kind = !isPartyMarked && isRelative(counterparty, holder) ? undefined : partyKind(narration);
    const one: StudiedEntry = { ...entry, category, words, remark, counterparty, kind, stream: undefined };
    if (match === 'perhaps' && mayBeOwn.has(category)) perhapsOwn.add(one);
    return one;
  });
  const streams = groupCounterparties(studied.map((entry) => entry.counterparty));
  const sides = new Map<number | undefined, Set<EntrySide>>();
  for (const [place, { side }] of studied.entries())
    sides.set(streams[place], (sides.get(streams[place]) ?? new Set()).add(side));
  return studied.map((entry, place) => {
    const stream = streams[place];
    // A relative gives or takes. With an own account, money goes both ways.
    const isOwn = perhapsOwn.has(entry) && sides.get(stream)?.size === 2;
    return { ...entry, stream, ...(isOwn && { category: 'own_transfer' }) };
  });
}

// What may be between own accounts. In a salary, the holder's name is often that of the payee.
const mayBeOwn: ReadonlySet<EntryCategory> = new Set(['inflow', 'transfers', 'other', 'investment', 'rent', 'party']);
const ofMarkedParty: ReadonlySet<EntryCategory> = new Set(['salary', 'bonus', 'pension', 'other_income']);

// A cash deposit with one of these names a place, or the holder.
const ofBranch: ReadonlySet<string> = new Set(
  'SELF OWNER HOLDER BRANCH BR MAIN ROAD RD STREET AVENUE CITY ISLAND PORT IJEBU AREA JUNCTION MALL'.split(' '),
);

/** The category of an entry by its words, corrected by its other party: the holder, or another person with cash. */
function byParty(category: EntryCategory, narration: Narration, isOwn: boolean): EntryCategory {
  const { words, isPartyMarked } = narration;
  if (category === 'cash_deposit') {
    const isOther = !isOwn && !words.some((word) => ofBranch.has(word));
    return isOther && partyKind(narration) === 'person' ? 'inflow' : category;
  }
  const isPossible = mayBeOwn.has(category) || (isPartyMarked && ofMarkedParty.has(category));
  return isPossible && isOwn ? 'own_transfer' : category;
}
