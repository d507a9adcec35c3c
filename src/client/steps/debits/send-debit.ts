import { intentInstant, LONGEST_SEND_MS, SEND_WITHIN_MS } from '../../../domain/loan/debits/debit-window.ts';
import type { DebitIntended, DebitRefused, DebitScheduled, DebitUnknown } from '../../../domain/loan/events/events.ts';
import type { LoanState } from '../../../domain/loan/state.ts';
import { nairaFromKobo } from '../../../domain/money.ts';
import { AnswerError, DeadlineError, type FieldIssue, RateLimitError, RepayKitError, ServiceError, StoreError } from '../../../errors.ts';
import type { ScheduledCollection } from '../../../wire/collection-types.ts';
import type { CallOptions } from '../../engine/call-options.ts';
import type { CallResult } from '../../engine/call-promise.ts';
import { type LoanContext, nowText } from '../loan-context.ts';
import { aboutLoan } from '../payer/known-payer.ts';
import { withoutPersonal } from '../payer/without-personal.ts';

/** What became of a request to debit: three outcomes, told apart for certain. */
export type DebitOutcome =
  | {
      readonly outcome: 'scheduled';
      readonly debitId: string;
      /** The service's `transactionRefence`. */
      readonly reference: string;
      /** When it will be debited, ISO 8601 UTC. */
      readonly dueDate: string;
      /** What is outstanding on the mandate, in naira, as the service says. */
      readonly outstandingBalance: number;
    }
  | { readonly outcome: 'refused'; readonly debitId: string; readonly reason: string; readonly error: RepayKitError }
  | { readonly outcome: 'unknown'; readonly debitId: string; readonly reason: string; readonly error: RepayKitError };

/**
 * Sends a debit whose intent is on file, once, and writes down what became of it. However long its caller would wait, it ends before others may say that it
 * never arrived. Spec §4.7.
 */
export async function sendDebit(
  context: LoanContext,
  before: LoanState,
  intent: DebitIntended,
  options?: CallOptions,
): Promise<{ readonly state: LoanState; readonly debit: DebitOutcome }> {
  const { debitId } = intent;
  const { loanId, mandateId } = before;
  const request = { mandateId, amount: nairaFromKobo(intent.amount), debitDate: intent.debitDate };
  if (isTooLate(context, intent)) return settleFailure(context, before, { debitId, error: heldUp(debitId) });
  const answer = await context.engine
    .call('collectManually', request, aboutLoan(before, inTime(context, options)))
    .withResponse()
    .then(scheduledFor(mandateId), asFailure);
  if ('error' in answer) return settleFailure(context, before, { debitId, error: answer.error });
  const { transactionRefence: reference, dueDate, outstandingBalance } = answer.scheduled;
  const state = await record(context, loanId, { type: 'debit.scheduled', at: nowText(context), debitId, reference, dueDate });
  return { state, debit: { outcome: 'scheduled', debitId, reference, dueDate, outstandingBalance } };
}

// A process that slept between writing the intent and sending it may wake up when the debit has been given up.
function isTooLate({ engine }: LoanContext, { at, debitDate }: DebitIntended): boolean {
  return engine.settings.clock.now() - intentInstant({ intendedAt: at, debitDate }) > SEND_WITHIN_MS;
}

function heldUp(debitId: string): DeadlineError {
  return new DeadlineError(
    `Debit ${debitId} was not sent: this process was held up for too long after writing down its intent; ask for it again`,
    SEND_WITHIN_MS,
    {
      operation: 'collectManually',
      retryable: true,
    },
  );
}

function inTime({ engine }: LoanContext, options: CallOptions | undefined): CallOptions {
  const timeoutMs = options?.timeoutMs ?? engine.settings.timeouts.debitMs;
  return { ...options, timeoutMs: timeoutMs > LONGEST_SEND_MS ? LONGEST_SEND_MS : timeoutMs };
}

// An answer that is not about this debit, or says that it failed, tells neither that it was scheduled nor that nothing was taken.
function scheduledFor(mandateId: string) {
  return ({ data, response }: CallResult<ScheduledCollection>): { readonly scheduled: ScheduledCollection } | { readonly error: AnswerError } => {
    const issues: FieldIssue[] = [];
    if (data.mandateId.toLowerCase() !== mandateId.toLowerCase()) issues.push({ path: 'data.mandateId', message: 'is not the mandate that was debited' });
    if (data.transactionRefence.trim() === '') issues.push({ path: 'data.transactionRefence', message: 'is empty, so that the debit cannot be asked after' });
    if (data.paymentStatus === 'failed') issues.push({ path: 'data.paymentStatus', message: "is 'failed' in an answer of success" });
    if (issues.length === 0) return { scheduled: data };
    const facts = { operation: 'collectManually', outcome: 'unknown', attempts: response.attempts, elapsedMs: response.elapsedMs } as const;
    const what = issues.map(({ path, message }) => `${path} ${message}`).join('; ');
    return {
      error: new AnswerError(
        `The answer to the debit contradicts it: ${what}; it may have been scheduled all the same`,
        { status: response.status, issues },
        facts,
      ),
    };
  };
}

function asFailure(error: unknown) {
  return { error };
}

async function settleFailure(context: LoanContext, before: LoanState, { debitId, error }: { readonly debitId: string; readonly error: unknown }) {
  const at = nowText(context);
  // Whatever is not ours, or may have taken effect, leaves the outcome open.
  const isUnknown = !(error instanceof RepayKitError) || error.outcome === 'unknown';
  // The service may name the payer in its own words, of whom the request says nothing.
  const reason = error instanceof RepayKitError ? withoutPersonal(error.message, before) : 'The client failed';
  const state = await record(
    context,
    before.loanId,
    isUnknown ? { type: 'debit.unknown', at, debitId, reason } : { type: 'debit.refused', at, debitId, reason },
  );
  if (!(error instanceof RepayKitError)) throw error;
  if (isUnknown) return { state, debit: { outcome: 'unknown', debitId, reason, error } as const };
  if (error instanceof ServiceError || error instanceof RateLimitError) return { state, debit: { outcome: 'refused', debitId, reason, error } as const };
  throw error;
}

type DebitNews = DebitScheduled | DebitRefused | DebitUnknown;

// The request has left: a store that fails now must not look like a debit that may be asked for again.
async function record(context: LoanContext, loanId: string, event: DebitNews): Promise<LoanState> {
  try {
    return await context.files.record(loanId, [event]);
  } catch (cause) {
    const reference = event.type === 'debit.scheduled' ? `, reference ${event.reference}` : '';
    throw new StoreError(
      `Debit ${event.debitId} was sent and is '${event.type}'${reference}, but that could not be written down: do not send it again; its intent stays on file and counts as open`,
      { cause, outcome: 'unknown', operation: 'collectManually' },
    );
  }
}
