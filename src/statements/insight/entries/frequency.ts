import type { Stream } from './streams.ts';

export type Frequency = 'weekly' | 'fortnightly' | 'monthly';

interface Gaps {
  readonly frequency: Frequency;
  readonly least: number;
  readonly most: number;
}

// Ours, in days.
const regularGaps: readonly Gaps[] = [
  { frequency: 'weekly', least: 6, most: 8 },
  { frequency: 'fortnightly', least: 13, most: 16 },
  { frequency: 'monthly', least: 26, most: 35 },
];

/** The frequency of payments by the median of their gaps; undefined if it is none of ours. Oldest first. */
export function frequencyOf(stream: Stream): Frequency | undefined {
  const gap = medianOf(gapsOf(stream));
  return regularGaps.find(({ least, most }) => gap >= least && gap <= most)?.frequency;
}

/** The share of gaps that are one or two periods of their frequency: a week without work is missed. */
export function regularShare(stream: Stream): number {
  const frequency = frequencyOf(stream);
  const known = regularGaps.find((gaps) => gaps.frequency === frequency);
  if (!known) return 0;
  const gaps = gapsOf(stream);
  const isRegular = (gap: number) => [1, 2].some((n) => gap >= known.least * n - 1 && gap <= known.most * n + 1);
  return gaps.filter(isRegular).length / gaps.length;
}

function gapsOf(stream: Stream): readonly number[] {
  return stream.slice(1).map((entry, place) => entry.when.day - (stream[place]?.when.day ?? 0));
}

/** The median; 0 for an empty list. */
export function medianOf(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? 0)) / 2;
}

/** Whether every amount, or this share of them, is within a share of the median. */
export function amountsAgree(stream: Stream, within: number, share = 1): boolean {
  const median = medianOf(stream.map((entry) => entry.amount));
  const agreeing = stream.filter((entry) => Math.abs(entry.amount - median) <= within * median);
  return agreeing.length >= share * stream.length;
}

const LONGEST_MONTH = 31;
const DAYS_IN_MONTH = 365.25 / 12;

/**
 * Whether there is one payment a month, on days within this many of each other. Days 31 and 1 are neighbours. Of four
 * payments or more, a third may be up to twelve days early or late.
 */
export function comesOnceAMonth(stream: Stream, daysWithin: number): boolean {
  const daysAfter = (from: number, day: number) => (day - from + LONGEST_MONTH) % LONGEST_MONTH;
  const isWithin = (from: number) => (day: number) => daysAfter(from, day) <= daysWithin;
  const days = stream.map((entry) => entry.when.dayOfMonth);
  const counts = [...new Set(days)].map((from) => ({ from, count: days.filter(isWithin(from)).length }));
  const best = counts.reduce((a, b) => (b.count > a.count ? b : a), { from: 0, count: 0 });
  const mayStray = stream.length >= 4 ? Math.floor(stream.length / 3) : 0;
  if (best.count < stream.length - mayStray) return false;
  // Pay due on the 31st that arrives on the 1st belongs to the previous month.
  const usual = best.from + daysWithin / 2;
  const months = stream.map(({ when }) => when.monthCount + (when.dayOfMonth - usual) / DAYS_IN_MONTH);
  const isNear = (month: number) => Math.abs(month - Math.round(month)) * DAYS_IN_MONTH <= STRAY_DAYS;
  return months.every(isNear) && new Set(months.map(Math.round)).size === stream.length;
}

const STRAY_DAYS = 12;
