/** The lender of the webhook proofs: a client and a receiver over any store and any inbox, and a list of what its handlers received. */
import type { RepayKitOptions } from '../../../src/client/options.ts';
import { RepayKit } from '../../../src/client/repay-kit.ts';
import type { Clock } from '../../../src/clock/clock.ts';
import { undiciTransport } from '../../../src/http/undici-transport.ts';
import type { LoanStore } from '../../../src/loan-file/store.ts';
import { REFERENCE_DEFAULTS } from '../../../src/server/defaults.ts';
import type { ReferenceServer } from '../../../src/server/index.ts';
import {
  type Inbox,
  memoryInbox,
  type ReceiveOptions,
  type Receiver,
  receive,
  sharedSecret,
} from '../../../src/webhooks/index.ts';
import type { WebhookEvent } from '../../../src/wire/webhooks/webhook-events.ts';

/** Far beyond any run of a proof: what limits the rate has proofs of its own. */
const UNPACED = 1_000_000;
/** A proof never forgets what was reported. */
const REMEMBERED = 10_000_000;

/** What differs from the usual lender. */
export interface MerchantOptions {
  readonly server: Pick<ReferenceServer, 'url' | 'dispatcher'>;
  readonly clock: Clock;
  readonly store: LoanStore;
  readonly inbox?: Inbox;
  readonly kit?: Partial<RepayKitOptions>;
  readonly receiver?: Partial<Omit<ReceiveOptions<never>, 'confirm' | 'verify' | 'inbox' | 'on'>>;
}

/** A lender that listens. */
export interface Merchant {
  readonly kit: RepayKit;
  readonly receiver: Receiver;
  /** Every state change that a handler received, in order. */
  readonly reported: string[];
  close(): Promise<void>;
}

/** Opens a lender's process, without a process. */
export function openMerchant({
  server,
  clock,
  store,
  inbox = memoryInbox({ rememberDone: REMEMBERED }),
  kit: changes,
  receiver: habits,
}: MerchantOptions): Merchant {
  const kit = merchantKit(server, { store, clock, ...changes });
  const reported: string[] = [];
  const record = (event: WebhookEvent) => void reported.push(reporting(event));
  const on = {
    collection: record,
    'mandate.activated': record,
    'mandate.failed': record,
    'mandate.expired': record,
  };
  const verify = sharedSecret({ secrets: [REFERENCE_DEFAULTS.webhookSecret] });
  const receiver = receive({
    verify,
    inbox,
    confirm: kit,
    on,
    clock,
    asksPerSecond: UNPACED,
    asksPerMandateAndHour: UNPACED,
    ...habits,
  });
  return { kit, receiver, reported, close: () => kit.close() };
}

/** A client of the lender, without a port. */
export function merchantKit(
  server: MerchantOptions['server'],
  options: Partial<RepayKitOptions> & { readonly store: LoanStore; readonly clock: Clock },
): RepayKit {
  const { appId, businessId, publicKey, secretKey, segments } = REFERENCE_DEFAULTS;
  return new RepayKit({
    ...{ baseUrl: server.url, appId, businessId, publicKey, secretKey, segments },
    transport: undiciTransport({ dispatcher: server.dispatcher }),
    retry: { retries: 0 },
    ...options,
  });
}

/** A state change as a lender would note it. */
export function reporting(event: WebhookEvent): string {
  if (event.kind === 'collection') {
    const { mandateId, instalmentReference, instalmentStatus, amountCollected } = event.data;
    return `collection ${mandateId} ${instalmentReference} ${instalmentStatus} ${amountCollected}`;
  }
  const { mandateId, accountNumber } = event.data as { readonly mandateId?: string; readonly accountNumber?: string };
  return `${event.kind} ${mandateId} ${accountNumber}`;
}

/** A delivery as the service sends it, or with another secret; null: with none. */
export function deliveryOf(
  body: string | Uint8Array,
  secret: string | null = REFERENCE_DEFAULTS.webhookSecret,
): Request {
  const headers = { 'content-type': 'application/json', ...(secret === null ? {} : { 'x-auth-signature': secret }) };
  return new Request('http://merchant.example/webhooks', { method: 'POST', headers, body: body as string });
}
