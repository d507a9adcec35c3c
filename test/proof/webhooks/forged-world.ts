/** A running lender to send forgeries to: loans in the middle of their lives, with everything that costs something counted. */
import type { LoanTermsInput } from '../../../src/domain/terms.ts';
import type { Transport } from '../../../src/http/transport.ts';
import { undiciTransport } from '../../../src/http/undici-transport.ts';
import { memoryStore } from '../../../src/loan-file/memory-store.ts';
import type { FileHead, LoanStore } from '../../../src/loan-file/store.ts';
import { createReferenceServer, type ReferenceServer } from '../../../src/server/index.ts';
import { type Inbox, memoryInbox, type ReceiveOptions } from '../../../src/webhooks/index.ts';
import { accountsOf, BEGINS, lend, loanIdOf } from './borrowers.ts';
import type { Loot } from './forgeries.ts';
import { deliveryOf, type Merchant, merchantKit, openMerchant } from './merchant.ts';

/** What things cost so far. */
export interface Costs {
  /** Deliveries that were kept, or looked up in the inbox. */
  kept: number;
  /** Writes into loan files. */
  appends: number;
  /** Requests to the service, by path. */
  readonly calls: Map<string, number>;
}

/** A lender that forgeries are sent to. */
export interface ForgedWorld {
  readonly server: ReferenceServer;
  readonly store: LoanStore;
  readonly loot: Loot;
  /** How the instalments stand at the service, as handlers would receive them: true, also where no webhook said so. */
  readonly standings: ReadonlySet<string>;
  readonly costs: Costs;
  /** A receiver with an inbox of its own that received everything that is true. */
  newMerchant(
    habits?: Partial<Pick<ReceiveOptions<never>, 'asksPerSecond' | 'asksPerMandateAndHour' | 'concurrency'>>,
  ): Promise<Merchant>;
  /** What must not change: files, reports and money. */
  standing(): Promise<Standing>;
  close(): Promise<void>;
}

/** What forgeries must not change. */
export interface Standing {
  readonly heads: readonly FileHead[];
  /** Reports that reached the bureau. */
  readonly reports: number;
  /** Debits that were asked for. */
  readonly debits: number;
  /** Balances of all primary accounts, in naira. */
  readonly balances: readonly number[];
}

const terms: LoanTermsInput = {
  approvedAmount: 80_000,
  totalAmountDue: 90_000,
  startDate: '2026-02-01',
  endDate: '2026-04-15',
  frequency: 'monthly',
  collectionMode: 'auto',
};

// What is on the primary on the due date: everything, a part, nothing.
const balances = [100_000, 12_000.5, 0, 30_000];

/** Makes loans: the first instalment is past, some paid, some in part, some missed; every fifth loan has a debit on demand still to come. */
export async function makeForgedWorld(loans: number): Promise<ForgedWorld> {
  const bodies: string[] = [];
  const handler = async (request: Request) => {
    bodies.push(await request.text());
    return new Response(null, { status: 200 });
  };
  const server = createReferenceServer({ now: BEGINS, webhook: { handler } });
  const costs: Costs = { kept: 0, appends: 0, calls: new Map() };
  const store = countedStore(memoryStore(), costs);
  const transport = countedTransport(undiciTransport({ dispatcher: server.dispatcher }), costs);
  const kit = merchantKit(server, { store, clock: server.clock, transport });
  const numbers = Array.from({ length: loans }, (_, index) => index + 1);
  for (const number of numbers) {
    const isManual = number % 5 === 0;
    const loan = await lend(kit, server, {
      number,
      terms: isManual ? { ...terms, collectionMode: 'manual' } : terms,
      balances: [balances[number % balances.length] ?? 0, 0],
    });
    if (isManual) await kit.collections.collect(loan, { amount: 10_000, debitDate: '2026-02-01' });
  }
  await server.clock.to('2026-02-03T22:00:00Z');
  for (const number of numbers.filter((each) => each % 5 === 0)) {
    const loan = await kit.loans.get(loanIdOf(number));
    if (loan.stage === 'collecting' && loan.balances.collectable >= 10_000)
      await kit.collections.collect(loan, { amount: 10_000, debitDate: '2026-02-20' });
  }
  const mandates = await Promise.all(numbers.map(async (number) => (await kit.loans.get(loanIdOf(number))).mandateId));
  const { references, standings } = await instalmentsOf(server, mandates);

  const newMerchant: ForgedWorld['newMerchant'] = async (habits = {}) => {
    const inbox = countedInbox(memoryInbox({ rememberDone: 10_000_000 }), costs);
    const receiver = { unconfirmedForMs: 0, concurrency: 64, asksPerMandateAndHour: 12, ...habits };
    const merchant = openMerchant({ server, clock: server.clock, store, inbox, kit: { transport }, receiver });
    for (const body of bodies) await merchant.receiver(deliveryOf(body));
    await merchant.receiver.settled();
    return merchant;
  };
  // The files hold everything that is true before the first forgery comes.
  await (await newMerchant()).close();
  return {
    server,
    store,
    loot: { bodies, mandateIds: mandates, references },
    standings,
    costs,
    newMerchant,
    async standing() {
      const accounts = numbers.flatMap((number) => accountsOf(number, 1));
      return {
        heads: (await store.list({ limit: loans })).heads,
        reports: callsTo(costs, '/reports'),
        debits: callsTo(costs, '/manual/activate'),
        balances: await Promise.all(accounts.map(async (account) => (await server.bank.account(account)).balance)),
      };
    },
    async close() {
      await kit.close();
      await server.close();
    },
  };
}

/** How many requests went to paths that end so. */
export function callsTo({ calls }: Costs, ending = ''): number {
  return [...calls].reduce((sum, [path, count]) => sum + (path.endsWith(ending) ? count : 0), 0);
}

interface Instalments {
  readonly references: readonly string[];
  readonly standings: ReadonlySet<string>;
}

async function instalmentsOf({ controls }: ReferenceServer, mandateIds: readonly string[]): Promise<Instalments> {
  const references: string[] = [];
  const standings = new Set<string>();
  for (const mandateId of mandateIds) {
    for (const { instalmentReference = '', status, amountCollected } of (await controls.readMandate(mandateId))
      .repaymentDetails.breakdown) {
      references.push(instalmentReference);
      standings.add(`collection ${mandateId} ${instalmentReference} ${status} ${amountCollected}`);
    }
  }
  return { references, standings };
}

function countedStore(store: LoanStore, costs: Costs): LoanStore {
  return {
    ...store,
    async append(...append) {
      costs.appends += 1;
      await store.append(...append);
    },
  };
}

function countedInbox(inbox: Inbox<undefined>, costs: Costs): Inbox<undefined> {
  return {
    ...inbox,
    store(delivery) {
      costs.kept += 1;
      return inbox.store(delivery);
    },
  };
}

function countedTransport(transport: Transport, { calls }: Costs): Transport {
  return {
    ...transport,
    reportsLeaving: true,
    close: () => transport.close(),
    send(request) {
      const path = request.path.split('?')[0] ?? '';
      calls.set(path, (calls.get(path) ?? 0) + 1);
      return transport.send(request);
    },
  };
}
