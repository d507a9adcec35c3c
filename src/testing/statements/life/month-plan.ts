import { addDays, dayNumber, type PlainDate } from '../../../domain/calendar.ts';
import type { Chance } from '../chance.ts';
import { costs, type Profile } from './profiles.ts';
import type { What } from './what.ts';

/** Something that is about to happen, if the balance bears it. */
export interface Intent {
  readonly date: PlainDate;
  readonly second: number;
  readonly what: What;
  /** Kobo. */
  readonly amount: number;
  readonly counterparty?: string;
}

/** What stays the same from month to month. Naira. */
export interface Habits {
  readonly profile: Profile;
  readonly salary: number;
  readonly salaryDay: number;
  readonly isSalaryLabelled: boolean;
  readonly rent: number;
  readonly loan: number;
  /** The month the loan is paid out in, from 0; -1 without one. */
  readonly loanMonth: number;
  readonly everyday: number;
  /** Everyday amounts are divided by it, so that a busy account does not run dry. */
  readonly thrift: number;
}

const LOAN_MONTHS = 4;
const DAY = 86_400;

/** What a month brings, in no order; `index` counts months from 0. */
export function planMonth(
  from: PlainDate,
  to: PlainDate,
  { habits, index, chance }: { readonly habits: Habits; readonly index: number; readonly chance: Chance },
): Intent[] {
  const days = dayNumber(to) - dayNumber(from) + 1;
  const plan: Intent[] = [];
  const add = (what: What, naira: number, day: number, second = chance.between(7 * 3_600, 22 * 3_600)): void => {
    plan.push({
      date: addDays(from, Math.min(days, Math.max(1, day)) - 1),
      second,
      what,
      amount: Math.round(naira * 100),
    });
  };
  if (habits.salary) {
    const drift = chance.between(-1, 2);
    add(habits.isSalaryLabelled ? 'salary' : 'pay', habits.salary, habits.salaryDay + drift);
    if (from.slice(5, 7) === '12') add('bonus', habits.salary / 2, 20);
  }
  if (habits.rent) add('rent', habits.rent, 3);
  const sinceLoan = habits.loanMonth < 0 ? -1 : index - habits.loanMonth;
  if (sinceLoan === 0) add('loanIn', habits.loan, 8);
  if (sinceLoan > 0 && sinceLoan <= LOAN_MONTHS)
    add('loanOut', Math.round((habits.loan * 115) / LOAN_MONTHS) / 100, 27);
  add('tv', chance.pick([3_900, 5_700, 10_500, 12_500]), 6);
  add('sms', chance.between(6, 60) * 4, days, DAY - 300);
  if (chance.happens(0.4)) add('card', 50, days, DAY - 280);
  for (let count = 0; count < habits.everyday; count++) {
    const what = chance.weighted<What>(habits.profile.everyday);
    add(what, costOf(what, habits, chance), chance.between(1, days));
  }
  return plan;
}

function costOf(what: What, { profile, thrift }: Habits, chance: Chance): number {
  const [from, to, step] = costs[what] ?? [...profile.inflow, 10];
  // Small sums are more common than large ones.
  const amount = from * (to / from) ** chance.next() * (what === 'out' ? (profile.spending ?? 1) : 1);
  const divided = what === 'in' || what === 'gig' ? amount : Math.max(amount / thrift, step);
  return Math.max(1, Math.round(divided / step) * step);
}
