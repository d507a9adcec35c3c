import type { CreditBreakdown, IncomeInsightData } from '../../../domain/income-insight.ts';
import { NO_MONEY, nairaFromKobo, sumKobo } from '../../../domain/money.ts';
import { type BalanceSpan, balanceExtreme, type MonthPart } from '../entries/balances.ts';
import type { Study } from '../study.ts';
import { type Figure, type Figures, figure, meanText, monthlyFigure, ours } from './figure.ts';

/** The balance at the end of each month. */
export function balanceFigures(study: Study): Figures<Pick<IncomeInsightData, 'balance' | 'average_monthly_balance'>> {
  const balanceOf = new Map(study.balances.spans.map((span) => [span.entry?.row, span.balance]));
  const lastOfMonth = new Map([...study.months].map(([label, entries]) => [label, entries.slice(-1)]));
  const lastBalance = (row: number | undefined) => balanceOf.get(row) ?? NO_MONEY;
  const lasts = [...lastOfMonth.values()].map(([last]) => lastBalance(last?.row));
  return {
    balance: monthlyFigure(
      lastOfMonth,
      ([last]) => nairaFromKobo(lastBalance(last?.row)),
      ours('The balance after the last entry of each active month; 0 where no balance is known.'),
    ),
    average_monthly_balance: figure(
      meanText(sumKobo(lasts), lasts.length),
      [...lastOfMonth.values()].flat(),
      ours('The mean of balance over the active months.'),
    ),
  };
}

type DayBalanceFields =
  | 'averageDailyBal'
  | 'negBalDays'
  | 'max_bal_day_list_dict'
  | 'max_bal_week_list_dict'
  | 'min_bal_days_list_dict'
  | 'min_bal_week_list_dict';

/** What the balances of the days say. */
export function dayBalanceFigures({ balances }: Study): Figures<Pick<CreditBreakdown, DayBalanceFields>> {
  const { spans, days, isKnown } = balances;
  const dayBalance = `the balance after the last entry of a day, carried on over days without
    entries and into the period from its opening balance`;
  const below = spans.filter((span) => span.balance < 0);
  const sum = spans.reduce((total, span) => total + BigInt(span.balance) * BigInt(lengthOf(span)), 0n);
  const daysBelow = below.reduce((total, span) => total + lengthOf(span), 0);
  return {
    averageDailyBal: figure(
      meanText(sum, isKnown ? days : 0),
      spans.flatMap((span) => span.entry ?? []),
      ours(`The mean over all calendar days of the end-of-day balance: ${dayBalance}.`),
    ),
    negBalDays: figure(
      String(daysBelow),
      below.flatMap((span) => span.entry ?? []),
      ours(`Calendar days that end below zero: ${dayBalance}.`),
    ),
    max_bal_day_list_dict: extremeFigure(spans, 'day', 'highest'),
    max_bal_week_list_dict: extremeFigure(spans, 'week', 'highest'),
    min_bal_days_list_dict: extremeFigure(spans, 'day', 'lowest'),
    min_bal_week_list_dict: extremeFigure(spans, 'week', 'lowest'),
  };
}

function extremeFigure(
  spans: readonly BalanceSpan[],
  part: MonthPart,
  which: 'highest' | 'lowest',
): Figure<readonly number[]> {
  const { part: value, from } = balanceExtreme(spans, part, which);
  const range = part === 'day' ? 'day of the month (1–31)' : 'week of the month (1–5, days 1–7 being week 1)';
  const rule = `The ${range} whose end-of-day balances are ${which} on average over the statement`;
  return figure([value], from, ours(`${rule}; the earliest of several.`));
}

function lengthOf(span: BalanceSpan): number {
  return span.to - span.from + 1;
}
