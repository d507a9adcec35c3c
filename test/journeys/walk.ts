import type { Loan, LoanAt } from '../../src/domain/loan/loan.ts';
import type { LoanStage } from '../../src/domain/loan/stages.ts';
import type { AccountSelection } from '../../src/domain/selection.ts';
import type { LoanTermsInput } from '../../src/domain/terms.ts';
import { autoTerms, choice, openInput, transfer } from './people.ts';
import type { Stage } from './stage.ts';

/** The stages on the straight road, in order. */
export const ROAD = [
  'consented',
  'discovered',
  'selected',
  'placed',
  'verifying',
  'verified',
  'approved',
  'disbursed',
  'collecting',
  'closed',
] as const;

/** What differs from the usual loan. */
export interface Walk {
  readonly terms?: LoanTermsInput;
  readonly selection?: AccountSelection;
  readonly loanId?: string;
}

/** Goes one step on with the loan, whatever its stage. */
export async function stepOn(
  { kit, server }: Pick<Stage, 'kit' | 'server'>,
  loan: Loan,
  selection: AccountSelection = choice,
): Promise<Loan> {
  switch (loan.stage) {
    case 'consented':
      return kit.discovery.discover(loan);
    case 'discovered':
      return kit.discovery.select(loan, selection);
    case 'selected':
      return kit.mandates.place(loan);
    case 'placed':
      return kit.mandates.attachByMicroDeposit(loan);
    case 'verifying':
      for (const { accountNumber, bankCode } of [loan.primaryAccount, ...loan.backupAccounts]) {
        await server.controls.makeDeposit({ mandateId: loan.mandateId, accountNumber, bankCode });
      }
      return kit.mandates.awaitActive(loan);
    case 'verified':
      return kit.bureau.reportApproved(loan);
    case 'approved':
      return kit.bureau.reportDisbursed(loan, transfer);
    case 'disbursed':
      return kit.bureau.awaitReported(loan);
    case 'collecting':
      return kit.bureau.close(loan, { finalStatus: 'written_off', closeDate: '2026-01-05' });
    default:
      throw new Error(`there is no step on from '${loan.stage}'`);
  }
}

/** Opens a loan and walks it to a stage. */
export async function walkTo<To extends LoanStage>(
  stage: Stage,
  to: To,
  { terms = autoTerms, selection = choice, loanId = 'loan-1' }: Walk = {},
): Promise<LoanAt<To>> {
  let loan: Loan = await stage.kit.loans.open(openInput(terms, loanId));
  while (loan.stage !== to) loan = await stepOn(stage, loan, selection);
  await stage.receiver.settled();
  return (await stage.kit.loans.get(loanId)) as LoanAt<To>;
}
