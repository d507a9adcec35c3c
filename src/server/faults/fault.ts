import type { Instant } from '../../domain/calendar.ts';
import type { OperationId } from '../../wire/operation-types.ts';

/** What can happen to a call. `latency` and `slow-body` give the true answer, late; the others break it. */
export const callFaultKinds = ['latency', 'status', 'reset', 'timeout', 'malformed', 'slow-body'] as const;

/** What can go wrong with a call. */
export type CallFaultKind = (typeof callFaultKinds)[number];

/** What can happen to a webhook. */
export const webhookFaultKinds = [
  'webhook-drop',
  'webhook-duplicate',
  'webhook-reorder',
  'webhook-delay',
  'webhook-wrong-secret',
  'webhook-truncated',
] as const;

/** What can go wrong with a webhook. */
export type WebhookFaultKind = (typeof webhookFaultKinds)[number];

/** What can happen. */
export type FaultKind = CallFaultKind | WebhookFaultKind;

/** What a call fault may be limited to: one of the 15 operations, or the bureau's intake. */
export type FaultableOperation = OperationId | 'submitBureauReport';

/** The events that a webhook fault may be limited to. Spec §6. */
export const strikableEvents = [
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

/** An event whose webhook a fault can hit. */
export type StrikableEvent = (typeof strikableEvents)[number];

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

/** All of them. */
export const faultableOperations = Object.keys(isFaultable) as readonly FaultableOperation[];

/** A fault to add. All its limits must hold; without limits it applies to every call, or every webhook. */
export interface NewFault {
  /** What happens to the call or the webhook. */
  readonly kind: FaultKind;
  /** Only this operation; for a webhook fault, only this event. */
  readonly operation?: FaultableOperation | StrikableEvent;
  /** Only calls that name this mandate, or webhooks about it; in either case. */
  readonly mandateId?: string;
  /** Applies so often at most. */
  readonly times?: number;
  /** Applies to every n-th of the calls that fit. */
  readonly every?: number;
  /** Applies only among the first n of the calls that fit. */
  readonly first?: number;
  /** From 0 to 1; drawn from the world's seed. */
  readonly probability?: number;
  /** How long it stays, in virtual time: seconds, or ISO 8601 such as `PT10M`. */
  readonly ttl?: number | string;
  /** `latency`: real milliseconds, default 1,000; `slow-body`: real milliseconds before each of up to 8 pieces, default 250; `webhook-delay`: virtual ones, default 60,000. */
  readonly delayMs?: number;
  /** Of `status`, 400 to 599; default 500. */
  readonly status?: number;
  /** Seconds in the header `Retry-After` of `status`. */
  readonly retryAfter?: number;
  /** `before`, the default: in place of the effect. `after`: the effect is committed, then the answer breaks. */
  readonly when?: 'before' | 'after';
}

type Limits = Required<Omit<NewFault, 'kind' | 'when' | 'ttl'>>;

/** A fault as it is kept: plain data. What does not limit it is null. */
export interface FaultRecord
  extends Pick<NewFault, 'kind'>,
    Required<Pick<NewFault, 'when'>>,
    Readonly<{ [Limit in keyof Limits]: Limits[Limit] | null }> {
  readonly id: string;
  readonly expiresAt: Instant | null;
  /** How many calls or webhooks fitted so far, faulted or not. */
  calls: number;
  /** How many of them it faulted. */
  hits: number;
}

/** A fault as the control API shows it. */
export interface Fault extends Omit<FaultRecord, 'expiresAt'> {
  /** When it goes, virtual time in ISO 8601 UTC; null stays. */
  readonly expiresAt: string | null;
  /** How often it may still apply; null without `times`. */
  readonly remaining: number | null;
}

/** How a journal or a delivery names a fault that applied. */
export interface AppliedFault {
  /** As `faults()` lists it. */
  readonly id: string;
  /** What it did. */
  readonly kind: FaultKind;
}

/** Is this a fault of webhooks? */
export function isWebhookKind(kind: FaultKind): kind is WebhookFaultKind {
  return kind.startsWith('webhook-');
}
