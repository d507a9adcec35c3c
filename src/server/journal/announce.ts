/** Emits the events of a world to a listener. Without a listener this costs nothing. */
import { quietly } from '../../clock/mutex.ts';
import { formatInstant, type Instant } from '../../domain/calendar.ts';
import { isObjectId } from '../../domain/identifiers.ts';
import { redactText } from '../../redact/redact.ts';
import { isRecord } from '../../validation/checks.ts';
import type { Answer, Refusal } from '../answer.ts';
import { type Delivery, type DeliveryRecord, deliveryId } from '../webhooks/delivery.ts';
import { type JournalEntry, type ShownRequest, showRequest } from './journal.ts';

/** The parts of a world that its events need. */
interface EventSource {
  readonly name: string;
  readonly world: { readonly now: Instant };
  readonly settings: {
    readonly onRequest?: ((request: ShownRequest, world: string) => void) | undefined;
    readonly onEvent?: ((event: ServerEvent) => void) | undefined;
  };
  /** Also called with every event, while an open page of the console shows this world. */
  readonly watchers: ReadonlySet<(event: ServerEvent) => void>;
}

export function announceRequest(live: EventSource, entry: JournalEntry, answer: Answer<unknown>): void {
  const { onRequest } = live.settings;
  if (onRequest) quietly(() => onRequest(showRequest(entry), live.name), warn);
  if (!isWatched(live)) return;
  const { id, operation, method, path, input, status, at, fault = null } = entry;
  // The path of an operation is one of a fixed set. Any other path may contain anything.
  const shownPath = operation === null ? redactText(path) : path;
  const event = { id, operation, method, path: shownPath, mandateId: mandateIn(input), status, fault };
  emit(live, { type: 'request', world: live.name, time: timeOf(at), ...event, refusal: refusalOf(answer) });
}

let lastTime = { at: Number.NaN, text: '' };

// Many requests have the same time.
function timeOf(at: Instant): string {
  if (lastTime.at !== at) lastTime = { at, text: formatInstant(at) };
  return lastTime.text;
}

/** Emits the outcome of a delivery attempt. */
export function announceDelivery(
  live: EventSource,
  { serial, event, mandateId, status, attempts }: DeliveryRecord,
): void {
  // Returns early, because all webhooks of a busy day pass here.
  if (!isWatched(live)) return;
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

/** Emits a clock move. */
export function announceMove(live: EventSource, from: string, { now, ran }: ClockMove): void {
  emit(live, { type: 'clock', world: live.name, time: now, from, ran });
}

/** Emits a control call that changes something. */
export function announceControl(live: EventSource, call: string, answer: Answer<unknown>): void {
  // A clock move has its own event.
  if (call === 'POST /clock' && answer.ok) return;
  const time = formatInstant(live.world.now);
  emit(live, { type: 'control', world: live.name, time, call, refusal: refusalOf(answer) });
}

function isWatched({ settings, watchers }: EventSource): boolean {
  return settings.onEvent !== undefined || watchers.size > 0;
}

function emit({ settings: { onEvent }, watchers }: EventSource, event: ServerEvent): void {
  if (onEvent) quietly(() => onEvent(event), warn);
  for (const watch of watchers) watch(event);
}

// An error in a listener must not change the server's behaviour, so it becomes a warning.
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

// Ids are not personal data. Any other value is not repeated.
function mandateIn(input: unknown): string | null {
  return isRecord(input) && isObjectId(input.mandateId) ? input.mandateId : null;
}

interface EventOf<Type extends string> {
  readonly type: Type;
  readonly world: string;
  /** Virtual time, ISO 8601 UTC. */
  readonly time: string;
}

/** The reason of a refusal, as in the answer's envelope. */
export interface EventRefusal extends Pick<Refusal, 'code' | 'message' | 'rule' | 'fields'> {}

/** A merchant's request was answered. */
export interface RequestEvent
  extends EventOf<'request'>,
    Pick<ShownRequest, 'id' | 'operation' | 'method' | 'path' | 'status'> {
  /** The mandate in the request. Null if there is none. */
  readonly mandateId: string | null;
  /** The fault that applied, if any. */
  readonly fault: { readonly id: string; readonly kind: string } | null;
  /** The reason of the refusal. Null without one. */
  readonly refusal: EventRefusal | null;
}

/** A delivery attempt ended, or no webhook endpoint is set. */
export interface DeliveryEvent extends EventOf<'webhook'>, Pick<Delivery, 'id' | 'event' | 'mandateId' | 'status'> {
  /** The number of attempts so far. */
  readonly attempts: number;
  /** The receiver's HTTP status. Null without an answer. */
  readonly receiverStatus: number | null;
  /** The reason of a missing answer. */
  readonly error: string | null;
}

/** The result of a clock move. */
export interface ClockMove {
  /** The time after the move, ISO 8601 UTC. */
  readonly now: string;
  /** The counts of the work on the way. */
  readonly ran: Readonly<Record<'attempts' | 'timeouts' | 'expiries' | 'webhooks', number>>;
}

export interface ClockEvent extends EventOf<'clock'>, Pick<ClockMove, 'ran'> {
  /** The time before the move, ISO 8601 UTC. */
  readonly from: string;
}

/** A control call changed something, or was refused. Reads emit no events. */
export interface ControlEvent extends EventOf<'control'> {
  /** Method and path, such as `POST /micro-deposits`. */
  readonly call: string;
  /** The reason of the refusal. Null without one. */
  readonly refusal: EventRefusal | null;
}

/** An event of a running server. */
export type ServerEvent = RequestEvent | DeliveryEvent | ClockEvent | ControlEvent;
