import type { RepayKit } from '../client/repay-kit.ts';
import type { AccountSelection } from '../domain/consent/selection.ts';
import type { CollectingLoan, Loan, LoanAt } from '../domain/loan/loan.ts';
import { type LoanStage, loanStages } from '../domain/loan/stages.ts';
import { InputError, requireInput, ServiceError } from '../errors.ts';
import { inventPayer } from '../server/scenarios/invented-payer.ts';
import { oneOf } from '../validation/checks.ts';
import { record } from '../validation/record.ts';
import { type LoanNumbers, type LoanOverrides, type LoanPlan, planLoan } from './loan-plan.ts';
import type { KnownLoans, TestPayer, TestWorld } from './test-world.ts';

export interface LoanSide {
  readonly kit: RepayKit;
  readonly world: TestWorld;
  readonly loans: KnownLoans;
}

/** Numbers the loans of a kit. Loan id, payer and accounts follow from the numbers. */
export class LoanCounter {
  readonly #controls: TestWorld['controls'];
  #lastLoan = 0;
  #lastPayer = 0;

  constructor({ controls }: TestWorld) {
    this.#controls = controls;
  }

  async next(): Promise<LoanNumbers> {
    this.#lastLoan += 1;
    const loan = this.#lastLoan;
    // Other kits and the server's scenarios may have invented payers in the same world.
    for (;;) {
      this.#lastPayer += 1;
      const payer = this.#lastPayer;
      if (!(await this.#isTaken(payer))) return { loan, payer };
    }
  }

  async #isTaken(payer: number): Promise<boolean> {
    const [account] = inventPayer(payer, 1).accounts;
    try {
      if (account) await this.#controls.readAccount(account);
      return true;
    } catch (error) {
      if (error instanceof ServiceError && error.status === 404) return false;
      throw error;
    }
  }
}

const stageInput = record<{ readonly stage: LoanStage }>({ stage: oneOf(loanStages) });

/** Makes a loan and takes it to a stage. @throws InputError for an unknown stage or invalid overrides */
export async function loanAt<Stage extends LoanStage>(
  side: LoanSide & { readonly payer: TestPayer; readonly counter: LoanCounter },
  stage: Stage,
  overrides: LoanOverrides = {},
): Promise<LoanAt<Stage>> {
  const { kit, world, loans, counter } = side;
  requireInput('loanAt', stageInput, { stage });
  const plan = planLoan(await counter.next(), world.clock, overrides);
  await addPayer(world, plan, overrides);
  const opened = await kit.loans.open(plan.open);
  loans.add({ loanId: opened.loanId, accounts: plan.accounts });
  let loan: Loan =
    stage === 'abandoned' ? await kit.loans.abandon(opened, { reason: 'the payer changed their mind' }) : opened;
  while (loan.stage !== stage) loan = await nextStage(side, loan, plan.selection);
  await world.settled();
  // The loop ends at this stage, and webhooks since then do not change it.
  return (await kit.loans.get(opened.loanId)) as LoanAt<Stage>;
}

// A payer with a given BVN may exist in the world already, with another loan.
async function addPayer({ controls }: TestWorld, { open, accounts }: LoanPlan, overrides: LoanOverrides) {
  const { bvn, name, email, mobileNumber } = open.payer;
  try {
    await controls.addPayer({ bvn, name, email, phone: mobileNumber, accounts });
  } catch (error) {
    const exists = error instanceof ServiceError && error.serviceCode === 'payer_exists';
    if (!exists || overrides.payer?.bvn === undefined) throw error;
  }
}

export async function nextStage(
  { kit, world, payer }: { kit: RepayKit; world: Pick<TestWorld, 'clock'>; payer: Pick<TestPayer, 'depositArrives'> },
  loan: Loan,
  selection: AccountSelection,
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
      await payer.depositArrives({ loan });
      return kit.mandates.awaitActive(loan);
    case 'verified':
      return kit.bureau.reportApproved(loan);
    case 'approved': {
      const { approvedAmount: amount } = loan.terms;
      return kit.bureau.reportDisbursed(loan, { amount, date: world.clock.today(), reference: `TRF-${loan.loanId}` });
    }
    case 'disbursed':
      return kit.bureau.awaitReported(loan);
    case 'collecting':
      return closeAsRepaid({ kit, world }, loan);
    default:
      throw new InputError('loanAt', [{ path: 'stage', message: `there is no step on from '${loan.stage}'` }]);
  }
}

/** Records the outstanding amount as repaid elsewhere, then closes and reports the loan. */
export async function closeAsRepaid(
  { kit, world }: { readonly kit: RepayKit; readonly world: Pick<TestWorld, 'clock'> },
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
