/** A webhook delivery after it was read: one closed union on `kind`. Spec §6. */
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
  /** What to switch on. */
  readonly kind: Kind;
  /** The delivery's own `event`, where it has one. */
  readonly event: string | null;
  /** Its data, with every field that the service sent. A hint until it is confirmed by re-reading. */
  readonly data: Data;
  /** The whole body, parsed and otherwise as it came. */
  readonly raw: unknown;
}

/**
 * What became of an instalment, read from `instalmentStatus` and never from `status`: `missed` is failed or overdue, `processing` is not known yet,
 * `unknown` is a status that this version does not know. Spec §3.2.
 */
export type CollectionOutcome = 'collected' | 'partly-collected' | 'missed' | 'processing' | 'unknown';

/** The outcome of an instalment. Spec §6.2. */
export interface CollectionEvent extends EventOf<'collection', CollectionPayload> {
  /** What became of the instalment. */
  readonly outcome: CollectionOutcome;
}

/** The mandate is verified on an account. Spec §6.1. */
export interface MandateActivatedEvent extends EventOf<'mandate.activated', MandateEventData> {}

/** The micro-deposit was rejected or the mandate not approved. Spec §6.1. */
export interface MandateFailedEvent extends EventOf<'mandate.failed', MandateEventData> {}

/** The mandate reached the end of the tenure. Spec §6.1. */
export interface MandateExpiredEvent extends EventOf<'mandate.expired', MandateEventData> {}

/** The payer disputes the mandate. No webhook reports it today: reconciliation does, from the mandate's status. Spec §3.1. */
export interface MandateDisputedEvent extends EventOf<'mandate.disputed', MandateEventData> {}

/** The time to prove the account ran out. No webhook reports it today: reconciliation does, from the mandate's status. Spec §3.1. */
export interface MandatePendingTimeoutEvent extends EventOf<'mandate.pending_timeout', MandateEventData> {}

/** The entries of an uploaded statement. Spec §6.4. */
export interface IncomeTransactionEvent extends EventOf<'income_transaction', IncomeTransactionData> {
  /** What of the entries came and could not be read, such as `trans.3.amount: cannot be read, and is left out`: by the place in the list as it came, at most 20. */
  readonly problems: readonly string[];
}

/** The insight computed from an uploaded statement. Spec §6.4. */
export interface IncomeInsightEvent extends EventOf<'income_insight', IncomeInsightEventData> {}

/** A statement was received. */
export interface PdfUploadEvent extends EventOf<'pdf_upload', PdfUploadData> {}

/** A statement could not be read. */
export interface IncomeInsightFailureEvent extends EventOf<'income_insight_failure', IncomeInsightFailureData> {}

/** Something happened to an insurance policy; `event` says what. */
export interface PolicyEvent extends EventOf<'policy', PolicyEventData> {}

/** An event that this version does not know, or a known one without what it needs. */
export interface UnknownEvent extends EventOf<'unknown', unknown> {
  /** What a known event lacked, such as `mandateId: is missing`; empty for an event that is not known. */
  readonly problems: readonly string[];
}

/** A webhook delivery, read. */
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
  return new Map<string, string>(Object.entries(sources)).get(name) === 'reconciliation';
}
