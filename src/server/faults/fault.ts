import type { Instant } from '../../domain/calendar.ts';
import type { OperationId } from '../../wire/operation-types.ts';

/** Faults of calls. `latency` and `slow-body` delay the real answer; the others break it. */
export const callFaultKinds = ['latency', 'status', 'reset', 'timeout', 'malformed', 'slow-body'] as const;

/** A fault of a call. */
export type CallFaultKind = (typeof callFaultKinds)[number];

/** Faults of webhooks. */
export const webhookFaultKinds = [
  'webhook-drop',
  'webhook-duplicate',
  'webhook-reorder',
  'webhook-delay',
  'webhook-wrong-secret',
  'webhook-truncated',
] as const;

/** A fault of a webhook. */
export type WebhookFaultKind = (typeof webhookFaultKinds)[number];

/** A fault of a call or a webhook. */
export type FaultKind = CallFaultKind | WebhookFaultKind;

/** A call fault can be limited to one of these: the 15 operations, and the bureau's intake. */
export type FaultableOperation = OperationId | 'submitBureauReport';

/** A webhook fault can be limited to one of these events. Spec §6. */
export const faultableEvents = [
  'mandate.activated',
  'mandate.failed',
  'mandate.expired',
  'collection.success',
  'collection.partial',
  'collection.failed',
  'collection.processing',
  'income_transaction',
  'income_insight',
  'income_insight_failure',
  'pdf_upload',
] as const;

/** An event that a webhook fault can be limited to. */
export type FaultableEvent = (typeof faultableEvents)[number];

const isFaultable: Readonly<Record<FaultableOperation, true>> = {
  listBanks: true,
  discoverAccounts: true,
  createConsent: true,
  attachByMicroDeposit: true,
  attachBySignature: true,
  getMandate: true,
  collectManually: true,
  collectionLog: true,
  collectionAttempts: true,
  listCollections: true,
  listProducts: true,
  createClaim: true,
  listPolicies: true,
  uploadStatement: true,
  processIncome: true,
  submitBureauReport: true,
};

export const faultableOperations = Object.keys(isFaultable) as readonly FaultableOperation[];

/** A fault to add. It applies where all its limits hold; without limits, to every call or every webhook. */
export interface NewFault {
  /** The effect on the call or the webhook. */
  readonly kind: FaultKind;
  /** Only this operation; for a webhook fault, only this event. */
  readonly operation?: FaultableOperation | FaultableEvent;
  /** Only calls or webhooks about this mandate; upper or lower case. */
  readonly mandateId?: string;
  /** Applies at most this many times. */
  readonly times?: number;
  /** Applies to every n-th matching call. */
  readonly every?: number;
  /** Applies only to the first n matching calls. */
  readonly first?: number;
  /** From 0 to 1; drawn from the world's seed. */
  readonly probability?: number;
  /** How long the fault lasts, in virtual time: seconds, or ISO 8601 such as `PT10M`. */
  readonly ttl?: number | string;
  /**
   * Milliseconds. `latency`: real time, default 1,000; `slow-body`: real time before each of up to 8 pieces, default
   * 250; `webhook-delay`: virtual time, default 60,000.
   */
  readonly delayMs?: number;
  /** For `status`: the HTTP status, 400 to 599; default 500. */
  readonly status?: number;
  /** For `status`: seconds in the header `Retry-After`. */
  readonly retryAfter?: number;
  /** `before`, the default: the call has no effect. `after`: the call takes effect, then the answer breaks. */
  readonly when?: 'before' | 'after';
}

type Limits = Required<Omit<NewFault, 'kind' | 'when' | 'ttl'>>;

/** A stored fault, as plain data. Limits that are not set are null. */
export interface FaultRecord
  extends Pick<NewFault, 'kind'>,
    Required<Pick<NewFault, 'when'>>,
    Readonly<{ [Limit in keyof Limits]: Limits[Limit] | null }> {
  readonly id: string;
  readonly expiresAt: Instant | null;
  /** Matching calls or webhooks so far, faulted or not. */
  calls: number;
  /** How often it applied. */
  hits: number;
}

/** A fault as the control API shows it. */
export interface Fault extends Omit<FaultRecord, 'expiresAt'> {
  /** When it expires, virtual time in ISO 8601 UTC; null for never. */
  readonly expiresAt: string | null;
  /** How often it can still apply; null without `times`. */
  readonly remaining: number | null;
}

/** A fault that applied, as journals and deliveries show it. */
export interface AppliedFault {
  /** The id that `faults()` lists. */
  readonly id: string;
  /** Its effect. */
  readonly kind: FaultKind;
}

export function isWebhookKind(kind: FaultKind): kind is WebhookFaultKind {
  return kind.startsWith('webhook-');
}
