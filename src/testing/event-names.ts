import type { CollectionEvent, CollectionOutcome, WebhookEvent, WebhookEventKind, WebhookEventOf } from '../wire/webhook-event-types.ts';

/** Webhooks by the names that a test waits for: those of spec §6.1, and `collection` for any news of an instalment. */
export type NamedEvents = {
  readonly [Kind in WebhookEventKind]: WebhookEventOf<Kind>;
} & {
  /** Repayment collected. */
  readonly 'collection.success': CollectionEvent;
  /** A part collected. */
  readonly 'collection.partial': CollectionEvent;
  /** All accounts exhausted. */
  readonly 'collection.failed': CollectionEvent;
  /** The outcome is not known yet. */
  readonly 'collection.processing': CollectionEvent;
};

// The payload of §6.2 carries no event name; the instalment's outcome says which of §6.1 it is.
const collections: Readonly<Record<CollectionOutcome, string>> = {
  collected: 'collection.success',
  'partly-collected': 'collection.partial',
  missed: 'collection.failed',
  processing: 'collection.processing',
  unknown: 'collection',
};

/** What a webhook is called, as closely as possible. */
export function eventName(event: WebhookEvent): string {
  return event.kind === 'collection' ? collections[event.outcome] : event.kind;
}

/** Does a webhook answer to this name? */
export function isCalled(event: WebhookEvent, name: string): boolean {
  return event.kind === name || eventName(event) === name;
}

/** The mandate that a webhook is about, if it is about one. */
export function mandateOf({ data }: WebhookEvent): string | undefined {
  const { mandateId } = (data ?? {}) as { readonly mandateId?: unknown };
  return typeof mandateId === 'string' ? mandateId : undefined;
}
