import type { RepayKit } from '../client/repay-kit.ts';
import type { Loan } from '../domain/loan/loan.ts';
import { InputError, ServiceError } from '../errors.ts';
import type { InventedPayer } from '../server/scenarios/invented-payer.ts';
import { type ScenarioName, scenarioNames } from '../server/scenarios/scenarios.ts';
import type { StoryWorld } from '../server/scenarios/story.ts';
import { obstacle, type ScenarioResult, tellStory } from '../server/scenarios/tell-story.ts';
import { ClientMerchant } from './client-merchant.ts';
import type { KnownLoans } from './known-loans.ts';
import type { TestWorld } from './test-world.ts';

/** A scenario that was led by the client. */
export interface PlayedScenario extends ScenarioResult {
  /** The loan in the client's file, where the scenario left it. */
  readonly loan: Loan;
}

/** Where and with whom a scenario is played. */
export interface ScenarioStage {
  readonly kit: RepayKit;
  readonly world: TestWorld;
  readonly loans: KnownLoans;
  readonly loanId: string;
  readonly payer: InventedPayer;
}

/** Plays the server's story of this name with the client as its merchant. @throws InputError, ServiceError */
export async function playScenario(
  name: ScenarioName,
  { kit, world, loans, loanId, payer }: ScenarioStage,
): Promise<PlayedScenario> {
  if (!scenarioNames.includes(name))
    throw new InputError('scenario', [{ path: 'name', message: `must be one of ${scenarioNames.join(', ')}` }]);
  const surroundings = await storyWorld(world);
  const inTheWay = obstacle(name, surroundings);
  if (inTheWay !== undefined) throw new ServiceError(inTheWay, { status: 422, rule: 'scenario-fits-world' });
  const merchant = new ClientMerchant({ kit, world, loanId }, () => loans.add({ loanId, accounts: payer.accounts }));
  const result = await tellStory(name, { payer, merchant, world: surroundings });
  return { ...result, loan: await presentLoan(kit, loanId) };
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

// No webhook tells of disputes and time-outs, so the mandate is read once more.
async function presentLoan(kit: RepayKit, loanId: string): Promise<Loan> {
  const loan = await kit.loans.get(loanId);
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
