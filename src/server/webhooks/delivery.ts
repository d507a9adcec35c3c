import { formatInstant, type Instant } from '../../domain/calendar.ts';
import type { OutgoingWebhook, WebhookContent } from '../engine/world/records.ts';
import type { WebhookFaultKind } from '../faults/fault.ts';
import type { BoundedList } from '../ring-buffer.ts';

/** The status of a webhook: not sent yet, answered with 2xx, not answered with 2xx, or no endpoint to send it to. */
export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'no-endpoint';

/** One attempt to deliver a webhook. */
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
  /** `wh_1`, `wh_2`, … */
  readonly id: string;
  /** Such as `mandate.activated`. The payload of collections has no `event`: for them, the name of spec §6.1. */
  readonly event: string;
  /** The mandate of the event; null if it has none. */
  readonly mandateId: string | null;
  /** The parsed body. */
  readonly payload: unknown;
  /** The headers of the last attempt, or those of the first one to come. For comparison with your verifier. */
  readonly headers: Readonly<Record<string, string>>;
  /** The result so far. */
  readonly status: DeliveryStatus;
  /** All attempts, oldest first. */
  readonly attempts: readonly DeliveryAttempt[];
  /** When it was raised: virtual time, ISO 8601 UTC. */
  readonly createdAt: string;
  /** The fault that applied, if any. */
  readonly fault?: DeliveryFault;
}

/** The fault that applied to a webhook. */
export interface DeliveryFault {
  /** The id that `faults()` lists. */
  readonly id: string;
  /** The effect of the fault. */
  readonly kind: WebhookEffect['kind'];
}

/** A stored webhook. A busy day has a million of them, so the payload is written only when it is needed. */
export interface DeliveryRecord extends Pick<Delivery, 'event' | 'mandateId' | 'fault'> {
  /** The number in its id. */
  readonly serial: number;
  readonly content: WebhookContent;
  readonly occurredAt: Instant;
  headers: Readonly<Record<string, string>>;
  status: DeliveryStatus;
  attempts: readonly DeliveryAttempt[];
}

export type WritePayload = (content: WebhookContent) => object;

/** The headers of a webhook. `x-auth-signature` is the static secret itself, as real services send it. */
export function deliveryHeaders(secret: string): Readonly<Record<string, string>> {
  return { 'content-type': 'application/json', 'user-agent': 'repaykit-reference-server', 'x-auth-signature': secret };
}

// Shared by all webhooks without an attempt.
const NO_ATTEMPTS: readonly DeliveryAttempt[] = [];

export function newDelivery(
  serial: number,
  webhook: HandedWebhook,
  headers: DeliveryRecord['headers'],
): DeliveryRecord {
  const { event, mandateId = null, content, occurredAt, effect } = webhook;
  const attempts = NO_ATTEMPTS;
  const record: DeliveryRecord = {
    serial,
    event,
    mandateId,
    content,
    occurredAt,
    headers,
    status: 'pending',
    attempts,
  };
  return effect ? { ...record, fault: { id: effect.faultId, kind: effect.kind } } : record;
}

export function deliveryId(serial: number): string {
  return `wh_${serial}`;
}

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

/** The effect of a fault on an outgoing webhook. */
export type WebhookEffect =
  | { readonly kind: Exclude<WebhookFaultKind, 'webhook-delay'>; readonly faultId: string }
  | { readonly kind: 'webhook-delay'; readonly faultId: string; readonly delayMs: number };

/** An outgoing webhook with the fault that applies to it. */
export interface HandedWebhook extends OutgoingWebhook {
  readonly effect?: WebhookEffect | undefined;
}

/** How a fault changes the bytes of one attempt. */
export type Damage = 'webhook-wrong-secret' | 'webhook-truncated';

/** A webhook with its remaining attempts. */
export interface DeliveryJob {
  readonly record: DeliveryRecord;
  readonly attempts: number;
  /** Seconds before the next attempt if this one fails. */
  readonly backoff: number;
  /** Applies to the next attempt only. */
  readonly damage?: Damage | undefined;
}

/** The state of a queue. A running delivery counts as waiting. */
export interface DeliveryState {
  readonly records: BoundedList<DeliveryRecord>;
  readonly waiting: readonly DeliveryJob[];
  /** Webhooks that are sent after the next one. */
  readonly overtaken: readonly DeliveryJob[];
  readonly lastId: number;
}

export const NO_DELIVERIES: DeliveryState = {
  records: { items: [], dropped: 0 },
  waiting: [],
  overtaken: [],
  lastId: 0,
};

/** A copy with all payloads written: plain data, with no reference to a world. */
export function writtenOut({ records, waiting, overtaken, lastId }: DeliveryState, write: WritePayload): DeliveryState {
  // In the copy, too, a job and the list share one record.
  const known = new Map<DeliveryRecord, DeliveryRecord>();
  const recordOf = (record: DeliveryRecord): DeliveryRecord => {
    // Packed content is plain data already, and shorter.
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
