import { addDays, dayNumber, type PlainDate } from '../../../domain/calendar.ts';
import type { Chance } from '../chance.ts';
import type { EntryKindName } from './entries.ts';

/** The kind of account holder. */
export type ProfileName = 'salary' | 'trader' | 'gig-worker';

export interface Profile {
  readonly salary?: readonly [from: number, to: number];
  readonly opening: readonly [from: number, to: number];
  readonly everyday: Readonly<Partial<Record<EntryKindName, number>>>;
  readonly inflow: readonly [from: number, to: number];
  /** Factor for outward transfers. Default 1. */
  readonly spending?: number;
  readonly overdraft: number;
}

export const profiles: Readonly<Record<ProfileName, Profile>> = {
  salary: {
    salary: [120_000, 650_000],
    opening: [8_000, 400_000],
    inflow: [2_000, 90_000],
    overdraft: 0,
    everyday: {
      out: 26,
      in: 12,
      pos: 14,
      airtime: 12,
      ride: 9,
      atm: 7,
      bet: 5,
      light: 4,
      tithe: 3,
      party: 1,
      school: 0.5,
      save: 2,
    },
  },
  trader: {
    opening: [-120_000, 700_000],
    inflow: [4_000, 400_000],
    overdraft: 300_000,
    spending: 4.5,
    everyday: { out: 32, in: 38, pos: 6, airtime: 7, ride: 4, atm: 5, light: 2, tithe: 2, party: 1 },
  },
  'gig-worker': {
    opening: [500, 60_000],
    inflow: [1_500, 30_000],
    overdraft: 0,
    everyday: { gig: 26, in: 8, out: 20, pos: 7, airtime: 12, ride: 11, atm: 5, bet: 8, light: 3, tithe: 1 },
  },
};

/** Amounts of everyday entries in naira: from, to, step. */
const costs: Readonly<Partial<Record<EntryKindName, readonly [from: number, to: number, step: number]>>> = {
  out: [1_000, 90_000, 100],
  pos: [800, 42_000, 0.25],
  airtime: [100, 3_000, 100],
  ride: [700, 9_800, 100],
  atm: [1_000, 60_000, 1_000],
  bet: [100, 6_000, 100],
  light: [2_000, 15_000, 500],
  tithe: [1_000, 45_000, 500],
  party: [5_000, 60_000, 5_000],
  school: [35_000, 185_000, 500],
  save: [1_000, 30_000, 1_000],
  gig: [1_200, 24_000, 0.01],
};

/** A planned entry. It is booked if the balance covers it. */
export interface Intent {
  readonly date: PlainDate;
  readonly second: number;
  readonly kind: EntryKindName;
  /** In kobo. */
  readonly amount: number;
  readonly counterparty?: string;
}

/** Constants of an account over all months, in naira. */
export interface Habits {
  readonly profile: Profile;
  readonly salary: number;
  readonly salaryDay: number;
  readonly isSalaryLabelled: boolean;
  readonly rent: number;
  readonly loan: number;
  /** Index of the month when the loan is paid out, from 0; -1 without a loan. */
  readonly loanMonth: number;
  readonly everyday: number;
  /** Divisor of everyday amounts, so that a busy account does not run dry. */
  readonly thrift: number;
}

const LOAN_MONTHS = 4;
const DAY = 86_400;

export function planMonth(
  { from, to, index }: { readonly from: PlainDate; readonly to: PlainDate; readonly index: number },
  habits: Habits,
  chance: Chance,
): Intent[] {
  const days = dayNumber(to) - dayNumber(from) + 1;
  const plan: Intent[] = [];
  const add = (kind: EntryKindName, naira: number, at: { readonly day: number; readonly second?: number }): void => {
    const date = addDays(from, Math.min(days, Math.max(1, at.day)) - 1);
    const second = at.second ?? chance.between(7 * 3_600, 22 * 3_600);
    plan.push({ date, second, kind, amount: Math.round(naira * 100) });
  };
  if (habits.salary) {
    const day = habits.salaryDay + chance.between(-1, 2);
    add(habits.isSalaryLabelled ? 'salary' : 'pay', habits.salary, { day });
    if (from.slice(5, 7) === '12') add('bonus', habits.salary / 2, { day: 20 });
  }
  if (habits.rent) add('rent', habits.rent, { day: 3 });
  const sinceLoan = habits.loanMonth < 0 ? -1 : index - habits.loanMonth;
  if (sinceLoan === 0) add('loanIn', habits.loan, { day: 8 });
  if (sinceLoan > 0 && sinceLoan <= LOAN_MONTHS)
    add('loanOut', Math.round((habits.loan * 115) / LOAN_MONTHS) / 100, { day: 27 });
  add('tv', chance.pick([3_900, 5_700, 10_500, 12_500]), { day: 6 });
  add('sms', chance.between(6, 60) * 4, { day: days, second: DAY - 300 });
  if (chance.happens(0.4)) add('card', 50, { day: days, second: DAY - 280 });
  for (let count = 0; count < habits.everyday; count++) {
    const kind = chance.weighted<EntryKindName>(habits.profile.everyday);
    add(kind, costOf(kind, habits, chance), { day: chance.between(1, days) });
  }
  return plan;
}

function costOf(kind: EntryKindName, { profile, thrift }: Habits, chance: Chance): number {
  const [from, to, step] = costs[kind] ?? [...profile.inflow, 10];
  // Small amounts are more common than large ones.
  const amount = from * (to / from) ** chance.next() * (kind === 'out' ? (profile.spending ?? 1) : 1);
  const divided = kind === 'in' || kind === 'gig' ? amount : Math.max(amount / thrift, step);
  return Math.max(1, Math.round(divided / step) * step);
}
