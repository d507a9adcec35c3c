/** Reads a delivery into one of a closed set of events. Unfamiliar content never crashes it; what is no JSON object is refused. */
import { WebhookError } from '../errors.ts';
import { dropPrototypes, readJsonText } from '../wire/json-text.ts';
import { shapeIssues } from '../wire/shape-issues.ts';
import type { CollectionOutcome, WebhookEvent } from '../wire/webhook-event-types.ts';
import { eventShapes, kindOf } from './event-kinds.ts';

type Fields = Readonly<Record<string, unknown>>;

/** More mistakes than a person reads; a list of thousands is hostile. */
const MOST_PROBLEMS = 20;
const LONGEST_PATH = 100;

/**
 * Reads the raw body of a delivery. No object in the event has a prototype, so nothing that was sent can pass for a method, and none of JavaScript's for a member.
 * @throws WebhookError `webhook_malformed` when it is no JSON object or nested too deeply.
 */
export function parse(rawBody: Uint8Array | string): WebhookEvent {
  const reading = readJsonText(rawBody);
  if (!reading.ok) throw malformed(reading.problem);
  if (!isFields(reading.value)) throw malformed('the body is not a JSON object');
  return readEvent(reading.value);
}

function malformed(problem: string): WebhookError {
  return new WebhookError('webhook_malformed', `The delivery cannot be read: ${problem}. Pass the raw bytes of the request, before any parser.`);
}

function readEvent(raw: Fields): WebhookEvent {
  const event = typeof raw.event === 'string' ? raw.event : null;
  // Some senders put the fields beside `event` instead of into `data`.
  const data = event !== null && isFields(raw.data) ? raw.data : raw;
  const kind = kindOf(event, raw);
  if (kind === undefined) return { kind: 'unknown', event, data, raw, problems: [] };
  const reading = eventShapes[kind].safeParse(data);
  if (!reading.success) return { kind: 'unknown', event, data, raw, problems: problemsOf(reading.error) };
  dropPrototypes(reading.data);
  const read = { kind, event, data: reading.data, raw } as Exclude<WebhookEvent, { kind: 'unknown' }>;
  return read.kind === 'collection' ? { ...read, outcome: outcomeOf(read.data.instalmentStatus) } : read;
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
  return shapeIssues({ issues: error.issues.slice(0, MOST_PROBLEMS) }).map(({ path, message }) => `${shortened(path)}: ${message}`);
}

// Names of members come from the sender.
function shortened(path: string): string {
  return path.length <= LONGEST_PATH ? path : `${path.slice(0, LONGEST_PATH)}…`;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
