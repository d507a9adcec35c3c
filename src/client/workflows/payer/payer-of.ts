import type { LoanState } from '../../../domain/loan/state.ts';
import type { Payer } from '../../../domain/payer.ts';
import { RuleError } from '../../../errors.ts';

/** The payer of a loan. @throws RuleError once the payer's data were erased */
export function payerOf(state: LoanState): Payer {
  if (state.payer) return state.payer;
  throw new RuleError({
    rule: 'payer-not-erased',
    spec: 'Spec §1.1',
    message: `The personal data of the payer of loan '${state.loanId}' were erased: nothing more can be asked of the service in this person's name`,
  });
}
