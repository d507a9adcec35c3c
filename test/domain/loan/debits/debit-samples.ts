import { formatInstant, type Instant, MINUTE_MS, parseInstant } from '../../../../src/domain/calendar.ts';
import type { DebitReading, ShownDebit } from '../../../../src/domain/loan/debits/debit-reading.ts';
import { type DebitEvidence, settleDebits } from '../../../../src/domain/loan/debits/debit-settlement.ts';
import type { LoanEvent } from '../../../../src/domain/loan/events/events.ts';
import type { DebitState, LoanState } from '../../../../src/domain/loan/state.ts';
import { kobo, loanAt } from '../sample-loan.ts';

/** 09:00 in Lagos: a debit for this day is tried at once. */
export const INTENDED = '2026-02-01T08:00:00.000Z';
export const intended = parseInstant(INTENDED) as Instant;

/** Minutes after the intent. */
export const later = (minutes: number): Instant => intended + minutes * MINUTE_MS;
export const textLater = (minutes: number): string => formatInstant(later(minutes));

/** A debit of ₦300 whose answer never came. */
export function debit(change: Partial<DebitState> = {}): DebitState {
  return {
    debitId: 'd1',
    amount: kobo(30_000),
    debitDate: '2026-02-01',
    status: 'unknown',
    intendedAt: INTENDED,
    reference: undefined,
    collected: kobo(0),
    unseen: undefined,
    parkedFor: undefined,
    // Its sender's own.
    ...((change.status ?? 'unknown') === 'unknown' ? { givenUp: { at: INTENDED, by: 'sender' } } : {}),
    ...change,
  };
}

/** What the service shows, made a minute after the intent. */
export function shown(change: Partial<ShownDebit> = {}): ShownDebit {
  return { reference: 'ref-1', status: 'pending', amount: kobo(30_000), createdAt: later(1), ...change };
}

/** A reading that shows nothing. */
export function reading(minutes: number, change: Partial<DebitReading> = {}): DebitReading {
  return {
    askedAt: later(minutes),
    shown: [],
    collected: kobo(0),
    underWay: false,
    isWhole: true,
    fingerprint: 'nothing',
    ...change,
  };
}

/** Evidence that says nothing. */
export function evidence(change: Partial<DebitEvidence> = {}): DebitEvidence {
  return {
    found: undefined,
    withheld: false,
    unexplained: false,
    isAmbiguous: false,
    isDeclinedByAll: false,
    isWhole: true,
    fingerprint: 'nothing',
    ...change,
  };
}

/** Events of a debit of ₦300. */
export const intent = (debitId: string, change: object = {}): LoanEvent =>
  ({ type: 'debit.intended', at: INTENDED, debitId, amount: 30_000, debitDate: '2026-02-01', ...change }) as LoanEvent;

export const unknown = (debitId: string): LoanEvent => ({
  type: 'debit.unknown',
  at: INTENDED,
  debitId,
  reason: 'lost',
  lookedBy: 'sender',
});

export const scheduled = (debitId: string, reference: string): LoanEvent => ({
  type: 'debit.scheduled',
  at: INTENDED,
  debitId,
  reference,
});

export const collecting = (...events: readonly LoanEvent[]) => loanAt('collecting', events);

/** What a reading adds to the file of a loan. */
export const settle = (state: LoanState, ...given: Parameters<typeof reading>) =>
  settleDebits(state, reading(...given), textLater(99));
