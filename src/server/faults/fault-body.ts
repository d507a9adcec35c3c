import { addDuration, DAY_MS, type Instant, parseDuration, SECOND_MS } from '../../domain/calendar.ts';
import { isObjectId } from '../../domain/identifiers.ts';
import { check, number, oneOf, optional, type Problem, text, wholeNumber } from '../../validation/checks.ts';
import { record } from '../../validation/record.ts';
import {
  callFaultKinds,
  type FaultKind,
  type FaultRecord,
  faultableOperations,
  isWebhookKind,
  type NewFault,
  strikableEvents,
  webhookFaultKinds,
} from './fault.ts';

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

const count = wholeNumber({ min: 1 });

/** `POST /faults`. */
export const newFault = record<NewFault>(
  {
    kind: oneOf([...callFaultKinds, ...webhookFaultKinds]),
    operation: optional(oneOf([...faultableOperations, ...strikableEvents])),
    mandateId: optional(text('24 hexadecimal characters', isObjectId)),
    times: optional(count),
    every: optional(count),
    first: optional(count),
    probability: optional(number({ min: 0, max: 1 })),
    ttl: optional(
      check({
        type: 'number or string',
        takes: 'seconds of virtual time above zero, or an ISO 8601 duration such as PT10M; a hundred years at most',
        rule: 'seconds of virtual time above zero, or an ISO 8601 duration such as PT10M',
        test: isTimeToLive,
      }),
    ),
    delayMs: optional(count),
    status: optional(wholeNumber({ min: 400, max: 599 })),
    retryAfter: optional(wholeNumber({ min: 0 })),
    when: optional(oneOf(['before', 'after'])),
  },
  { rules: ({ kind, ...limits }) => (kind === undefined ? [] : misfits(kind, limits)) },
);

/** What does not go together, field by field. */
function misfits(
  kind: FaultKind,
  { operation, delayMs, status, retryAfter, when }: Omit<Partial<NewFault>, 'kind'>,
): readonly Problem[] {
  const issues: Problem[] = [];
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
  if (retryAfter !== undefined && kind !== 'status') refuse('retryAfter', `goes with kind status, not with ${kind}`);
  if (when === 'after' && isWebhookKind(kind))
    refuse('when', 'a webhook has no answer that could break after its effect: leave it out');
  return issues;
}

/** The fault that is asked for, with its defaults. */
export function faultFrom(asked: NewFault, now: Instant): Omit<FaultRecord, 'id' | 'calls' | 'hits'> {
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

function isTimeToLive(ttl: unknown): boolean {
  const endsAt = typeof ttl === 'number' || typeof ttl === 'string' ? timeToLive(ttl, 0) : undefined;
  return endsAt !== undefined && endsAt > 0 && endsAt <= LONGEST_LIFE_MS;
}

// The instant at which it is over; undefined for what is no duration.
function timeToLive(ttl: number | string, now: Instant): Instant | undefined {
  if (typeof ttl === 'number') return now + Math.round(ttl * SECOND_MS);
  const duration = parseDuration(ttl);
  return duration && addDuration(now, duration);
}
