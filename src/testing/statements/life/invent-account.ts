import { addDays, addPeriods, dateFromDayNumber, type PlainDate, parsePlainDate } from '../../../domain/calendar.ts';
import type { Chance } from '../chance.ts';
import type { SyntheticStatementOptions } from '../statement-options.ts';
import { liveAccount } from './account-life.ts';
import { type Dialect, type DialectName, dialects, type Entry } from './entries.ts';
import { type Habits, type Profile, profiles } from './month-plan.ts';
import { type Household, invented, inventName } from './narration.ts';

/** The facts of an account that its statement prints. Money in kobo. */
export interface StatementFacts {
  readonly name: string;
  readonly number: string;
  readonly type: string;
  readonly from: PlainDate;
  readonly to: PlainDate;
  readonly opening: number;
  readonly closing: number;
  readonly totalDebit: number;
  readonly totalCredit: number;
  readonly debitCount: number;
  readonly creditCount: number;
}

const USUAL_ROWS = 40;
// This plan gives about the default number of rows: fees and levies are added, refused entries are left out.
const EVERYDAY = 28;
const MOST_TRIES = 6;
const JANUARY_2022 = dateFromDayNumber(18_993);

/** Invents an account. Retries with more activity if it has too few entries. Some options affect the first one only. */
export function inventAccount(
  options: SyntheticStatementOptions,
  { dialect: dialectName, isFirst }: { readonly dialect: DialectName; readonly isFirst: boolean },
  chance: Chance,
): { readonly entries: readonly Entry[]; readonly facts: StatementFacts } {
  const months = options.months ?? 3;
  const minRows = isFirst ? (options.minRows ?? 0) : 0;
  const from = firstDay(options.from, chance);
  const to = addDays(addPeriods(from, 'monthly', months), -1);
  const household = inventHousehold(options, isFirst, chance);
  const profile = options.profile ? profiles[options.profile] : chance.pick(Object.values(profiles));
  const dialect: Dialect = dialects[dialectName];
  const opening = Math.round(range(profile.opening, chance) * 100 + chance.between(0, 99));
  const habits = inventHabits({ ...options, months }, profile, chance);
  let busy = Math.max(options.rowsPerMonth ?? USUAL_ROWS, minRows / months) / USUAL_ROWS;
  for (let attempt = 1; ; attempt++) {
    const plan = {
      from,
      to,
      habits: { ...habits, thrift: Math.max(1, busy * 0.8), everyday: Math.round(EVERYDAY * busy) },
      household,
      dialect,
      opening: Math.round(opening * Math.max(1, Math.sqrt(busy))),
      overdraft: profile.overdraft * 100,
    };
    const entries = liveAccount(plan, chance);
    if (entries.length >= minRows) {
      const number = (isFirst ? options.accountNumber : undefined) ?? chance.digits(10);
      const type = dialect.sweeps ? 'WALLET ACCOUNT' : chance.pick(accountTypes);
      return { entries, facts: { name: household.holder, number, type, from, to, ...sumsOf(entries) } };
    }
    if (attempt === MOST_TRIES)
      throw new RangeError(
        `No life with ${minRows} entries in ${months} months could be invented; ask for more months.`,
      );
    busy *= Math.max(1.15, minRows / entries.length);
  }
}

const accountTypes = ['SAVINGS ACCOUNT', 'CURRENT ACCOUNT', 'CLASSIC SAVINGS'];

function firstDay(from: string | undefined, chance: Chance): PlainDate {
  // Draw even if a day is given, so that the day changes nothing else.
  const drawn = 12 * (chance.between(2022, 2025) - 2022) + chance.between(1, 12) - 1;
  return parsePlainDate(from) ?? addPeriods(JANUARY_2022, 'monthly', drawn);
}

function inventHousehold(options: SyntheticStatementOptions, isFirst: boolean, chance: Chance): Household {
  const name = inventName(chance, true);
  return {
    holder: (isFirst && options.holder) || name,
    employer: chance.pick(invented.employer),
    landlord: chance.pick(invented.landlord),
    lender: chance.pick(invented.lender),
    church: chance.pick(invented.church),
    misleading: options.misleading ?? 0.05,
  };
}

function inventHabits(
  { salary, labelledSalary, months }: SyntheticStatementOptions & { readonly months: number },
  profile: Profile,
  chance: Chance,
): Omit<Habits, 'thrift' | 'everyday'> {
  // Draw even if an option replaces it, so that the option changes nothing else.
  const drawn = profile.salary ? Math.round(range(profile.salary, chance) / 50) * 50 : 0;
  const isLabelled = chance.happens(0.6);
  return {
    profile,
    salary: salary ?? drawn,
    salaryDay: chance.between(23, 29),
    isSalaryLabelled: labelledSalary ?? isLabelled,
    rent: chance.happens(0.4) ? chance.between(6, 30) * 5_000 : 0,
    loan: chance.between(4, 40) * 10_000,
    loanMonth: chance.happens(0.5) ? chance.between(0, Math.max(0, months - 2)) : -1,
  };
}

function range([from, to]: readonly [number, number], chance: Chance): number {
  return from + (to - from) * chance.next();
}

function sumsOf(entries: readonly Entry[]) {
  const sum = (of: readonly Entry[]): number => of.reduce((total, { amount }) => total + amount, 0);
  const debits = entries.filter(({ type }) => type === 'debit');
  const credits = entries.filter(({ type }) => type === 'credit');
  const [first] = entries;
  const opening = first ? first.balance - (first.type === 'credit' ? first.amount : -first.amount) : 0;
  return {
    opening,
    closing: entries.at(-1)?.balance ?? opening,
    totalDebit: sum(debits),
    totalCredit: sum(credits),
    debitCount: debits.length,
    creditCount: credits.length,
  };
}
