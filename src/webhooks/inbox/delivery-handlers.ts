/** Calls the lender's handlers for a confirmed delivery, once per state change. */
import { systemClock } from '../../clock/clock.ts';
import { HOUR_MS } from '../../domain/calendar.ts';
import { ConflictError, DeadlineError, InputError } from '../../errors.ts';
import type { BodySeal, DeliveryGuard } from '../../loan-file/body-seal.ts';
import { eventName, type WebhookEvent, type WebhookEventKind } from '../../wire/webhooks/webhook-events.ts';
import type { Confirmation, Confirmed, FoundStateChange, HandledDelivery } from '../confirmer.ts';
import type { ReceiverLogger, ReceiverSettings } from '../receive-options.ts';
import { reasonAbout } from './delivery-reason.ts';
import type { InboxItem, Settlement } from './inbox.ts';

export interface InboxWork extends ReceiverSettings {
  /** Never throws or rejects. */
  readonly logger: Required<ReceiverLogger>;
  /** Guards personal data. Undefined if the confirmer guards none. */
  readonly guard: DeliveryGuard | undefined;
  /** Seals bodies. Undefined without keys. */
  readonly seal: BodySeal | undefined;
  readonly beforeAsking: () => Promise<void>;
  /** Stores a state change that the service reported as a separate delivery, and starts to work on it. */
  readonly storeFound: (found: FoundStateChange) => Promise<unknown>;
}

/** How work on an item ended: a settlement to write, settled by the handler itself, or by another process. */
export type ItemEnd = Settlement | 'settled' | 'elsewhere';

interface ConfirmedItem {
  readonly event: WebhookEvent;
  readonly confirmed: Confirmed<Confirmation>;
}

/** Calls an event's handlers, unless another delivery reported the same state change. @throws what a handler throws */
export async function handOn(item: InboxItem, { event, confirmed }: ConfirmedItem, work: InboxWork): Promise<ItemEnd> {
  const done = doneOf(event, work);
  const recognised = await recognise(item, confirmed.news, work);
  if (recognised === 'lost') return 'elsewhere';
  const { key } = item;
  const { kind } = event;
  if (recognised === 'taken') {
    work.logger.info('repaykit: a delivery reports a state change that another one reported', { key, kind });
    return done;
  }
  const handlers = handlersOf(event, work);
  const ending = endTogether(item, done, work);
  try {
    await withinLease(async () => {
      for (const [index, handler] of handlers.entries())
        await handler(event, confirmed, index === handlers.length - 1 ? ending.delivery : ending.withoutCommit(event));
    }, work.leaseMs);
  } catch (error) {
    if (!ending.wasTaken() && !ending.hasEnded()) throw error;
    const facts = { key, kind, reason: await reasonAbout(event, error, work.guard) };
    if (ending.wasTaken()) {
      work.logger.warn(
        'repaykit: a delivery was taken over by another worker, or ended, while its handler ran; its effects were not written here',
        facts,
      );
      return 'elsewhere';
    }
    // The effects are committed and the delivery has ended. Another call would repeat them.
    work.logger.error('repaykit: a handler threw after its delivery had ended', facts);
  }
  return ending.hasEnded() ? 'settled' : done;
}

type Handled = [event: WebhookEvent, confirmed: Confirmed<Confirmation>, delivery: HandledDelivery];
type Handler = (...handled: Handled) => void | Promise<void>;

// The handler of the specific name comes first, then that of the kind.
function handlersOf(event: WebhookEvent, { on }: Pick<InboxWork, 'on'>): readonly Handler[] {
  const names = new Set([eventName(event), event.kind]);
  // The type of the table guarantees that each handler takes the event of its name.
  return [...names].flatMap((name) => (on[name] as Handler | undefined) ?? []);
}

async function recognise(item: InboxItem, name: string | undefined, { inbox }: InboxWork) {
  if (item.news !== undefined) return 'ours';
  // It was stored with a name, and another item took the name over while this one was quarantined.
  if (item.source === 'reconciled') return 'taken';
  return name === undefined ? 'ours' : inbox.recognise(item, name);
}

const statementKinds: readonly WebhookEventKind[] = [
  'income_transaction',
  'income_insight',
  'income_insight_failure',
  'pdf_upload',
];

/** Keeps the body of a statement event for an hour: another process may have uploaded the statement and search it. */
export function doneOf({ kind, event }: WebhookEvent, { clock }: Pick<InboxWork, 'clock'>): Settlement {
  // An event without its required fields is `unknown`, and may still be the answer to an upload.
  const isOfStatement = statementKinds.includes(kind) || event?.startsWith('income_') === true;
  return isOfStatement ? { kind: 'done', keepBodyUntil: clock.now() + HOUR_MS } : { kind: 'done' };
}

/** Builds the delivery that a handler receives, with a `commit` that ends it together with the handler's own writes. */
function endTogether(item: InboxItem, done: Settlement, { inbox }: Pick<InboxWork, 'inbox'>) {
  const { key, source, receivedAt, attempts } = item;
  let hasEnded = false;
  let wasTaken = false;
  const delivery: HandledDelivery = {
    key,
    source,
    receivedAt,
    attempts,
    async commit(work) {
      if (!(await inbox.settle(item, done, work))) {
        wasTaken = !hasEnded; // a handler that commits twice has ended it itself
        throw new ConflictError(
          'The delivery has ended, or another process works on it now: nothing was written. Return from the handler.',
        );
      }
      hasEnded = true;
    },
  };
  // For the first of two handlers. Otherwise the second's effects would come after the end.
  const withoutCommit = (event: WebhookEvent): HandledDelivery => ({
    ...delivery,
    async commit() {
      const { kind } = event;
      const message = `on['${eventName(event)}'] and on['${kind}'] are both called for this delivery, and only the last one may end it: commit in on['${kind}'], or give one of the two`;
      throw new InputError('delivery.commit', [{ path: '', message }]);
    },
  });
  return { delivery, withoutCommit, hasEnded: () => hasEnded, wasTaken: () => wasTaken };
}

// A handler that never ends must not block the others. Uses the system clock, because handlers run in real time.
async function withinLease(handle: () => Promise<void>, leaseMs: number): Promise<void> {
  const over = new AbortController();
  const message = `The handler did not end within the ${leaseMs} ms of its claim`;
  const limit = systemClock.sleep(leaseMs, over.signal).then(
    () => Promise.reject(new DeadlineError(message, leaseMs)),
    () => undefined,
  );
  try {
    await Promise.race([handle(), limit]);
  } finally {
    // Without a reason, it would make an error with its stack.
    over.abort('over');
  }
}
