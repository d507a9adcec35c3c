import { type Instant, parseInstant } from '../../../domain/calendar.ts';
import { isOpenDebit, repaidOutside } from '../../../domain/loan/balances.ts';
import {
  type DebitReading,
  isDoubtful,
  matchDebits,
  type ShownAttempt,
  type ShownDebit,
} from '../../../domain/loan/debits/debit-reading.ts';
import { evidenceOfDebits, maySayAbsent } from '../../../domain/loan/debits/debit-settlement.ts';
import { CLOCK_SKEW_MS, earliestIntent } from '../../../domain/loan/debits/debit-window.ts';
import type { LoanState } from '../../../domain/loan/state.ts';
import { type Kobo, koboFromAnswer, maxKobo, NO_MONEY, subtractKobo, sumKobo } from '../../../domain/money.ts';
import { isListedDecline, leavesOutcomeOpen } from '../../../domain/response-codes.ts';
import { ServiceError } from '../../../errors.ts';
import { contentHash } from '../../../loan-file/hashing.ts';
import type { CollectionAttempt } from '../../../wire/types/collection-types.ts';
import type { Mandate } from '../../../wire/types/mandate-types.ts';
import type { LoanContext } from '../loan-context.ts';
import { askAttempts } from './ask-mandate.ts';
import { type ListedInstalment, listInstalments } from './listed-instalments.ts';

export interface DebitInquiry {
  /** The moment before the first question. */
  readonly askedAt: Instant;
  readonly shown: readonly ShownDebit[];
  /** The service said that it has more collections than it listed. */
  readonly isPartial: boolean;
  readonly mandate: Mandate;
  /** Whether to read the attempts in any case, because the caller is about to act on the absence of a debit. */
  readonly isWhole: boolean;
  readonly preferred?: string | undefined;
}

type AttemptsById = ReadonlyMap<string, readonly CollectionAttempt[]>;

// A debit on demand fills the oldest open instalments. No debit covers more than this many at once.
const MOST_INSTALMENTS = 12;

/** What the service shows about a loan's debits. Reads attempts only if one would count as absent. Spec §4.6, §4.9. */
export async function readDebits(context: LoanContext, state: LoanState, inquiry: DebitInquiry): Promise<DebitReading> {
  const { mandate, isWhole: isWanted, ...asked } = inquiry;
  const { shown, isPartial } = asked;
  const seen = { ...asked, ...context.engine.skew.asker };
  const attempts = new Map<string, readonly CollectionAttempt[]>();
  const early = { ...seen, collected: collectedOf(mandate, state, attempts), underWay: false, isWhole: true };
  const isWhole = isWanted || wouldBeAbsent(state, { ...early, fingerprint: '' });
  // A failure is trusted once the banks' attempts are read. They are on the oldest open instalment.
  const count = isWhole ? MOST_INSTALMENTS : showsFailure(state, seen) ? 1 : 0;
  for (const listed of openFirst(listInstalments(mandate, state)).slice(0, count)) {
    const asking = askAttempts(context, { state, mandate, listed });
    const { _id } = listed.item;
    // A service may list an instalment twice: no attempt is lost.
    const known = attempts.get(_id) ?? [];
    attempts.set(_id, [...known, ...(await (isWhole ? asking : asking.catch(noneWhereUnknown)))]);
  }
  const collected = collectedOf(mandate, state, attempts);
  const tries = [...attempts.values()].flat();
  const results = tries.map(({ _id, status, amount }) => [_id, status, amount]);
  return {
    ...seen,
    collected,
    attempts: tries.map(shownAttempt),
    accounts: mandate.consents.filter(({ active }) => active).map(accountOf),
    underWay: tries.some((attempt) => isUnderWay(attempt, state, seen.clockAheadMs)),
    isWhole,
    // Only complete readings are compared.
    fingerprint: isWhole ? contentHash({ shown, isPartial: isPartial || undefined, collected, tries: results }) : '',
  };
}

function wouldBeAbsent(state: LoanState, reading: DebitReading): boolean {
  const evidence = evidenceOfDebits(state, reading);
  return state.debits.some((debit) => {
    const about = evidence.get(debit.debitId);
    return (
      about !== undefined &&
      isDoubtful(debit) &&
      debit.status !== 'parked' &&
      maySayAbsent(debit, about, reading.askedAt)
    );
  });
}

// A service without this call (§4.9) does not contradict a failure.
function noneWhereUnknown(error: unknown): readonly CollectionAttempt[] {
  if (error instanceof ServiceError && error.status === 404) return [];
  throw error;
}

function showsFailure({ debits }: LoanState, reading: Parameters<typeof matchDebits>[1]): boolean {
  const { found } = matchDebits(debits, reading);
  return debits.some((debit) => isOpenDebit(debit) && found.get(debit.debitId)?.status === 'failed');
}

function shownAttempt(attempt: CollectionAttempt): ShownAttempt {
  return { account: accountOf(attempt), end: endOf(attempt), at: parseInstant(attempt.createdAt) };
}

function endOf({ status, responseCode, responseMessage }: CollectionAttempt): ShownAttempt['end'] {
  if (status === 'successful') return 'taken';
  const isOpen =
    status.trim().toLowerCase() !== 'failed' ||
    leavesOutcomeOpen(responseCode) ||
    /time[\s_-]*d?[\s_-]*out|pending|progress/i.test(`${responseCode} ${responseMessage}`);
  if (isOpen) return 'open';
  return isListedDecline(responseCode) ? 'declined' : 'failed';
}

function accountOf({ accountNumber, bankCode }: Pick<CollectionAttempt, 'accountNumber' | 'bankCode'>): string {
  return `${accountNumber}:${bankCode}`;
}

function openFirst(listed: readonly ListedInstalment[]): readonly ListedInstalment[] {
  const isPaid = ({ item }: ListedInstalment) => item.status === 'success';
  return [...listed.filter((instalment) => !isPaid(instalment)), ...listed.filter(isPaid)];
}

// The sums are updated at different times, so the largest one counts.
function collectedOf(mandate: Mandate, state: LoanState, attempts: AttemptsById): Kobo {
  const byInstalment = listInstalments(mandate, state).map(({ item }) => {
    const taken = (attempts.get(item._id) ?? []).filter(({ status }) => status === 'successful');
    const sum = sumKobo(taken.map(({ amount }) => koboFromAnswer(amount) ?? NO_MONEY));
    return maxKobo(koboFromAnswer(item.amountCollected) ?? NO_MONEY, sum);
  });
  const total = koboFromAnswer(mandate.collectedAmount) ?? NO_MONEY;
  return [total, sumKobo(byInstalment), goneFromOutstanding(mandate, state)].reduce(maxKobo);
}

// The decrease of the outstanding balance, less other repayments. An adopted loan may have been repaid earlier.
function goneFromOutstanding({ totalAmountDue, outstandingBalance }: Mandate, state: LoanState): Kobo {
  const [total, outstanding] = [koboFromAnswer(totalAmountDue), koboFromAnswer(outstandingBalance)];
  if (total === undefined || outstanding === undefined || outstanding < 0 || state.adopted !== undefined)
    return NO_MONEY;
  return maxKobo(NO_MONEY, subtractKobo(subtractKobo(total, outstanding), repaidOutside(state)));
}

function isUnderWay({ status, createdAt }: CollectionAttempt, { debits }: LoanState, clockAheadMs: number | undefined) {
  if (status === 'successful' || status === 'failed') return false;
  const made = parseInstant(createdAt);
  return (
    made === undefined ||
    debits.some((debit) => isDoubtful(debit) && made >= earliestIntent(debit, clockAheadMs) - CLOCK_SKEW_MS)
  );
}
