/** The straight road of a loan, by the client's own steps: from each stage to the next. */
import type { RepayKit } from '../client/repay-kit.ts';
import type { CollectingLoan, Loan, LoanAt } from '../domain/loan/loan.ts';
import { type LoanStage, loanStages } from '../domain/loan/stages.ts';
import { InputError } from '../errors.ts';
import type { KnownLoans } from './known-loans.ts';
import type { LoanPlan } from './loan-plan.ts';
import type { TestPayer } from './payer.ts';
import type { TestWorld } from './test-world.ts';

/** Who walks a loan, and where. */
export interface Walker {
  readonly kit: RepayKit;
  readonly world: TestWorld;
  readonly payer: TestPayer;
  readonly loans: KnownLoans;
}

/** Is this a stage that a loan can be walked to? @throws InputError naming those that are */
export function checkStage(stage: unknown): void {
  const isStage = (loanStages as readonly unknown[]).includes(stage);
  if (!isStage) throw new InputError('loanAt', [{ path: 'stage', message: `must be one of ${loanStages.join(', ')}` }]);
}

/** Opens the planned loan and walks it to a stage. */
export async function walkTo<Stage extends LoanStage>(
  walker: Walker,
  plan: LoanPlan,
  to: Stage,
): Promise<LoanAt<Stage>> {
  const opened = await walker.kit.loans.open(plan.open);
  walker.loans.add({ loanId: opened.loanId, accounts: plan.accounts });
  let loan: Loan =
    to === 'abandoned' ? await walker.kit.loans.abandon(opened, { reason: 'the payer changed their mind' }) : opened;
  while (loan.stage !== to) loan = await stepOn(walker, plan, loan);
  await walker.world.settled();
  return (await walker.kit.loans.get(plan.open.loanId)) as LoanAt<Stage>;
}

/** One step on, whatever the stage. */
async function stepOn({ kit, payer, world }: Walker, { selection }: LoanPlan, loan: Loan): Promise<Loan> {
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
      await payer.depositArrives({ loan });
      return kit.mandates.awaitActive(loan);
    case 'verified':
      return kit.bureau.reportApproved(loan);
    case 'approved':
      return kit.bureau.reportDisbursed(loan, {
        amount: loan.terms.approvedAmount,
        date: world.clock.today(),
        reference: `TRF-${loan.loanId}`,
      });
    case 'disbursed':
      return kit.bureau.awaitReported(loan);
    case 'collecting':
      return closeAsRepaid({ kit, world }, loan);
    default:
      throw new InputError('loanAt', [{ path: 'stage', message: `there is no step on from '${loan.stage}'` }]);
  }
}

/** The payer repays elsewhere what is outstanding, and the loan is closed and reported. */
export async function closeAsRepaid(
  { kit, world }: Pick<Walker, 'kit' | 'world'>,
  loan: CollectingLoan,
): Promise<LoanAt<'closed'>> {
  const { outstanding } = loan.balances;
  const date = world.clock.today();
  const repaid =
    outstanding > 0
      ? await kit.loans.recordRepayment(loan, { amount: outstanding, date, reference: `PAY-${loan.loanId}` })
      : loan;
  return kit.bureau.awaitReported(await kit.bureau.close(repaid, { finalStatus: 'repaid', closeDate: date }));
}
