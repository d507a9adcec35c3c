import type * as z from 'zod';
import { WebhookError } from '../errors.ts';
import { contentHash } from '../loan-file/content-hash.ts';
import { isRecord } from '../validation/checks.ts';
import { ownId } from '../wire/answer-fields.ts';
import { incomeInsightShape, unwrapRecord } from '../wire/insight-shapes.ts';
import { dropPrototypes, readJsonText } from '../wire/json-text.ts';
import { namesInNotification, notificationsIn, unwrittenOf } from '../wire/notification-names.ts';
import { readShape, shapeIssues } from '../wire/shape-issues.ts';
import type { CollectionOutcome, WebhookEvent, WebhookEventKind } from '../wire/webhook-events.ts';
import * as payloads from '../wire/webhook-payloads.ts';
import { unreadInEntries } from '../wire/webhook-payloads.ts';
import type { NewDelivery } from './inbox/inbox.ts';

/** Reads a delivery into one of a closed set of events. Unfamiliar content never crashes it; what is no JSON object is refused. */

/** The kinds that this version reads. */
export type KnownEventKind = Exclude<WebhookEventKind, 'unknown'>;

/** How a kind's data are read; the compiler checks each against the event's own type. */
export const eventShapes: {
  readonly [Kind in KnownEventKind]: z.ZodType<Extract<WebhookEvent, { kind: Kind }>['data']>;
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

/** Which kind a delivery is, by its `event` and else by its fields; undefined for one that is not known. */
export function kindOf(event: string | null, raw: object): KnownEventKind | undefined {
  // The collection payload has no `event`. Spec §6.2.
  if (event === null) return 'instalmentStatus' in raw || 'amountCollected' in raw ? 'collection' : undefined;
  if (Object.hasOwn(eventShapes, event)) return event as KnownEventKind;
  if (event.startsWith('collection.')) return 'collection';
  return /^policy[._]/.test(event) ? 'policy' : undefined;
}

type Fields = Readonly<Record<string, unknown>>;

// More problems than a person reads; a list of thousands is hostile.
const MOST_PROBLEMS = 20;
const LONGEST_PATH = 100;

/**
 * Reads the raw body of a delivery. No object in the event has a prototype, so nothing that was sent can pass for a method, and none of JavaScript's for a member.
 * @throws WebhookError `webhook_malformed` when it is no JSON object or nested too deeply.
 */
export function parse(rawBody: Uint8Array | string): WebhookEvent {
  return parseValue(readBody(rawBody));
}

/** The JSON value of a raw body. @throws WebhookError `webhook_malformed` */
export function readBody(rawBody: Uint8Array | string): unknown {
  const reading = readJsonText(rawBody);
  if (!reading.ok) throw malformed(reading.problem);
  return reading.value;
}

/** Reads a delivery whose JSON was read before. @throws WebhookError `webhook_malformed` when it is no object */
export function parseValue(value: unknown): WebhookEvent {
  if (!isRecord(value)) throw malformed('the body is not a JSON object');
  return readEvent(value);
}

function malformed(problem: string): WebhookError {
  return new WebhookError(
    'webhook_malformed',
    `The delivery cannot be read: ${problem}. Pass the raw bytes of the request, before any parser.`,
  );
}

function readEvent(raw: Fields): WebhookEvent {
  const event = typeof raw.event === 'string' ? raw.event : null;
  const written = unwrittenOf(raw.data);
  // Some senders put the fields beside `event` instead of into `data`.
  const data = event !== null && isRecord(written) ? written : raw;
  const fields = unwrapped(data);
  const kind = kindOf(event, fields);
  if (kind === undefined) return { kind: 'unknown', event, data, raw, problems: [] };
  const known = isOfMandate(kind) ? withMandate(fields, raw) : (unwrapRecord(fields) as Fields);
  const reading = readShape(eventShapes[kind], known);
  if (!reading.success) return { kind: 'unknown', event, data, raw, problems: problemsOf(reading.error) };
  dropPrototypes(reading.data);
  const read = { kind, event, data: reading.data, raw } as Exclude<WebhookEvent, { kind: 'unknown' }>;
  if (read.kind === 'income_transaction') return { ...read, problems: firstOf(unreadInEntries(known.trans)) };
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

// Fields beside `data` in an envelope, which say nothing by themselves.
const ENVELOPE = new Set([
  'data',
  'event',
  'status',
  'statusCode',
  'code',
  'success',
  'message',
  'error',
  'timestamp',
  'id',
  '_id',
]);
const MOST_ENVELOPES = 3;

/** The fields of a payload that came in an envelope once more, or in several. */
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

// A mandate goes by several names: its own, that of the document it came as, or that of the document that the event is.
function withMandate(fields: Fields, raw: Fields): Fields {
  if (readShape(ownId, fields.mandateId).success) return fields;
  const [mandateId] = namesInNotification(raw).mandateIds;
  return mandateId === undefined ? fields : { ...fields, mandateId };
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

function problemsOf(error: Parameters<typeof shapeIssues>[0]): readonly string[] {
  return shapeIssues({ issues: error.issues.slice(0, MOST_PROBLEMS) }).map(({ path, message }) =>
    path === '' ? message : `${shortened(path)}: ${message}`,
  );
}

// Names of members come from the sender.
function shortened(path: string): string {
  return path.length <= LONGEST_PATH ? path : `${path.slice(0, LONGEST_PATH)}…`;
}

/**
 * The name of a delivery: a hash of what it means. Deliveries carry no id, so the same content sent again, whatever its spacing or order of members,
 * has the same key.
 */
export function deliveryKey(raw: unknown): string {
  return contentHash(raw);
}

/** What a body holds. */
interface ReadDeliveries {
  readonly deliveries: readonly Pick<NewDelivery, 'key' | 'body' | 'kind'>[];
  /** Why the body cannot be read; undefined where it can. Some of it may be in `deliveries` all the same. */
  readonly problem: string | undefined;
}

/** Reads a body. */
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

// Bytes that are no UTF-8 may still say which mandate they are about.
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
