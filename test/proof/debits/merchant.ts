import { type Instant, lagosDay, lagosInstant, MINUTE_MS, type PlainDate } from '../../../src/domain/calendar.ts';
import { type Consent, type ConsentScope, consentScopes } from '../../../src/domain/consent/consent.ts';
import { DISCLAIMER } from '../../../src/domain/consent/notice.ts';
import { type CollectingLoan, RepayKit } from '../../../src/index.ts';
import { memoryStore } from '../../../src/loan-file/memory-store.ts';
import type { LoanStore } from '../../../src/loan-file/store.ts';
import { Dice } from './dice.ts';
import type { RequestLuck } from './luck.ts';
import { ModelTransport, TOTAL } from './model-transport.ts';
import type { ModelMandate, Put } from './service-model.ts';
import { Timeline } from './timeline.ts';

export const BEGINNING = lagosInstant('2026-01-05' as PlainDate, 10);

// How far the clock of a process may be off, and to what it may be set while it runs.
const CLOCKS_AHEAD_MS = [-30 * MINUTE_MS, 0, 0, 20 * MINUTE_MS] as const;
const CLOCKS_SET_TO_MS = [0, 20 * MINUTE_MS, 75 * MINUTE_MS, 180 * MINUTE_MS] as const;

const granted = { grantedAt: '2026-01-05T07:55:00Z', ipAddress: '203.0.113.9' };
const consent: Consent = {
  scopes: (Object.keys(consentScopes) as ConsentScope[]).map((scope) => ({ scope, ...granted })),
  channel: 'web',
  language: 'en',
  notice: { version: '2026-01', text: `We debit the account you choose. ${DISCLAIMER}` },
};

/** A lender with the real client, whose process may end at any moment and begin again over the same store. */
export class Merchant {
  readonly time = new Timeline(BEGINNING);
  readonly transport: ModelTransport;
  /** Set by the player: what the next requests to debit meet, and who is notified of them. */
  luck: () => RequestLuck = () => {
    throw new Error('no debit was expected');
  };
  onPut: (put: Put) => void = () => {};
  /** What goes on while the machine of a debit's sender stands still. */
  meanwhile: (until: Instant) => Promise<void> = async () => {};
  crashes = 0;
  #store: LoanStore = memoryStore();
  #kit: RepayKit;
  /** How far ahead the clock of the process is that runs now (below zero: behind); each has one of its own. */
  aheadMs = 0;
  #setClock: (aheadMs: number) => void = () => {};
  #processes = 0;
  #isDead = false;
  #isEntering = false;
  #dice = new Dice(0);

  constructor() {
    this.transport = new ModelTransport({
      now: () => this.time.now(),
      drawLuck: () => this.luck(),
      dice: () => this.#dice,
      onPut: (put) => this.onPut(put),
      crash: () => {
        this.#isDead = true;
      },
      suspend: (ms) => this.#suspend(ms),
      // A clock that is behind is a danger where nothing shows it; one that is ahead only leaves more to a person.
      isDated: () => this.aheadMs >= 0,
      isEntering: () => this.#isEntering,
    });
    this.#kit = this.#startProcess();
  }

  get kit(): RepayKit {
    return this.#kit;
  }

  /** Did the process end? Then it begins again. */
  revive(): boolean {
    if (!this.#isDead) return false;
    this.crashes += 1;
    this.#isDead = false;
    this.#kit = this.#startProcess();
    return true;
  }

  /** Someone may set the clock of the process that runs now. */
  mayStepClock(): void {
    // Where no answer says what time it is, a step cannot be seen.
    if (this.aheadMs < 0 || !this.#dice.hits(0.02)) return;
    this.#setClock(CLOCKS_SET_TO_MS[this.#dice.between(0, CLOCKS_SET_TO_MS.length - 1)] ?? 0);
  }

  /** Forgets all loans: what was checked needs no memory. */
  forget(): void {
    this.#store = memoryStore();
    this.transport.forget();
    this.#kit = this.#startProcess();
  }

  /** A new loan, by every step that a loan takes. */
  async enter(seed: number, loan: number): Promise<{ readonly loan: CollectingLoan; readonly mandate: ModelMandate }> {
    this.time.restart(BEGINNING);
    this.#dice = new Dice(seed, loan, 2);
    this.#isEntering = true;
    const { kit } = this;
    const bvn = String(30_000_000_000 + loan);
    const opened = await kit.loans.open({
      loanId: `loan-${loan}`,
      payer: {
        payerId: `payer-${loan}`,
        bvn,
        name: 'Sample Payer',
        email: 'sample@example.com',
        mobileNumber: '08030000000',
        address: '1 Sample Street',
      },
      terms: {
        approvedAmount: TOTAL,
        totalAmountDue: TOTAL,
        startDate: '2026-12-31',
        endDate: '2026-12-31',
        frequency: 'monthly',
        collectionMode: 'manual',
      },
      consent,
    });
    const discovered = await kit.discovery.discover(opened);
    const primaryAccount = discovered.accounts[0];
    if (!primaryAccount) throw new Error('The model discovered no account');
    const selected = await kit.discovery.select(discovered, {
      primaryAccount,
      backupAccounts: [],
      chosenBy: { ipAddress: granted.ipAddress, at: '2026-01-05T07:58:00Z' },
    });
    const verified = await kit.mandates.awaitActive(
      await kit.mandates.attachByMicroDeposit(await kit.mandates.place(selected)),
    );
    const approved = await kit.bureau.reportApproved(verified);
    const disbursed = await kit.bureau.reportDisbursed(approved, {
      amount: TOTAL,
      date: '2026-01-05',
      reference: 'TRF',
    });
    const collecting = await kit.bureau.awaitReported(disbursed);
    this.#isEntering = false;
    return { loan: collecting, mandate: this.transport.mandates.get(collecting.mandateId) as ModelMandate };
  }

  // Another process goes on over the same store.
  async #suspend(ms: number): Promise<void> {
    const suspended = this.#kit;
    const { aheadMs } = this;
    const setClock = this.#setClock;
    const until = this.time.now() + ms;
    this.#kit = this.#startProcess();
    await this.meanwhile(until);
    this.#kit = suspended;
    this.aheadMs = aheadMs;
    this.#setClock = setClock;
  }

  #startProcess(): RepayKit {
    const store = this.#store;
    this.#processes += 1;
    let aheadMs: number = CLOCKS_AHEAD_MS[new Dice(this.#processes).between(0, CLOCKS_AHEAD_MS.length - 1)] ?? 0;
    this.aheadMs = aheadMs;
    this.#setClock = (setTo) => {
      aheadMs = setTo;
      this.aheadMs = setTo;
    };
    const mortal: LoanStore = {
      ...store,
      append: async (...given) => {
        if (this.#isDead) throw new Error('the process has ended');
        await store.append(...given);
      },
    };
    return new RepayKit({
      baseUrl: 'http://127.0.0.1:1',
      appId: '650000000000000000000001',
      businessId: '650000000000000000000002',
      publicKey: 'pk_test_simulation',
      secretKey: 'sk_test_simulation',
      segments: { mandate: 'mandates', discovery: 'discovery' },
      store: mortal,
      bureau: { submit: async () => {} },
      repaymentReports: 'platform',
      transport: this.transport,
      clock: {
        now: () => this.time.now() + aheadMs,
        today: () => lagosDay(this.time.now() + aheadMs),
        sleep: () => this.time.sleep(),
      },
      retry: { retries: 0 },
    });
  }
}
