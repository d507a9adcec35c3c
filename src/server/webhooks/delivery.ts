import { formatInstant, type Instant } from '../../domain/calendar.ts';
import type { WebhookContent } from '../engine/records.ts';
import type { WebhookFaultKind } from '../faults/fault.ts';
import type { BoundedList } from '../ring-buffer.ts';

/** The outcome of a webhook: waiting or under way, answered with 2xx, not answered so, or nowhere to go. */
export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'no-endpoint';

/** One try at delivering a webhook. */
export interface DeliveryAttempt {
  /** Virtual time, ISO 8601 UTC. */
  readonly at: string;
  /** The receiver's HTTP status; null if it did not answer. */
  readonly status: number | null;
  /** Why there was no answer. */
  readonly error: string | null;
}

/** A webhook as the control API lists it. */
export interface Delivery {
  /** `wh_1` and on. */
  readonly id: string;
  /** `mandate.activated`, …; for collections, whose payload has no `event`, the name of spec §6.1. */
  readonly event: string;
  /** The mandate that it is about; null where it is about none. */
  readonly mandateId: string | null;
  /** What the body says. */
  readonly payload: unknown;
  /** The headers of the last attempt, as they were sent: a receiver's verifier is compared with them. Before the first attempt those it would carry. */
  readonly headers: Readonly<Record<string, string>>;
  /** Its outcome. */
  readonly status: DeliveryStatus;
  /** Every try, oldest first. */
  readonly attempts: readonly DeliveryAttempt[];
  /** Virtual time at which it was raised, ISO 8601 UTC. */
  readonly createdAt: string;
  /** The fault that applied to it; absent without one. */
  readonly fault?: DeliveryFault;
}

/** The fault that applied to a webhook. */
export interface DeliveryFault {
  /** The fault, as `faults()` lists it. */
  readonly id: string;
  /** What the fault did to it. */
  readonly kind: WebhookEffect['kind'];
}

/** A webhook as it is kept: its content, and a state that changes. A busy day has a million of them, so nothing is written out before it is needed. */
export interface DeliveryRecord extends Pick<Delivery, 'event' | 'mandateId' | 'fault'> {
  /** The number in its id. */
  readonly serial: number;
  readonly content: WebhookContent;
  readonly occurredAt: Instant;
  headers: Readonly<Record<string, string>>;
  status: DeliveryStatus;
  attempts: readonly DeliveryAttempt[];
}

/** Writes out the content of a webhook. */
export type WritePayload = (content: WebhookContent) => object;

/** The headers of a webhook. `x-auth-signature` carries the static secret itself, as seen in the field. */
export function deliveryHeaders(secret: string): Readonly<Record<string, string>> {
  return { 'content-type': 'application/json', 'user-agent': 'repaykit-reference-server', 'x-auth-signature': secret };
}

// One list for all that were not tried yet.
const NO_ATTEMPTS: readonly DeliveryAttempt[] = [];

/** The record of a webhook that was just raised. */
export function newDelivery(
  serial: number,
  webhook: HandedWebhook,
  headers: DeliveryRecord['headers'],
): DeliveryRecord {
  const { event, mandateId = null, content, occurredAt, effect } = webhook;
  const state = { headers, status: 'pending', attempts: NO_ATTEMPTS } as const;
  const record: DeliveryRecord = { serial, event, mandateId, content, occurredAt, ...state };
  return effect ? { ...record, fault: { id: effect.faultId, kind: effect.kind } } : record;
}

/** What a webhook is called outside. */
export function deliveryId(serial: number): string {
  return `wh_${serial}`;
}

/** A record as it is shown. */
export function showDelivery(record: DeliveryRecord, write: WritePayload): Delivery {
  const { serial, event, mandateId, content, headers, status, attempts, occurredAt, fault } = record;
  return {
    id: deliveryId(serial),
    event,
    mandateId,
    payload: structuredClone(write(content)),
    headers: { ...headers },
    status,
    attempts: [...attempts],
    createdAt: formatInstant(occurredAt),
    ...(fault && { fault }),
  };
}

/** What a fault does to a webhook that is handed to the deliverer. */
export type WebhookEffect =
  | { readonly kind: Exclude<WebhookFaultKind, 'webhook-delay'>; readonly faultId: string }
  | { readonly kind: 'webhook-delay'; readonly faultId: string; readonly delayMs: number };

/** A webhook that was raised. */
export interface RaisedWebhook {
  readonly event: string;
  readonly mandateId?: string;
  readonly content: WebhookContent;
  readonly occurredAt: Instant;
  /** The number of its delivery, where a fault held it back: then it is recorded already, and leaves now. */
  readonly heldBackAs?: number;
}

/** A webhook as it is handed to the deliverer. */
export interface HandedWebhook extends RaisedWebhook {
  /** The fault that applies to it. */
  readonly effect?: WebhookEffect | undefined;
}

/** A webhook that a fault holds back until its time; the agenda keeps it. */
export interface LateWebhook {
  /** The number of its delivery. */
  readonly serial: number;
  readonly webhook: RaisedWebhook;
}

/** What a fault does to the bytes of one attempt. */
export type Damage = 'webhook-wrong-secret' | 'webhook-truncated';

/** A webhook to be tried so often. */
export interface DeliveryJob {
  readonly record: DeliveryRecord;
  readonly attempts: number;
  /** Seconds before the next attempt, if this one fails. */
  readonly backoff: number;
  /** What a fault does to the next attempt; those after it carry the truth. */
  readonly damage?: Damage | undefined;
}

/** Everything that a queue holds. What was under way counts as waiting. */
export interface DeliveryState {
  readonly records: BoundedList<DeliveryRecord>;
  readonly waiting: readonly DeliveryJob[];
  /** Waits for the next webhook, to leave after it. */
  readonly overtaken: readonly DeliveryJob[];
  readonly lastId: number;
}

/** Nothing raised yet. */
export const NO_DELIVERIES: DeliveryState = {
  records: { items: [], dropped: 0 },
  waiting: [],
  overtaken: [],
  lastId: 0,
};

/** A copy with everything written out, so that it is plain data that holds on to nothing of a world. */
export function writtenOut({ records, waiting, overtaken, lastId }: DeliveryState, write: WritePayload): DeliveryState {
  // A job and the list share one record, also afterwards.
  const known = new Map<DeliveryRecord, DeliveryRecord>();
  const recordOf = (record: DeliveryRecord): DeliveryRecord => {
    // What is packed is plain data already, and shorter.
    const written =
      known.get(record) ??
      ('packed' in record.content ? record : { ...record, content: { payload: write(record.content) } });
    known.set(record, written);
    return written;
  };
  const jobOf = (job: DeliveryJob): DeliveryJob => ({ ...job, record: recordOf(job.record) });
  return structuredClone({
    records: { items: records.items.map(recordOf), dropped: records.dropped },
    waiting: waiting.map(jobOf),
    overtaken: overtaken.map(jobOf),
    lastId,
  });
}
