import { addDays, daysBetween } from '../../domain/calendar.ts';
import type { Entry, EntryCategory, EntryTag } from './life/entry.ts';
import { monthName } from './life/fill-template.ts';
import { hasSeconds, hasTime } from './print/date-text.ts';
import type { StatementFacts } from './print/draw-head.ts';
import type { EntryPlace } from './print/printed-entries.ts';
import type { StatementLayout } from './statement-layout.ts';
import type { PrintedFact, StatementTruth, TruthOracle, TruthRow } from './statement-truth.ts';

/** What the truth is told from. */
export interface TruthSource {
  readonly entries: readonly Entry[];
  readonly places: readonly EntryPlace[];
  /** Indexes of the entries whose balance is printed. */
  readonly withBalance: ReadonlySet<number>;
  readonly facts: StatementFacts;
  readonly layout: StatementLayout;
  readonly features: readonly string[];
  readonly password: string | null;
  readonly pages: number;
}

/** The truth about an account as it was printed before anybody tampered with it. */
export function truthOf({
  entries,
  places,
  withBalance,
  facts,
  layout,
  features,
  password,
  pages,
}: TruthSource): StatementTruth {
  const placeOf = new Map(places.map((place) => [place.index, place]));
  const form = layout.columns.find(({ kind }) => kind === 'date')?.form ?? '';
  const hasValueDate = layout.columns.some(({ kind }) => kind === 'valueDate');
  const rows = entries.map((entry, i): TruthRow => {
    const place = placeOf.get(i);
    return {
      i,
      date: entry.date,
      ...(hasTime(form) && { time: timeOf(entry.second, form) }),
      ...(hasValueDate && { valueDate: entry.valueDate }),
      type: entry.type,
      amount: entry.amount / 100,
      balance: entry.balance / 100,
      balancePrinted: withBalance.has(i),
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
    printed: printedFacts(layout),
    rows,
    oracle: oracleOf(entries, facts),
  };
}

function printedFacts({ head, table, columns }: StatementLayout): PrintedFact[] {
  const facts: readonly PrintedFact[] = [
    'period',
    'opening',
    'closing',
    'totalDebit',
    'totalCredit',
    'debitCount',
    'creditCount',
  ];
  const has = (kind: string): boolean => columns.some((column) => column.kind === kind);
  const inTable: Readonly<Partial<Record<PrintedFact, string | undefined>>> = {
    ...(has('balance') && { opening: table.words.opening, closing: table.words.closing }),
    ...(has('debit') && { totalDebit: table.words.totals, totalCredit: table.words.totals }),
  };
  return facts.filter((fact) => head.labels[fact] !== undefined || inTable[fact] !== undefined);
}

function timeOf(second: number, form: string): string {
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return `${two(second / 3_600)}:${two((second / 60) % 60)}:${hasSeconds(form) ? two(second % 60) : '00'}`;
}

const tags: readonly EntryTag[] = [
  'salary',
  'bonus',
  'loan_disbursement',
  'loan_repayment',
  'reversed',
  'reversal',
  'sweep',
];

function oracleOf(entries: readonly Entry[], facts: StatementFacts): TruthOracle {
  const monthOf = ({ date }: Entry): string => `${monthName(date)} ${date.slice(0, 4)}`;
  const months = [...new Set(entries.map(monthOf))];
  const sums = (chosen: (entry: Entry) => boolean): Record<string, number> => {
    const kobo: Record<string, number> = {};
    for (const entry of entries) if (chosen(entry)) kobo[monthOf(entry)] = (kobo[monthOf(entry)] ?? 0) + entry.amount;
    return Object.fromEntries(Object.entries(kobo).map(([month, sum]) => [month, sum / 100]));
  };
  const categories = [
    ...new Set(entries.filter(({ type }) => type === 'debit').map(({ category }) => category)),
  ] as EntryCategory[];
  return {
    months,
    monthlyCredit: sums(({ type }) => type === 'credit'),
    monthlyDebit: sums(({ type }) => type === 'debit'),
    ...dailyBalances(entries, facts),
    monthEndBalance: Object.fromEntries(entries.map((entry) => [monthOf(entry), entry.balance / 100])),
    categories: Object.fromEntries(
      categories.map((category) => [category, sums((entry) => entry.type === 'debit' && entry.category === category)]),
    ),
    tagged: Object.fromEntries(
      tags.map((tag) => [tag, entries.flatMap((entry, i) => (entry.tags.includes(tag) ? [i] : []))]),
    ) as Record<EntryTag, number[]>,
  };
}

function dailyBalances(
  entries: readonly Entry[],
  { opening, from, to }: StatementFacts,
): Pick<TruthOracle, 'calendarDays' | 'averageDailyBalance' | 'negativeBalanceDays'> {
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
