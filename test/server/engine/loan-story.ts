import { expect } from 'vitest';
import { type Instant, parseInstant } from '../../../src/domain/calendar.ts';
import type { AccountKey } from '../../../src/domain/identifiers.ts';
import type { Answer, Refusal } from '../../../src/server/answer.ts';
import { platformOperations } from '../../../src/server/endpoints/handlers.ts';
import { payloadOf } from '../../../src/server/engine/collection/collection-webhooks.ts';
import { type Ran, runTick, runTo } from '../../../src/server/engine/collection/timeline.ts';
import { submitReport } from '../../../src/server/engine/mandates/bureau-intake.ts';
import { makeDeposit, readMandateInside } from '../../../src/server/engine/mandates/mandate-inside.ts';
import { patchAccount, readAccount } from '../../../src/server/engine/world/payers.ts';
import type { Policy } from '../../../src/server/engine/world/policy.ts';
import type { OutgoingWebhook } from '../../../src/server/engine/world/records.ts';
import { createWorld, type World } from '../../../src/server/engine/world/world.ts';
import type { CreateConsentInput } from '../../../src/wire/types/mandate-types.ts';

/** Ada's accounts in every new world. */
export const PRIMARY = { accountNumber: '0100000011', bankCode: '058' };
export const BACKUP = { accountNumber: '0100000012', bankCode: '044' };
export const SECOND_BACKUP = { accountNumber: '0100000013', bankCode: '057' };
export const MANDATE_ID = '66f000000000000000000001';

/** Three instalments of ₦10,000 on the last day of the month, by the missing-day rule 31 January, 1 March and 31 March. */
export const TERMS = {
  totalAmountDue: 30_000,
  startDate: '2026-01-31',
  endDate: '2026-04-10',
  frequency: 'monthly',
  collectionMode: 'auto',
} as const;

/** The data of an answer that must be a success. */
export function dataOf<Data>(answer: Answer<Data>): Data {
  if (!answer.ok) expect.fail(`${answer.refusal.status} ${answer.refusal.message}`);
  return answer.data;
}

/** The refusal of an answer that must be one. */
export function refusalOf(answer: Answer<unknown>): Refusal {
  if (answer.ok) expect.fail('was not refused');
  return answer.refusal;
}

export function instant(text: string): Instant {
  const at = parseInstant(text);
  if (at === undefined) throw new Error(`no instant: ${text}`);
  return at;
}

/** A loan on a world of its own, in the words of a story. */
export class LoanStory {
  readonly world: World;
  /** Every webhook so far, in the order in which they went out. */
  readonly received: (OutgoingWebhook & { readonly payload: object })[] = [];
  #reports = 0;

  constructor(now = '2026-01-15T09:00:00Z', policy: Partial<Policy> = {}) {
    this.world = createWorld({ now: instant(now), seed: 7, policy });
  }

  /** A loan whose accounts are active and whose disbursement was reported. */
  static collecting(
    options: {
      accounts?: readonly AccountKey[];
      terms?: Partial<CreateConsentInput>;
      policy?: Partial<Policy>;
      now?: string;
    } = {},
  ): LoanStory {
    const story = new LoanStory(options.now, options.policy);
    for (const account of options.accounts ?? [PRIMARY]) {
      story.place(account, { ...TERMS, ...options.terms });
      story.attach(account);
      story.deposit(account);
    }
    story.disburse();
    story.received.length = 0;
    return story;
  }

  consent(account: AccountKey, more: Partial<CreateConsentInput> = {}) {
    const { appId, businessId } = this.world.merchant;
    const payer = { email: 'ada.obiora@example.com', address: '1 Marina, Lagos', mobileNumber: '08030000001' };
    return platformOperations.createConsent(this.world, {
      appId,
      businessId,
      ...payer,
      mandateId: MANDATE_ID,
      ...account,
      ...more,
    });
  }

  place(account: AccountKey, more: Partial<CreateConsentInput> = TERMS) {
    return dataOf(this.consent(account, more));
  }

  attachment(account: AccountKey, email = 'ada.obiora@example.com') {
    const { appId, businessId } = this.world.merchant;
    const input = {
      appId,
      businessId,
      email,
      address: '1 Marina, Lagos',
      mobileNumber: '08030000001',
      mandateId: MANDATE_ID,
      ...account,
    };
    return platformOperations.attachByMicroDeposit(this.world, input);
  }

  attach(account: AccountKey) {
    return dataOf(this.attachment(account));
  }

  signature(account: AccountKey) {
    const { appId, businessId } = this.world.merchant;
    const payer = {
      accountName: 'ADA OBIORA',
      email: 'ada.obiora@example.com',
      phone: '08030000001',
      address: '1 Marina',
      bankAddress: '2 Broad St',
    };
    return platformOperations.attachBySignature(this.world, {
      appId,
      businessId,
      mandateId: MANDATE_ID,
      ...payer,
      ...account,
      file: 'aGVsbG8=',
    });
  }

  deposit(account: AccountKey, more: object = {}) {
    return this.afterwards(dataOf(makeDeposit(this.world, { mandateId: MANDATE_ID, ...account, ...more })));
  }

  report(event: string, content: object) {
    this.#reports += 1;
    const report = {
      reportId: `r${this.#reports}`,
      event,
      mandateId: MANDATE_ID,
      occurredAt: '2026-01-15T09:00:00Z',
      content,
    };
    return this.afterwards(submitReport(this.world, report));
  }

  disburse() {
    dataOf(this.report('loan.approved', { offerTerms: 'plain', approvedAmount: 30_000, tenure: 'P3M' }));
    dataOf(this.report('loan.disbursed', { amount: 30_000, date: '2026-01-15', reference: 'transfer-1' }));
  }

  bank(account: AccountKey, patch: object) {
    return dataOf(patchAccount(this.world, patch, account));
  }

  balance(account: AccountKey): number {
    return dataOf(readAccount(this.world, account)).balance;
  }

  collect(amount: number, debitDate: string) {
    return this.afterwards(
      platformOperations.collectManually(this.world, { mandateId: MANDATE_ID, amount, debitDate }),
    );
  }

  async until(time: string): Promise<Ran> {
    return runTo(this.world, instant(time), { settle: async () => this.#handle() });
  }

  /** What is due now happens after every call, as the server does it. */
  afterwards<Value>(value: Value): Value {
    runTick(this.world, this.world.now);
    this.#handle();
    return value;
  }

  mandate() {
    return dataOf(platformOperations.getMandate(this.world, { mandateId: MANDATE_ID }));
  }

  inside() {
    return dataOf(readMandateInside(this.world, MANDATE_ID));
  }

  statuses() {
    return this.mandate().repaymentDetails?.breakdown.map((instalment) => instalment.status);
  }

  /** Attempts on an instalment, oldest first, as `bank code/response code/amount`. */
  tries(instalment: number): readonly string[] {
    const breakdownId = this.mandate().repaymentDetails?.breakdown[instalment]?._id ?? '';
    const attempts = dataOf(platformOperations.collectionAttempts(this.world, { mandateId: MANDATE_ID, breakdownId }));
    return attempts.map((attempt) => `${attempt.bankCode}/${attempt.responseCode}/${attempt.amount}`).reverse();
  }

  log() {
    return dataOf(platformOperations.collectionLog(this.world, { mandateId: MANDATE_ID }));
  }

  /** Collection webhooks so far, as `instalmentStatus amountCollected day`. */
  reported(): readonly string[] {
    return this.received.flatMap(({ payload }) => {
      const { instalmentStatus, amountCollected, collectedOn } = payload as Record<string, string>;
      return instalmentStatus ? [`${instalmentStatus} ${amountCollected} ${collectedOn?.slice(0, 10)}`] : [];
    });
  }

  events(): readonly string[] {
    return this.received.map(({ event }) => event);
  }

  #handle(): void {
    this.received.push(
      ...this.world.outgoing.map((webhook) => ({ ...webhook, payload: payloadOf(this.world, webhook.content) })),
    );
    this.world.outgoing = [];
  }
}
