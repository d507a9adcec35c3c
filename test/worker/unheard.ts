/** A merchant to whom the webhooks of a real platform do not come, until they are let through. */
import { onTestFinished } from 'vitest';
import type { RepayKit } from '../../src/client/repay-kit.ts';
import { REFERENCE_DEFAULTS } from '../../src/server/defaults.ts';
import { type Inbox, memoryInbox, type Receiver, receive, sharedSecret } from '../../src/webhooks/index.ts';
import type { WebhookEvent, WebhookEventKind } from '../../src/wire/webhook-events.ts';
import { reconcile } from '../../src/worker/index.ts';
import { type Stage, type StageOptions, setStage } from '../journeys/stage.ts';

/** Without waiting for turns: the rate is a matter of its own. */
export const UNPACED = { requestsPerSecond: 1_000_000 } as const;

/** A stage whose webhooks are dropped, with a receiver that notes what its handlers are told. */
export interface UnheardStage extends Stage {
  /** What handlers were told, in order, as `loan: kind outcome`. */
  readonly told: string[];
  readonly events: WebhookEvent[];
  /** A process of the same merchant: its client and its receiver, over the same store and inbox. */
  process(changes?: { readonly kit?: RepayKit; readonly inbox?: Inbox<undefined> }): Receiver;
  /** Every webhook that was raised so far comes after all. */
  letAllThrough(): Promise<void>;
  /** Looks at every loan and waits until all is told. */
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
export async function setUnheard(options: StageOptions = {}): Promise<UnheardStage> {
  const door: { open?: (request: Request) => Promise<Response> } = {};
  const handler = async (request: Request) => (await door.open?.(request)) ?? new Response(null, { status: 503 });
  const stage = await setStage({ ...options, server: { webhook: { handler }, ...options.server } });
  const drop = await stage.server.controls.addFault({ kind: 'webhook-drop' });
  const told: string[] = [];
  const events: WebhookEvent[] = [];
  const sync = (event: WebhookEvent) => {
    events.push(event);
    told.push(inWords(event));
  };
  const inbox = memoryInbox();
  const process: UnheardStage['process'] = ({ kit = stage.kit, inbox: kept = inbox } = {}) => {
    const receiver = receive({
      verify: sharedSecret({ secrets: [REFERENCE_DEFAULTS.webhookSecret] }),
      inbox: kept,
      confirm: kit,
      on: Object.fromEntries(KINDS.map((kind) => [kind, sync])),
      clock: stage.server.clock,
      asksPerSecond: 100_000,
    });
    onTestFinished(() => receiver.settled());
    return receiver;
  };
  const receiver = process();
  door.open = receiver;
  return {
    ...stage,
    receiver,
    inbox,
    told,
    events,
    process,
    async moveTo(instant) {
      await stage.moveTo(instant);
      await receiver.settled();
    },
    async letAllThrough() {
      await stage.server.controls.removeFault(drop.id);
      for (const { id } of (await stage.server.controls.webhooks()).items) await stage.server.controls.redeliver(id);
      await receiver.settled();
    },
    reconcileAll: () => reconcile(stage.kit, { inbox: receiver, all: true, ...UNPACED }),
  };
}

function inWords(event: WebhookEvent): string {
  if (event.kind !== 'collection') return event.kind;
  return `${event.kind} ${event.data.instalmentStatus} ${event.data.amountCollected}`;
}
