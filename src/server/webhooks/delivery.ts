import { formatInstant, type Instant } from '../../domain/calendar.ts';
import type { WebhookContent } from '../engine/records.ts';
import type { HandedWebhook, WebhookEffect } from './raised-webhook.ts';

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
export interface DeliveryRecord {
  /** The number in its id. */
  readonly serial: number;
  readonly event: string;
  readonly mandateId: string | null;
  readonly content: WebhookContent;
  readonly occurredAt: Instant;
  readonly fault?: DeliveryFault;
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

const NO_ATTEMPTS: readonly DeliveryAttempt[] = [];

/** The record of a webhook that was just raised. */
export function newDelivery(
  serial: number,
  webhook: HandedWebhook,
  headers: DeliveryRecord['headers'],
): DeliveryRecord {
  const { event, mandateId = null, content, occurredAt, effect } = webhook;
  const record: DeliveryRecord = {
    serial,
    event,
    mandateId,
    content,
    occurredAt,
    headers,
    status: 'pending',
    attempts: NO_ATTEMPTS,
  };
  return effect ? { ...record, fault: { id: effect.faultId, kind: effect.kind } } : record;
}

/** What a webhook is called outside. */
export function deliveryId(serial: number): string {
  return `wh_${serial}`;
}

/** A record as it is shown. */
export function showDelivery(record: DeliveryRecord, write: WritePayload): Delivery {
  return {
    id: deliveryId(record.serial),
    event: record.event,
    mandateId: record.mandateId,
    payload: structuredClone(write(record.content)),
    headers: { ...record.headers },
    status: record.status,
    attempts: [...record.attempts],
    createdAt: formatInstant(record.occurredAt),
    ...(record.fault && { fault: record.fault }),
  };
}
