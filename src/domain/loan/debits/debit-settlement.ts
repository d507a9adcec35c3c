/** The one place that decides what happens to open debits, given what the service shows. Spec §4.7, §4.10. */
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
  /** Something shown fits this debit, but may belong to another one. */
  readonly withheld: boolean;
  /** Something shown, or money taken, matches no debit on file. It may be this debit. */
  readonly unexplained: boolean;
  /** A bank's answer to one of its attempts does not say whether the money moved. */
  readonly isAmbiguous: boolean;
  readonly isDeclinedByAll: boolean;
  readonly isWhole: boolean;
  /** Whether only a part of the list was shown. If so, not being listed is no proof of absence. */
  readonly isPartial?: boolean;
  readonly fingerprint: string;
}

export type DebitDecision =
  /** The service has it, although its answer never arrived. */
  | { readonly next: 'found'; readonly shown: ShownDebit }
  | { readonly next: 'ended'; readonly shown: ShownDebit }
  | { readonly next: 'wait' }
  /** Not shown, and late enough to count. The reading is recorded. A second equal reading parks the debit. */
  | { readonly next: 'unseen' }
  /**
   * Parked for a person. `absent`: two readings did not show it. `partial`: the same, but the list was incomplete.
   * `unexplained`: money moved that nothing explains. `ambiguous`: shown as failed, but a bank's answer leaves that
   * open. `stalled`: taken by the service, but never ended.
   */
  | { readonly next: 'park'; readonly why: Exclude<keyof typeof parkingReasons, 'unasked'> };

/** How much longer than absence an unexplained record is watched, because records may be listed late. */
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
  // If it is still pending by then and was taken, it is already parked as stalled.
  if (found) return isStalled ? { next: 'wait' } : { next: 'found', shown: found };
  if (debit.status === 'parked' || !maySayAbsent(debit, evidence, askedAt)) return { next: 'wait' };
  const { unseen } = debit;
  if (unseen?.reading !== evidence.fingerprint) return { next: 'unseen' };
  const sinceMs = askedAt - (parseInstant(unseen.at) ?? askedAt);
  if (sinceMs < SECOND_READING_MS) return { next: 'wait' };
  return { next: 'park', why: evidence.unexplained ? 'unexplained' : evidence.isPartial ? 'partial' : 'absent' };
}

/** Needs strong evidence, because a failed debit may be requested again. Early on, all accounts must have declined. */
function hasFailed(debit: DebitState, evidence: DebitEvidence, askedAt: Instant): boolean {
  if (evidence.unexplained || evidence.isAmbiguous) return false;
  return (evidence.isDeclinedByAll && debit.reference !== undefined) || askedAt >= absenceCountsFrom(debit, evidence);
}

/** Whether a reading taken at `askedAt` counts as one that does not show the debit. */
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

function answersOfBanks(debit: DebitState, { attempts = [], accounts = [], clockAheadMs }: DebitReading) {
  const since = earliestIntent(debit, clockAheadMs) - CLOCK_SKEW_MS;
  const own = attempts.filter(({ at }) => at === undefined || at >= since);
  const declined = own.filter(({ end, at }) => end === 'declined' && at !== undefined);
  return {
    isAmbiguous: own.some(({ end }) => end === 'open'),
    isDeclinedByAll:
      accounts.length > 0 && accounts.every((account) => declined.some((attempt) => attempt.account === account)),
  };
}

// A failed debit moved nothing. If it had this debit's amount, it would have matched this debit.
function mayHaveMoved({ status, createdAt, amount }: ShownDebit): boolean {
  return status !== 'failed' || createdAt === undefined || amount === undefined;
}

// Debits may come from the previous system of an adopted loan. Otherwise an earlier time is a difference of clocks.
function isFromBefore({ adopted, openedAt }: LoanState, { createdAt }: ShownDebit): boolean {
  return adopted !== undefined && createdAt !== undefined && createdAt < (parseInstant(openedAt) ?? 0) - CLOCK_SKEW_MS;
}

// What the debits on file took, plus what was taken before. Money that went back to the payer does not count.
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

// A debit takes the full amount or a part of it. Any other amount is unusable, so the full amount counts.
function takenBy({ amount: asked }: DebitState, { amount: taken = asked }: ShownDebit): Kobo {
  return taken < 0 ? asked : minKobo(taken, asked);
}

export type DebitSettlementEvent = EventOf<
  'debit.scheduled' | 'debit.settled' | 'debit.unknown' | 'debit.unseen' | 'debit.parked'
>;

/** The events that follow from a reading. Uses the newest state and skips debits that have ended meanwhile. */
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

/** If the service could not be asked: records the look and, a day after absence would count, parks the debit. */
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

/** Whether the file has debits that the service may or may not know. */
export function hasDoubtfulDebits({ debits }: LoanState): boolean {
  return debits.some(isDoubtful);
}
