import type { LoanState } from '../../../domain/loan/state.ts';
import type { Payer } from '../../../domain/payer.ts';
import { RuleError } from '../../../errors.ts';
import type { KnownValue } from '../../../redact/known-person.ts';
import { aboutPerson, type CallOptions } from '../../call-options.ts';

/** The payer of a loan. @throws RuleError once the payer's data were erased */
export function payerOf(state: LoanState): Payer {
  if (state.payer) return state.payer;
  throw new RuleError({
    rule: 'payer-not-erased',
    spec: 'Spec §1.1',
    message: `The personal data of the payer of loan '${state.loanId}' were erased: nothing more can be asked of the service in this person's name`,
  });
}

/** What the file of a loan says about its payer; nothing once the payer was erased. */
export function knownPayer({ payer, accounts }: Pick<LoanState, 'payer' | 'accounts'>): readonly KnownValue[] {
  const details = accounts.flatMap((account) => account.details ?? []);
  const names = [payer?.name, ...details.map(({ accountName }) => accountName)];
  const texts = [
    payer?.bvn,
    payer?.email,
    payer?.mobileNumber,
    payer?.address,
    ...details.map(({ accountNumber }) => accountNumber),
  ];
  return [...valuesOf('name', names), ...valuesOf('text', texts)];
}

/** The options of a call about a loan: what the service says is masked with what the file knows of the payer. */
export function aboutLoan(state: Pick<LoanState, 'payer' | 'accounts'>, options: CallOptions | undefined): CallOptions {
  return aboutPerson(knownPayer(state), options);
}

function valuesOf(kind: KnownValue['kind'], values: readonly (string | undefined)[]): readonly KnownValue[] {
  return values.flatMap((value) => (value === undefined ? [] : [{ kind, value }]));
}
