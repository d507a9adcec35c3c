/** Which differences matter: what the client, or the receiver of webhooks, does not read any more. It is asked, not guessed: the shapes themselves read the answer. */
import type * as z from 'zod';
import { readShape, shapeIssues } from '../shape-issues.ts';
import type { AnswerNotes, Note } from './answer-notes.ts';
import type { Expectation } from './expectation.ts';
import { formOf, shownName } from './value-form.ts';

/** What reading a value refuses: nothing where it is read. */
export type Read = (value: unknown) => readonly Refused[];

/** A place that was refused; `why` never holds what stood there. */
export interface Refused {
  readonly path: readonly PropertyKey[];
  readonly why: () => string;
}

/** Reads by a shape. */
export function readBy(shape: z.ZodType): Read {
  return (value) => {
    const { error } = readShape(shape, value);
    return error
      ? error.issues.map((issue) => ({
          path: issue.path,
          why: () => shapeIssues({ issues: [issue] })[0]?.message ?? issue.message,
        }))
      : [];
  };
}

/** How an answer is read, and what it should be. */
export interface Judge {
  readonly read: Read;
  readonly expectation: Expectation;
}

// Reading says no more than a few of a list's wrong members, and people read no more.
const MOST_REFUSED = 20;

/** Marks what is not read, and notes what is refused although its form is right, such as an amount beyond any loan. */
export function judgeNotes(notes: AnswerNotes, value: unknown, { read, expectation }: Judge): void {
  const refused = read(value);
  if (refused.length === 0) return;
  // What has no way to it is the envelope's manner or the HTTP status, and no part of the value.
  const candidates = notes.notes.filter(({ finding, first }) => finding.kind !== 'unknown' && first.length > 0);
  const fatal = candidates.filter((note) => isRefused(note, value, read));
  for (const note of fatal) note.tolerated = false;
  const told = new Set(fatal.map(({ finding }) => finding.path));
  for (const { path, why } of refused) {
    if (told.size >= fatal.length + MOST_REFUSED) break;
    const place = path.reduce<Place>(inside, { expectation, path: expectation.path, within: '', value });
    if ([...told].some((known) => isWithin(known, place.path) || isWithin(place.path, known))) continue;
    told.add(place.path);
    const expected = why().replace(/^(?:expected|must be) /, '');
    notes.add(
      { kind: 'changed', path: place.path, expected, seen: formOf(place.value) },
      { within: place.within, tolerated: false },
    );
  }
}

// Is the one path the other's, or a part of it?
function isWithin(path: string, other: string): boolean {
  return (
    path.startsWith(other) &&
    (path.length === other.length || other === '' || path[other.length] === '.' || path[other.length] === '[')
  );
}

// Only what lies on the way to the first one is read again, so that each difference is judged by itself and one of a hundred thousand members costs no more than one.
function isRefused({ first }: Note, value: unknown, read: Read): boolean {
  return read(narrowed(value, first)).some(({ path }) => areRelated(first, path));
}

const MOST_SIBLINGS = 200;

function narrowed(value: unknown, [step, ...way]: readonly (string | number)[]): unknown {
  if (step === undefined || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return [narrowed(value[step as number], way)];
  const fields = value as Readonly<Record<string, unknown>>;
  const own = Object.hasOwn(fields, step) ? [[step, narrowed(fields[step], way)]] : [];
  const others = Object.keys(fields).filter((name) => name !== step);
  return Object.fromEntries([...own, ...others.slice(0, MOST_SIBLINGS).map((name) => [name, sibling(fields[name])])]);
}

// Some shapes read several fields together, such as a bank's name beside its code; none of those is a list.
function sibling(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).slice(0, MOST_SIBLINGS);
  return Object.fromEntries(members.filter(([, member]) => typeof member !== 'object' || member === null));
}

// By names alone, because one object may be read as a list of one. What refuses the whole refuses each of its parts.
function areRelated(way: readonly (string | number)[], path: readonly PropertyKey[]): boolean {
  const [ours, theirs] = [namesOf(way), namesOf(path)];
  const shorter = Math.min(ours.length, theirs.length);
  return ours.slice(0, shorter).every((name, index) => name === theirs[index]);
}

function namesOf(path: readonly PropertyKey[]): readonly string[] {
  return path.filter((step) => typeof step === 'string');
}

interface Place {
  readonly expectation: Expectation | undefined;
  readonly path: string;
  readonly within: string;
  readonly value: unknown;
}

function inside({ expectation, path, value }: Place, step: PropertyKey): Place {
  const name = String(step);
  const next =
    typeof step === 'number'
      ? (expectation?.member ?? expectation)
      : (expectation?.fields?.get(name)?.expectation ?? expectation?.entry);
  const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, step);
  return {
    expectation: next,
    path: next?.path ?? `${path}.${shownName(name)}`,
    within: path,
    value: isThere ? (value as Readonly<Record<PropertyKey, unknown>>)[step] : undefined,
  };
}
