/** Emits what happens in a world to a listener; costs nothing without one. */
import { quietly } from '../../clock/mutex.ts';
import { formatInstant, type Instant } from '../../domain/calendar.ts';
import { isObjectId } from '../../domain/identifiers.ts';
import { redactText } from '../../redact/redact.ts';
import { isRecord } from '../../validation/checks.ts';
import type { Answer } from '../answer.ts';
import { type DeliveryRecord, type DeliveryStatus, deliveryId } from '../webhooks/delivery.ts';
import { type JournalEntry, type ShownRequest, showRequest } from './journal.ts';

/** What is needed of a world to emit its events. */
interface EventSource {
  readonly name: string;
  readonly world: { readonly now: Instant };
  readonly settings: {
    readonly onRequest?: ((request: ShownRequest, world: string) => void) | undefined;
    readonly onEvent?: ((event: ServerEvent) => void) | undefined;
  };
}

export function announceRequest(live: EventSource, entry: JournalEntry, answer: Answer<unknown>): void {
  const { onRequest, onEvent } = live.settings;
  if (onRequest) quietly(() => onRequest(showRequest(entry), live.name), warn);
  if (!onEvent) return;
  const { id, operation, method, path, input, status, at, fault = null } = entry;
  // An operation's path is one of a fixed set; any other may hold anything.
  const shownPath = operation === null ? redactText(path) : path;
  const event = { id, operation, method, path: shownPath, mandateId: mandateIn(input), status, fault };
  emit(live, { type: 'request', world: live.name, time: formatInstant(at), ...event, refusal: refusalOf(answer) });
}

/** Emits how an attempt to deliver a webhook ended. */
export function announceDelivery(
  live: EventSource,
  { serial, event, mandateId, status, attempts }: DeliveryRecord,
): void {
  // A busy day's webhooks pass here.
  if (!live.settings.onEvent) return;
  const last = attempts.at(-1);
  emit(live, {
    type: 'webhook',
    world: live.name,
    time: last?.at ?? formatInstant(live.world.now),
    id: deliveryId(serial),
    event,
    mandateId,
    status,
    attempts: attempts.length,
    receiverStatus: last?.status ?? null,
    error: last?.error ?? null,
  });
}

/** Emits a move of the clock. */
export function announceMove(live: EventSource, from: string, { now, ran }: ClockMove): void {
  emit(live, { type: 'clock', world: live.name, time: now, from, ran });
}

/** Emits a control call that was to change something. */
export function announceControl(live: EventSource, call: string, answer: Answer<unknown>): void {
  // A move of the clock has its own event.
  if (call === 'POST /clock' && answer.ok) return;
  const time = formatInstant(live.world.now);
  emit(live, { type: 'control', world: live.name, time, call, refusal: refusalOf(answer) });
}

function emit({ settings: { onEvent } }: EventSource, event: ServerEvent): void {
  if (onEvent) quietly(() => onEvent(event), warn);
}

// A listener that throws must not change what the server does. Its author gets a warning.
function warn(error: unknown): void {
  process.emitWarning(
    `A listener of the reference server threw: ${redactText(error instanceof Error ? error.message : String(error))}`,
  );
}

function refusalOf(answer: Answer<unknown>): EventRefusal | null {
  if (answer.ok) return null;
  const { code, message, rule, fields } = answer.refusal;
  const masked = fields?.map((field) => ({ path: redactText(field.path), message: redactText(field.message) }));
  return { code, message: redactText(message), ...(rule !== undefined && { rule }), ...(masked && { fields: masked }) };
}

// Ids are no personal data; what is none is not repeated.
function mandateIn(input: unknown): string | null {
  return isRecord(input) && isObjectId(input.mandateId) ? input.mandateId : null;
}

interface EventOf<Type extends string> {
  readonly type: Type;
  readonly world: string;
  /** Virtual time, ISO 8601 UTC. */
  readonly time: string;
}

/** Why something was refused. */
export interface EventRefusal {
  /** The code in the answer's envelope. */
  readonly code: string;
  /** The message in the answer's envelope. */
  readonly message: string;
  /** The rule that refused, if one did. */
  readonly rule?: string;
  /** The fields that were wrong, if any. */
  readonly fields?: readonly { readonly path: string; readonly message: string }[];
}

/** A request of a merchant was answered. */
export interface RequestEvent extends EventOf<'request'> {
  /** The request id, as in the journal. */
  readonly id: string;
  /** Operation id, `submitBureauReport`, or null for a path that leads nowhere. */
  readonly operation: string | null;
  /** The HTTP method. */
  readonly method: string;
  /** The path, without its query. */
  readonly path: string;
  /** The mandate that it names; null for none. */
  readonly mandateId: string | null;
  /** The HTTP status of the answer; 0 where a fault took its place and none went out. */
  readonly status: number;
  /** The fault that applied, if any. */
  readonly fault: { readonly id: string; readonly kind: string } | null;
  /** Why it was refused; null where it was not. */
  readonly refusal: EventRefusal | null;
}

/** An attempt to deliver a webhook ended, or there was nowhere to send it. */
export interface DeliveryEvent extends EventOf<'webhook'> {
  /** The webhook, as `webhooks()` lists it. */
  readonly id: string;
  /** The event that it carries. Spec §6. */
  readonly event: string;
  /** The mandate that it is about; null for none. */
  readonly mandateId: string | null;
  /** Its outcome so far. */
  readonly status: DeliveryStatus;
  /** How often it was tried so far. */
  readonly attempts: number;
  /** The receiver's HTTP status; null if it did not answer. */
  readonly receiverStatus: number | null;
  /** Why there was no answer. */
  readonly error: string | null;
}

/** What happened while the clock moved. */
export interface ClockMove {
  /** Where the clock stands now, ISO 8601 UTC. */
  readonly now: string;
  /** What happened on the way, counted. */
  readonly ran: {
    readonly attempts: number;
    readonly timeouts: number;
    readonly expiries: number;
    readonly webhooks: number;
  };
}

export interface ClockEvent extends EventOf<'clock'>, Pick<ClockMove, 'ran'> {
  /** Where the clock stood, ISO 8601 UTC. */
  readonly from: string;
}

/** A control call changed something, or was refused. Reads emit nothing. */
export interface ControlEvent extends EventOf<'control'> {
  /** Method and path of the call, `POST /micro-deposits`. */
  readonly call: string;
  /** Why it was refused; null where it was not. */
  readonly refusal: EventRefusal | null;
}

/** Something that happened in a running server. */
export type ServerEvent = RequestEvent | DeliveryEvent | ClockEvent | ControlEvent;
