import type { CreditBreakdown, IncomeInsightData } from '../../../domain/income-insight.ts';
import { averageKobo, decimalFromKobo, NO_MONEY, nairaFromKobo, sumKobo } from '../../../domain/money.ts';
import { type BalanceSpan, balanceExtreme } from '../entries/balances.ts';
import type { Study } from '../study.ts';
import { type Definition, type Figure, monthlyFigure, ours, type Placed } from './figure.ts';

const dayBalance =
  'the balance after the last entry of a day, carried on over days without entries and into the period from its opening balance';

type BalanceFields = 'balance' | 'average_monthly_balance';
type BalanceMembers =
  | 'averageDailyBal'
  | 'negBalDays'
  | 'max_bal_day_list_dict'
  | 'max_bal_week_list_dict'
  | 'min_bal_days_list_dict'
  | 'min_bal_week_list_dict';

/** The balance at the end of each month. */
export function balanceFigures(study: Study): { readonly [Field in BalanceFields]: Figure<IncomeInsightData[Field]> } {
  const balanceOf = new Map(study.balances.spans.map((span) => [span.entry?.row, span.balance]));
  const lastOfMonth = new Map([...study.months].map(([label, entries]) => [label, entries.slice(-1)]));
  const lastBalance = (row: number | undefined) => balanceOf.get(row) ?? NO_MONEY;
  const lasts = [...lastOfMonth.values()].map(([last]) => lastBalance(last?.row));
  const balance = monthlyFigure(
    lastOfMonth,
    ([last]) => nairaFromKobo(lastBalance(last?.row)),
    ours('The balance after the last entry of each active month; 0 where no balance is known.'),
  );
  return {
    balance,
    average_monthly_balance: {
      value: decimalFromKobo(averageKobo(sumKobo(lasts), lasts.length)),
      from: [...lastOfMonth.values()].flat(),
      ...ours('The mean of balance over the active months.'),
    },
  };
}

/** What the days' balances say. */
export function dayBalanceFigures({ balances }: Study): {
  readonly [Field in BalanceMembers]: Figure<CreditBreakdown[Field]>;
} {
  const { spans, days } = balances;
  const below = spans.filter((span) => span.balance < 0);
  const sum = spans.reduce((total, span) => total + BigInt(span.balance) * BigInt(lengthOf(span)), 0n);
  const extreme = (part: 'day' | 'week', which: 'highest' | 'lowest') => extremeFigure(spans, part, which);
  return {
    averageDailyBal: {
      value: decimalFromKobo(averageKobo(sum, balances.isKnown ? days : 0)),
      from: entriesOf(spans),
      ...ours(`The mean over all calendar days of the end-of-day balance: ${dayBalance}.`),
    },
    negBalDays: {
      value: String(below.reduce((total, span) => total + lengthOf(span), 0)),
      from: entriesOf(below),
      ...ours(`Calendar days that end below zero: ${dayBalance}.`),
    },
    max_bal_day_list_dict: extreme('day', 'highest'),
    max_bal_week_list_dict: extreme('week', 'highest'),
    min_bal_days_list_dict: extreme('day', 'lowest'),
    min_bal_week_list_dict: extreme('week', 'lowest'),
  };
}

function extremeFigure(
  spans: readonly BalanceSpan[],
  part: 'day' | 'week',
  which: 'highest' | 'lowest',
): Figure<readonly number[]> {
  const { part: value, from } = balanceExtreme(spans, part, which);
  const range = part === 'day' ? 'day of the month (1–31)' : 'week of the month (1–5, days 1–7 being week 1)';
  const definition: Definition = ours(
    `The ${range} whose end-of-day balances are ${which} on average over the statement; the earliest of several.`,
  );
  return { value: [value], from, ...definition };
}

function lengthOf(span: BalanceSpan): number {
  return span.to - span.from + 1;
}

function entriesOf(spans: readonly BalanceSpan[]): readonly Placed[] {
  return spans.flatMap((span) => span.entry ?? []);
}
