/** A lender whom webhooks do not reach until they are let through. */
import { onTestFinished } from 'vitest';
import type { RepayKit } from '../../src/client/repay-kit.ts';
import { REFERENCE_DEFAULTS } from '../../src/server/defaults.ts';
import { type Inbox, memoryInbox, type Receiver, receive, sharedSecret } from '../../src/webhooks/index.ts';
import type { WebhookEvent, WebhookEventKind } from '../../src/wire/webhooks/webhook-events.ts';
import { reconcile } from '../../src/worker/index.ts';
import { createFixture, type Fixture, type FixtureOptions } from '../journeys/fixture.ts';
import { lateReceiver } from '../webhooks/late-receiver.ts';

/** Without a rate limit: other tests are about the rate. */
export const UNPACED = { requestsPerSecond: 1_000_000 } as const;

/** A fixture whose webhooks are dropped, with a receiver that records what its handlers were given. */
export interface DroppedWebhooks extends Fixture {
  /** What handlers were given, in order, as `kind outcome amount`. */
  readonly handled: string[];
  readonly events: WebhookEvent[];
  /** A process of the same lender: its client and its receiver, over the same store and inbox. */
  process(changes?: { readonly kit?: RepayKit; readonly inbox?: Inbox<undefined> }): Receiver;
  /** Every webhook that was raised so far comes after all. */
  letAllThrough(): Promise<void>;
  /** Visits every loan and waits until all is handled. */
  reconcileAll(): Promise<Awaited<ReturnType<typeof reconcile>>>;
}

const KINDS: readonly WebhookEventKind[] = [
  'collection',
  'mandate.activated',
  'mandate.failed',
  'mandate.expired',
  'mandate.disputed',
  'mandate.pending_timeout',
];

/** Sets the stage. */
export async function dropWebhooks(options: FixtureOptions = {}): Promise<DroppedWebhooks> {
  const late = lateReceiver();
  const fixture = await createFixture({
    ...options,
    server: { webhook: { handler: late.handler }, ...options.server },
  });
  const drop = await fixture.server.controls.addFault({ kind: 'webhook-drop' });
  const handled: string[] = [];
  const events: WebhookEvent[] = [];
  const sync = (event: WebhookEvent) => {
    events.push(event);
    handled.push(summaryOf(event));
  };
  const inbox = memoryInbox();
  const process: DroppedWebhooks['process'] = ({ kit = fixture.kit, inbox: kept = inbox } = {}) => {
    const receiver = receive({
      verify: sharedSecret({ secrets: [REFERENCE_DEFAULTS.webhookSecret] }),
      inbox: kept,
      confirm: kit,
      on: Object.fromEntries(KINDS.map((kind) => [kind, sync])),
      clock: fixture.server.clock,
      asksPerSecond: 100_000,
    });
    onTestFinished(() => receiver.settled());
    return receiver;
  };
  const receiver = process();
  late.connect(receiver);
  return {
    ...fixture,
    receiver,
    inbox,
    handled,
    events,
    process,
    async moveTo(instant) {
      await fixture.moveTo(instant);
      await receiver.settled();
    },
    async letAllThrough() {
      await fixture.server.controls.removeFault(drop.id);
      for (const { id } of (await fixture.server.controls.webhooks()).items)
        await fixture.server.controls.redeliver(id);
      await receiver.settled();
    },
    reconcileAll: () => reconcile(fixture.kit, { inbox: receiver, all: true, ...UNPACED }),
  };
}

function summaryOf(event: WebhookEvent): string {
  if (event.kind !== 'collection') return event.kind;
  return `${event.kind} ${event.data.instalmentStatus} ${event.data.amountCollected}`;
}
