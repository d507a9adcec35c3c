/** The merchant of a story inside the server. It makes the calls of the specification and keeps no loan file. */
import { formatInstant, lagosDay } from '../../domain/calendar.ts';
import { koboFromAnswer, NO_MONEY, nairaFromKobo, subtractKobo } from '../../domain/money.ts';
import { ServiceError } from '../../errors.ts';
import type { CreatedConsent } from '../../wire/mandate-types.ts';
import type { OperationId, OperationInput } from '../../wire/operation-types.ts';
import type { Answer } from '../answer.ts';
import { carryOut } from '../endpoints/handlers.ts';
import { submitReport } from '../engine/bureau-intake.ts';
import { readMandateInside } from '../engine/mandate-inside.ts';
import type { LiveWorld } from '../worlds/live-world.ts';
import { reportContent, type StoryLoan, type StoryMerchant, type StoryReport } from './story.ts';

/** Performs the merchant's part of a story through the handlers of the operations. */
export class PlatformMerchant implements StoryMerchant {
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
    const mandateId = this.#mandateId;
    for (const account of accounts)
      this.#call('attachByMicroDeposit', {
        ...this.#merchantIds(),
        mandateId,
        ...account,
        email,
        mobileNumber,
        address,
      });
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
      this.#submit(
        'repayment.missed',
        { dueAmount: due.amount, failureReason: 'all accounts failed', outstandingBalance },
        today,
      );
    }
    this.#collected = collected;
  }

  #call<Id extends OperationId>(id: Id, input: OperationInput<Id>): unknown {
    return granted(this.#live, carryOut(id, this.#live, input));
  }

  #submit(event: string, content: object, distinction?: string): void {
    const reportId = [event, this.#mandateId, ...(distinction ? [distinction] : [])].join(':');
    const occurredAt = formatInstant(this.#live.world.now);
    granted(
      this.#live,
      submitReport(this.#live.world, { reportId, event, mandateId: this.#mandateId, occurredAt, content }),
    );
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
export function granted<Data>(live: LiveWorld, answer: Answer<Data>): Data {
  if (!answer.ok) {
    const { status, code, message, rule } = answer.refusal;
    throw new ServiceError(message, { status, serviceCode: code, ...(rule !== undefined && { rule }) });
  }
  live.depart();
  return answer.data;
}
