import { DAY_MS, lagosInstant, parseInstant } from '../../../domain/calendar.ts';
import {
  intentInstant,
  LONGEST_SEND_MS,
  lookBy,
  mayBeginToSend,
  SEND_WITHIN_MS,
} from '../../../domain/loan/debits/debit-window.ts';
import type { EventOf } from '../../../domain/loan/events/events.ts';
import type { LoanState } from '../../../domain/loan/state.ts';
import { koboFromAnswer, maxKobo, nairaFromKobo } from '../../../domain/money.ts';
import {
  AnswerError,
  DeadlineError,
  RateLimitError,
  RepayKitError,
  ServiceError,
  StoreError,
} from '../../../errors.ts';
import type { ScheduledCollection } from '../../../wire/types/collection-types.ts';
import { intendedSince } from '../../call-options.ts';
import { type LoanContext, nowText } from '../loan-context.ts';
import { aboutLoan, openTexts, withoutPersonal } from '../payer/known-payer.ts';

/** The outcome of a request to debit: one of three. */
export type DebitOutcome =
  | {
      readonly outcome: 'scheduled';
      readonly debitId: string;
      /** The service's `transactionRefence`. */
      readonly reference: string;
      /** When it will be debited, ISO 8601 UTC. */
      readonly dueDate: string;
      /** The outstanding balance of the mandate according to the service, in naira. */
      readonly outstandingBalance: number;
    }
  | { readonly outcome: 'refused'; readonly debitId: string; readonly reason: string; readonly error: RepayKitError }
  | { readonly outcome: 'unknown'; readonly debitId: string; readonly reason: string; readonly error: RepayKitError };

/** Sends a debit with a recorded intent once, and files the outcome. Spec §4.7. */
export async function sendDebit(
  context: LoanContext,
  before: LoanState,
  intent: EventOf<'debit.intended'>,
): Promise<{ readonly state: LoanState; readonly debit: DebitOutcome }> {
  const { debitId } = intent;
  let scheduled: ScheduledCollection;
  try {
    scheduled = await requestDebit(context, before, intent);
  } catch (error) {
    return settleFailure(context, before, { debitId, error });
  }
  const { transactionRefence: reference, dueDate, outstandingBalance } = scheduled;
  const event = { type: 'debit.scheduled', at: nowText(context), debitId, reference, dueDate } as const;
  const state = await record(context, before.loanId, event);
  return { state, debit: { outcome: 'scheduled', debitId, reference, dueDate, outstandingBalance } };
}

// An answer about another debit proves neither that this one was scheduled nor that nothing was taken.
async function requestDebit(context: LoanContext, state: LoanState, intent: EventOf<'debit.intended'>) {
  const { debitId, debitDate, at: intendedAt } = intent;
  const { clock, timeouts } = context.engine.settings;
  // A process that was suspended after recording the intent may resume after the debit was given up.
  if (!mayBeginToSend({ intendedAt, debitDate }, clock.now())) throw heldUp(debitId);
  const about = aboutLoan(context, state);
  // The first byte may leave, even after a suspension, only before others may conclude that it never arrived.
  const timeoutMs = Math.min(about.timeoutMs ?? timeouts.debitMs, LONGEST_SEND_MS);
  const options = intendedSince(intentInstant({ intendedAt, debitDate }), { ...about, timeoutMs });
  const request = { mandateId: state.mandateId, amount: nairaFromKobo(intent.amount), debitDate };
  const { data, response } = await context.engine.call('collectManually', request, options).withResponse();
  const issues = contradictionsIn(data, state, intent);
  if (issues.length === 0) return data;
  const { status, attempts, elapsedMs } = response;
  const what = issues.map(({ path, message }) => `${path} ${message}`).join('; ');
  throw new AnswerError(
    `The answer to the debit contradicts it: ${what}; it may have been scheduled all the same`,
    { status, issues },
    { operation: 'collectManually', outcome: 'unknown', attempts, elapsedMs },
  );
}

function heldUp(debitId: string): DeadlineError {
  return new DeadlineError(
    `Debit ${debitId} was not sent: this process was held up for too long after writing down its intent, or its clock was set back; ask for it again`,
    SEND_WITHIN_MS,
    { operation: 'collectManually', retryable: true },
  );
}

// How far outside a due date may be: days are counted in other time zones, and banks have holidays.
const DUE_DATE_MARGIN_MS = 31 * DAY_MS;

function contradictionsIn(data: ScheduledCollection, state: LoanState, intent: EventOf<'debit.intended'>) {
  const { mandateId, terms, due: total, debits } = state;
  const due = parseInstant(data.dueDate);
  const outstanding = koboFromAnswer(data.outstandingBalance) ?? Number.NaN;
  const isPossible = outstanding >= 0 && outstanding <= 10 * maxKobo(terms.totalAmountDue, total);
  const isReference = openTexts(state).isReference(data.transactionRefence);
  const isTaken = debits.some(({ reference }) => reference === data.transactionRefence);
  const earliest = intentInstant({ intendedAt: intent.at, debitDate: intent.debitDate }) - DUE_DATE_MARGIN_MS;
  const latest = lagosInstant(terms.endDate) + DUE_DATE_MARGIN_MS;
  const wrong: readonly (readonly [boolean, keyof ScheduledCollection, string])[] = [
    [data.mandateId.toLowerCase() !== mandateId.toLowerCase(), 'mandateId', 'is not the mandate that was debited'],
    [!isReference, 'transactionRefence', 'is empty or no reference, so that the debit cannot be asked after'],
    [!isGoing(data.paymentStatus), 'paymentStatus', 'does not say that the debit is pending or successful'],
    [isTaken, 'transactionRefence', 'is the reference of another debit of this loan'],
    [koboFromAnswer(data.totalAmount) !== intent.amount, 'totalAmount', 'is not the amount that was asked for'],
    [!isPossible, 'outstandingBalance', 'is below zero, or far above the total of the loan'],
    [due === undefined || due < earliest || due > latest, 'dueDate', 'is no time at which the debit can be tried'],
  ];
  return wrong.flatMap(([isWrong, path, message]) => (isWrong ? [{ path: `data.${path}`, message }] : []));
}

// Any other status may mean anything.
function isGoing(paymentStatus: string): boolean {
  const word = paymentStatus.toLowerCase().replace(/[^a-z]/g, '');
  return /^(pending|processing|inprogress|scheduled|queued|accepted|initiated|submitted|created|success|successful|succeeded|completed|approved)$/.test(
    word,
  );
}

async function settleFailure(
  context: LoanContext,
  before: LoanState,
  { debitId, error }: { readonly debitId: string; readonly error: unknown },
) {
  const at = nowText(context);
  // An error that is not ours, or that may have had an effect, leaves the outcome open.
  const isUnknown = !(error instanceof RepayKitError) || error.outcome === 'unknown';
  // The service may name the payer, although the request does not.
  const reason = error instanceof RepayKitError ? withoutPersonal(error.message, before) : 'The client failed';
  const state = await record(
    context,
    before.loanId,
    isUnknown ? unknownOutcome(context, debitId, reason) : { type: 'debit.refused', at, debitId, reason },
  );
  if (!(error instanceof RepayKitError)) throw error;
  if (isUnknown) return { state, debit: { outcome: 'unknown', debitId, reason, error } as const };
  if (error instanceof ServiceError || error instanceof RateLimitError)
    return { state, debit: { outcome: 'refused', debitId, reason, error } as const };
  throw error;
}

// From here on its sender watches it, by its own clock.
function unknownOutcome(context: LoanContext, debitId: string, reason: string): EventOf<'debit.unknown'> {
  return { type: 'debit.unknown', at: nowText(context), debitId, reason, ...lookBy(context.engine.skew.asker) };
}

type DebitResultEvent = EventOf<'debit.scheduled' | 'debit.refused' | 'debit.unknown'>;

// The request may have left. A store that fails now must not make the debit look as if it may be requested again.
async function record(context: LoanContext, loanId: string, event: DebitResultEvent): Promise<LoanState> {
  try {
    return await context.files.record(loanId, [event]);
  } catch (cause) {
    await recordUnknown(context, loanId, event);
    if (event.type === 'debit.refused') {
      const message = `Debit ${event.debitId} took nothing (${event.reason}), but that could not be written down: it stays on file and counts as open until collections.settle ends it`;
      throw new StoreError(message, { cause, operation: 'collectManually' });
    }
    const reference = event.type === 'debit.scheduled' ? `, reference ${event.reference}` : '';
    throw new StoreError(
      `Debit ${event.debitId} was sent and is '${event.type}'${reference}, but that could not be written down: do not send it again; it stays on file and counts as open, collections.settle finds out what happened`,
      { cause, outcome: 'unknown', operation: 'collectManually' },
    );
  }
}

// The store may have refused something in the answer, and may accept this. If not, the intent stays on file as open.
async function recordUnknown(context: LoanContext, loanId: string, { type, debitId }: DebitResultEvent): Promise<void> {
  if (type === 'debit.unknown') return;
  const reason = 'Its outcome could not be written down';
  await context.files.record(loanId, [unknownOutcome(context, debitId, reason)]).catch(() => undefined);
}
