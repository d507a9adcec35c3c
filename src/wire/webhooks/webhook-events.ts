/** A parsed webhook delivery: one closed union on `kind`. Spec §6. */
import type {
  CollectionPayload,
  IncomeInsightEventData,
  IncomeInsightFailureData,
  IncomeTransactionData,
  MandateEventData,
  PdfUploadData,
  PolicyEventData,
} from './webhook-types.ts';

interface EventOf<Kind extends string, Data> {
  /** The discriminant to switch on. */
  readonly kind: Kind;
  /** The delivery's own `event`, if any. */
  readonly event: string | null;
  /** Its data, with every field from the service. A hint until you confirm it by reading the service. */
  readonly data: Data;
  /** The whole parsed body, unchanged. */
  readonly raw: unknown;
}

/**
 * The outcome of an instalment, from `instalmentStatus` and never from `status`. `missed`: failed or overdue.
 * `processing`: not known yet. `unknown`: a status that this version does not know. Spec §3.2.
 */
export type CollectionOutcome = 'collected' | 'partly-collected' | 'missed' | 'processing' | 'unknown';

/** The result of a collection. Spec §6.2. */
export interface CollectionEvent extends EventOf<'collection', CollectionPayload> {
  /** The outcome of the instalment. */
  readonly outcome: CollectionOutcome;
}

/** The mandate is verified on an account. Spec §6.1. */
export interface MandateActivatedEvent extends EventOf<'mandate.activated', MandateEventData> {}

/** The micro-deposit was rejected or the mandate not approved. Spec §6.1. */
export interface MandateFailedEvent extends EventOf<'mandate.failed', MandateEventData> {}

/** The mandate reached the end of the tenure. Spec §6.1. */
export interface MandateExpiredEvent extends EventOf<'mandate.expired', MandateEventData> {}

/** The payer disputes the mandate. No webhook reports it: reconciliation finds it. Spec §3.1. */
export interface MandateDisputedEvent extends EventOf<'mandate.disputed', MandateEventData> {}

/** The time to prove the account is over. No webhook reports it: reconciliation finds it. Spec §3.1. */
export interface MandatePendingTimeoutEvent extends EventOf<'mandate.pending_timeout', MandateEventData> {}

/** The entries of an uploaded statement. Spec §6.4. */
export interface IncomeTransactionEvent extends EventOf<'income_transaction', IncomeTransactionData> {
  /** Unreadable fields, such as `trans.3.amount: cannot be read, and is left out`. At most 20. */
  readonly problems: readonly string[];
}

/** The insight computed from an uploaded statement. Spec §6.4. */
export interface IncomeInsightEvent extends EventOf<'income_insight', IncomeInsightEventData> {}

/** A statement was received. */
export interface PdfUploadEvent extends EventOf<'pdf_upload', PdfUploadData> {}

/** A statement could not be read. */
export interface IncomeInsightFailureEvent extends EventOf<'income_insight_failure', IncomeInsightFailureData> {}

/** A change of an insurance policy. `event` names it. */
export interface PolicyEvent extends EventOf<'policy', PolicyEventData> {}

/** An event that this version does not know, or a known event with missing fields. */
export interface UnknownEvent extends EventOf<'unknown', unknown> {
  /** The missing fields of a known event, such as `mandateId: is missing`. Empty for an unknown event. */
  readonly problems: readonly string[];
}

/** A parsed webhook delivery. */
export type WebhookEvent =
  | CollectionEvent
  | MandateActivatedEvent
  | MandateFailedEvent
  | MandateExpiredEvent
  | MandateDisputedEvent
  | MandatePendingTimeoutEvent
  | IncomeTransactionEvent
  | IncomeInsightEvent
  | PdfUploadEvent
  | IncomeInsightFailureEvent
  | PolicyEvent
  | UnknownEvent;

/** The kinds of events. */
export type WebhookEventKind = WebhookEvent['kind'];

/** The event of a kind. */
export type WebhookEventOf<Kind extends WebhookEventKind> = Extract<WebhookEvent, { readonly kind: Kind }>;

/** `reconciliation` events have no webhook and are found by asking the service. Spec §3.1, §6. */
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

// The payload of §6.2 has no event name. The outcome decides which event of §6.1 it is. An unknown one has its kind.
const collectionNames = {
  collected: 'collection.success',
  'partly-collected': 'collection.partial',
  missed: 'collection.failed',
  processing: 'collection.processing',
  unknown: 'collection',
} as const satisfies Readonly<Record<CollectionOutcome, string>>;

type CollectionNames = typeof collectionNames;

/** The event of each name. A name is a kind, or for a collection also a kind and its outcome. */
export type NamedEvents = { readonly [Kind in WebhookEventKind]: WebhookEventOf<Kind> } & {
  readonly [Outcome in CollectionOutcome as Exclude<CollectionNames[Outcome], 'collection'>]: CollectionEvent & {
    readonly outcome: Outcome;
  };
};

/** Every kind of event. */
export const webhookEventKinds = Object.keys(sources) as readonly WebhookEventKind[];

/** Every event name, kinds first. */
export const webhookEventNames = [
  ...new Set([...webhookEventKinds, ...Object.values(collectionNames)]),
] as readonly (keyof NamedEvents)[];

/** The most specific name of an event. */
export function eventName(event: WebhookEvent): keyof NamedEvents {
  return event.kind === 'collection' ? collectionNames[event.outcome] : event.kind;
}

/** Whether no webhook reports this event. */
export function isFoundByAsking(name: keyof NamedEvents): boolean {
  return new Map<string, string>(Object.entries(sources)).get(name) === 'reconciliation';
}
