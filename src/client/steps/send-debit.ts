import type { DebitIntended, LoanEvent } from '../../domain/loan/events.ts';
import type { CollectingLoan } from '../../domain/loan/loan.ts';
import type { LoanState } from '../../domain/loan/state.ts';
import { nairaFromKobo } from '../../domain/money.ts';
import { RateLimitError, RepayKitError, ServiceError } from '../../errors.ts';
import type { ScheduledCollection } from '../../wire/collection-types.ts';
import type { CallOptions } from '../call-options.ts';
import { type LoanContext, nowText } from './loan-context.ts';

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

/** Sends a debit whose intent is on file, once, and writes down what became of it. Spec §4.7. */
export async function sendDebit(
  context: LoanContext,
  loan: CollectingLoan,
  intent: DebitIntended,
  options?: CallOptions,
): Promise<{ readonly state: LoanState; readonly debit: DebitOutcome }> {
  const { debitId } = intent;
  const request = { mandateId: loan.mandateId, amount: nairaFromKobo(intent.amount), debitDate: intent.debitDate };
  const answer = await context.engine.call('collectManually', request, options).then(asScheduled, asFailure);
  if ('error' in answer) return settleFailure(context, loan, { debitId, error: answer.error });
  const { transactionRefence: reference, dueDate, outstandingBalance } = answer.scheduled;
  const state = await write(context, loan, { type: 'debit.scheduled', at: nowText(context), debitId, reference, dueDate });
  return { state, debit: { outcome: 'scheduled', debitId, reference, dueDate, outstandingBalance } };
}

function asScheduled(scheduled: ScheduledCollection) {
  return { scheduled };
}

function asFailure(error: unknown) {
  return { error };
}

async function settleFailure(context: LoanContext, loan: CollectingLoan, { debitId, error }: { readonly debitId: string; readonly error: unknown }) {
  const at = nowText(context);
  // Whatever is not ours, or may have taken effect, leaves the outcome open.
  const isUnknown = !(error instanceof RepayKitError) || error.outcome === 'unknown';
  const reason = error instanceof RepayKitError ? error.message : 'The client failed';
  const state = await write(context, loan, isUnknown ? { type: 'debit.unknown', at, debitId, reason } : { type: 'debit.refused', at, debitId, reason });
  if (!(error instanceof RepayKitError)) throw error;
  if (isUnknown) return { state, debit: { outcome: 'unknown', debitId, reason, error } as const };
  if (error instanceof ServiceError || error instanceof RateLimitError) return { state, debit: { outcome: 'refused', debitId, reason, error } as const };
  throw error;
}

function write(context: LoanContext, loan: CollectingLoan, event: LoanEvent): Promise<LoanState> {
  return context.files.decide(loan.loanId, () => [event]);
}
