import type { PlainDate } from '../../../domain/calendar.ts';
import { rankInstalmentStatus } from '../../../domain/collection.ts';
import type { CollectionFacts } from '../../../domain/loan/events/events.ts';
import type { LoanState } from '../../../domain/loan/state.ts';
import { koboFromAnswer, NO_MONEY, sumKobo } from '../../../domain/money.ts';
import type { Mandate } from '../../../wire/mandate-types.ts';
import { type ListedInstalment, newsOnFile } from './listed-instalments.ts';

/** What an instalment is compared with. */
export interface LoanReading {
  readonly state: LoanState;
  readonly mandate: Mandate;
  readonly today: PlainDate;
}

/** Does the service show something of this instalment that is not on the loan's file? */
export function showsNews(listed: ListedInstalment, reading: LoanReading): boolean {
  const { amountCollected, status } = listed.item;
  const onFile = newsOnFile(listed, reading.state);
  if ((koboFromAnswer(amountCollected) ?? NO_MONEY) > (onFile?.collected ?? NO_MONEY)) return true;
  if (status === undefined || rankInstalmentStatus(status) <= rankInstalmentStatus(onFile?.status ?? 'scheduled'))
    return false;
  // Nobody collects a manual instalment on its due date: that it passed is no failure of a debit.
  return isMiss(status) ? isAuto(reading) : true;
}

/** May there be something of this instalment that the service does not show and that is not on the loan's file? */
export function mayHideNews(listed: ListedInstalment, reading: LoanReading): boolean {
  const { amountCollected, status } = listed.item;
  const onFile = newsOnFile(listed, reading.state);
  if (onFile?.status === 'success' || status === 'success') return false;
  if (amountCollected === undefined && hasMoneyOfNoInstalment(reading)) return true;
  return isAuto(reading)
    ? status === undefined && mayBeMissed(listed, onFile, reading)
    : onFile?.reason === undefined && hasFailureOfNoInstalment(reading);
}

function mayBeMissed(
  { dueDate }: ListedInstalment,
  onFile: CollectionFacts | undefined,
  { today }: LoanReading,
): boolean {
  return (onFile === undefined || onFile.status === 'processing') && dueDate !== undefined && dueDate < today;
}

// The mandate has collected more than what is known of its instalments.
function hasMoneyOfNoInstalment({ mandate, state }: LoanReading): boolean {
  return (
    (koboFromAnswer(mandate.collectedAmount) ?? NO_MONEY) > sumKobo(state.collections.map(({ collected }) => collected))
  );
}

// A debit on demand failed after the last day of which it is known that something failed.
function hasFailureOfNoInstalment({ state }: LoanReading): boolean {
  const told = state.collections.filter(({ reason }) => reason !== undefined).map(({ date }) => date);
  return state.debits.some(({ status, debitDate }) => status === 'failed' && told.every((date) => date < debitDate));
}

function isMiss(status: string): boolean {
  return status === 'failed' || status === 'overdue';
}

function isAuto({ state }: LoanReading): boolean {
  return state.terms.collectionMode === 'auto';
}
