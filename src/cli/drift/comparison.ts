import type { JsonType, Schema } from '../../wire/openapi.ts';
import { describeSchema, fitsForm, isKnownBeyond, openSetAt, typesOf } from './expected-values.ts';
import type { FindingList, Step } from './finding-list.ts';
import { formOf, formOfWrapper, shownName } from './value-form.ts';

/** The place of a value: its path in findings, the path of its parent, and the way to it. */
export interface Place {
  readonly path: string;
  readonly within: string;
  readonly step?: Step | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/** Is this an object, not a list? */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function fieldPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** Compares a value with its schema, as deep as the schema, and adds the differences to a list. */
export class Comparison {
  readonly #subject: string;
  readonly #findings: FindingList;

  constructor(subject: string, findings: FindingList) {
    this.#subject = subject;
    this.#findings = findings;
  }

  compare(value: unknown, schema: Schema, place: Place): void {
    const types = typesOf(schema);
    this.#findings.look(place.path);
    if (types.length === 0) return;
    if (!isOfType(value, types)) this.#compareOtherType(value, schema, place);
    else if (schema.enum && !schema.enum.includes(value)) this.#change(value, schema, place);
    else if (typeof value === 'string') this.#compareText(value, schema, place);
    else if (Array.isArray(value)) this.#compareMembers(value, schema, place);
    else if (isFields(value)) this.#compareFields(value, schema, place);
  }

  // An object in place of a list, or a list in place of an object, is still compared: services send either.
  #compareOtherType(value: unknown, schema: Schema, place: Place): void {
    const { path, step } = place;
    const { items, properties } = schema;
    if (isFields(value) && items) {
      this.#change(value, schema, { ...place, seen: formOfWrapper(value) });
      // An object that wraps the list, such as `{ accounts: […] }`, is not a member of it.
      if (!Object.keys(value).some((name) => items.properties && Object.hasOwn(items.properties, name))) return;
      this.#findings.visit(path);
      this.compare(value, items, { path: `${path}[]`, within: path, step });
      return;
    }
    this.#change(value, schema, place);
    if (!Array.isArray(value) || !properties) return;
    for (const [name, each] of value.entries())
      if (isFields(each)) this.#compareFields(each, schema, { path, within: path, step: { up: step, name } });
  }

  #compareText(text: string, schema: Schema, place: Place): void {
    const { path } = place;
    const openSet = openSetAt(`${this.#subject} ${path}`, schema);
    if (!openSet) {
      if (!fitsForm(text, schema)) this.#change(text, schema, place);
    } else if (!openSet.has(text)) {
      this.#findings.add(
        { kind: 'changed', path, expected: openSet.says, seen: 'another word', isOpenSet: true },
        place,
      );
    }
  }

  #compareMembers(members: readonly unknown[], { items }: Schema, { path, step }: Place): void {
    this.#findings.visit(path, members.length);
    if (!items) return;
    const inner = `${path}[]`;
    for (let name = 0; name < members.length; name++)
      this.compare(members[name], items, { path: inner, within: path, step: { up: step, name } });
  }

  #compareFields(value: Fields, schema: Schema, { path, step }: Place): void {
    const { properties, required = [], additionalProperties: entry } = schema;
    const names = Object.keys(value);
    const isMap = !properties && typeof entry === 'object';
    this.#findings.visit(path, isMap ? names.length : 1);
    for (const name of names) {
      const inner = { path: isMap ? `${path}.*` : fieldPath(path, name), within: path, step: { up: step, name } };
      if (isMap) this.compare(value[name], entry, inner);
      else if (!properties) continue;
      else if (!Object.hasOwn(properties, name)) this.#compareUnknown(name, value[name], inner);
      // Services send null for a missing optional field.
      else if (value[name] !== null || required.includes(name))
        this.compare(value[name], properties[name] ?? {}, inner);
    }
    for (const name of required) {
      const field = properties?.[name];
      if (!field || Object.hasOwn(value, name)) continue;
      const inner = { path: fieldPath(path, name), within: path, step: { up: step, name } };
      this.#findings.add(
        { kind: 'missing', path: inner.path, expected: this.#expected(field, inner.path), seen: 'nothing' },
        inner,
      );
    }
  }

  #compareUnknown(name: string, value: unknown, place: Place): void {
    if (isKnownBeyond(`${this.#subject} ${place.within}`, name)) return;
    const path = fieldPath(place.within, shownName(name));
    this.#findings.add({ kind: 'unknown', path, expected: 'no such field', seen: formOf(value) }, place);
  }

  #change(value: unknown, schema: Schema, { seen, ...place }: Place & { readonly seen?: string }): void {
    const { path } = place;
    const form = seen ?? formOf(value, { countsDigits: schema.pattern !== undefined });
    this.#findings.add({ kind: 'changed', path, expected: this.#expected(schema, path), seen: form }, place);
  }

  #expected(schema: Schema, path: string): string {
    return openSetAt(`${this.#subject} ${path}`, schema)?.says ?? describeSchema(schema);
  }
}

function isOfType(value: unknown, types: readonly JsonType[]): boolean {
  if (value === null) return types.includes('null');
  if (Array.isArray(value)) return types.includes('array');
  if (typeof value === 'number')
    return types.includes('number') || (types.includes('integer') && Number.isInteger(value));
  return types.some((type) => type === typeof value);
}
