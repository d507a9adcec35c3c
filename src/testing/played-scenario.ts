import type { Loan, LoanAt } from '../domain/loan/loan.ts';
import type { LoanStage } from '../domain/loan/stages.ts';
import { InputError, requireInput, ServiceError } from '../errors.ts';
import { inventPayer, MOST_ACCOUNTS } from '../server/scenarios/invented-payer.ts';
import type { ScenarioOptions } from '../server/scenarios/play-scenario.ts';
import { obstacle, playStory, type ScenarioResult } from '../server/scenarios/play-story.ts';
import { type ScenarioName, scenarioNames } from '../server/scenarios/scenarios.ts';
import {
  newTerms,
  type StoryLoan,
  type StoryMerchant,
  type StoryReport,
  type StoryWorld,
  transferOf,
} from '../server/scenarios/story.ts';
import { oneOf, optional, wholeNumber } from '../validation/checks.ts';
import { record } from '../validation/record.ts';
import { consentAt, selectionOf } from './loan-plan.ts';
import { closeAsRepaid, type LoanCounter, type LoanSide } from './loan-walk.ts';
import type { TestWorld } from './test-world.ts';

/** The result of a scenario played through the client. */
export interface PlayedScenario extends ScenarioResult {
  /** The loan in the client's store at the end of the scenario. */
  readonly loan: Loan;
}

const DEFAULT_BACKUPS = 2;

const scenarioInput = record<ScenarioOptions & { readonly name: ScenarioName }>({
  name: oneOf(scenarioNames),
  backups: optional(wholeNumber({ min: 1, max: MOST_ACCOUNTS - 1 })),
});

export async function playScenario(
  side: LoanSide & { readonly counter: LoanCounter },
  name: ScenarioName,
  options: ScenarioOptions = {},
): Promise<PlayedScenario> {
  requireInput('scenario', scenarioInput, { name, ...options });
  const { backups = DEFAULT_BACKUPS } = options;
  const numbers = await side.counter.next();
  const world = await storyWorld(side.world);
  const inTheWay = obstacle(name, world);
  if (inTheWay !== undefined) throw new ServiceError(inTheWay, { status: 422, rule: 'scenario-fits-world' });
  const merchant = new ClientMerchant(side, `loan-${numbers.loan}`);
  const result = await playStory(name, { payer: inventPayer(numbers.payer, backups + 1), merchant, world });
  return { ...result, loan: await merchant.presentLoan() };
}

async function storyWorld({ controls, clock, settled }: TestWorld): Promise<StoryWorld> {
  const andSettle = async (act: Promise<unknown>) => {
    await act;
    await settled();
  };
  return {
    policy: await controls.policy(),
    now: () => clock.now(),
    addPayer: (payer) => controls.addPayer(payer),
    patchAccount: (account, patch) => controls.patchAccount(account, patch),
    makeDeposit: (deposit) => andSettle(controls.makeDeposit(deposit)),
    openDispute: (mandateId, details) => andSettle(controls.openDispute(mandateId, details)),
    moveTo: (instant) => clock.to(instant),
  };
}

class ClientMerchant implements StoryMerchant {
  readonly #side: LoanSide;
  readonly #loanId: string;
  #story: StoryLoan | undefined;

  constructor(side: LoanSide, loanId: string) {
    this.#side = side;
    this.#loanId = loanId;
  }

  async place(story: StoryLoan): Promise<string> {
    const { kit, world, loans } = this.#side;
    const loanId = this.#loanId;
    const { accounts, ...payer } = story.payer;
    const consented = await kit.loans.open({ loanId, payer, terms: story.terms, consent: consentAt(world.clock) });
    const discovered = await kit.discovery.discover(consented);
    const placed = await kit.mandates.place(await kit.discovery.select(discovered, selectionOf(accounts, world.clock)));
    this.#story = story;
    loans.add({ loanId, accounts });
    return placed.mandateId;
  }

  async attach(): Promise<void> {
    await this.#side.kit.mandates.attachByMicroDeposit(await this.#loan('placed'));
  }

  async report(event: StoryReport): Promise<void> {
    const { bureau } = this.#side.kit;
    switch (event) {
      case 'loan.approved':
        await bureau.reportApproved(await this.#verified());
        return;
      case 'loan.disbursed': {
        const transfer = transferOf(this.#placedStory, this.#side.world.clock.today());
        await bureau.awaitReported(await bureau.reportDisbursed(await this.#loan('approved'), transfer));
        return;
      }
      case 'loan.restructured': {
        const terms = newTerms(this.#placedStory);
        await bureau.awaitReported(await bureau.reportRestructured(await this.#loan('collecting'), terms));
        return;
      }
      case 'loan.closed':
        await closeAsRepaid(this.#side, await this.#loan('collecting'));
    }
  }

  /** The webhooks of the due date are already recorded. */
  async reportRepayment(): Promise<void> {
    await this.#side.kit.bureau.awaitReported(await this.#loan('collecting'));
  }

  /** Refreshes the loan once more, because no webhook reports disputes and timeouts. */
  async presentLoan(): Promise<Loan> {
    const { kit } = this.#side;
    const loan = await kit.loans.get(this.#loanId);
    switch (loan.stage) {
      case 'verifying':
      case 'verified':
      case 'approved':
      case 'disbursed':
      case 'collecting':
        return kit.mandates.refresh(loan);
      default:
        return loan;
    }
  }

  get #placedStory(): StoryLoan {
    if (this.#story) return this.#story;
    throw new InputError('scenario', [{ path: '', message: 'reports come after the mandate is placed' }]);
  }

  // A webhook may already have reported the active account.
  async #verified(): Promise<LoanAt<'verified'>> {
    const loan: Loan = await this.#side.kit.loans.get(this.#loanId);
    return loan.stage === 'verifying' ? this.#side.kit.mandates.awaitActive(loan) : this.#loan('verified');
  }

  // If the loan is at another stage, the next client call refuses it.
  async #loan<Stage extends LoanStage>(_stage: Stage): Promise<LoanAt<Stage>> {
    return (await this.#side.kit.loans.get(this.#loanId)) as LoanAt<Stage>;
  }
}
