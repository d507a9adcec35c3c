import { type Kobo, sumKobo } from '../../../domain/money.ts';
import type { ReturnedMoney } from './returned-money.ts';
import { amountsAgree, isSameCounterparty, medianOf, type Stream, type StudiedEntry, streamsOf } from './streams.ts';

// Ours: the required regularity of salary that is found by its pattern.
const SALARIES_WITHIN = 0.15;
const DAYS_WITHIN = 5;
const LEAST_SHARE_OF_INCOME = 0.15;
const LONGEST_MONTH = 31;

interface SalarySearch {
  readonly entries: readonly StudiedEntry[];
  readonly activeMonths: number;
  /** Excludes reversals, loans and the holder's own transfers. */
  readonly isNoPay: (entry: StudiedEntry) => boolean;
  /** Names of employers given by the lender, as words. */
  readonly payers: readonly (readonly string[])[];
}

/** The reason why a credit counts as salary. */
export type SalaryReason = 'words' | 'payer' | 'pattern';

/** Finds salaries with their reason, by row. Words and given payers take precedence over the pattern. */
export function findSalaries(search: SalarySearch): ReadonlyMap<number, SalaryReason> {
  const found = new Map<number, SalaryReason>();
  const { entries, activeMonths, isNoPay, payers } = search;
  const candidates = entries.filter((entry) => entry.side === 'credit' && entry.amount > 0 && !isNoPay(entry));
  const income = sumKobo(candidates.map((entry) => entry.amount));
  for (const stream of streamsOf(candidates.filter(isPlainPay)))
    if (comesLikeSalary(stream, activeMonths, income)) for (const entry of stream) found.set(entry.row, 'pattern');
  for (const entry of candidates) {
    if (isPlainPay(entry) && payers.some((payer) => isSameCounterparty(payer, entry.counterparty)))
      found.set(entry.row, 'payer');
    if (entry.category === 'salary' || entry.category === 'pension') found.set(entry.row, 'words');
  }
  return found;
}

// A bonus is income of one month only, and interest is not pay.
function isPlainPay(entry: StudiedEntry): boolean {
  return entry.category === 'inflow' || entry.category === 'salary';
}

function comesLikeSalary(stream: Stream, activeMonths: number, income: Kobo): boolean {
  const leastMonths = activeMonths <= 3 ? 2 : 3;
  if (stream.length < leastMonths || !amountsAgree(stream, SALARIES_WITHIN)) return false;
  const median = medianOf(stream.map((entry) => entry.amount));
  return median * activeMonths >= LEAST_SHARE_OF_INCOME * income && comesOnceAMonth(stream);
}

/** Whether there is one payment a month, on days within five of each other. Days 31 and 1 are neighbours. */
function comesOnceAMonth(stream: Stream): boolean {
  const days = [...new Set(stream.map((entry) => entry.when.dayOfMonth))].sort((a, b) => a - b);
  let [widest, firstDay, before] = [0, 0, (days.at(-1) ?? 0) - LONGEST_MONTH];
  for (const day of days) {
    if (day - before > widest) [widest, firstDay] = [day - before, day];
    before = day;
  }
  if (LONGEST_MONTH - widest > DAYS_WITHIN) return false;
  // Pay due on the 31st that arrives on the 1st belongs to the previous month.
  const months = new Set(stream.map((entry) => entry.when.monthCount - (entry.when.dayOfMonth < firstDay ? 1 : 0)));
  return months.size === stream.length;
}

// Ours: the required regularity of recurring debits. Gaps are in days.
const DEBITS_WITHIN = 0.25;
const regularGaps = [
  { least: 6, most: 8 },
  { least: 13, most: 16 },
  { least: 26, most: 35 },
];

const neverRecurring: ReadonlySet<string> = new Set(['airtime', 'atm', 'charges', 'sweep', 'reversal']);

/** The reason why a debit counts as recurring debt or expense. */
export type RecurringReason = 'loan' | 'rent' | 'pattern';

/** Finds recurring debits, by row: loan repayments, rent, and regular payments to one counterparty. */
export function findRecurringDebits(entries: readonly StudiedEntry[], activeMonths: number, returned: ReturnedMoney) {
  const found = new Map<number, RecurringReason>();
  const paid = entries.filter(
    ({ side, amount, row, category }) =>
      side === 'debit' && amount > 0 && !returned.debits.has(row) && !neverRecurring.has(category),
  );
  for (const stream of streamsOf(paid))
    if (isRegular(stream, activeMonths)) for (const entry of stream) found.set(entry.row, 'pattern');
  for (const entry of paid) {
    if (entry.category === 'loans') found.set(entry.row, 'loan');
    if (entry.category === 'rent') found.set(entry.row, 'rent');
  }
  return found;
}

function isRegular(stream: Stream, activeMonths: number): boolean {
  const leastMonths = activeMonths <= 2 ? 2 : 3;
  if (new Set(stream.map((entry) => entry.when.monthCount)).size < leastMonths || !amountsAgree(stream, DEBITS_WITHIN))
    return false;
  const days = stream.map((entry) => entry.when.day);
  const gap = medianOf(days.slice(1).map((day, place) => day - (days[place] ?? 0)));
  return regularGaps.some(({ least, most }) => gap >= least && gap <= most);
}
