/**
 * A process of a lender that takes webhooks: `receiver-worker.mjs TASK`. It listens on a port of its own, keeps what comes, works on it, and every now and then on
 * what processes that ended left behind. It ends with its parent.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Clock, systemClock } from '../../../src/clock/clock.ts';
import { lagosDay } from '../../../src/domain/calendar.ts';
import { REFERENCE_DEFAULTS } from '../../../src/server/defaults.ts';
import { type HandledDelivery, nodeHandler, receive, sharedSecret } from '../../../src/webhooks/index.ts';
import type { WebhookEvent } from '../../../src/wire/webhooks/webhook-events.ts';
import { merchantKit } from '../kill/merchant.ts';
import type { StorePlace } from '../kill/store-place.ts';
import { reporting } from './merchant.ts';
import { openPlace } from './receiver-place.ts';

/** What a receiver is started with. */
export interface ReceiverTask {
  /** Of the service. */
  readonly url: string;
  readonly place: StorePlace;
  /** How far the run's time is ahead of the machine's, in milliseconds: the same in every process, so that leases mean the same. */
  readonly aheadMs: number;
}

/** What a receiver says to its parent. */
export type ReceiverSaid =
  | { readonly say: 'listening'; readonly port: number }
  | { readonly say: 'error'; readonly text: string };

// What a process that was killed held is free again after this time.
const LEASE_MS = 2_000;
const DRAIN_EVERY_MS = 400;
const DRAINED_AT_ONCE = 200;

const task = JSON.parse(process.argv[2] ?? '{}') as ReceiverTask;
const clock: Clock = {
  now: () => systemClock.now() + task.aheadMs,
  today: () => lagosDay(clock.now()),
  sleep: systemClock.sleep,
};
const say = (said: ReceiverSaid) => process.send?.(said);

const { store, inbox, effect } = openPlace(task.place);
const kit = merchantKit(task.url, { store, clock, timeouts: { readMs: 10_000 } });
const act = (event: WebhookEvent, _confirmed: unknown, delivery: HandledDelivery) => effect(delivery, reporting(event));
const receiver = receive({
  verify: sharedSecret({ secrets: [REFERENCE_DEFAULTS.webhookSecret] }),
  inbox,
  confirm: kit,
  on: { collection: act, 'mandate.activated': act, 'mandate.failed': act, 'mandate.expired': act },
  clock,
  leaseMs: LEASE_MS,
  asksPerSecond: 100_000,
  // The events of many months come within seconds.
  asksPerMandateAndHour: 100_000,
  // A claim that ran out, or a service that is busy, is no error: it is tried again. The end of the run shows what cannot be worked on.
  logger: { error: (message, facts) => say({ say: 'error', text: `${message} ${JSON.stringify(facts)}` }) },
});

process.once('disconnect', () => process.exit(0));
const server = createServer(nodeHandler(receiver));
server.listen(0, '127.0.0.1', () => say({ say: 'listening', port: (server.address() as AddressInfo).port }));
void drain();

async function drain(): Promise<never> {
  for (;;) {
    await receiver.drain({ dueOnly: true, limit: DRAINED_AT_ONCE });
    await systemClock.sleep(DRAIN_EVERY_MS);
  }
}
