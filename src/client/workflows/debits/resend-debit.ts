import { type Instant, type PlainDate, parseInstant } from '../../../domain/calendar.ts';
import type { DebitReading } from '../../../domain/loan/debits/debit-reading.ts';
import { evidenceOfDebits, maySayAbsent } from '../../../domain/loan/debits/debit-settlement.ts';
import { SECOND_READING_MS } from '../../../domain/loan/debits/debit-window.ts';
import type { EventOf } from '../../../domain/loan/events/events.ts';
import { mayDebit } from '../../../domain/loan/guards/step-guards.ts';
import type { DebitState, LoanState } from '../../../domain/loan/state.ts';
import { applyEvent } from '../../../domain/loan/transitions/reduce.ts';
import { NO_MONEY } from '../../../domain/money.ts';
import { RepayKitError } from '../../../errors.ts';
import type { CallOptions } from '../../call-options.ts';
import { type LoanContext, nowText } from '../loan-context.ts';
import { sendDebit } from './send-debit.ts';

/** The one assumption on which a debit may be sent again, written out by the caller who makes it. */
export type ResendAssumption = 'assuming-absence-means-it-never-arrived';

/**
 * Sends the parked debits of a loan again that two equal readings and this one did not show, on its caller's assumption that they never arrived. Each is a new
 * debit with its own id; its intent and the end of the old one are one entry of the file, so that never both are open. All guards run again; what they refuse
 * stays parked.
 */
export async function resendAbsentDebits(
  context: LoanContext,
  before: LoanState,
  { reading, options }: Pick<Resend, 'reading' | 'options'>,
): Promise<LoanState> {
  let state = before;
  for (const { debitId, status } of before.debits)
    if (status === 'parked') state = await resend(context, state, { debitId, reading, options });
  return state;
}

interface Resend {
  readonly debitId: string;
  readonly reading: DebitReading;
  readonly options: CallOptions | undefined;
}

async function resend(
  context: LoanContext,
  { loanId }: LoanState,
  { debitId, reading, options }: Resend,
): Promise<LoanState> {
  const newId = globalThis.crypto.randomUUID();
  const state = await context.files.intend(loanId, (now) => eventsOfResend(context, now, { debitId, newId, reading }));
  const sent = state.debits.find((debit) => debit.debitId === newId);
  if (!sent) return state;
  try {
    return (await sendDebit(context, state, { intent: intentOf(sent), options })).state;
  } catch (error) {
    // That it could not be sent is on file; a store that failed is not.
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
): readonly EventOf<'debit.unseen' | 'debit.settled' | 'debit.intended'>[] {
  const debit = now.debits.find((each) => each.debitId === debitId);
  const evidence = evidenceOfDebits(now, reading).get(debitId);
  // What the service once named did arrive.
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
