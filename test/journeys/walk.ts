import type { AccountSelection } from '../../src/domain/consent/selection.ts';
import type { Loan, LoanAt } from '../../src/domain/loan/loan.ts';
import { type LoanStage, loanStages } from '../../src/domain/loan/stages.ts';
import type { LoanTermsInput } from '../../src/domain/terms.ts';
import { nextStage } from '../../src/testing/loan-walk.ts';
import { KnownLoans, testPayer } from '../../src/testing/test-world.ts';
import type { Fixture } from './fixture.ts';
import { autoTerms, choice, openInput } from './people.ts';

/** The stages of a loan that is not abandoned, in order. */
export const ROAD = loanStages.filter((stage) => stage !== 'abandoned');

/** What differs from the usual loan. */
export interface Walk {
  readonly terms?: LoanTermsInput;
  readonly selection?: AccountSelection;
  readonly loanId?: string;
}

/** Takes a loan one stage on, as the test kit does; at the end it is written off. */
export async function stepOn(
  { kit, server }: Pick<Fixture, 'kit' | 'server'>,
  loan: Loan,
  selection: AccountSelection = choice,
): Promise<Loan> {
  // In one call, which two clients can race for; the test kit's payer first repays.
  if (loan.stage === 'collecting')
    return kit.bureau.close(loan, { finalStatus: 'written_off', closeDate: server.clock.today() });
  const loans = new KnownLoans();
  loans.add({ loanId: loan.loanId, accounts: [selection.primaryAccount, ...selection.backupAccounts] });
  const payer = testPayer({ controls: server.controls, settled: async () => {} }, loans, kit);
  return nextStage({ kit, world: server, payer }, loan, selection);
}

/** Opens a loan and takes it to a stage. */
export async function walkTo<To extends LoanStage>(
  fixture: Fixture,
  to: To,
  { terms = autoTerms, selection = choice, loanId = 'loan-1' }: Walk = {},
): Promise<LoanAt<To>> {
  let loan: Loan = await fixture.kit.loans.open(openInput(terms, loanId));
  while (loan.stage !== to) loan = await stepOn(fixture, loan, selection);
  await fixture.receiver.settled();
  return (await fixture.kit.loans.get(loanId)) as LoanAt<To>;
}
