/** What follows for the open debits of a loan from what the service shows: the one place where that is decided. Asking decides, nothing is ever sent. Spec §4.7, §4.10. */
import { HOUR_MS, type Instant, parseInstant } from '../../calendar.ts';
import { type Kobo, maxKobo, minKobo, NO_MONEY, subtractKobo, sumKobo } from '../../money.ts';
import { isOpenDebit } from '../balances.ts';
import type { EventOf } from '../events/events.ts';
import type { DebitState, LoanState } from '../state.ts';
import {
  type DebitMatches,
  type DebitReading,
  isDoubtful,
  isUnderWay,
  matchDebits,
  type ShownDebit,
} from './debit-reading.ts';
import {
  type Asker,
  absenceCountsFrom,
  CLOCK_SKEW_MS,
  earliestIntent,
  lookBy,
  needsLook,
  SECOND_READING_MS,
  stallsFrom,
  unaskedFrom,
} from './debit-window.ts';

export interface DebitEvidence extends Asker {
  readonly found: ShownDebit | undefined;
  /** Something fitting is shown that may as well be another debit's. */
  readonly withheld: boolean;
  /** Something is shown, or money was taken, that no debit of the file explains: it may be this one. */
  readonly unexplained: boolean;
  /** A bank's answer to an attempt for it leaves open whether the money moved. */
  readonly isAmbiguous: boolean;
  readonly isDeclinedByAll: boolean;
  readonly isWhole: boolean;
  /** Only a part of the list was shown, so that not being in it is no absence. */
  readonly isPartial?: boolean;
  readonly fingerprint: string;
}

export type DebitDecision =
  /** It is there: the answer that never came. */
  | { readonly next: 'found'; readonly shown: ShownDebit }
  | { readonly next: 'ended'; readonly shown: ShownDebit }
  | { readonly next: 'wait' }
  /** Late enough, and not shown: write the reading down, a second equal one parks it. */
  | { readonly next: 'unseen' }
  /**
   * `absent`: nothing was shown of it twice. `partial`: nor was the whole list. `unexplained`: money moved that nothing explains. `ambiguous`: it is shown as failed,
   * and a bank's answer leaves that open. `stalled`: it was taken, and never ended. All are for a person.
   */
  | { readonly next: 'park'; readonly why: Exclude<keyof typeof parkingReasons, 'unasked'> };

/** How much longer than absence something unexplained is watched: records may be listed late. */
export const UNEXPLAINED_TIMEOUT_MS = HOUR_MS;

export function nextOfOpenDebit(debit: DebitState, evidence: DebitEvidence, askedAt: Instant): DebitDecision {
  const { found } = evidence;
  if (found?.status === 'failed' && !hasFailed(debit, evidence, askedAt)) {
    if (debit.status === 'parked' || askedAt < unaskedFrom(debit, evidence)) return { next: 'wait' };
    return { next: 'park', why: evidence.isAmbiguous ? 'ambiguous' : 'unexplained' };
  }
  const isStalled =
    debit.reference !== undefined &&
    found?.status !== 'successful' &&
    found?.status !== 'failed' &&
    askedAt >= stallsFrom(debit);
  if (debit.status === 'scheduled') {
    if (isStalled) return { next: 'park', why: 'stalled' };
    return found && found.status !== 'pending' ? { next: 'ended', shown: found } : { next: 'wait' };
  }
  // What is still pending then, and was taken, was parked for just that.
  if (found) return isStalled ? { next: 'wait' } : { next: 'found', shown: found };
  if (debit.status === 'parked' || !maySayAbsent(debit, evidence, askedAt)) return { next: 'wait' };
  const { unseen } = debit;
  if (unseen?.reading !== evidence.fingerprint) return { next: 'unseen' };
  const sinceMs = askedAt - (parseInstant(unseen.at) ?? askedAt);
  if (sinceMs < SECOND_READING_MS) return { next: 'wait' };
  return { next: 'park', why: evidence.unexplained ? 'unexplained' : evidence.isPartial ? 'partial' : 'absent' };
}

/** A debit that failed may be asked for again, so more than one record says so, and nothing speaks against it. Early on all accounts have to have declined it. */
function hasFailed(debit: DebitState, evidence: DebitEvidence, askedAt: Instant): boolean {
  if (evidence.unexplained || evidence.isAmbiguous) return false;
  return (evidence.isDeclinedByAll && debit.reference !== undefined) || askedAt >= absenceCountsFrom(debit, evidence);
}

/** Does this reading, taken at an instant, count as one that does not show the debit? */
export function maySayAbsent(debit: DebitState, evidence: DebitEvidence, askedAt: Instant): boolean {
  const { found, withheld, unexplained, isWhole } = evidence;
  if (found || withheld || !isWhole) return false;
  return askedAt >= absenceCountsFrom(debit, evidence) + (unexplained ? UNEXPLAINED_TIMEOUT_MS : 0);
}

export function evidenceOfDebits(state: LoanState, reading: DebitReading): ReadonlyMap<string, DebitEvidence> {
  const matches = matchDebits(state.debits, reading);
  const open = state.debits.filter(isOpenDebit);
  return new Map(open.map((debit) => [debit.debitId, evidenceOf(state, debit, { reading, matches })]));
}

interface Matched {
  readonly reading: DebitReading;
  readonly matches: DebitMatches;
}

function evidenceOf(state: LoanState, debit: DebitState, { reading, matches }: Matched): DebitEvidence {
  const { isWhole, isPartial = false, fingerprint, underWay, collected, askedBy, clockAheadMs } = reading;
  const strange = matches.strange.some((shown) => mayHaveMoved(shown) && !isFromBefore(state, shown));
  return {
    found: matches.found.get(debit.debitId),
    withheld: matches.withheld.has(debit.debitId),
    unexplained: strange || underWay || collected > explainedMoney(state, matches),
    ...answersOfBanks(debit, reading),
    isWhole,
    isPartial,
    fingerprint,
    askedBy,
    clockAheadMs,
  };
}

function answersOfBanks(
  debit: DebitState,
  { attempts = [], accounts = [], clockAheadMs }: DebitReading,
): Pick<DebitEvidence, 'isAmbiguous' | 'isDeclinedByAll'> {
  const since = earliestIntent(debit, clockAheadMs) - CLOCK_SKEW_MS;
  const own = attempts.filter(({ at }) => at === undefined || at >= since);
  const declined = own.filter(({ end, at }) => end === 'declined' && at !== undefined);
  return {
    isAmbiguous: own.some(({ end }) => end === 'open'),
    isDeclinedByAll:
      accounts.length > 0 && accounts.every((account) => declined.some((attempt) => attempt.account === account)),
  };
}

// A failed one moved nothing; and of this debit's amount it would have been found as this one.
function mayHaveMoved({ status, createdAt, amount }: ShownDebit): boolean {
  return status !== 'failed' || createdAt === undefined || amount === undefined;
}

// The system that had an adopted loan before may have debited. Otherwise an earlier time explains nothing: clocks may differ.
function isFromBefore({ adopted, openedAt }: LoanState, { createdAt }: ShownDebit): boolean {
  return adopted !== undefined && createdAt !== undefined && createdAt < (parseInstant(openedAt) ?? 0) - CLOCK_SKEW_MS;
}

// What the debits of the file have taken, and what was taken before it began. What went back to the payer since is no explanation.
function explainedMoney(state: LoanState, { found, strange }: DebitMatches): Kobo {
  const byDebits = state.debits.map((debit) => {
    const shown = found.get(debit.debitId);
    return shown?.status === 'successful' ? maxKobo(takenBy(debit, shown), debit.collected) : debit.collected;
  });
  const before = strange
    .filter((shown) => shown.status === 'successful' && isFromBefore(state, shown))
    .map(({ amount }) => amount ?? NO_MONEY);
  const wentBack = state.reversals.filter(({ of }) => of === 'collection').map(({ amount }) => amount);
  return subtractKobo(sumKobo([...byDebits, ...before]), sumKobo(wentBack));
}

// A debit takes what was asked for or a part of it; an amount that is neither says nothing, and then the whole counts as taken.
function takenBy({ amount: asked }: DebitState, { amount: taken = asked }: ShownDebit): Kobo {
  return taken < 0 ? asked : minKobo(taken, asked);
}

export type DebitSettlementEvent = EventOf<
  'debit.scheduled' | 'debit.settled' | 'debit.unknown' | 'debit.unseen' | 'debit.parked'
>;

/** What a reading adds to a loan's file. Decided on the newest state: debits that came to their end meanwhile are passed over. */
export function settleDebits(state: LoanState, reading: DebitReading, at: string): readonly DebitSettlementEvent[] {
  const evidence = evidenceOfDebits(state, reading);
  return state.debits.flatMap((debit) => {
    const about = evidence.get(debit.debitId);
    if (!about) return [];
    const events = [...eventsOf(debit, nextOfOpenDebit(debit, about, reading.askedAt), { reading, at })];
    if (about.found && events.length > 0) return events;
    const { debitId } = debit;
    const { askedAt } = reading;
    if (needsLook(debit, reading, askedAt)) events.push(lookOf(debitId, reading, at));
    const isLost = debit.status === 'intended' && !isUnderWay(debit, askedAt, reading);
    return isLost ? [senderLost(debitId, at), ...events] : events;
  });
}

/** What is written where the service could not be asked: that it was looked for, and, a day after absence would count, that the debit is parked. */
export function settleUnasked(
  { debits }: LoanState,
  look: Asker & Pick<DebitReading, 'askedAt'>,
  at: string,
): readonly DebitSettlementEvent[] {
  const { askedAt } = look;
  return debits.flatMap((debit): readonly DebitSettlementEvent[] => {
    const { debitId, status } = debit;
    if (!isOpenDebit(debit) || status === 'parked') return [];
    if (status !== 'scheduled' && needsLook(debit, look, askedAt)) return [lookOf(debitId, look, at)];
    if (askedAt < unaskedFrom(debit, look)) return [];
    const parked: EventOf<'debit.parked'> = { type: 'debit.parked', at, debitId, reason: parkingReasons.unasked };
    return status === 'intended' ? [senderLost(debitId, at), parked] : [parked];
  });
}

function lookOf(debitId: string, asker: Asker, at: string): EventOf<'debit.unseen'> {
  return { type: 'debit.unseen', at, debitId, reading: '', ...lookBy(asker) };
}

function senderLost(debitId: string, at: string): EventOf<'debit.unknown'> {
  const reason = 'The process that sent it ended, or could not write down what became of it';
  return { type: 'debit.unknown', at, debitId, reason, lostSender: true };
}

function eventsOf(
  debit: DebitState,
  decision: DebitDecision,
  { reading, at }: { readonly reading: DebitReading; readonly at: string },
): readonly DebitSettlementEvent[] {
  const { debitId } = debit;
  switch (decision.next) {
    case 'wait':
      return [];
    case 'unseen':
      return [{ type: 'debit.unseen', at, debitId, reading: reading.fingerprint }];
    case 'park':
      return [{ type: 'debit.parked', at, debitId, reason: parkingReasons[decision.why] }];
    case 'found': {
      const { shown } = decision;
      const { reference } = shown;
      const scheduled = { type: 'debit.scheduled', at, debitId, foundByAsking: true, reference } as const;
      return shown.status === 'pending' ? [scheduled] : [scheduled, endOf(debit, shown, at)];
    }
    case 'ended':
      return [endOf(debit, decision.shown, at)];
  }
}

function endOf(debit: DebitState, shown: ShownDebit, at: string): EventOf<'debit.settled'> {
  const settled = { type: 'debit.settled', at, debitId: debit.debitId } as const;
  return shown.status === 'successful'
    ? { ...settled, result: 'successful', collected: takenBy(debit, shown) }
    : { ...settled, result: 'failed', collected: NO_MONEY };
}

export const parkingReasons = {
  absent:
    'The service shows nothing of it, in two equal readings after its quiet window: it may have been lost, or be booked late',
  unasked:
    'The service cannot be asked about it, or answers what cannot be read, a day after it should be shown: ask the service or the payer’s bank',
  partial:
    'The service listed only a part of its collections, or some that cannot be read, and it was not among the others: it may have been taken, ask the service or the payer’s bank',
  stalled: 'The service took it, but shows no end of it a week after its day: ask what became of it',
  ambiguous:
    'The service shows it as failed, and the answer of a bank leaves open whether the money moved: ask the payer’s bank or the service',
  unexplained: 'The service shows money or a debit that no debit on file explains: it may be this one',
} as const;

/** Are there debits on file of which it is open whether they exist at the service? */
export function hasDoubtfulDebits({ debits }: LoanState): boolean {
  return debits.some(isDoubtful);
}
