/** The names of webhook events: each kind's own, and for a collection those of spec §6.1. One record each; every list of names derives from them. */
import type {
  CollectionEvent,
  CollectionOutcome,
  WebhookEvent,
  WebhookEventKind,
  WebhookEventOf,
} from './webhook-event-types.ts';

/** How the lender learns of an event: `webhook` is delivered by the service; for `reconciliation` there is no webhook, asking the service finds it. Spec §3.1, §6. */
const sources = {
  collection: 'webhook',
  'mandate.activated': 'webhook',
  'mandate.failed': 'webhook',
  'mandate.expired': 'webhook',
  'mandate.disputed': 'reconciliation',
  'mandate.pending_timeout': 'reconciliation',
  income_transaction: 'webhook',
  income_insight: 'webhook',
  pdf_upload: 'webhook',
  income_insight_failure: 'webhook',
  policy: 'webhook',
  unknown: 'webhook',
} as const satisfies Readonly<Record<WebhookEventKind, 'webhook' | 'reconciliation'>>;

// The payload of §6.2 carries no event name: the outcome of the instalment says which of §6.1 it is. An outcome that is not known has no name but its kind.
const collectionNames = {
  collected: 'collection.success',
  'partly-collected': 'collection.partial',
  missed: 'collection.failed',
  processing: 'collection.processing',
  unknown: 'collection',
} as const satisfies Readonly<Record<CollectionOutcome, string>>;

type CollectionNames = typeof collectionNames;

/** The event behind each name: by its kind, or for a collection by the name of its outcome. */
export type NamedEvents = { readonly [Kind in WebhookEventKind]: WebhookEventOf<Kind> } & {
  readonly [Outcome in CollectionOutcome as Exclude<CollectionNames[Outcome], 'collection'>]: CollectionEvent & {
    readonly outcome: Outcome;
  };
};

/** Every kind of event. */
export const webhookEventKinds = Object.keys(sources) as readonly WebhookEventKind[];

/** Every name of an event, kinds first. */
export const webhookEventNames = [
  ...new Set([...webhookEventKinds, ...Object.values(collectionNames)]),
] as readonly (keyof NamedEvents)[];

/** The most specific name of an event. */
export function eventName(event: WebhookEvent): keyof NamedEvents {
  return event.kind === 'collection' ? collectionNames[event.outcome] : event.kind;
}

/** Is this an event that no webhook reports? */
export function isFoundByAsking(name: keyof NamedEvents): boolean {
  return Object.hasOwn(sources, name) && sources[name as WebhookEventKind] === 'reconciliation';
}
