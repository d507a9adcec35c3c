import type { LoanAt } from '../domain/loan/loan.ts';
import type { LoanStage } from '../domain/loan/stages.ts';
import { InputError, ServiceError } from '../errors.ts';
import { inventPayer, MOST_ACCOUNTS } from '../server/scenarios/invented-payer.ts';
import type { ScenarioOptions } from '../server/scenarios/play-scenario.ts';
import type { ScenarioName } from '../server/scenarios/scenarios.ts';
import { type LoanNumbers, type LoanOverrides, type LoanPlan, planLoan } from './loan-plan.ts';
import { checkStage, type Walker, walkTo } from './loan-walk.ts';
import { type PlayedScenario, playScenario } from './played-scenario.ts';

const DEFAULT_BACKUPS = 2;

/** Makes the loans of a kit: each with a number of its own, from which loan id, payer and accounts follow. */
export class LoanMaker {
  readonly #parts: Walker;
  #lastLoan = 0;
  #lastPayer = 0;

  constructor(parts: Walker) {
    this.#parts = parts;
  }

  async loanAt<Stage extends LoanStage>(stage: Stage, overrides: LoanOverrides = {}): Promise<LoanAt<Stage>> {
    checkStage(stage);
    const plan = planLoan(await this.#nextNumbers(), this.#parts.world.clock, overrides);
    await this.#addPayer(plan, overrides);
    return walkTo(this.#parts, plan, stage);
  }

  async scenario(name: ScenarioName, { backups = DEFAULT_BACKUPS }: ScenarioOptions = {}): Promise<PlayedScenario> {
    const most = MOST_ACCOUNTS - 1;
    if (!Number.isInteger(backups) || backups < 1 || backups > most) {
      throw new InputError('scenario', [{ path: 'backups', message: `must be a whole number from 1 to ${most}` }]);
    }
    const { loan, payer } = await this.#nextNumbers();
    return playScenario(name, { ...this.#parts, loanId: `loan-${loan}`, payer: inventPayer(payer, backups + 1) });
  }

  async #nextNumbers(): Promise<LoanNumbers> {
    this.#lastLoan += 1;
    const loan = this.#lastLoan;
    return { loan, payer: await this.#freePayer() };
  }

  // Other kits and the server's own scenarios may have invented payers in the same world.
  async #freePayer(): Promise<number> {
    for (;;) {
      this.#lastPayer += 1;
      const number = this.#lastPayer;
      if (!(await this.#isTaken(number))) return number;
    }
  }

  async #isTaken(number: number): Promise<boolean> {
    const [account] = inventPayer(number, 1).accounts;
    try {
      if (account) await this.#parts.world.controls.readAccount(account);
      return true;
    } catch (error) {
      if (error instanceof ServiceError && error.status === 404) return false;
      throw error;
    }
  }

  // A payer whose BVN is given may be one that lives in the world already, with another loan.
  async #addPayer({ open, accounts }: LoanPlan, { payer }: LoanOverrides): Promise<void> {
    const { bvn, name, email, mobileNumber } = open.payer;
    try {
      await this.#parts.world.controls.addPayer({ bvn, name, email, phone: mobileNumber, accounts });
    } catch (error) {
      const livesHere =
        error instanceof ServiceError && error.serviceCode === 'payer_exists' && payer?.bvn !== undefined;
      if (!livesHere) throw error;
    }
  }
}
