import type { RepayKit } from '../client/repay-kit.ts';
import type { Loan, LoanAt } from '../domain/loan/loan.ts';
import type { LoanStage } from '../domain/loan/stages.ts';
import { newTerms, transferOf } from '../server/scenarios/reports.ts';
import type { StoryLoan, StoryMerchant, StoryReport } from '../server/scenarios/story.ts';
import { consentAt, selectionOf } from './loan-plan.ts';
import { closeAsRepaid } from './loan-walk.ts';
import type { TestWorld } from './test-world.ts';

/** Where a story's merchant lives. */
export interface MerchantSide {
  readonly kit: RepayKit;
  readonly world: TestWorld;
  readonly loanId: string;
}

/** Leads the loan of a story by the client, so that the loan's file tells the story too. */
export class ClientMerchant implements StoryMerchant {
  readonly #side: MerchantSide;
  readonly #onPlaced: (loan: LoanAt<'placed'>) => void;
  #story: StoryLoan | undefined;

  constructor(side: MerchantSide, onPlaced: (loan: LoanAt<'placed'>) => void) {
    this.#side = side;
    this.#onPlaced = onPlaced;
  }

  async place(story: StoryLoan): Promise<string> {
    const { kit, world, loanId } = this.#side;
    const { accounts, ...payer } = story.payer;
    const consented = await kit.loans.open({ loanId, payer, terms: story.terms, consent: consentAt(world.clock) });
    const discovered = await kit.discovery.discover(consented);
    const placed = await kit.mandates.place(await kit.discovery.select(discovered, selectionOf(accounts, world.clock)));
    this.#story = story;
    this.#onPlaced(placed);
    return placed.mandateId;
  }

  async attach(): Promise<void> {
    await this.#side.kit.mandates.attachByMicroDeposit(await this.#loan('placed'));
  }

  async report(event: StoryReport): Promise<void> {
    const { kit, world } = this.#side;
    const story = this.#story as StoryLoan;
    switch (event) {
      case 'loan.approved':
        await kit.bureau.reportApproved(await this.#verified());
        return;
      case 'loan.disbursed':
        await kit.bureau.awaitReported(
          await kit.bureau.reportDisbursed(await this.#loan('approved'), transferOf(story, world.clock.today())),
        );
        return;
      case 'loan.restructured':
        await kit.bureau.awaitReported(
          await kit.bureau.reportRestructured(await this.#loan('collecting'), newTerms(story)),
        );
        return;
      case 'loan.closed':
        await closeAsRepaid(this.#side, await this.#loan('collecting'));
    }
  }

  /** What the receiver heard of the due date is filed already. */
  async reportRepayment(): Promise<void> {
    await this.#side.kit.bureau.awaitReported(await this.#loan('collecting'));
  }

  // A webhook may have told of the active account before.
  async #verified(): Promise<LoanAt<'verified'>> {
    const { kit, loanId } = this.#side;
    const loan: Loan = await kit.loans.get(loanId);
    return loan.stage === 'verifying' ? kit.mandates.awaitActive(loan) : this.#loan('verified');
  }

  // If the loan is elsewhere, the client's own guard says so in the step that it is handed to.
  async #loan<Stage extends LoanStage>(_stage: Stage): Promise<LoanAt<Stage>> {
    const { kit, loanId } = this.#side;
    return (await kit.loans.get(loanId)) as LoanAt<Stage>;
  }
}
