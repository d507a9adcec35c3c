import { formatInstant, type Instant, type PlainDate, parseInstant } from '../../../domain/calendar.ts';
import { isOpenDebit } from '../../../domain/loan/balances.ts';
import type { DebitReading } from '../../../domain/loan/debits/debit-reading.ts';
import { evidenceOfDebits, maySayAbsent } from '../../../domain/loan/debits/debit-settlement.ts';
import { nextLookAt, SECOND_READING_MS } from '../../../domain/loan/debits/debit-window.ts';
import type { EventOf } from '../../../domain/loan/events/events.ts';
import { mayDebit } from '../../../domain/loan/guards/step-guards.ts';
import type { CollectingLoan, LoanDebit } from '../../../domain/loan/loan.ts';
import type { DebitState, LoanState } from '../../../domain/loan/state.ts';
import { applyEvent } from '../../../domain/loan/transitions/reduce.ts';
import { NO_MONEY } from '../../../domain/money.ts';
import { RepayKitError, requireInput } from '../../../errors.ts';
import { oneOf, optional } from '../../../validation/checks.ts';
import { record } from '../../../validation/record.ts';
import { enterStep, type LoanContext, leaveStep, loanAt, nowText } from '../loan-context.ts';
import { couldNotAsk, readMandate } from '../sync/read-mandate.ts';
import { syncInstalments } from '../sync/sync-instalments.ts';
import { type DecidedDebit, decideDebit, decidedDebit } from './decide-debit.ts';
import { sendDebit } from './send-debit.ts';

/** How to settle open debits. */
export interface SettleOptions {
  /**
   * Sends a debit again if sufficiently late readings did not show it. Off by default: a service may book late, and
   * then the payer is debited twice. Without it, such a debit is parked for a person.
   */
  readonly resendAbsent?: ResendAssumption;
}

/** The status of a debit after asking the service. */
export interface DebitStanding {
  /** The id of one of `loan.debits`. */
  readonly debitId: string;
  /** Its status now. */
  readonly status: LoanDebit['status'];
  /** When to ask again, ISO 8601 UTC. Absent once the debit has ended or is parked. */
  readonly nextLookAt?: string;
}

/** The loan after its open debits were settled. */
export interface SettleResult {
  /** The loan with the results on file. */
  readonly loan: CollectingLoan;
  /** The debits that were open, and those that were sent in their place. */
  readonly debits: readonly DebitStanding[];
}

/** Asks about the open debits of a loan, records the answers, and then carries out the caller's decision or resend. */
export async function settleOpenDebits(
  context: LoanContext,
  loan: CollectingLoan,
  how: SettleOptions | DecidedDebit,
): Promise<SettleResult> {
  const decided = checkManner(how);
  const mayResend = 'resendAbsent' in how && how.resendAbsent !== undefined;
  const { state: before } = await enterStep(context, loan, 'collect');
  const askedAt = context.engine.settings.clock.now();
  const isWhole = decided !== undefined || mayResend;
  const preferred = decided?.result === 'taken' ? decided.debitId : undefined;
  const seen = await readMandate(context, before, { isWhole, preferred }).catch(async (error: unknown) => {
    if (decided && couldNotAsk(error) && (await isParked(context, before, decided))) return undefined;
    throw error;
  });
  let state: LoanState;
  if (!seen) {
    state = decided
      ? await decideDebit(context, before, { decided, seen: { unaskedAt: context.engine.skew.inServiceTime(askedAt) } })
      : before;
  } else {
    state = await syncInstalments(context, seen.state, seen.mandate);
    if (decided) state = await decideDebit(context, state, { decided, seen: seen.reading });
    else if (mayResend && seen.reading) state = await resendAbsentDebits(context, state, seen.reading);
  }
  return { loan: loanAt(leaveStep('collect', loan, state), 'collecting'), debits: standings(before, state, askedAt) };
}

// A person must be able to decide about a debit even if the service cannot be asked about it.
async function isParked(context: LoanContext, { loanId }: LoanState, decided: DecidedDebit): Promise<boolean> {
  const { debits } = await context.files.read(loanId);
  return debits.some(({ debitId, status }) => debitId === decided.debitId && status === 'parked');
}

function checkManner(how: SettleOptions | DecidedDebit): DecidedDebit | undefined {
  if (typeof how === 'object' && how !== null && 'debitId' in how) {
    return requireInput('The decision cannot be recorded', decidedDebit, how);
  }
  requireInput('Debits cannot be settled like this', settleOptions, how);
  return undefined;
}

const ASSUMPTION: ResendAssumption = 'assuming-absence-means-it-never-arrived';
const settleOptions = record<SettleOptions>({ resendAbsent: optional(oneOf([ASSUMPTION])) });

function standings(before: LoanState, after: LoanState, askedAt: Instant): readonly DebitStanding[] {
  const hadEnded = new Set(before.debits.filter((debit) => !isOpenDebit(debit)).map(({ debitId }) => debitId));
  return after.debits
    .filter(({ debitId }) => !hadEnded.has(debitId))
    .map((debit) => {
      const next = nextLookAt(debit, askedAt);
      return {
        debitId: debit.debitId,
        status: debit.status,
        ...(next === undefined ? {} : { nextLookAt: formatInstant(next) }),
      };
    });
}

/** The only assumption on which a debit may be sent again. The caller writes it out in full. */
export type ResendAssumption = 'assuming-absence-means-it-never-arrived';

/** Sends parked debits again, on the caller's assumption, if two equal readings and this one did not show them. */
async function resendAbsentDebits(context: LoanContext, before: LoanState, reading: DebitReading): Promise<LoanState> {
  let state = before;
  for (const { debitId, status } of before.debits)
    if (status === 'parked') state = await resend(context, state, { debitId, reading });
  return state;
}

async function resend(
  context: LoanContext,
  { loanId }: LoanState,
  { debitId, reading }: Omit<ResendPlan, 'newId'>,
): Promise<LoanState> {
  const newId = globalThis.crypto.randomUUID();
  const state = await context.files.intend(loanId, (now) => eventsOfResend(context, now, { debitId, newId, reading }));
  const sent = state.debits.find((debit) => debit.debitId === newId);
  if (!sent) return state;
  try {
    return (await sendDebit(context, state, intentOf(sent))).state;
  } catch (error) {
    // A failure to send is on file. A failure of the store is not.
    if (error instanceof RepayKitError && error.outcome === 'none') return context.files.read(loanId);
    throw error;
  }
}

interface ResendPlan {
  readonly debitId: string;
  readonly newId: string;
  readonly reading: DebitReading;
}

function eventsOfResend(
  context: LoanContext,
  now: LoanState,
  { debitId, newId, reading }: ResendPlan,
): readonly (EventOf<'debit.unseen'> | EventOf<'debit.settled'> | EventOf<'debit.intended'>)[] {
  const debit = now.debits.find((each) => each.debitId === debitId);
  const evidence = evidenceOfDebits(now, reading).get(debitId);
  // A debit that the service once named has arrived.
  if (debit?.status !== 'parked' || debit.reference !== undefined) return [];
  if (!evidence || evidence.unexplained || evidence.isPartial || !maySayAbsent(debit, evidence, reading.askedAt))
    return [];
  const at = nowText(context);
  if (debit.unseen?.reading !== reading.fingerprint)
    return [{ type: 'debit.unseen', at, debitId, reading: reading.fingerprint }];
  if (!isSecond(debit.unseen, reading.askedAt)) return [];
  const today = context.engine.settings.clock.today();
  const debitDate = debit.debitDate < today ? today : (debit.debitDate as PlainDate);
  const ended: EventOf<'debit.settled'> = {
    type: 'debit.settled',
    at,
    debitId,
    result: 'failed',
    collected: NO_MONEY,
    decision: { decidedBy: 'resendAbsent', reason: REASON },
  };
  const after = applyEvent(now, ended);
  if (!after || !mayDebit(after, { amount: debit.amount, debitDate }, today).allowed) return [];
  return [
    ended,
    { type: 'debit.intended', at, debitId: newId, amount: debit.amount, debitDate, ...context.engine.skew.ofIntent },
  ];
}

const REASON = 'Sent again on the assumption that what the service does not show never arrived';

function isSecond(unseen: NonNullable<DebitState['unseen']>, askedAt: Instant): boolean {
  return askedAt - (parseInstant(unseen.at) ?? askedAt) >= SECOND_READING_MS;
}

function intentOf({ debitId, amount, debitDate, intendedAt }: DebitState): EventOf<'debit.intended'> {
  return { type: 'debit.intended', at: intendedAt, debitId, amount, debitDate };
}
