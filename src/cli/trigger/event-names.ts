import { type TestDeliveryKind, testDeliveryKinds } from '../../webhooks/test-delivery.ts';
import type { NamedEvents, WebhookEventKind } from '../../wire/webhook-events.ts';

/** An event as it is asked for: its kind, and the fields that its name implies. */
export interface NamedEvent {
  readonly kind: TestDeliveryKind;
  readonly fields: Readonly<Record<string, unknown>>;
}

// The names of spec §6.1: what travels has none of them, only `instalmentStatus`.
const outcomes = {
  'collection.success': { instalmentStatus: 'success' },
  'collection.partial': {
    instalmentStatus: 'partially paid',
    amountCollected: 10_000,
    providerMessage: 'Insufficient funds',
  },
  'collection.failed': { instalmentStatus: 'failed', amountCollected: 0, providerMessage: 'Insufficient funds' },
  'collection.processing': {
    instalmentStatus: 'processing',
    amountCollected: 0,
    providerMessage: 'Request in process',
  },
} as const satisfies Readonly<Record<Exclude<keyof NamedEvents, WebhookEventKind>, Readonly<Record<string, unknown>>>>;

/** A name that an event can be asked for by. */
export type EventName = TestDeliveryKind | keyof typeof outcomes;

/** Every name that an event can be asked for by. */
export const eventNames: readonly EventName[] = [
  ...testDeliveryKinds,
  ...(Object.keys(outcomes) as (keyof typeof outcomes)[]),
];

/** The event of a name. */
export function eventNamed(name: EventName): NamedEvent {
  return isOutcome(name) ? { kind: 'collection', fields: outcomes[name] } : { kind: name, fields: {} };
}

function isOutcome(name: EventName): name is keyof typeof outcomes {
  return Object.hasOwn(outcomes, name);
}
