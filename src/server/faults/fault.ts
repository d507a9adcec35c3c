import { addDuration, DAY_MS, type Instant, parseDuration, SECOND_MS } from '../../domain/calendar.ts';
import { isObjectId } from '../../domain/identifiers.ts';
import { check, described, number, oneOf, optional, type Problem, text, wholeNumber } from '../../validation/checks.ts';
import { record } from '../../validation/record.ts';
import { type OperationId, operationIds } from '../../wire/types/operation-types.ts';

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

const faultableOperations: readonly FaultableOperation[] = [...operationIds, 'submitBureauReport'];

/** A fault to add. It applies where all its limits hold; without limits, to every call or every webhook. */
export interface NewFault {
  /** The effect on the call or the webhook. */
  readonly kind: FaultKind;
  /** Only this operation. For a webhook fault, only this event. */
  readonly operation?: FaultableOperation | FaultableEvent;
  /** Only calls or webhooks about this mandate. Upper or lower case. */
  readonly mandateId?: string;
  /** Applies at most this many times. */
  readonly times?: number;
  /** Applies to every n-th matching call. */
  readonly every?: number;
  /** Applies only to the first n matching calls. */
  readonly first?: number;
  /** From 0 to 1. Drawn from the world's seed. */
  readonly probability?: number;
  /** How long the fault lasts, in virtual time: seconds, or ISO 8601 such as `PT10M`. */
  readonly ttl?: number | string;
  /**
   * Milliseconds. `latency`: real time, default 1,000. `slow-body`: real time before each of up to 8 pieces, default
   * 250. `webhook-delay`: virtual time, default 60,000.
   */
  readonly delayMs?: number;
  /** For `status`: the HTTP status, 400 to 599. Default 500. */
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

// In real time. A forgotten fault holds a caller no longer than the longest deadline of a client.
const LONGEST_REAL_DELAY_MS = 600_000;
const LONGEST_LIFE_MS = 100 * 366 * DAY_MS;
// In virtual time: a year.
const LONGEST_VIRTUAL_DELAY_MS = 365 * DAY_MS;

const defaultDelays: Readonly<Partial<Record<FaultKind, number>>> = {
  latency: 1_000,
  'slow-body': 250,
  'webhook-delay': 60_000,
};

const count = wholeNumber({ min: 1 });

/** `POST /faults`. */
export const newFault = record<NewFault>(
  {
    kind: described(oneOf([...callFaultKinds, ...webhookFaultKinds]), 'The effect on the call or the webhook.'),
    operation: optional(
      oneOf([...faultableOperations, ...faultableEvents]),
      'Only this operation. For a webhook fault, only this event.',
    ),
    mandateId: optional(
      text('24 hexadecimal characters', isObjectId),
      'Only calls or webhooks about this mandate. Upper or lower case.',
    ),
    times: optional(count, 'Applies at most this many times.'),
    every: optional(count, 'Applies to every n-th matching call.'),
    first: optional(count, 'Applies only to the first n matching calls.'),
    probability: optional(number({ min: 0, max: 1 }), "From 0 to 1. Drawn from the world's seed."),
    ttl: optional(
      check({
        type: 'number or string',
        takes: 'seconds of virtual time above zero, or an ISO 8601 duration such as PT10M; a hundred years at most',
        rule: 'seconds of virtual time above zero, or an ISO 8601 duration such as PT10M',
        test: isTimeToLive,
      }),
      'How long the fault lasts, in virtual time: seconds, or ISO 8601 such as `PT10M`.',
    ),
    delayMs: optional(
      count,
      'Milliseconds. `latency`: real time, default 1,000. `slow-body`: real time before each of up to 8 pieces, default 250. `webhook-delay`: virtual time, default 60,000.',
    ),
    status: optional(wholeNumber({ min: 400, max: 599 }), 'For `status`: the HTTP status, 400 to 599. Default 500.'),
    retryAfter: optional(wholeNumber({ min: 0 }), 'For `status`: seconds in the header `Retry-After`.'),
    when: optional(
      oneOf(['before', 'after']),
      '`before`, the default: the call has no effect. `after`: the call takes effect, then the answer breaks.',
    ),
  },
  { rules: ({ kind, ...limits }) => (kind === undefined ? [] : misfits(kind, limits)) },
);

/** Fields that exclude each other. */
function misfits(
  kind: FaultKind,
  { operation, delayMs, status, retryAfter, when }: Omit<Partial<NewFault>, 'kind'>,
): readonly Problem[] {
  const issues: Problem[] = [];
  const refuse = (path: string, message: string) => void issues.push({ path, message });
  const isEvent = faultableEvents.some((event) => event === operation);
  if (operation !== undefined && isEvent !== isWebhookKind(kind)) {
    refuse(
      'operation',
      isEvent
        ? `is a webhook's event: ${kind} applies to operations`
        : `is an operation: ${kind} applies to webhooks; name an event, such as collection.success`,
    );
  }
  if (delayMs !== undefined && defaultDelays[kind] === undefined)
    refuse('delayMs', `goes with latency, slow-body and webhook-delay, not with ${kind}`);
  const longest = kind === 'webhook-delay' ? LONGEST_VIRTUAL_DELAY_MS : LONGEST_REAL_DELAY_MS;
  if (delayMs !== undefined && delayMs > longest) refuse('delayMs', `must be at most ${longest}`);
  if (status !== undefined && kind !== 'status') refuse('status', `goes with kind status, not with ${kind}`);
  if (retryAfter !== undefined && kind !== 'status') refuse('retryAfter', `goes with kind status, not with ${kind}`);
  if (when === 'after' && isWebhookKind(kind))
    refuse('when', 'a webhook has no answer that could break after its effect: leave it out');
  return issues;
}

/** Completes a fault with its defaults. */
export function faultFrom(asked: NewFault, now: Instant): Omit<FaultRecord, 'id' | 'calls' | 'hits'> {
  const { kind, operation = null, mandateId = null, times = null, every = null, first = null } = asked;
  const { probability = null, ttl, delayMs = defaultDelays[kind] ?? null, retryAfter = null, when = 'before' } = asked;
  const expiresAt = (ttl !== undefined && timeToLive(ttl, now)) || null;
  const status = kind === 'status' ? (asked.status ?? 500) : null;
  const limits = { operation, mandateId, times, every, first, probability, expiresAt };
  return { kind, ...limits, delayMs, status, retryAfter, when };
}

function isTimeToLive(ttl: unknown): boolean {
  const endsAt = typeof ttl === 'number' || typeof ttl === 'string' ? timeToLive(ttl, 0) : undefined;
  return endsAt !== undefined && endsAt > 0 && endsAt <= LONGEST_LIFE_MS;
}

// The instant of expiry; undefined for an invalid duration.
function timeToLive(ttl: number | string, now: Instant): Instant | undefined {
  if (typeof ttl === 'number') return now + Math.round(ttl * SECOND_MS);
  const duration = parseDuration(ttl);
  return duration && addDuration(now, duration);
}
