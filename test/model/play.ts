/** One lender and the platform in one process, and everything a play leaves behind that can be looked at from outside. */
import { RepayKit } from '../../src/client/repay-kit.ts';
import { undiciTransport } from '../../src/http/undici-transport.ts';
import { memoryStore } from '../../src/loan-file/memory-store.ts';
import { REFERENCE_DEFAULTS } from '../../src/server/defaults.ts';
import { createReferenceServer, type ReferenceServer } from '../../src/server/index.ts';
import { memoryInbox, type Receiver, receive, sharedSecret } from '../../src/webhooks/index.ts';
import { ACCOUNTS, BEGINNING, payer } from '../journeys/people.ts';

/** A play: the real system, driven by steps. */
export interface Play {
  readonly server: ReferenceServer;
  readonly kit: RepayKit;
  readonly receiver: Receiver;
  /** Another process of the same lender takes over the same loan files. */
  restart(): Promise<void>;
  /** What the players know and the referee must not have to ask the server for: whose dispute is open, and how the lender stands. */
  readonly disputed: Set<string>;
  merchantStatus: string;
  /** Bodies of every webhook that reached the lender, in order. */
  readonly received: readonly string[];
  /** What the play has said so far: the answers to raw requests. */
  readonly transcript: string[];
  /** Sends to the wire as a stranger would, with the public key. */
  raw(target: string, body?: object): Promise<{ readonly status: number; readonly json: RawAnswer }>;
  close(): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: a stranger reads whatever comes
type RawAnswer = any;

/** Begins a play; the same seed and steps say the same again. */
export async function beginPlay(seed: number): Promise<Play> {
  const received: string[] = [];
  const transcript: string[] = [];
  const endpoint: { open?: Receiver } = {};
  const handler = async (request: Request) => {
    received.push(await request.clone().text());
    return (await endpoint.open?.(request)) ?? new Response(null, { status: 503 });
  };
  const server = createReferenceServer({ now: BEGINNING, seed, webhook: { handler } });
  await server.controls.addPayer({ bvn: payer.bvn, name: payer.name, accounts: Object.values(ACCOUNTS) });
  const store = memoryStore();
  const newKit = () => {
    const { appId, businessId, publicKey, secretKey, segments } = REFERENCE_DEFAULTS;
    const transport = undiciTransport({ dispatcher: server.dispatcher });
    // Lost answers are given up soon: a play must not wait for real time.
    const timeouts = { readMs: 25, placeMs: 25, debitMs: 25 };
    const common = {
      baseUrl: server.url,
      appId,
      businessId,
      publicKey,
      secretKey,
      segments,
      store,
      clock: server.clock,
      transport,
      timeouts,
    };
    return new RepayKit({ ...common, retry: { retries: 0 } });
  };
  let kit = newKit();
  const confirm = { confirm: (event: never) => kit.confirm(event) } as Pick<RepayKit, 'confirm'> as RepayKit;
  const verify = sharedSecret({ secrets: [REFERENCE_DEFAULTS.webhookSecret] });
  const receiver = receive({ verify, inbox: memoryInbox(), confirm, clock: server.clock });
  endpoint.open = receiver;

  return {
    server,
    receiver,
    received,
    transcript,
    disputed: new Set(),
    merchantStatus: 'approved',
    get kit() {
      return kit;
    },
    async restart() {
      await kit.close();
      kit = newKit();
    },
    async raw(target, body) {
      const [method = 'GET', path = '/'] = target.split(' ');
      const headers = { token: REFERENCE_DEFAULTS.publicKey, ...(body && { 'content-type': 'application/json' }) };
      const response = await server.fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
      const text = await response.text();
      transcript.push(`${target} ${response.status} ${text}`);
      return { status: response.status, json: text.startsWith('{') ? JSON.parse(text) : undefined };
    },
    async close() {
      await server.close();
      await receiver.settled();
      await kit.close();
    },
  };
}
