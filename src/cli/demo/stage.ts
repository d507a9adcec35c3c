import { RepayKit } from '../../client/repay-kit.ts';
import { REFERENCE_DEFAULTS } from '../../server/defaults.ts';
import type { ReferenceServer } from '../../server/reference-server.ts';
import { memoryInbox } from '../../webhooks/inbox/memory-inbox.ts';
import { type Receiver, receive } from '../../webhooks/receive.ts';
import { sharedSecret } from '../../webhooks/verifiers/shared-secret.ts';
import type { WebhookEvent } from '../../wire/webhook-events.ts';
import { accounts, payer } from './cast.ts';
import { openWebhookPort } from './webhook-port.ts';

/** Both sides of the story: the platform on one port, the merchant's client and webhook receiver on the other. */
export interface Stage {
  readonly server: ReferenceServer;
  readonly kit: RepayKit;
  readonly receiver: Receiver;
  /** Every webhook that was verified, confirmed and applied, in order. */
  readonly heard: readonly WebhookEvent[];
  /** Moves the platform's time and waits until the merchant has worked on every webhook. */
  moveTo(instant: string): Promise<void>;
  close(): Promise<void>;
}

/** Sets the stage on loopback ports. */
export async function setStage(server: ReferenceServer): Promise<Stage> {
  const { url } = await server.listen();
  await server.controls.addPayer({ bvn: payer.bvn, name: payer.name, accounts: Object.values(accounts) });

  const { appId, businessId, publicKey, secretKey, segments, webhookSecret } = REFERENCE_DEFAULTS;
  const kit = new RepayKit({ baseUrl: url, appId, businessId, publicKey, secretKey, segments, clock: server.clock });
  const heard: WebhookEvent[] = [];
  const hear = (event: WebhookEvent) => void heard.push(event);
  const receiver = receive({
    verify: sharedSecret({ secrets: [webhookSecret] }),
    inbox: memoryInbox(),
    confirm: kit,
    on: { collection: hear, 'mandate.activated': hear, 'mandate.failed': hear, 'mandate.expired': hear },
  });
  const port = await openWebhookPort(receiver);
  await server.controls.setWebhookEndpoint({ url: port.url });

  return {
    server,
    kit,
    receiver,
    heard,
    moveTo: async (instant) => {
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
