import { addDays, addPeriods, type PlainDate, parsePlainDate } from '../../domain/calendar.ts';
import type { Chance } from './chance.ts';
import { liveAccount } from './life/account-life.ts';
import { type Dialect, dialects } from './life/dialects.ts';
import type { Entry } from './life/entry.ts';
import { type Household, inventName } from './life/fill-template.ts';
import { invented } from './life/invented.ts';
import type { Habits } from './life/month-plan.ts';
import { type Profile, type ProfileName, profiles } from './life/profiles.ts';
import type { StatementFacts } from './print/draw-head.ts';
import type { StatementLayout } from './statement-layout.ts';
import type { SyntheticStatementOptions } from './statement-options.ts';

/** An account with its whole life in the statement's period. */
export interface InventedAccount {
  readonly entries: readonly Entry[];
  readonly facts: StatementFacts;
}

const USUAL_ROWS = 40;
// A plan of so many everyday things gives about the usual rows: fees, levies and what is refused come on top and off.
const EVERYDAY = 28;
const ENOUGH_TRIES = 6;

/** Invents an account and lives it; a life with too few rows is lived again, busier. */
export function inventAccount(
  options: SyntheticStatementOptions,
  layout: StatementLayout,
  { chance, isFirst }: { readonly chance: Chance; readonly isFirst: boolean },
): InventedAccount {
  const months = options.months ?? 3;
  const minRows = isFirst ? (options.minRows ?? 0) : 0;
  const from = firstDay(options, chance);
  const to = addDays(addPeriods(from, 'monthly', months), -1);
  const household = inventHousehold(options, isFirst, chance);
  const profile: Profile = profiles[options.profile ?? chance.pick(Object.keys(profiles) as ProfileName[])];
  const dialect: Dialect = dialects[layout.dialect];
  const opening = Math.round(range(profile.opening, chance) * 100 + chance.between(0, 99));
  const constant = inventHabits(options, profile, { chance, months });
  let busy = Math.max(options.rowsPerMonth ?? USUAL_ROWS, minRows / months) / USUAL_ROWS;
  for (let attempt = 1; ; attempt++) {
    const thrift = Math.max(1, busy * 0.8);
    const habits: Habits = { ...constant, profile, thrift, everyday: Math.round(EVERYDAY * busy) };
    const entries = liveAccount(
      {
        from,
        to,
        habits,
        household,
        dialect,
        opening: Math.round(opening * Math.max(1, Math.sqrt(busy))),
        overdraft: profile.overdraft * 100,
      },
      chance,
    );
    if (entries.length >= minRows)
      return {
        entries,
        facts: factsOf(entries, { options: isFirst ? options : {}, household, from, to, chance, dialect }),
      };
    if (attempt === ENOUGH_TRIES)
      throw new RangeError(
        `No life with ${minRows} entries in ${months} months could be invented; ask for more months.`,
      );
    busy *= Math.max(1.15, minRows / entries.length);
  }
}

function firstDay({ from }: SyntheticStatementOptions, chance: Chance): PlainDate {
  const drawn = `${chance.between(2022, 2025)}-${String(chance.between(1, 12)).padStart(2, '0')}-01`;
  const day = parsePlainDate(from ?? drawn);
  if (!day) throw new RangeError(`${from} is no day; give the statement's first day as YYYY-MM-DD.`);
  return day;
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
  options: SyntheticStatementOptions,
  profile: Profile,
  { chance, months }: { readonly chance: Chance; readonly months: number },
): Omit<Habits, 'profile' | 'thrift' | 'everyday'> {
  const drawn = profile.salary ? Math.round(range(profile.salary, chance) / 50) * 50 : 0;
  const salary = options.salary ?? drawn;
  const isLabelled = chance.happens(0.6);
  return {
    salary,
    salaryDay: chance.between(23, 29),
    isSalaryLabelled: options.labelledSalary ?? isLabelled,
    rent: chance.happens(0.4) ? chance.between(6, 30) * 5_000 : 0,
    loan: chance.between(4, 40) * 10_000,
    loanMonth: chance.happens(0.5) ? chance.between(0, Math.max(0, months - 2)) : -1,
  };
}

function range([from, to]: readonly [number, number], chance: Chance): number {
  return from + (to - from) * chance.next();
}

interface Circumstances {
  readonly options: SyntheticStatementOptions;
  readonly household: Household;
  readonly from: PlainDate;
  readonly to: PlainDate;
  readonly chance: Chance;
  readonly dialect: Dialect;
}

function factsOf(
  entries: readonly Entry[],
  { options, household, from, to, chance, dialect }: Circumstances,
): StatementFacts {
  const sum = (type: Entry['type']): number =>
    entries.reduce((total, entry) => total + (entry.type === type ? entry.amount : 0), 0);
  const count = (type: Entry['type']): number => entries.filter((entry) => entry.type === type).length;
  const [first] = entries;
  const opening = first ? first.balance - (first.type === 'credit' ? first.amount : -first.amount) : 0;
  return {
    name: household.holder,
    number: options.accountNumber ?? chance.digits(10),
    type: dialect.sweeps ? 'WALLET ACCOUNT' : chance.pick(['SAVINGS ACCOUNT', 'CURRENT ACCOUNT', 'CLASSIC SAVINGS']),
    from,
    to,
    opening,
    closing: entries.at(-1)?.balance ?? opening,
    totalDebit: sum('debit'),
    totalCredit: sum('credit'),
    debitCount: count('debit'),
    creditCount: count('credit'),
  };
}
