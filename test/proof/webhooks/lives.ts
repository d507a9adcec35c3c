/** Lives of loans on virtual time: what the platform does and what the lender does, moment by moment, with every webhook as it was sent. */

import type { CollectingLoan } from '../../../src/domain/loan/loan.ts';
import type { LoanTermsInput } from '../../../src/domain/terms.ts';
import type { LoanStore } from '../../../src/loan-file/store.ts';
import { createReferenceServer, type ReferenceServer } from '../../../src/server/index.ts';
import { accountsOf, BEGINS, type Lending, lend, loanIdOf } from './borrowers.ts';
import { type ForkableStore, forkableStore } from './forkable-store.ts';
import { merchantKit } from './merchant.ts';

/** What happens at an instant. */
export interface Moment {
  /** ISO 8601 UTC; time moves there first. */
  readonly at: string;
  /** What the borrowers do to their accounts: naira on the primary, by loan. */
  readonly balances?: Readonly<Record<number, number>>;
  /** What the lender asks for: debits on demand, by loan. */
  readonly debits?: Readonly<Record<number, { readonly amount: number; readonly debitDate: string }>>;
}

/** A life to be lived. */
export interface LifePlan {
  readonly lendings: readonly Lending[];
  readonly moments: readonly Moment[];
  /** The whole story is over then. */
  readonly ends: string;
  readonly repaymentReports?: 'merchant' | 'platform';
}

/** A life that is lived: the platform as it is in the end, and what the lender would have if no webhook had ever come. */
export interface Life {
  readonly plan: LifePlan;
  readonly server: ReferenceServer;
  readonly store: ForkableStore;
  /** The bodies of all webhooks as they were sent, in that order. */
  readonly deliveries: readonly string[];
  close(): Promise<void>;
}

/** An observer of each webhook as it is sent, and of each moment. */
export interface Witness {
  /** Before the first moment, once the loans may be collected. */
  readonly begin?: (store: LoanStore, server: ReferenceServer) => void;
  readonly onWebhook?: (body: string) => void;
  readonly afterMoment?: () => Promise<void>;
}

/** Lives a life to its end. */
export async function live(plan: LifePlan, witness: Witness = {}): Promise<Life> {
  const deliveries: string[] = [];
  const handler = async (request: Request) => {
    const body = await request.text();
    deliveries.push(body);
    witness.onWebhook?.(body);
    return new Response(null, { status: 200 });
  };
  const server = createReferenceServer({ now: BEGINS, webhook: { handler } });
  const store = forkableStore();
  const { repaymentReports = 'merchant' } = plan;
  const kit = merchantKit(server, { store, clock: server.clock, repaymentReports });
  for (const lending of plan.lendings) await lend(kit, server, lending);
  witness.begin?.(store, server);
  for (const { at, balances = {}, debits = {} } of plan.moments) {
    await server.clock.to(at);
    for (const [number, balance] of Object.entries(balances)) {
      const [primary] = accountsOf(Number(number), 1);
      if (primary) await server.bank.setBalance(primary, balance);
    }
    for (const [number, debit] of Object.entries(debits)) {
      await kit.collections.collect((await kit.loans.get(loanIdOf(Number(number)))) as CollectingLoan, debit);
    }
    await witness.afterMoment?.();
  }
  await server.clock.to(plan.ends);
  await witness.afterMoment?.();
  return {
    plan,
    server,
    store,
    deliveries,
    async close() {
      await kit.close();
      await server.close();
    },
  };
}

const oneInstalment: LoanTermsInput = {
  approvedAmount: 80_000,
  totalAmountDue: 90_000,
  startDate: '2026-02-01',
  endDate: '2026-02-20',
  frequency: 'monthly',
  collectionMode: 'auto',
};

/** Two activations, a failure on the due date, the day after it overdue, then everything at once, and the end of the tenure: six webhooks. */
export const missedThenPaid: LifePlan = {
  lendings: [{ number: 1, terms: oneInstalment, balances: [0, 0] }],
  moments: [
    { at: '2026-02-01T06:00:00Z' },
    { at: '2026-02-01T20:00:00Z' },
    { at: '2026-02-02T20:00:00Z', balances: { 1: 90_000 } },
    { at: '2026-02-03T20:00:00Z' },
  ],
  ends: '2026-02-22T08:00:00Z',
};

/** Two activations, a part on the due date, more of it and the rest on the days after, and the end of the tenure. */
export const paidInParts: LifePlan = {
  lendings: [{ number: 1, terms: oneInstalment, balances: [20_000, 0] }],
  moments: [
    { at: '2026-02-01T20:00:00Z', balances: { 1: 30_000 } },
    { at: '2026-02-02T20:00:00Z', balances: { 1: 40_000 } },
    { at: '2026-02-03T20:00:00Z' },
  ],
  ends: '2026-02-22T08:00:00Z',
};

const twoInstalments: LoanTermsInput = { ...oneInstalment, endDate: '2026-03-20', collectionMode: 'manual' };

/** Two activations, a debit that fails, one that fills the first instalment, one that fills a part of the second, and the end of the tenure. */
export const debitedOnDemand: LifePlan = {
  lendings: [{ number: 1, terms: twoInstalments, balances: [0, 0] }],
  moments: [
    { at: '2026-01-31T08:00:00Z', debits: { 1: { amount: 20_000, debitDate: '2026-02-01' } } },
    { at: '2026-02-01T20:00:00Z', balances: { 1: 90_000 }, debits: { 1: { amount: 45_000, debitDate: '2026-02-02' } } },
    { at: '2026-02-02T20:00:00Z', debits: { 1: { amount: 25_000, debitDate: '2026-02-03' } } },
    { at: '2026-02-03T20:00:00Z' },
  ],
  ends: '2026-03-22T08:00:00Z',
};

const threeInstalments: LoanTermsInput = { ...oneInstalment, totalAmountDue: 90_000, endDate: '2026-04-15' };

/** Three loans side by side, of three instalments each, one of them debited on demand: more than twenty webhooks of every kind a loan in collection sees. */
export const threeLoans: LifePlan = {
  lendings: [
    { number: 1, terms: threeInstalments, balances: [0, 20_000] },
    { number: 2, terms: { ...threeInstalments, collectionMode: 'manual' }, balances: [100_000, 0] },
    { number: 3, terms: threeInstalments, balances: [45_000] },
  ],
  moments: [
    { at: '2026-01-31T08:00:00Z', debits: { 2: { amount: 20_000, debitDate: '2026-02-01' } } },
    { at: '2026-02-01T20:00:00Z', balances: { 1: 5_000 } },
    {
      at: '2026-02-02T20:00:00Z',
      balances: { 1: 30_000, 2: 0 },
      debits: { 2: { amount: 10_000, debitDate: '2026-02-03' } },
    },
    {
      at: '2026-02-04T20:00:00Z',
      balances: { 1: 0, 2: 100_000 },
      debits: { 2: { amount: 35_000, debitDate: '2026-02-05' } },
    },
    { at: '2026-03-01T20:00:00Z', balances: { 1: 12_345.67, 3: 10_000.5 } },
    { at: '2026-03-02T20:00:00Z', balances: { 1: 40_000, 3: 0 } },
    { at: '2026-03-03T20:00:00Z', balances: { 3: 25_000 }, debits: { 2: { amount: 20_000, debitDate: '2026-03-04' } } },
    { at: '2026-04-01T20:00:00Z', balances: { 1: 30_000 } },
    { at: '2026-04-02T20:00:00Z' },
  ],
  ends: '2026-04-17T08:00:00Z',
};
