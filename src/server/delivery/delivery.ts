import { formatInstant } from '../../domain/calendar.ts';
import type { HandedWebhook, WebhookTrouble } from './raised-webhook.ts';

/** What became of a webhook: waiting or under way, answered with 2xx, not answered so, or nowhere to go. */
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
  readonly id: string;
  /** `mandate.activated`, …; for collections, whose payload has no `event`, the name of spec §6.1. */
  readonly event: string;
  readonly mandateId: string | null;
  /** The body, parsed. */
  readonly payload: unknown;
  /** The headers of the last attempt, as they were sent: a receiver's verifier is compared with them. Before the first attempt those it would carry. */
  readonly headers: Readonly<Record<string, string>>;
  readonly status: DeliveryStatus;
  readonly attempts: readonly DeliveryAttempt[];
  /** Virtual time at which it was raised, ISO 8601 UTC. */
  readonly createdAt: string;
  /** The fault that struck it; absent where none did. */
  readonly fault?: DeliveryFault;
}

/** The fault that struck a webhook. */
export interface DeliveryFault {
  readonly id: string;
  readonly kind: WebhookTrouble['kind'];
}

/** A webhook as it is kept: the exact text of its body, and a state that changes. */
export interface DeliveryRecord {
  readonly id: string;
  readonly event: string;
  readonly mandateId: string | null;
  readonly body: string;
  readonly createdAt: string;
  readonly fault?: DeliveryFault;
  headers: Readonly<Record<string, string>>;
  status: DeliveryStatus;
  attempts: DeliveryAttempt[];
}

/** The headers of a webhook. `x-auth-signature` carries the static secret itself, as seen in the field. */
export function deliveryHeaders(secret: string): Readonly<Record<string, string>> {
  return { 'content-type': 'application/json', 'user-agent': 'repaykit-reference-server', 'x-auth-signature': secret };
}

/** The record of a webhook that was just raised. */
export function newDelivery(id: string, { event, mandateId, payload, occurredAt, trouble }: HandedWebhook, secret: string): DeliveryRecord {
  return {
    id,
    event,
    mandateId: mandateId ?? null,
    body: JSON.stringify(payload),
    createdAt: formatInstant(occurredAt),
    ...(trouble && { fault: { id: trouble.faultId, kind: trouble.kind } }),
    headers: deliveryHeaders(secret),
    status: 'pending',
    attempts: [],
  };
}

/** A record as it is shown. */
export function showDelivery(record: DeliveryRecord): Delivery {
  return {
    id: record.id,
    event: record.event,
    mandateId: record.mandateId,
    payload: JSON.parse(record.body) as unknown,
    headers: record.headers,
    status: record.status,
    attempts: [...record.attempts],
    createdAt: record.createdAt,
    ...(record.fault && { fault: record.fault }),
  };
}
