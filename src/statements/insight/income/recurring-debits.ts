import { amountsAgree, medianOf, type Stream, type StudiedEntry, streamsOf } from '../entries/studied-entry.ts';
import type { ReturnedMoney } from './returned-money.ts';

// Ours: how regular a debit must be to be a recurring one.
const AMOUNTS_WITHIN = 0.25;
const rhythms: readonly (readonly [number, number])[] = [
  [6, 8],
  [13, 16],
  [26, 35],
];

const neverRecurring: ReadonlySet<string> = new Set(['airtime', 'atm', 'charges', 'sweep', 'reversal']);

/** Why a debit counts as recurring debt or expense. */
export type RecurringReason = 'loan' | 'rent' | 'pattern';

/** The debits that are recurring debt or expense, by row: loan repayments, rent, and whatever goes to the same counterparty in a rhythm. Money that came back is none. */
export function findRecurringDebits(
  entries: readonly StudiedEntry[],
  activeMonths: number,
  returned: ReturnedMoney,
): ReadonlyMap<number, RecurringReason> {
  const found = new Map<number, RecurringReason>();
  const paid = entries.filter(
    (entry) =>
      entry.side === 'debit' &&
      entry.amount > 0 &&
      !returned.debits.has(entry.row) &&
      !neverRecurring.has(entry.category),
  );
  for (const stream of streamsOf(paid))
    if (hasRhythm(stream, activeMonths)) for (const entry of stream) found.set(entry.row, 'pattern');
  for (const entry of paid) {
    if (entry.category === 'loans') found.set(entry.row, 'loan');
    if (entry.category === 'rent') found.set(entry.row, 'rent');
  }
  return found;
}

function hasRhythm(stream: Stream, activeMonths: number): boolean {
  const leastMonths = activeMonths <= 2 ? 2 : 3;
  if (new Set(stream.map((entry) => entry.when.monthCount)).size < leastMonths || !amountsAgree(stream, AMOUNTS_WITHIN))
    return false;
  const gap = medianOf(
    stream.slice(1).map((entry, place) => entry.when.day - (stream[place] as StudiedEntry).when.day),
  );
  return rhythms.some(([least, most]) => gap >= least && gap <= most);
}
