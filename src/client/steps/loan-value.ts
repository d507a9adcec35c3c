import type { Loan, LoanAt } from '../../domain/loan/loan.ts';
import { presentLoan } from '../../domain/loan/present.ts';
import type { LoanStage } from '../../domain/loan/stages.ts';
import type { LoanState } from '../../domain/loan/state.ts';
import { redact } from '../../redact.ts';

const INSPECT = Symbol.for('nodejs.util.inspect.custom');

/** The loan as merchants hold it: frozen, and printed without account numbers and names. JSON of it is complete, for the page on which the payer chooses. */
export function loanValue(state: LoanState): Loan {
  const loan = presentLoan(state);
  Object.defineProperty(loan, INSPECT, { value: () => redact({ ...loan }), enumerable: false });
  return Object.freeze(loan);
}

/** The loan, known to be at a stage. */
export function loanAt<Stage extends LoanStage>(state: LoanState, stage: Stage): LoanAt<Stage> {
  const loan = loanValue(state);
  if (loan.stage !== stage) throw new TypeError(`The loan is at stage '${loan.stage}', not '${stage}'`);
  return loan as LoanAt<Stage>;
}
