import type { DebitSettled } from '../../domain/loan/events.ts';
import type { DebitState, LoanState } from '../../domain/loan/state.ts';
import type { CallOptions } from '../call-options.ts';
import { type LoanContext, nowText } from './loan-context.ts';

/** Asks how the scheduled debits of a loan ended and writes down those that did; nothing is sent again. Spec §4.10. */
export async function settleScheduledDebits(context: LoanContext, state: LoanState, options?: CallOptions): Promise<LoanState> {
  const open = state.debits.filter((debit) => debit.status === 'scheduled');
  const settled: DebitSettled[] = [];
  for (const debit of open) {
    const result = await askHowItEnded(context, debit, options);
    if (result) settled.push({ type: 'debit.settled', at: nowText(context), debitId: debit.debitId, result });
  }
  if (settled.length === 0) return state;
  return context.files.decide(state.loanId, (now) =>
    settled.filter(({ debitId }) => now.debits.some((debit) => debit.debitId === debitId && debit.status === 'scheduled')),
  );
}

async function askHowItEnded(context: LoanContext, { reference }: DebitState, options?: CallOptions): Promise<'successful' | 'failed' | undefined> {
  if (!reference) return undefined;
  const records = await context.engine.call('listCollections', { type: 'manual', search: reference }, options);
  const status: string | undefined = records.find((record) => record.transactionRefence === reference)?.status;
  return status === 'successful' || status === 'failed' ? status : undefined;
}
