/** Both sides of the lender's loans: the platform on virtual time, and a lender that writes its stores. */
import {
  fetchTransport,
  type KeyProvider,
  type LoanStore,
  memoryStore,
  type ReadableCheckpointSink,
  type RepayKit,
} from '../../src/index.ts';
import {
  createReferenceServer,
  type NewFault,
  REFERENCE_DEFAULTS,
  type ReferenceServer,
} from '../../src/server/index.ts';
import { type Inbox, type Receiver, receive, sharedSecret } from '../../src/webhooks/index.ts';
import { addPayers, BEGINNING, claim, lenderKit, SIGNING_KEY } from './lender.ts';

/** Where the lender stores what it does. */
export interface Place {
  readonly store: LoanStore;
  readonly inbox: Inbox;
  readonly keys: KeyProvider;
  readonly checkpoints: ReadableCheckpointSink;
}

/** What travelled, as a lender may record it for `repaykit drift`. */
export interface Recorded {
  readonly answers: { readonly operation: string; readonly body: string }[];
  /** Bodies that came to the client with keys. */
  readonly deliveries: string[];
  /** What the service answered to each request last, by {@link requestName}. */
  readonly exchanges: Map<string, Exchange>;
}

/** An answer as it came. */
export interface Exchange {
  readonly status: number;
  readonly body: string;
}

/** What distinguishes one request from another. */
export function requestName(url: string, { method, body }: RequestInit = {}): string {
  return `${method ?? 'GET'} ${url.replace(/^https?:\/\/[^/]+/, '')} ${typeof body === 'string' ? body : ''}`;
}

/** A scene that a story is played in. */
export interface Scene {
  readonly server: ReferenceServer;
  readonly place: Place;
  /** Keeps personal data in clear, as a lender does before it has keys. */
  readonly clearKit: RepayKit;
  readonly kit: RepayKit;
  /** Another system of the same lender, with a store of its own. */
  readonly elsewhere: RepayKit;
  /** The receiver of the client with keys. */
  readonly receiver: Receiver;
  readonly recorded: Recorded;
  /** From now on webhooks come to the receiver of this client. */
  receiveAs(side: 'clear' | 'sealed'): void;
  /** Takes a webhook. */
  handle(request: Request): Promise<Response>;
  now(): string;
  today(): string;
  /** Moves time, and waits until all webhooks on the way were worked on. */
  moveTo(instant: string): Promise<void>;
  pass(minutes: number): Promise<void>;
  settled(): Promise<void>;
  /** Lets an act meet a fault. */
  during<Result>(fault: NewFault, act: () => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

const recordedOperations: readonly (readonly [RegExp, string])[] = [
  [/\/get-mandate/, 'getMandate'],
  [/\/collection-log\?/, 'collectionLog'],
  [/\/consent\/business\/collection\?/, 'listCollections'],
];

export async function setScene(place: Place): Promise<Scene> {
  const recorded: Recorded = { answers: [], deliveries: [], exchanges: new Map() };
  const endpoint: { receiver?: Receiver } = {};
  const handler = async (request: Request) => {
    if (endpoint.receiver === receivers.sealed) recorded.deliveries.push(await request.clone().text());
    const answer = await endpoint.receiver?.(request);
    // Before the platform's time goes on, so that every run writes the same.
    await endpoint.receiver?.settled();
    return answer ?? new Response(null, { status: 503 });
  };
  const server = createReferenceServer({ now: BEGINNING, webhook: { handler } });
  await addPayers(server);
  await server.controls.addPolicy({ number: claim.policy_number, productType: 'gadget', amount: 50_000 });
  const recordingFetch: typeof fetch = async (input, init) => {
    const answer = await server.fetch(input as string, init);
    const exchange = { status: answer.status, body: await answer.clone().text() };
    recorded.exchanges.set(requestName(String(input), init), exchange);
    const [, operation] = recordedOperations.find(([path]) => path.test(String(input))) ?? [];
    if (operation && answer.ok) recorded.answers.push({ operation, body: exchange.body });
    return answer;
  };
  const { store, keys, inbox, checkpoints: sink } = place;
  const { clock } = server;
  const common = { baseUrl: server.url, transport: fetchTransport({ fetch: recordingFetch }), store, clock };
  const clearKit = lenderKit(common);
  const kit = lenderKit({ ...common, keys, checkpoints: { key: SIGNING_KEY, sink } });
  const elsewhere = lenderKit({ ...common, store: memoryStore() });
  const receivers = { clear: receiverOf(clearKit, inbox, server), sealed: receiverOf(kit, inbox, server) };
  const settled = async () => {
    await receivers.clear.settled();
    await receivers.sealed.settled();
  };
  const moveTo = async (instant: string) => {
    await clock.to(instant);
    await settled();
  };
  return {
    server,
    place,
    clearKit,
    kit,
    elsewhere,
    receiver: receivers.sealed,
    recorded,
    receiveAs: (side) => {
      endpoint.receiver = receivers[side];
    },
    handle: handler,
    now: () => clock.iso(),
    today: () => clock.today(),
    moveTo,
    pass: (minutes) => moveTo(new Date(clock.now() + minutes * 60_000).toISOString()),
    settled,
    async during(fault, act) {
      await server.controls.addFault(fault);
      const result = await act();
      await server.controls.clearFaults();
      await settled();
      return result;
    },
    async close() {
      await settled();
      for (const each of [kit, clearKit, elsewhere]) await each.close();
      await server.close();
    },
  };
}

function receiverOf(kit: RepayKit, inbox: Inbox, { clock }: ReferenceServer): Receiver {
  const handle = () => undefined;
  return receive({
    verify: sharedSecret({ secrets: [REFERENCE_DEFAULTS.webhookSecret] }),
    inbox,
    confirm: kit,
    clock,
    concurrency: 1,
    on: {
      collection: handle,
      'mandate.activated': handle,
      'mandate.disputed': handle,
      income_transaction: handle,
      income_insight: handle,
      pdf_upload: () => {
        throw new Error('the credit desk is closed');
      },
    },
  });
}
