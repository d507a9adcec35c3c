import { divideRounded, type Kobo } from '../../../domain/money.ts';

/** Where a percentage ends: debt without any income to speak of. Ours. */
const MOST_PERCENT = 999.99;

/** What share of income debt takes, in per cent, not rounded: 0 without debt, 100 where there is debt and no income. Ours. */
export function debtShare(debt: Kobo, income: Kobo): number {
  if (debt === 0) return 0;
  return income === 0 ? 100 : Math.min(MOST_PERCENT, (100 * debt) / income);
}

/** To two decimals, half away from zero. */
export function roundPercent(percent: number): number {
  return Math.round(percent * 100 * (1 + Number.EPSILON)) / 100;
}

/** The mean of percentages, not rounded; 0 if there are none. */
export function meanPercent(percents: readonly number[]): number {
  return percents.length === 0 ? 0 : percents.reduce((sum, percent) => sum + percent, 0) / percents.length;
}

/** Shares of two counts in hundredths of a per cent that add up to 100 %, or to nothing. */
export function shareOut(first: number, second: number): readonly [Kobo, Kobo] {
  const all = first + second;
  if (all === 0) return [0 as Kobo, 0 as Kobo];
  const share = Number(divideRounded(10_000n * BigInt(first), BigInt(all)));
  return [share as Kobo, (10_000 - share) as Kobo];
}
