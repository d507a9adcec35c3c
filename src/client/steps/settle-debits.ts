import type { DebitSettled } from '../../domain/loan/events.ts';
import type { DebitState, LoanState } from '../../domain/loan/state.ts';
import { type Kobo, koboFromAnswer, NO_MONEY } from '../../domain/money.ts';
import type { CollectionRecord } from '../../wire/collection-types.ts';
import type { CallOptions } from '../call-options.ts';
import { type LoanContext, nowText } from './loan-context.ts';

/** Asks how the scheduled debits of a loan ended; nothing is sent again. What it answers is written down by {@link stillOpen} at the moment of writing. Spec §4.10. */
export async function askHowDebitsEnded(context: LoanContext, state: LoanState, options?: CallOptions): Promise<readonly DebitSettled[]> {
  const ended: DebitSettled[] = [];
  for (const debit of state.debits.filter(({ status }) => status === 'scheduled')) {
    const end = debit.reference === undefined ? undefined : endOf(debit, await recordsOf(context, state, { reference: debit.reference, options }));
    if (end) ended.push({ type: 'debit.settled', at: nowText(context), debitId: debit.debitId, ...end });
  }
  return ended;
}

/** Those of the ends that the file does not hold yet. */
export function stillOpen(ended: readonly DebitSettled[], state: LoanState): readonly DebitSettled[] {
  return ended.filter(({ debitId }) => state.debits.some((debit) => debit.debitId === debitId && debit.status === 'scheduled'));
}

// The search may find more than was asked for: only records of this mandate and this reference count.
async function recordsOf(
  { engine }: LoanContext,
  { mandateId }: LoanState,
  { reference, options }: { readonly reference: string; readonly options: CallOptions | undefined },
): Promise<readonly CollectionRecord[]> {
  const records = await engine.call('listCollections', { type: 'manual', search: reference }, options);
  return records.filter((record) => record.transactionRefence === reference && record.mandateId.toLowerCase() === mandateId.toLowerCase());
}

// One success settles it, whatever else is listed; a failure only when nothing is listed that may still succeed.
function endOf({ amount }: DebitState, records: readonly CollectionRecord[]): Pick<DebitSettled, 'result' | 'collected'> | undefined {
  const success = records.find(({ status }) => status === 'successful');
  if (success) return { result: 'successful', collected: takenOf(amount, success) };
  const isOver = records.length > 0 && records.every(({ status }) => status === 'failed');
  return isOver ? { result: 'failed', collected: NO_MONEY } : undefined;
}

// A debit takes what was asked for or a part of it; an amount that is neither says nothing, and then the whole counts as taken.
function takenOf(asked: Kobo, { amount }: CollectionRecord): Kobo {
  const taken = koboFromAnswer(amount);
  return taken !== undefined && taken >= 0 && taken <= asked ? taken : asked;
}
