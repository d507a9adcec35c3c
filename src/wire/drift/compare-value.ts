/** The one walk: a value and what it should be, side by side. It goes no deeper than the expectation does, whatever the value holds. */
import type { JsonType } from '../openapi/json-schema-types.ts';
import type { AnswerNotes, Step } from './answer-notes.ts';
import type { Expectation } from './expectation.ts';
import { formOf, formOfWrapper, shownName } from './value-form.ts';

/** Where the walk is. */
interface Spot {
  /** The path of what holds the value. */
  readonly within: string;
  readonly step: Step | undefined;
}

const start: Spot = { within: '', step: undefined };

/** Notes how a value differs from what it should be. */
export function compareValue(notes: AnswerNotes, value: unknown, expectation: Expectation, spot: Spot = start): void {
  const { path, types, values } = expectation;
  notes.look(path);
  if (types.size === 0) return;
  if (!isOfType(value, types)) compareStranger(notes, value, expectation, spot);
  else if (values && !values.includes(value)) noteChange(notes, value, expectation, spot);
  else if (typeof value === 'string') compareText(notes, value, expectation, spot);
  else if (Array.isArray(value)) compareMembers(notes, value, expectation, spot);
  else if (isFields(value)) compareFields(notes, value, expectation, spot);
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isOfType(value: unknown, types: ReadonlySet<JsonType>): boolean {
  if (value === null) return types.has('null');
  if (Array.isArray(value)) return types.has('array');
  if (typeof value === 'number') return types.has('number') || (types.has('integer') && Number.isInteger(value));
  return types.has(typeof value as JsonType);
}

// One object where a list should be, or a list where one should be, is compared all the same: services send either.
function compareStranger(notes: AnswerNotes, value: unknown, expectation: Expectation, spot: Spot): void {
  const { path, says, fields, member } = expectation;
  if (isFields(value) && member) notes.add({ kind: 'changed', path, expected: says, seen: formOfWrapper(value) }, spot);
  else noteChange(notes, value, expectation, spot);
  if (Array.isArray(value) && fields) {
    for (const [name, each] of value.entries())
      if (isFields(each)) compareFields(notes, each, expectation, { within: path, step: { up: spot.step, name } });
  } else if (isFields(value) && member && looksLike(value, member)) {
    notes.visit(path);
    compareValue(notes, value, member, { within: path, step: spot.step });
  }
}

// An object that wraps the list, such as `{ accounts: […] }`, is no member of it.
function looksLike(value: object, { fields }: Expectation): boolean {
  return Object.keys(value).some((name) => fields?.has(name));
}

function compareText(notes: AnswerNotes, text: string, expectation: Expectation, spot: Spot): void {
  const { path, says, openSet, fits } = expectation;
  if (openSet) {
    if (!openSet.has(text))
      notes.add({ kind: 'changed', path, expected: says, seen: 'another word', isOpenSet: true }, spot);
  } else if (fits && !fits(text)) noteChange(notes, text, expectation, spot);
}

function compareMembers(
  notes: AnswerNotes,
  members: readonly unknown[],
  { path, member }: Expectation,
  { step }: Spot,
): void {
  notes.visit(path, members.length);
  if (member)
    for (let name = 0; name < members.length; name++)
      compareValue(notes, members[name], member, { within: path, step: { up: step, name } });
}

function compareFields(
  notes: AnswerNotes,
  value: Readonly<Record<string, unknown>>,
  expectation: Expectation,
  { step }: Spot,
): void {
  const { path, fields, known, entry } = expectation;
  const names = Object.keys(value);
  notes.visit(path, entry ? names.length : 1);
  for (const name of names) {
    const inner = { within: path, step: { up: step, name } };
    if (entry) compareValue(notes, value[name], entry, inner);
    else if (fields) {
      const field = fields.get(name);
      if (!field) {
        if (!known.has(name)) noteUnknown(notes, name, value[name], expectation, inner);
        // Null is how services write that an optional field is not there.
      } else if (field.isRequired || value[name] !== null) compareValue(notes, value[name], field.expectation, inner);
    }
  }
  for (const [name, { expectation: field, isRequired }] of fields ?? []) {
    if (!isRequired || Object.hasOwn(value, name)) continue;
    notes.add(
      { kind: 'missing', path: field.path, expected: field.says, seen: 'nothing' },
      { within: path, step: { up: step, name } },
    );
  }
}

function noteUnknown(notes: AnswerNotes, name: string, value: unknown, { path }: Expectation, spot: Spot): void {
  const shown = shownName(name);
  notes.add(
    { kind: 'unknown', path: path === '' ? shown : `${path}.${shown}`, expected: 'no such field', seen: formOf(value) },
    spot,
  );
}

function noteChange(notes: AnswerNotes, value: unknown, { path, says, countsDigits }: Expectation, spot: Spot): void {
  notes.add({ kind: 'changed', path, expected: says, seen: formOf(value, { countsDigits }) }, spot);
}
