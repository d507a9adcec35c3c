import type { LoanState } from '../../../domain/loan/state.ts';
import type { CallOptions } from '../../call-options.ts';
import type { LoanContext } from '../loan-context.ts';
import { type Difference, differencesOf } from './differences.ts';
import { EventTimes } from './event-times.ts';
import { hearInstalments } from './hear-instalments.ts';
import { type Pace, pacedEngine } from './paced-engine.ts';
import { readMandate } from './read-mandate.ts';

/** What a look at a loan found. */
export interface LoanLook {
  readonly state: LoanState;
  readonly differed: readonly Difference[];
  /** When what it found happened, as far as the service showed that. */
  readonly times: EventTimes;
}

/**
 * Asks the service about a loan as a webhook would make us ask, and writes down what is new in the same way: what somebody else writes down meanwhile is not written twice.
 * One request where nothing happened. Spec §4.6 to §4.10. @throws RepayKitError
 */
export async function lookAtLoan(
  context: LoanContext,
  before: LoanState,
  { pace, ...options }: CallOptions & { readonly pace: Pace },
): Promise<LoanLook> {
  const times = new EventTimes();
  const paced: LoanContext = {
    ...context,
    engine: pacedEngine(context.engine, pace, (operation, data) => times.take(operation, data)),
  };
  const { state: read, mandate } = await readMandate(paced, before, options);
  const state = await hearInstalments(paced, read, mandate, options);
  return { state, differed: differencesOf(before, state, mandate), times };
}
