import type { Stream } from './streams.ts';

/** Sums of the credits that may be income. Each needs one search, also among a hundred thousand credits. */
export interface Income {
  /** Of all credits, where each counts at most this much. */
  readonly cappedAt: (most: number) => number;
  /** Of the credits of these days. */
  readonly between: (firstDay: number, lastDay: number) => number;
}

export function incomeOf(credits: Stream): Income {
  const days = credits.map((entry) => entry.when.day);
  const byDay = runningTotals(credits.map((entry) => entry.amount));
  const amounts = credits.map((entry) => entry.amount).sort((a, b) => a - b);
  const byAmount = runningTotals(amounts);
  return {
    cappedAt: (most) => {
      const count = countUpTo(amounts, most);
      return (byAmount[count] ?? 0) + most * (amounts.length - count);
    },
    between: (firstDay, lastDay) =>
      (byDay[countUpTo(days, lastDay)] ?? 0) - (byDay[countUpTo(days, firstDay - 1)] ?? 0),
  };
}

function runningTotals(numbers: readonly number[]): readonly number[] {
  const totals = [0];
  for (const number of numbers) totals.push((totals.at(-1) ?? 0) + number);
  return totals;
}

/** How many of these ascending numbers are at most this. */
function countUpTo(ascending: readonly number[], most: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) <= most) low = middle + 1;
    else high = middle;
  }
  return low;
}
