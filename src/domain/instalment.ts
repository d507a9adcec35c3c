/** The statuses of an instalment, their order, and what a day makes of one. Spec §3.2. */
import { type Kobo, maxKobo } from './money.ts';

/** Where an instalment stands: spec §3.2, and `scheduled` (ours) before anything happened. */
export type InstalmentStatus = 'scheduled' | 'processing' | 'failed' | 'overdue' | 'partially paid' | 'success';

const rank: Readonly<Record<InstalmentStatus, number>> = {
  scheduled: 0,
  processing: 1,
  failed: 2,
  overdue: 3,
  'partially paid': 4,
  success: 5,
};

/** Below zero if the first comes earlier in an instalment's life; the total order by which news in any order ends the same. */
export function compareInstalmentStatus(a: InstalmentStatus, b: InstalmentStatus): number {
  return rank[a] - rank[b];
}

/** What is known of an instalment. */
export interface InstalmentNews {
  readonly status: InstalmentStatus;
  /** On it so far, not by this piece of news alone. */
  readonly amountCollected: Kobo;
}

/** Merges two pieces of news: the later status and the larger amount win, so order and repetition do not matter. */
export function mergeInstalmentNews(a: InstalmentNews, b: InstalmentNews): InstalmentNews {
  return {
    status: compareInstalmentStatus(a.status, b.status) >= 0 ? a.status : b.status,
    amountCollected: maxKobo(a.amountCollected, b.amountCollected),
  };
}

/** What an instalment is when a day's collecting is over: paid, partly paid, or missed (on its due date, or on a later day). */
export function statusAfterDay(
  instalment: { readonly amount: Kobo; readonly collected: Kobo },
  isAfterDueDate: boolean,
): InstalmentStatus {
  if (instalment.collected >= instalment.amount) return 'success';
  if (instalment.collected > 0) return 'partially paid';
  return isAfterDueDate ? 'overdue' : 'failed';
}

/** Is there still something to collect on it? */
export function isOpenInstalment(instalment: { readonly amount: Kobo; readonly collected: Kobo }): boolean {
  return instalment.collected < instalment.amount;
}

/** The place of a status in that order; a status that nobody knows comes first, so that it never hides a known one. */
export function rankInstalmentStatus(status: string): number {
  return Object.hasOwn(rank, status) ? rank[status as InstalmentStatus] : -1;
}
