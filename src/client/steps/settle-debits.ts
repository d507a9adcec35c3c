import type { DebitSettled } from '../../domain/loan/events.ts';
import type { DebitState, LoanState } from '../../domain/loan/state.ts';
import type { CallOptions } from '../call-options.ts';
import { type LoanContext, nowText } from './loan-context.ts';

/** Asks how the scheduled debits of a loan ended; nothing is sent again. What it answers is written down by {@link stillOpen} at the moment of writing. Spec §4.10. */
export async function askHowDebitsEnded(context: LoanContext, state: LoanState, options?: CallOptions): Promise<readonly DebitSettled[]> {
  const ended: DebitSettled[] = [];
  for (const debit of state.debits.filter(({ status }) => status === 'scheduled')) {
    const result = await askHowItEnded(context, debit, options);
    if (result) ended.push({ type: 'debit.settled', at: nowText(context), debitId: debit.debitId, result });
  }
  return ended;
}

/** Those of the ends that the file does not hold yet. */
export function stillOpen(ended: readonly DebitSettled[], state: LoanState): readonly DebitSettled[] {
  return ended.filter(({ debitId }) => state.debits.some((debit) => debit.debitId === debitId && debit.status === 'scheduled'));
}

async function askHowItEnded(context: LoanContext, { reference }: DebitState, options?: CallOptions): Promise<'successful' | 'failed' | undefined> {
  if (!reference) return undefined;
  const records = await context.engine.call('listCollections', { type: 'manual', search: reference }, options);
  const status: string | undefined = records.find((record) => record.transactionRefence === reference)?.status;
  return status === 'successful' || status === 'failed' ? status : undefined;
}
