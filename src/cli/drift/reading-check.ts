/** Finds breaking differences, which the client or the webhook receiver cannot read. The shapes themselves decide. */
import { pathOf } from '../../validation/checks.ts';
import type { Schema } from '../../wire/openapi.ts';
import type { WireRow } from '../../wire/operations.ts';
import { readShape, shapeIssues } from '../../wire/shapes/shape-issues.ts';
import type { Difference, FindingList, Step } from './finding-list.ts';
import { formOf, shownName } from './value-form.ts';

/** Reads a value and returns what it refuses; nothing if the value is readable. */
export type Read = (value: unknown) => readonly Refused[];

/** A refused place. `why` never contains the value. */
interface Refused {
  readonly path: readonly PropertyKey[];
  readonly why: () => string;
}

export function readBy(shape: WireRow['output']): Read {
  return (value) => {
    const issues = readShape(shape, value).error?.issues ?? [];
    return issues.map((issue) => ({
      path: issue.path,
      why: () => shapeIssues({ issues: [issue] })[0]?.message ?? issue.message,
    }));
  };
}

export interface Reading {
  readonly read: Read;
  readonly schema: Schema;
  readonly path: string;
}

// Shapes report only a few wrong members of a list, and a report needs no more.
const MOST_REFUSED = 20;

/** Marks unreadable differences, and adds refused values of the right form, such as an amount beyond any loan. */
export function judgeFindings(findings: FindingList, value: unknown, { read, schema, path }: Reading): void {
  const refused = read(value);
  if (refused.length === 0) return;
  // A difference without a way concerns the envelope or the HTTP status, not the value.
  const candidates = findings.differences.filter(({ finding, step }) => finding.kind !== 'unknown' && step);
  const fatal = candidates.filter((difference) => isRefused(difference, value, read));
  for (const difference of fatal) difference.tolerated = false;
  const reported = new Set(fatal.map(({ finding }) => finding.path));
  for (const { path: way, why } of refused) {
    if (reported.size >= fatal.length + MOST_REFUSED) break;
    const place = way.reduce<Place>(inside, { schema, path, within: '', value });
    if ([...reported].some((known) => isWithin(known, place.path) || isWithin(place.path, known))) continue;
    reported.add(place.path);
    const expected = why().replace(/^(?:expected|must be) /, '');
    findings.add(
      { kind: 'changed', path: place.path, expected, seen: formOf(place.value) },
      { within: place.within, tolerated: false },
    );
  }
}

// Is one path equal to the other, or inside it?
function isWithin(path: string, other: string): boolean {
  const next = path[other.length];
  return path.startsWith(other) && (other === '' || next === undefined || next === '.' || next === '[');
}

// Reads only the way to the first occurrence again. So each difference is judged alone, and one in a list of 100,000
// members costs no more than in a list of one.
function isRefused({ step }: Difference, value: unknown, read: Read): boolean {
  const way = wayOf(step);
  return read(narrowed(value, way)).some(({ path }) => areRelated(way, path));
}

function wayOf(step: Step | undefined): readonly (string | number)[] {
  const names: (string | number)[] = [];
  for (let at = step; at; at = at.up) names.push(at.name);
  return names.reverse();
}

const MOST_SIBLINGS = 200;

function narrowed(value: unknown, [step, ...way]: readonly (string | number)[]): unknown {
  if (step === undefined || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return [narrowed(value[Number(step)], way)];
  const entries = Object.entries(value);
  const own = entries.filter(([name]) => name === step).map(([name, inner]) => [name, narrowed(inner, way)]);
  const others = entries.filter(([name]) => name !== step).slice(0, MOST_SIBLINGS);
  return Object.fromEntries([...own, ...others.map(([name, inner]) => [name, sibling(inner)])]);
}

// Some shapes read several fields together, such as a bank's name and code. None of these fields is a list.
function sibling(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).slice(0, MOST_SIBLINGS);
  return Object.fromEntries(members.filter(([, member]) => typeof member !== 'object' || member === null));
}

// Compares only names, because an object may be read as a list of one. A refused whole refuses all of its parts.
function areRelated(way: readonly PropertyKey[], path: readonly PropertyKey[]): boolean {
  const [ours, theirs] = [way, path].map((each) => each.filter((step) => typeof step === 'string'));
  return (ours ?? []).every((name, index) => theirs?.[index] === undefined || theirs[index] === name);
}

interface Place {
  readonly schema: Schema | undefined;
  readonly path: string;
  readonly within: string;
  readonly value: unknown;
}

function inside({ schema, path, value }: Place, step: PropertyKey): Place {
  const isObject = typeof value === 'object' && value !== null;
  const next = { within: path, value: isObject ? Object.getOwnPropertyDescriptor(value, step)?.value : undefined };
  // An object in place of a list is read, too. Its path stays.
  if (typeof step === 'number')
    return { ...next, schema: schema?.items ?? schema, path: schema?.items ? `${path}[]` : path };
  const name = String(step);
  const { properties = {}, additionalProperties: entry } = schema ?? {};
  if (Object.hasOwn(properties, name)) return { ...next, schema: properties[name], path: pathOf(path, name) };
  if (typeof entry === 'object') return { ...next, schema: entry, path: `${path}.*` };
  return { ...next, schema: undefined, path: `${path}.${shownName(name)}` };
}
