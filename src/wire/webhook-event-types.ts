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
  /** What it tells, with every field that the service sent. A hint until it is confirmed by re-reading. */
  readonly data: Data;
  /** The whole body, parsed and otherwise as it came. */
  readonly raw: unknown;
}

/**
 * What became of an instalment, read from `instalmentStatus` and never from `status`: `missed` is failed or overdue, `processing` is not known yet,
 * `unknown` is a status that this version does not know. Spec §3.2.
 */
export type CollectionOutcome = 'collected' | 'partly-collected' | 'missed' | 'processing' | 'unknown';

/** News of an instalment. Spec §6.2. */
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

/** The payer disputes the mandate. No webhook tells it today: reconciliation does, from the mandate's status. Spec §3.1. */
export interface MandateDisputedEvent extends EventOf<'mandate.disputed', MandateEventData> {}

/** The time to prove the account ran out. No webhook tells it today: reconciliation does, from the mandate's status. Spec §3.1. */
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
