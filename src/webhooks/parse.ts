import type * as z from 'zod/mini';
import { WebhookError } from '../errors.ts';
import { contentHash } from '../loan-file/hashing.ts';
import { isRecord } from '../validation/checks.ts';
import { dropPrototypes, readJsonText } from '../wire/json-text.ts';
import { ownId } from '../wire/shapes/answer-fields.ts';
import { readShape, shapeIssues } from '../wire/shapes/shape-issues.ts';
import { incomeInsightShape, unwrapRecord } from '../wire/webhooks/insight-shapes.ts';
import { namesInNotification, notificationsIn, unwrittenOf } from '../wire/webhooks/notification-names.ts';
import type { CollectionOutcome, WebhookEvent, WebhookEventKind } from '../wire/webhooks/webhook-events.ts';
import * as payloads from '../wire/webhooks/webhook-payloads.ts';
import type { NewDelivery } from './inbox/inbox.ts';

/** The event kinds that this version can parse. */
export type KnownEventKind = Exclude<WebhookEventKind, 'unknown'>;

/** The schema of each kind's data. The compiler checks it against the event's type. */
export const eventShapes: {
  readonly [Kind in KnownEventKind]: z.ZodMiniType<Extract<WebhookEvent, { kind: Kind }>['data']>;
} = {
  collection: payloads.collectionPayloadShape,
  'mandate.activated': payloads.mandateEventShape,
  'mandate.failed': payloads.mandateEventShape,
  'mandate.expired': payloads.mandateEventShape,
  'mandate.disputed': payloads.mandateEventShape,
  'mandate.pending_timeout': payloads.mandateEventShape,
  income_transaction: payloads.incomeTransactionShape,
  income_insight: incomeInsightShape,
  pdf_upload: payloads.pdfUploadShape,
  income_insight_failure: payloads.incomeInsightFailureShape,
  policy: payloads.policyEventShape,
};

/** The kind of a delivery, from its `event` field or else from its other fields. Undefined if it is unknown. */
export function kindOf(event: string | null, raw: object): KnownEventKind | undefined {
  // The collection payload has no `event`. Spec §6.2.
  if (event === null) return 'instalmentStatus' in raw || 'amountCollected' in raw ? 'collection' : undefined;
  if (Object.hasOwn(eventShapes, event)) return event as KnownEventKind;
  if (event.startsWith('collection.')) return 'collection';
  return /^policy[._]/.test(event) ? 'policy' : undefined;
}

type Fields = Readonly<Record<string, unknown>>;

// No person reads more problems than this, and a list of thousands is hostile.
const MOST_PROBLEMS = 20;

/**
 * Parses the raw body of a delivery. Objects in the event have no prototype, so no sent field can shadow a method.
 * @throws WebhookError `webhook_malformed` if it is not a JSON object or is nested too deeply
 */
export function parse(rawBody: Uint8Array | string): WebhookEvent {
  return parseValue(readBody(rawBody));
}

/** Parses the JSON of a raw body. @throws WebhookError `webhook_malformed` */
export function readBody(rawBody: Uint8Array | string): unknown {
  const reading = readJsonText(rawBody);
  if (!reading.ok) throw malformed(reading.problem);
  return reading.value;
}

/** Parses a delivery from a JSON value. @throws WebhookError `webhook_malformed` if it is not an object */
export function parseValue(value: unknown): WebhookEvent {
  if (!isRecord(value)) throw malformed('the body is not a JSON object');
  return readEvent(value);
}

function malformed(problem: string): WebhookError {
  const message = `The delivery cannot be read: ${problem}. Pass the raw bytes of the request, before any parser.`;
  return new WebhookError('webhook_malformed', message);
}

function readEvent(raw: Fields): WebhookEvent {
  const event = typeof raw.event === 'string' ? raw.event : null;
  const written = unwrittenOf(raw.data);
  // Some senders put the fields beside `event` instead of in `data`.
  const data = event !== null && isRecord(written) ? written : raw;
  const fields = unwrapped(data);
  const kind = kindOf(event, fields);
  if (kind === undefined) return { kind: 'unknown', event, data, raw, problems: [] };
  const known = isOfMandate(kind) ? withMandate(fields, raw) : (unwrapRecord(fields) as Fields);
  const reading = readShape(eventShapes[kind], known);
  if (!reading.success) return { kind: 'unknown', event, data, raw, problems: problemsOf(reading.error) };
  dropPrototypes(reading.data);
  const read = { kind, event, data: reading.data, raw } as Exclude<WebhookEvent, { kind: 'unknown' }>;
  if (read.kind === 'income_transaction') return { ...read, problems: firstOf(payloads.unreadInEntries(known.trans)) };
  return read.kind === 'collection' ? { ...read, outcome: outcomeOf(read.data.instalmentStatus) } : read;
}

function firstOf(problems: Iterable<string>): readonly string[] {
  const first: string[] = [];
  for (const problem of problems) {
    if (first.length === MOST_PROBLEMS) break;
    first.push(problem);
  }
  return first;
}

// Fields that may stand beside `data` in an envelope and carry no information of the event.
const ENVELOPE = new Set('data event status statusCode code success message error timestamp id _id'.split(' '));
const MOST_ENVELOPES = 3;

/** Unwraps a payload that is nested in one or more envelopes. */
function unwrapped(data: Fields): Fields {
  let fields = data;
  for (let depth = 0; depth < MOST_ENVELOPES; depth += 1) {
    const inner = unwrittenOf(fields.data);
    if (!isRecord(inner) || !Object.keys(fields).every((name) => ENVELOPE.has(name))) break;
    fields = inner;
  }
  return fields;
}

function isOfMandate(kind: KnownEventKind): boolean {
  return kind === 'collection' || kind.startsWith('mandate.');
}

// A mandate id comes as `mandateId`, as the id of the mandate document, or as the id of the event's own document.
function withMandate(fields: Fields, raw: Fields): Fields {
  if (readShape(ownId, fields.mandateId).success) return fields;
  const [mandateId] = namesInNotification(raw).mandateIds;
  return { ...fields, mandateId };
}

function outcomeOf(instalmentStatus: string): CollectionOutcome {
  switch (instalmentStatus.trim().toLowerCase()) {
    case 'success':
      return 'collected';
    case 'partially paid':
      return 'partly-collected';
    case 'failed':
    case 'overdue':
      return 'missed';
    case 'processing':
      return 'processing';
    default:
      return 'unknown';
  }
}

// Few and short: of an event's fields, only those that it needs are refused.
function problemsOf(error: Parameters<typeof shapeIssues>[0]): readonly string[] {
  return shapeIssues(error).map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
}

/** The key of a delivery: a hash of its content, independent of whitespace and member order. Deliveries have no id. */
export function deliveryKey(raw: unknown): string {
  return contentHash(raw);
}

interface ReadDeliveries {
  readonly deliveries: readonly Pick<NewDelivery, 'key' | 'body' | 'kind'>[];
  /** Why the body cannot be parsed, or undefined if it can. `deliveries` may still hold a part of it. */
  readonly problem: string | undefined;
}

/** Splits a body into deliveries. */
export function readDeliveries(bytes: Uint8Array): ReadDeliveries {
  const text = new TextDecoder().decode(bytes);
  try {
    const body = readBody(bytes);
    const list = notificationsIn(body);
    const deliveries = list?.map((member) => deliveryOf(JSON.stringify(member), member)) ?? [deliveryOf(text, body)];
    return { deliveries, problem: undefined };
  } catch (error) {
    const rescued = rescue(text);
    return { deliveries: rescued ? [rescued] : [], problem: error instanceof Error ? error.message : String(error) };
  }
}

// Invalid UTF-8 may still name the mandate.
function rescue(text: string): ReadDeliveries['deliveries'][number] | undefined {
  try {
    return deliveryOf(text, readBody(text));
  } catch {
    return undefined;
  }
}

function deliveryOf(body: string, value: unknown): ReadDeliveries['deliveries'][number] {
  const event = parseValue(value);
  return { key: deliveryKey(event.raw), body, kind: event.kind };
}
