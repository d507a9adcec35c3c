/** What a notification names: the mandate or the instalment that the service is to be asked about, wherever and in whatever form it stands. Spec §6. */
import { answerId } from './answer-id.ts';
import { readJsonText } from './json-text.ts';

/** The names in a notification, the likeliest first. */
export interface NotificationNames {
  readonly mandateIds: readonly string[];
  readonly instalmentReferences: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

// A notification must not decide how long it is searched, nor how many loans are looked for.
const MOST_PLACES = 200;
const MAX_DEPTH = 5;
const MOST_NAMES = 4;
const LONGEST_NAME = 128;

// A document's own id is the mandate's where the document is all that the notification holds.
const wrappers = new Set(['data', 'record', 'payload', 'body']);

/** Reads the names out of a parsed body. */
export function namesInNotification(body: unknown): NotificationNames {
  const mandates: string[] = [];
  const documents: string[] = [];
  const references: string[] = [];
  let queue: readonly Place[] = [{ value: body, isDocument: true }];
  let left = MOST_PLACES;
  for (let depth = 0; depth < MAX_DEPTH && queue.length > 0; depth += 1) {
    const places = queue.slice(0, Math.max(0, left));
    left -= places.length;
    for (const { value, isDocument } of places) {
      if (!isFields(value)) continue;
      for (const [name, member] of Object.entries(value)) {
        const plain = name.toLowerCase().replace(/[^a-z]/g, '');
        if (plain === 'mandateid' || plain === 'mandate') mandates.push(...nameIn(member));
        else if (plain === 'instalmentreference' || plain === 'installmentreference') references.push(...nameIn(member));
        else if (isDocument && plain === 'id') documents.push(...nameIn(member));
      }
    }
    queue = places.flatMap(insideOf);
  }
  return { mandateIds: first([...mandates, ...documents]), instalmentReferences: first(references) };
}

interface Place {
  readonly value: unknown;
  readonly isDocument: boolean;
}

function insideOf({ value, isDocument }: Place): readonly Place[] {
  if (Array.isArray(value)) return value.slice(0, MOST_PLACES).map((member) => ({ value: member, isDocument }));
  if (!isFields(value)) return [];
  return Object.entries(value).map(([name, member]) => ({ value: unwrittenOf(member), isDocument: isDocument && wrappers.has(name) }));
}

/** Text that holds an object as JSON, as that object; anything else as it is. */
export function unwrittenOf(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[{[]/.test(value)) return value;
  const reading = readJsonText(value);
  return reading.ok ? reading.value : value;
}

function nameIn(value: unknown): readonly string[] {
  const name = answerId(value)?.trim() ?? '';
  // What no loan file could hold is no name of anything on it.
  return name !== '' && name.length <= LONGEST_NAME && !/\0|\p{Cs}/u.test(name) ? [name] : [];
}

function first(names: readonly string[]): readonly string[] {
  return [...new Set(names)].slice(0, MOST_NAMES);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
