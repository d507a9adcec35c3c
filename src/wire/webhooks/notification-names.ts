/** Finds the mandates and instalments that a notification names, in any place and format. Spec §6. */
import { isRecord } from '../../validation/checks.ts';
import { readJsonText } from '../json-text.ts';
import { answerId } from '../shapes/answer-forms.ts';

/** The names in a notification, the most likely first. */
export interface NotificationNames {
  readonly mandateIds: readonly string[];
  readonly instalmentReferences: readonly string[];
  /** Names in lists and ids of nested documents. Any of them may be the mandate's. */
  readonly otherIds: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

// These limits bound the time of a search and the number of loans to look up.
const MOST_PLACES = 200;
const MAX_DEPTH = 5;
const MOST_NAMES = 4;
const LONGEST_NAME = 128;
// Above what any known sender sends at once. Each notification is stored separately.
const MOST_AT_ONCE = 100;
// Bounds the search of a body that consists of lists.
const MOST_LISTS = 10;

// If the notification is only the document, the document's own id is the mandate's.
const wrappers = new Set(['data', 'record', 'payload', 'body']);

/** Reads the names in a parsed body. */
export function namesInNotification(body: unknown): NotificationNames {
  const { mandates, documents, references, others } = scan(body);
  return {
    mandateIds: first([...mandates, ...documents]),
    instalmentReferences: first(references),
    otherIds: first(others),
  };
}

/**
 * The notifications in a body with several of them. That is a bare list, a list that is the `data` of an event, or a
 * deeper list. A deeper list counts if the body names no mandate itself and the list names several mandates. Several
 * instalments count too, unless the body is a document that may own them. Each notification gets the `event` of the
 * body. In a list of objects, other items are ignored.
 */
export function notificationsIn(body: unknown): readonly object[] | undefined {
  if (Array.isArray(body)) return membersOf(body);
  if (!isRecord(body)) return undefined;
  const { event, data } = body;
  const list = typeof event === 'string' && Array.isArray(data) ? membersOf(data) : listWithin(body);
  return typeof event === 'string' ? list?.map((member) => ({ event, data: member })) : list;
}

function listWithin(body: Fields): readonly object[] | undefined {
  let places: readonly Fields[] = [body];
  let left = MOST_LISTS;
  for (let depth = 0; depth < MAX_DEPTH && places.length > 0; depth += 1) {
    const written = places.flatMap((fields) => Object.entries(fields).slice(0, MOST_PLACES)).slice(0, MOST_PLACES);
    const entries = written.map(([name, member]) => [name, unwrittenOf(member)] as const);
    if (entries.some(([name, member]) => !Array.isArray(member) && isMandateName(name) && nameIn(member).length > 0))
      return undefined;
    const lists = entries
      .flatMap(([name, member]) => (Array.isArray(member) ? [{ name, list: member }] : []))
      .slice(0, left);
    left -= lists.length;
    for (const { name, list } of lists) {
      const members = membersOf(list, name);
      if (members && isOfSeveral(members, body)) return members;
    }
    places = entries.map(([, member]) => member).filter(isRecord);
  }
  return undefined;
}

function membersOf(list: readonly unknown[], name = ''): readonly object[] | undefined {
  const read = list.slice(0, MOST_AT_ONCE + 1).map(unwrittenOf);
  const members = read.flatMap((member) => {
    if (isMandateName(name) && nameIn(member).length > 0 && scan(member).mandates.length === 0)
      return [{ mandate: member }];
    return isRecord(member) ? [member] : [];
  });
  return members.length > 0 && list.length <= MOST_AT_ONCE ? members : undefined;
}

function isOfSeveral(members: readonly object[], body: Fields): boolean {
  const found = members.map(scan);
  const areSeveral = (names: readonly string[]) => new Set(names).size > 1;
  return (
    areSeveral(found.flatMap(({ mandates }) => mandates)) ||
    (areSeveral(found.flatMap(({ references }) => references)) && scan(body).documents.length === 0)
  );
}

interface Scan {
  /** Ids under a mandate's name. */
  readonly mandates: readonly string[];
  /** Ids of the document in the notification. */
  readonly documents: readonly string[];
  /** Mandates in lists, and ids of nested documents. */
  readonly others: readonly string[];
  readonly references: readonly string[];
}

function scan(body: unknown): Scan {
  const mandates: string[] = [];
  const documents: string[] = [];
  const others: string[] = [];
  const references: string[] = [];
  let queue: readonly Place[] = [{ value: body, isDocument: true }];
  let left = MOST_PLACES;
  for (let depth = 0; depth < MAX_DEPTH && queue.length > 0; depth += 1) {
    const places = queue.slice(0, Math.max(0, left));
    left -= places.length;
    for (const { value, isDocument } of places) {
      if (!isRecord(value)) continue;
      for (const [name, member] of Object.entries(value)) {
        const plain = plainName(name);
        if (mandateName.test(plain)) {
          if (Array.isArray(member)) others.push(...member.slice(0, MOST_NAMES).flatMap(nameIn));
          else mandates.push(...nameIn(member));
        } else if (referenceName.test(plain)) references.push(...nameIn(member));
        else if (plain === 'id') (isDocument ? documents : others).push(...nameIn(member));
      }
    }
    queue = places.flatMap(insideOf);
  }
  return { mandates, documents, others, references };
}

const mandateName = /^mandates?(ids?)?$/;
const referenceName = /^instal?lmentreferences?$/;

function isMandateName(name: string): boolean {
  return mandateName.test(plainName(name));
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '');
}

interface Place {
  readonly value: unknown;
  readonly isDocument: boolean;
}

function insideOf({ value, isDocument }: Place): readonly Place[] {
  if (Array.isArray(value)) return value.slice(0, MOST_PLACES).map((member) => ({ value: member, isDocument }));
  if (!isRecord(value)) return [];
  return Object.entries(value).map(([name, member]) => ({
    value: unwrittenOf(member),
    isDocument: isDocument && wrappers.has(name),
  }));
}

/** Parses text that contains a JSON object. Returns any other value unchanged. */
export function unwrittenOf(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[{[]/.test(value)) return value;
  const reading = readJsonText(value);
  return reading.ok ? reading.value : value;
}

function nameIn(value: unknown): readonly string[] {
  const name = answerId(value)?.trim() ?? '';
  // A loan store cannot hold such text, so it is not a name.
  return name !== '' && name.length <= LONGEST_NAME && !/\0|\p{Cs}/u.test(name) ? [name] : [];
}

function first(names: readonly string[]): readonly string[] {
  return [...new Set(names)].slice(0, MOST_NAMES);
}
