import type { LoanEvent } from '../events/events.ts';
import type { LoanState } from '../state.ts';

/** For each of these types of events, what it changes in a loan. */
export type TransitionsOf<Type extends LoanEvent['type']> = {
  readonly [Each in Type]: (state: LoanState, event: Extract<LoanEvent, { type: Each }>) => Partial<LoanState>;
};
