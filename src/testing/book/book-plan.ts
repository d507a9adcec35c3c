/** The plan of a book: who borrows what, when, and what happens to it. It follows from the seed alone. */
import { addDays, addPeriods, dayNumber, type PlainDate, partsOf } from '../../domain/calendar.ts';
import type { LoanTermsInput } from '../../domain/terms.ts';
import { LAST_PAYER } from '../../server/scenarios/invented-payer.ts';
import { Chance } from '../statements/chance.ts';
import { type PayerMoney, type PayerType, type Purse, payerTypes } from './cash-flow.ts';

/** What happens to loans, and how many of a book's loans it happens to, as a weight. */
export const storyWeights = {
  /** Collected on the due dates, or on the days after. */
  steady: 54,
  /** The payer also transfers money. The lender records it. */
  'pays-elsewhere': 8,
  /** The payer disputes the mandate, with the lender or with the bank. */
  disputes: 5,
  /** The payer takes the consent back, or asks to cancel. */
  revokes: 4,
  /** The income ends. The loan is written off. */
  defaults: 8,
  /** The payer asks for smaller instalments. */
  restructured: 5,
  /** The lender requests each debit. */
  manual: 8,
  /** The loan began in another system. */
  adopted: 6,
  /** The loan ends before money is sent. */
  abandoned: 2,
} as const;

/** What happens to a loan of a book. */
export type BookStory = keyof typeof storyWeights;

/** Equal instalments. */
interface PlannedSchedule {
  readonly startDate: PlainDate;
  readonly frequency: PayerMoney['frequency'];
  readonly breakdown: readonly { readonly dueDate: PlainDate; readonly amount: number }[];
}

/** A loan of a book before it is played. */
export interface PlannedLoan {
  readonly number: number;
  /** Counted from the last one, so that loans that are made beside the book have other payers. */
  readonly payerNumber: number;
  readonly loanId: string;
  readonly payer: PayerType;
  readonly story: BookStory;
  readonly opensOn: PlainDate;
  readonly purse: Purse;
  readonly terms: LoanTermsInput & PlannedSchedule;
  /** In cascade order. */
  readonly accounts: readonly { readonly bankCode: string; readonly balance: number }[];
}

/** Days on which a bank answers every debit with one code. */
export interface Outage {
  readonly bankCode: string;
  readonly from: PlainDate;
  readonly to: PlainDate;
  readonly responseCode: string;
}

export interface BookMix {
  readonly loans: number;
  readonly months: number;
  readonly seed: number;
  readonly from: PlainDate;
  readonly payers: Readonly<Partial<Record<PayerType, number>>>;
  readonly stories: Readonly<Partial<Record<BookStory, number>>>;
}

// Most accounts are at a few large banks, so an outage shows.
const bankWeights = { '058': 24, '044': 20, '057': 18, '033': 14, '011': 12, '232': 6, '070': 4, '215': 2 };

// A decline, a decline, and a debit whose outcome is unknown until the bank is back. Spec §7.
const outageCodes = ['91', '96', '97'];

// One random stream per use, so that a change in one does not shift the others. Loans have streams of their own.
const streams = { deal: 1, outages: 2, firstLoan: 1_000, perLoan: 3 };

/** The random numbers of a loan, for its plan, its cash and what happens to it. */
export function chanceOf(seed: number, number: number, use: 'plan' | 'cash' | 'story'): Chance {
  const stream = streams.firstLoan + number * streams.perLoan + ['plan', 'cash', 'story'].indexOf(use);
  return new Chance(seed, stream);
}

/** Plans the loans, in the order of their opening. */
export function planBook(mix: BookMix): readonly PlannedLoan[] {
  const { loans, seed, from, months } = mix;
  const deal = new Chance(seed, streams.deal);
  const payers = dealt(mix.payers, loans, deal);
  const stories = dealt(mix.stories, loans, deal);
  // No loan opens in the last fifth, so that each has due dates.
  const days = (dayNumber(addPeriods(from, 'monthly', months)) - dayNumber(from)) * 0.8;
  return payers.map((payer, index) => {
    const opensOn = addDays(from, Math.floor((days * index) / loans));
    const named = { number: index + 1, payer, story: stories[index] ?? 'steady', opensOn } as const;
    return planLoan(named, chanceOf(seed, index + 1, 'plan'));
  });
}

/** Deals as many of each kind as its weight says, and at least one if there is room, in a random order. */
function dealt<Kind extends string>(
  weights: Readonly<Partial<Record<Kind, number>>>,
  count: number,
  chance: Chance,
): readonly Kind[] {
  // `Object.entries` loses the key type.
  const kinds = (Object.entries(weights) as [Kind, number][]).filter(([, weight]) => weight > 0);
  const sum = kinds.reduce((total, [, weight]) => total + weight, 0);
  const cards = kinds
    .sort(([, a], [, b]) => a - b)
    .flatMap(([kind, weight]) => Array.from({ length: Math.max(1, Math.round((count * weight) / sum)) }, () => kind));
  const most = kinds.at(-1)?.[0];
  while (most !== undefined && cards.length < count) cards.push(most);
  const kept = cards.slice(0, count);
  for (let index = kept.length - 1; index > 0; index -= 1) {
    const other = chance.between(0, index);
    [kept[index], kept[other]] = [kept[other] as Kind, kept[index] as Kind];
  }
  return kept;
}

type NamedLoan = Pick<PlannedLoan, 'number' | 'payer' | 'story' | 'opensOn'>;

function planLoan(named: NamedLoan, chance: Chance): PlannedLoan {
  const money: PayerMoney = payerTypes[named.payer];
  const between = ([low, high]: readonly [number, number]) => low + (high - low) * chance.next();
  const income = Math.round(between(money.income));
  const payday = 'payday' in money.earns ? chance.between(...money.earns.payday) : 0;
  const accounts = Array.from({ length: chance.between(1, 3) }, () => ({
    bankCode: chance.weighted(bankWeights),
    balance: Math.round((income / 4) * chance.next()),
  }));
  const purse = {
    type: named.payer,
    income,
    payday,
    toPrimary: between(money.toPrimary),
    spends: between(money.spends),
  };
  const terms = planTerms(named, { money, purse, chance });
  const endsOn = addDays(terms.startDate, chance.between(-10, 45));
  return {
    ...named,
    payerNumber: LAST_PAYER + 1 - named.number,
    loanId: `L-${String(named.number).padStart(5, '0')}`,
    purse: { ...purse, ...(named.story === 'defaults' && { endsOn }) },
    terms,
    accounts,
  };
}

interface TermsPlan {
  readonly money: PayerMoney;
  readonly purse: Purse;
  readonly chance: Chance;
}

const MONTHLY_INTEREST = 0.04;
// The platform goes on trying after the last due date.
const GRACE_DAYS = 30;

function planTerms({ opensOn, story }: NamedLoan, { money, purse, chance }: TermsPlan) {
  const { frequency } = money;
  const count = chance.between(...money.instalments);
  const perMonth = frequency === 'weekly' ? 4 : 1;
  const burden = money.burden[0] + (money.burden[1] - money.burden[0]) * chance.next();
  const amount = Math.max(1_000, Math.round((purse.income * burden) / perMonth / 500) * 500);
  const total = amount * count;
  const principal = Math.round(total / (1 + (MONTHLY_INTEREST * count) / perMonth) / 100) * 100;
  const first = firstDueDate(opensOn, purse.payday, frequency);
  const startDate = addDays(first, chance.between(...money.dueAfter));
  const dates = Array.from({ length: count }, (_, index) => addPeriods(startDate, frequency, index));
  const breakdown = dates.map((dueDate) => ({ dueDate, amount }));
  return {
    approvedAmount: principal,
    totalAmountDue: total,
    principal,
    charges: [{ kind: 'interest', amount: total - principal }],
    startDate,
    endDate: addDays(dates.at(-1) ?? startDate, GRACE_DAYS),
    frequency,
    collectionMode: story === 'manual' ? 'manual' : 'auto',
    breakdown,
  } as const;
}

// A salary loan falls due after the second payday at the latest.
function firstDueDate(opensOn: PlainDate, payday: number, frequency: 'weekly' | 'monthly'): PlainDate {
  if (payday === 0) return addPeriods(opensOn, frequency, 1);
  let day = addDays(opensOn, 14);
  while (partsOf(day)[2] !== payday) day = addDays(day, 1);
  return day;
}

/** Plans which banks fail, and when: about two outages a month, of one to four days. */
export function planOutages({ seed, from, months }: Pick<BookMix, 'seed' | 'from' | 'months'>): readonly Outage[] {
  const chance = new Chance(seed, streams.outages);
  return Array.from({ length: months * 2 }, (_, index) => {
    const start = addDays(from, index * 15 + chance.between(0, 14));
    const [bankCode, responseCode] = [chance.weighted(bankWeights), chance.pick(outageCodes)];
    return { bankCode, from: start, to: addDays(start, chance.between(0, 3)), responseCode };
  });
}
