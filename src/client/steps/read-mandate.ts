import type { LoanState } from '../../domain/loan/state.ts';
import type { Mandate } from '../../wire/mandate-types.ts';
import type { CallOptions } from '../call-options.ts';
import { type LoanContext, nowText } from './loan-context.ts';
import { newsOfReading, readingOf } from './mandate-reading.ts';

/** Reads a loan's mandate at the service and writes down what is new. Spec §4.6. */
export async function readMandate(
  context: LoanContext,
  state: LoanState,
  options?: CallOptions,
): Promise<{ readonly state: LoanState; readonly mandate: Mandate }> {
  const mandate = await context.engine.call('getMandate', { mandateId: state.mandateId }, options);
  const after = await context.files.decide(state.loanId, (now) => newsOfReading(now, readingOf(mandate, now), nowText(context)));
  return { state: after, mandate };
}
