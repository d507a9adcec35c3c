import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RepayKit } from '../../client/repay-kit.ts';
import { type Consent, type ConsentScope, consentScopes } from '../../domain/consent/consent.ts';
import { DISCLAIMER } from '../../domain/consent/notice.ts';
import type { Payer } from '../../domain/consent/payer.ts';
import type { LoanTermsInput } from '../../domain/terms.ts';
import { REFERENCE_DEFAULTS } from '../../server/defaults.ts';
import type { ReferenceServer } from '../../server/reference-server.ts';
import { nodeHandler } from '../../webhooks/adapters/node-handlers.ts';
import { memoryInbox } from '../../webhooks/inbox/memory-inbox.ts';
import { type Receiver, receive } from '../../webhooks/receive.ts';
import { sharedSecret } from '../../webhooks/verifiers/secrets.ts';
import type { WebhookEvent } from '../../wire/webhooks/webhook-events.ts';

/** Both sides of the demo: the platform on one port, the lender's client and webhook receiver on another. */
export type Demo = Awaited<ReturnType<typeof openDemo>>;

export async function openDemo(server: ReferenceServer) {
  const { url } = await server.listen();
  await server.controls.addPayer({ bvn: payer.bvn, name: payer.name, accounts: Object.values(accounts) });

  const { appId, businessId, publicKey, secretKey, segments, webhookSecret } = REFERENCE_DEFAULTS;
  const kit = new RepayKit({ baseUrl: url, appId, businessId, publicKey, secretKey, segments, clock: server.clock });
  const received: WebhookEvent[] = [];
  const record = (event: WebhookEvent) => void received.push(event);
  const receiver = receive({
    verify: sharedSecret({ secrets: [webhookSecret] }),
    inbox: memoryInbox(),
    confirm: kit,
    on: { collection: record, 'mandate.activated': record, 'mandate.failed': record, 'mandate.expired': record },
  });
  const port = await openWebhookPort(receiver);
  await server.controls.setWebhookEndpoint({ url: port.url });

  return {
    server,
    kit,
    receiver,
    /** All webhooks that were verified, confirmed and applied, in order. */
    received,
    /** Moves the platform's time, and waits until the lender has processed all webhooks. */
    moveTo: async (instant: string) => {
      await server.clock.to(instant);
      await receiver.settled();
    },
    close: async () => {
      await kit.close();
      await port.close();
      await server.close();
    },
  };
}

/** The start of the demo: 09:00 in Lagos. */
export const STORY_BEGINS = '2026-01-05T08:00:00Z';

/** An invented payer with accounts at four banks, one of them dormant. */
export const payer: Payer = {
  payerId: 'payer-4711',
  bvn: '22288800001',
  name: 'Amina Okoro',
  email: 'amina.okoro@example.com',
  mobileNumber: '08030000901',
  address: '12 Palm Street, Yaba, Lagos',
};

export const accounts = {
  primary: { accountNumber: '0900000011', bankCode: '058', balance: 42_000 },
  firstBackup: { accountNumber: '0900000022', bankCode: '044', balance: 1_500 },
  secondBackup: { accountNumber: '0900000033', bankCode: '057', balance: 35_000 },
  dormant: { accountNumber: '0900000044', bankCode: '011', balance: 9_000, active: false },
} as const;

/** ₦80,000 lent, ₦90,000 repaid in three instalments. The tenure ends two weeks after the last due date. */
export const terms: LoanTermsInput = {
  approvedAmount: 80_000,
  totalAmountDue: 90_000,
  startDate: '2026-02-01',
  endDate: '2026-04-15',
  frequency: 'monthly',
  collectionMode: 'auto',
};

export const consent: Consent = {
  scopes: (Object.keys(consentScopes) as ConsentScope[]).map((scope) => ({
    scope,
    grantedAt: '2026-01-05T07:55:00Z',
    ipAddress: '203.0.113.7',
  })),
  channel: 'web',
  language: 'en',
  notice: {
    version: '2026-01',
    text: `We will use your BVN to find your accounts, debit the ones you choose on your due dates, and report this loan to a credit bureau. ${DISCLAIMER}`,
  },
};

async function openWebhookPort(receiver: Receiver) {
  const server = createServer(nodeHandler(receiver)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${port}/webhooks`, close };
}
