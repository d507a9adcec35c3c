import type { LoanState } from '../../domain/loan/state.ts';
import type { Mandate } from '../../wire/mandate-types.ts';
import type { CallOptions } from '../call-options.ts';
import { askMandate } from './ask-mandate.ts';
import { type LoanContext, nowText } from './loan-context.ts';
import { newsOfReading, readingOf } from './mandate-reading.ts';
import { askHowDebitsEnded, stillOpen } from './settle-debits.ts';

/**
 * Asks how scheduled debits ended, then reads the loan's mandate at the service, and writes down what is new in one go. In this order: a debit that is
 * known to have ended no longer counts against what may be collected, so the money it brought has to be in the same entry. Spec §4.6, §4.10.
 * @throws AnswerError when the answer cannot be about this loan; nothing is written then
 */
export async function readMandate(
  context: LoanContext,
  state: LoanState,
  options?: CallOptions,
): Promise<{ readonly state: LoanState; readonly mandate: Mandate }> {
  const ended = await askHowDebitsEnded(context, state, options);
  const mandate = await askMandate(context, state, options);
  const after = await context.files.decide(state.loanId, (now) => [...newsOfReading(now, readingOf(mandate, now), nowText(context)), ...stillOpen(ended, now)]);
  return { state: after, mandate };
}
