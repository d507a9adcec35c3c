import { expect, inject, onTestFinished } from 'vitest';
import type { RepayKitOptions } from '../../src/client/options.ts';
import { RepayKit } from '../../src/client/repay-kit.ts';
import type { LoanEvent } from '../../src/domain/loan/events/events.ts';
import type { Transport } from '../../src/http/transport.ts';
import { undiciTransport } from '../../src/http/undici-transport.ts';
import { memoryStore } from '../../src/loan-file/memory-store.ts';
import type { LoanStore } from '../../src/loan-file/store.ts';
import { REFERENCE_DEFAULTS } from '../../src/server/defaults.ts';
import { createReferenceServer, type ReferenceServer, type ReferenceServerOptions } from '../../src/server/index.ts';
import { memoryInbox, type Receiver, receive, sharedSecret } from '../../src/webhooks/index.ts';
import type { WebhookEvent } from '../../src/wire/webhooks/webhook-events.ts';
import { eventsIn } from '../loan-file/file-events.ts';
import { lateReceiver } from '../webhooks/late-receiver.ts';
import { ACCOUNTS, BEGINNING, payer } from './people.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Who names the mandates of stages; the client, unless a project of vitest.config.ts says otherwise. Spec §4.3. */
    mandateIds?: 'client' | 'service';
  }
}

/** Both sides of a loan in one process: the platform on virtual time, and a lender with a store that outlives its clients. */
export interface Fixture {
  readonly server: ReferenceServer;
  readonly store: LoanStore;
  readonly kit: RepayKit;
  /** Another process of the same lender: a new client over the same store. */
  newKit(options?: Partial<RepayKitOptions>): RepayKit;
  /** Reaches the server without a port. */
  readonly transport: Transport;
  readonly receiver: Receiver;
  readonly inbox: ReturnType<typeof memoryInbox>;
  /** Every webhook that was confirmed and handled, in order. */
  readonly received: readonly WebhookEvent[];
  /** Moves the platform's time and waits until every webhook on the way was worked on. */
  moveTo(instant: string): Promise<void>;
  /** The file of a loan. */
  eventsOf(loanId?: string): Promise<readonly LoanEvent[]>;
  /** How often each operation reached the server. */
  requests(): Promise<Readonly<Record<string, number>>>;
}

/** What a stage is set with. */
export interface FixtureOptions {
  readonly server?: ReferenceServerOptions;
  readonly kit?: Partial<RepayKitOptions>;
  /** Wraps the transport of the first client. */
  readonly wrap?: (transport: Transport, store: LoanStore) => Transport;
  /** False: webhooks go nowhere. */
  readonly receivesWebhooks?: boolean;
}

/** Sets a stage; it is cleared when the test is over. */
export async function createFixture({
  server: serverOptions,
  kit: kitOptions,
  wrap = (transport) => transport,
  receivesWebhooks = true,
}: FixtureOptions = {}): Promise<Fixture> {
  const late = lateReceiver();
  const policy = { mandateIds: inject('mandateIds') ?? 'client', ...serverOptions?.policy };
  const server = createReferenceServer({
    now: BEGINNING,
    ...(receivesWebhooks ? { webhook: { handler: late.handler } } : {}),
    ...serverOptions,
    policy,
  });
  await server.controls.addPayer({ bvn: payer.bvn, name: payer.name, accounts: Object.values(ACCOUNTS) });
  const store = memoryStore();
  const transport = undiciTransport({ dispatcher: server.dispatcher });
  const { appId, businessId, publicKey, secretKey, segments, webhookSecret } = REFERENCE_DEFAULTS;
  const common = {
    baseUrl: server.url,
    appId,
    businessId,
    publicKey,
    secretKey,
    segments,
    store,
    clock: server.clock,
    retry: { retries: 0 },
  };
  const newKit = (options: Partial<RepayKitOptions> = {}) =>
    new RepayKit({ ...common, transport, ...kitOptions, ...options });
  const kit = newKit({ transport: wrap(transport, store) });

  const received: WebhookEvent[] = [];
  const handle = (event: WebhookEvent) => void received.push(event);
  const inbox = memoryInbox();
  const on = { collection: handle, 'mandate.activated': handle, 'mandate.failed': handle, 'mandate.expired': handle };
  const receiver = receive({
    verify: sharedSecret({ secrets: [webhookSecret] }),
    inbox,
    confirm: kit,
    on,
    clock: server.clock,
  });
  late.connect(receiver);
  onTestFinished(async () => {
    await receiver.settled();
    await kit.close();
    await server.close();
  });

  return {
    server,
    store,
    kit,
    newKit,
    transport,
    receiver,
    inbox,
    received,
    async moveTo(instant) {
      await server.clock.to(instant);
      await receiver.settled();
    },
    eventsOf: async (loanId = 'loan-1') => eventsIn(store, loanId),
    requests: async () => countBy((await server.controls.requests()).items.map(({ operation }) => String(operation))),
  };
}

function countBy(names: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/** The error that an action ends with; the test fails if it succeeds. */
// biome-ignore lint/suspicious/noExplicitAny: tests reach into errors of every kind
export async function errorOf(action: Promise<unknown> | (() => Promise<unknown>)): Promise<any> {
  try {
    await (typeof action === 'function' ? action() : action);
  } catch (error) {
    return error;
  }
  return expect.fail('nothing was thrown');
}

/** The error that an action ends with, after which nothing was sent and the loan's file is as it was. */
export async function nothingHappened(fixture: Fixture, action: () => Promise<unknown>) {
  const [requests, events] = [await fixture.requests(), await fixture.eventsOf()];
  const error = await errorOf(action);
  expect([await fixture.requests(), await fixture.eventsOf()]).toEqual([requests, events]);
  return error;
}
