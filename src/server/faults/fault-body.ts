import * as z from 'zod';
import { addDuration, DAY_MS, type Instant, parseDuration, SECOND_MS } from '../../domain/calendar.ts';
import type { FieldIssue } from '../../errors.ts';
import type { OperationId } from '../../wire/operation-types.ts';
import { operations } from '../../wire/operations.ts';
import { objectId } from '../../wire/request-fields.ts';
import {
  callFaultKinds,
  type FaultKind,
  type FaultRecord,
  isWebhookKind,
  strikableEvents,
  webhookFaultKinds,
} from './fault.ts';

const strikableOperations = [...(Object.keys(operations) as OperationId[]), 'submitBureauReport'] as const;
const count = z.int().min(1);
const retryAfter = z.int().min(0);

/** `POST /faults`. What depends on the kind is checked by {@link faultIssues}. */
export const faultBody = z.strictObject({
  kind: z.enum([...callFaultKinds, ...webhookFaultKinds]),
  operation: z.enum([...strikableOperations, ...strikableEvents]).optional(),
  mandateId: objectId.optional(),
  times: count.optional(),
  every: count.optional(),
  first: count.optional(),
  probability: z.number().min(0).max(1).optional(),
  ttl: z
    .union([z.number(), z.string()])
    .refine(
      isTimeToLive,
      'must be seconds of virtual time above zero, or an ISO 8601 duration such as PT10M; a hundred years at most',
    )
    .optional(),
  delayMs: count.optional(),
  status: z.int().min(400).max(599).optional(),
  retryAfter: retryAfter.optional(),
  when: z.enum(['before', 'after']).optional(),
});

/** A fault as it is asked for. */
export type AskedFault = z.infer<typeof faultBody>;

// Real time, so that a forgotten fault holds no caller longer than the longest deadline.
const LONGEST_REAL_DELAY_MS = 600_000;
const LONGEST_LIFE_MS = 100 * 366 * DAY_MS;
// Virtual time: a year.
const LONGEST_VIRTUAL_DELAY_MS = 365 * DAY_MS;

const defaultDelays: Readonly<Partial<Record<FaultKind, number>>> = {
  latency: 1_000,
  'slow-body': 250,
  'webhook-delay': 60_000,
};

/** What does not go together, field by field. */
export function faultIssues({ kind, operation, delayMs, status, retryAfter: seconds, when }: AskedFault): FieldIssue[] {
  const issues: FieldIssue[] = [];
  const refuse = (path: string, message: string) => void issues.push({ path, message });
  const isEvent = (strikableEvents as readonly string[]).includes(operation ?? '');
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
  if (seconds !== undefined && kind !== 'status') refuse('retryAfter', `goes with kind status, not with ${kind}`);
  if (when === 'after' && isWebhookKind(kind))
    refuse('when', 'a webhook has no answer that could break after its effect: leave it out');
  return issues;
}

/** The fault that is asked for, with its defaults. */
export function faultFrom(asked: AskedFault, now: Instant): Omit<FaultRecord, 'id' | 'calls' | 'hits'> {
  const {
    kind,
    operation = null,
    mandateId = null,
    times = null,
    every = null,
    first = null,
    probability = null,
    ttl,
    when = 'before',
  } = asked;
  return {
    kind,
    operation,
    mandateId,
    times,
    every,
    first,
    probability,
    expiresAt: (ttl !== undefined && timeToLive(ttl, now)) || null,
    delayMs: asked.delayMs ?? defaultDelays[kind] ?? null,
    status: kind === 'status' ? (asked.status ?? 500) : null,
    retryAfter: asked.retryAfter ?? null,
    when,
  };
}

function isTimeToLive(ttl: number | string): boolean {
  const endsAt = timeToLive(ttl, 0);
  return endsAt !== undefined && endsAt > 0 && endsAt <= LONGEST_LIFE_MS;
}

// The instant at which it is over; undefined for what is no duration.
function timeToLive(ttl: number | string, now: Instant): Instant | undefined {
  if (typeof ttl === 'number') return now + Math.round(ttl * SECOND_MS);
  const duration = parseDuration(ttl);
  return duration && addDuration(now, duration);
}
