import { formatInstant, lagosDay } from '../../domain/calendar.ts';
import { koboFromAnswer, NO_MONEY, nairaFromKobo, subtractKobo } from '../../domain/money.ts';
import { ServiceError } from '../../errors.ts';
import { given } from '../../validation/record.ts';
import type { CreatedConsent } from '../../wire/types/mandate-types.ts';
import type { OperationId, OperationInput } from '../../wire/types/operation-types.ts';
import { type Answer, type Refusal, refuse } from '../answer.ts';
import { carryOut } from '../endpoints/handlers.ts';
import { submitReport } from '../engine/mandates/bureau-intake.ts';
import { makeDeposit, openDispute, readMandateInside } from '../engine/mandates/mandate-inside.ts';
import { addPayer, patchAccount } from '../engine/world/payers.ts';
import { checkMerchant, refusedByRule } from '../engine/world/refusals.ts';
import { findPayer } from '../engine/world/world.ts';
import type { LiveWorld } from '../worlds/live-world.ts';
import { moveClock } from '../worlds/server-clock.ts';
import { inventPayer, LAST_PAYER } from './invented-payer.ts';
import { obstacle, playStory, type ScenarioResult } from './play-story.ts';
import { type ScenarioName, scenarioNames, scenarios } from './scenarios.ts';
import { reportContent, type StoryLoan, type StoryMerchant, type StoryReport, type StoryWorld } from './story.ts';

/** Options of a scenario. */
export interface ScenarioOptions {
  /** Accounts besides the primary, 1 to 98. Default 2. */
  readonly backups?: number;
}

/** A scenario in the list of scenarios. */
export interface ScenarioView {
  /** The name to play it by. */
  readonly name: ScenarioName;
  /** The state of the loan at the end, for people. */
  readonly summary: string;
}

const DEFAULT_BACKUPS = 2;

/** All scenarios, in the order of their table. */
export function listScenarios(): readonly ScenarioView[] {
  return scenarioNames.map((name) => ({ name, summary: scenarios[name].summary }));
}

/** Plays a scenario with a new payer and mandate, after those that run already. */
export async function playScenario(
  live: LiveWorld,
  name: ScenarioName,
  { backups = DEFAULT_BACKUPS }: ScenarioOptions,
): Promise<Answer<ScenarioResult>> {
  if (live.deliveries.isInsideHandler && (live.scenarios.isLocked || live.isMoving)) {
    const message =
      'The clock is moving and waits for this webhook handler: play a scenario after the handler has answered.';
    return refuse({ status: 409, code: 'clock_moving', message });
  }
  return live.scenarios.run(() => play(live, name, backups + 1));
}

async function play(live: LiveWorld, name: ScenarioName, accounts: number): Promise<Answer<ScenarioResult>> {
  const world = storyWorld(live);
  const stranger = checkMerchant(live.world, {});
  if (stranger) return refuse(stranger);
  const inTheWay = obstacle(name, world);
  if (inTheWay !== undefined) return refusedByRule('scenario-fits-world', inTheWay);
  try {
    const payer = inventPayer(freeNumber(live), accounts);
    const data = await playStory(name, { payer, merchant: new PlatformMerchant(live), world });
    return { ok: true, status: 201, data };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { status, serviceCode = 'scenario_refused', message, rule } = error;
    return refuse({ status: status as Refusal['status'], code: serviceCode, message, ...given({ rule }) });
  }
}

function storyWorld(live: LiveWorld): StoryWorld {
  const act = async (answer: Answer<unknown>) => granted(live, answer);
  return {
    policy: live.world.policy,
    now: () => live.world.now,
    addPayer: (payer) => act(addPayer(live.world, payer)),
    patchAccount: (account, patch) => act(patchAccount(live.world, patch, account)),
    makeDeposit: (deposit) => act(makeDeposit(live.world, deposit)),
    openDispute: (mandateId, details) => act(openDispute(live.world, details, mandateId)),
    moveTo: async (instant) => act(await moveClock(live, { to: instant })),
  };
}

// Derived from the records, so that a restored or forked world continues like its original.
function freeNumber({ world }: LiveWorld): number {
  let number = world.payers.items.length;
  while (number < LAST_PAYER && findPayer(world, inventPayer(number, 0).bvn)) number += 1;
  return number;
}

/** Performs the merchant's part of a story through the handlers of the operations. */
class PlatformMerchant implements StoryMerchant {
  readonly #live: LiveWorld;
  #loan: StoryLoan | undefined;
  #mandateId = '';
  /** The collected amount that was reported so far. */
  #collected = NO_MONEY;

  constructor(live: LiveWorld) {
    this.#live = live;
  }

  async place(loan: StoryLoan): Promise<string> {
    const { approvedAmount: _lent, ...terms } = loan.terms;
    const { bvn, email, mobileNumber, address, accounts } = loan.payer;
    // Spec §1: accounts are discovered before one is chosen.
    this.#call('discoverAccounts', { bvn, type: 'bvn' });
    for (const account of accounts) {
      const named = this.#mandateId ? { mandateId: this.#mandateId } : {};
      const input = { ...this.#merchantIds(), ...named, ...account, ...terms, bvn, email, mobileNumber, address };
      this.#mandateId = (this.#call('createConsent', input) as CreatedConsent)._id;
    }
    this.#loan = loan;
    return this.#mandateId;
  }

  async attach(): Promise<void> {
    const { email, mobileNumber, address, accounts } = this.#placedLoan().payer;
    const loan = { ...this.#merchantIds(), mandateId: this.#mandateId, email, mobileNumber, address };
    for (const account of accounts) this.#call('attachByMicroDeposit', { ...loan, ...account });
  }

  async report(event: StoryReport): Promise<void> {
    this.#submit(event, reportContent(event, this.#placedLoan(), this.#today()));
  }

  async reportRepayment(): Promise<void> {
    const { mandate, repaymentDetails } = granted(this.#live, readMandateInside(this.#live.world, this.#mandateId));
    const { collectedAmount, outstandingBalance } = mandate;
    const today = this.#today();
    const collected = koboFromAnswer(collectedAmount) ?? NO_MONEY;
    const due = repaymentDetails.breakdown.find(({ dueDate }) => dueDate === today);
    if (collected > this.#collected) {
      const amount = nairaFromKobo(subtractKobo(collected, this.#collected));
      this.#submit('repayment.successful', { amount, date: today, outstandingBalance }, today);
    } else if (due?.status === 'failed') {
      const missed = { dueAmount: due.amount, failureReason: 'all accounts failed', outstandingBalance };
      this.#submit('repayment.missed', missed, today);
    }
    this.#collected = collected;
  }

  #call<Id extends OperationId>(id: Id, input: OperationInput<Id>): unknown {
    return granted(this.#live, carryOut(id, this.#live, input));
  }

  #submit(event: string, content: object, distinction?: string): void {
    const reportId = [event, this.#mandateId, ...(distinction ? [distinction] : [])].join(':');
    const occurredAt = formatInstant(this.#live.world.now);
    const report = { reportId, event, mandateId: this.#mandateId, occurredAt, content };
    granted(this.#live, submitReport(this.#live.world, report));
  }

  #merchantIds() {
    const { appId, businessId } = this.#live.world.merchant;
    return { appId, businessId };
  }

  #today() {
    return lagosDay(this.#live.world.now);
  }

  #placedLoan(): StoryLoan {
    if (!this.#loan) throw new RangeError('a story places its loan before anything else');
    return this.#loan;
  }
}

/** The data of an answer. First runs the immediate effects, as after any request. @throws ServiceError on a refusal */
function granted<Data>(live: LiveWorld, answer: Answer<Data>): Data {
  if (!answer.ok) {
    const { status, code, message, rule } = answer.refusal;
    throw new ServiceError(message, { status, serviceCode: code, ...given({ rule }) });
  }
  live.depart();
  return answer.data;
}
