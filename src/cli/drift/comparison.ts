import { parseInstant, parsePlainDate } from '../../domain/calendar.ts';
import { isUuid } from '../../domain/identifiers.ts';
import { responseCategory } from '../../domain/response-codes.ts';
import { isRecord, pathOf } from '../../validation/checks.ts';
import type { JsonType, Schema } from '../../wire/openapi.ts';
import type { FindingList, Step } from './finding-list.ts';
import { formOf, formOfWrapper, shownName } from './value-form.ts';

/** The place of a value: its path in findings, the path of its parent, and the way to it. */
export interface Place {
  readonly path: string;
  readonly within: string;
  readonly step?: Step | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

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
    else if (isRecord(value)) this.#compareFields(value, schema, place);
  }

  // An object in place of a list, or a list in place of an object, is still compared: services send either.
  #compareOtherType(value: unknown, schema: Schema, place: Place): void {
    const { path, step } = place;
    const { items, properties } = schema;
    if (isRecord(value) && items) {
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
      if (isRecord(each)) this.#compareFields(each, schema, { path, within: path, step: { up: step, name } });
  }

  #compareText(text: string, schema: Schema, place: Place): void {
    const { path } = place;
    const openSet = openSetAt(`${this.#subject} ${path}`, schema);
    if (!openSet) {
      if (!fitsForm(text, schema)) this.#change(text, schema, place);
    } else if (!openSet.has(text)) {
      const finding = { kind: 'changed', path, expected: openSet.says, seen: 'another word', isOpenSet: true } as const;
      this.#findings.add(finding, place);
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
      const inner = { path: isMap ? `${path}.*` : pathOf(path, name), within: path, step: { up: step, name } };
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
      const inner = pathOf(path, name);
      const finding = {
        kind: 'missing',
        path: inner,
        expected: this.#expected(field, inner),
        seen: 'nothing',
      } as const;
      this.#findings.add(finding, { within: path, step: { up: step, name } });
    }
  }

  #compareUnknown(name: string, value: unknown, place: Place): void {
    if (isKnownBeyond(`${this.#subject} ${place.within}`, name)) return;
    const path = pathOf(place.within, shownName(name));
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

/** A set of texts that may grow. A new text is read, and also reported. */
interface OpenSet {
  readonly says: string;
  has(text: string): boolean;
}

/** The open sets by subject and path, with their section, and the texts that are not examples in the document. */
const openSets: readonly (readonly [place: RegExp, spec: string, ...texts: readonly string[]])[] = [
  [/^(?:createConsent|getMandate|mandate\.\w+) data\.status$/, '§3.1', 'expired'],
  [/ data\.repaymentDetails\.breakdown\[\]\.status$/, '§3.2', 'scheduled'],
  [/^collection instalmentStatus$/, '§3.2'],
  [/^(?:collectionLog|collectionAttempts|listCollections) data(?:\[\])?\.status$/, '§3.3'],
  [/^collectManually data\.paymentStatus$/, '§3.3'],
  [/[ .]collection(?:Mode|Type)$/, '§2.2'],
  [/^createClaim data\.claim\.status$/, '§2.8', 'pending', 'approved', 'processing', 'discharge_voucher', 'settled'],
  [/^income_transaction data\.trans\[\]\.type$/, '§2.11'],
  [/^collection status$/, '§6.2', 'success'],
];

const responseCodes: OpenSet = {
  says: 'one of: a bank response code that repaykit lists (Spec §7)',
  has: (code) => responseCategory(code) !== 'unlisted',
};

const known = new Map<string, OpenSet | undefined>();

function openSetAt(place: string, schema: Schema): OpenSet | undefined {
  if (!known.has(place)) known.set(place, openSetOf(place, schema));
  return known.get(place);
}

function openSetOf(place: string, { examples = [] }: Schema): OpenSet | undefined {
  if (place.endsWith('.responseCode')) return responseCodes;
  const row = openSets.find(([pattern]) => pattern.test(place));
  if (!row) return undefined;
  const [, spec, ...more] = row;
  const texts = new Set<unknown>([...examples, ...more]);
  return { says: `one of: ${[...texts].join(', ')} (Spec ${spec})`, has: (text) => texts.has(text) };
}

const ofMandates = [
  ...['email', 'mobileNumber', 'address', 'acceptedTerms', 'balanceEnquiry', 'creditInsurance', 'isDemo'],
  ...['corporateAccount', 'companyName', 'companyAddress', '__v'],
];

/** Known fields beyond the specification, by subject and path. They are not read and not reported. */
const fieldsBeyond: ReadonlyMap<string, readonly string[]> = new Map([
  ['createConsent data', ofMandates],
  ['getMandate data', ofMandates],
  // The reference server adds them to statements without a proof, and with signs of editing.
  ['income_transaction data', ['proof', 'integrity']],
  ['income_insight data', ['proof', 'integrity']],
  ['income_insight_failure data', ['success', 'reason', 'appId']],
  ['pdf_upload data', ['success', 'appId']],
]);

function isKnownBeyond(place: string, name: string): boolean {
  return fieldsBeyond.get(place)?.includes(name) ?? false;
}

const formats: Readonly<Record<string, { readonly says: string; readonly fits: (text: string) => boolean }>> = {
  date: { says: 'a day as YYYY-MM-DD', fits: (text) => parsePlainDate(text) !== undefined },
  'date-time': { says: 'an ISO 8601 timestamp', fits: (text) => parseInstant(text) !== undefined },
  uri: { says: 'a URL', fits: (text) => URL.canParse(text) },
  uuid: { says: 'a UUID', fits: isUuid },
};

const patterns = new Map<string, RegExp>();

function fitsForm(text: string, { pattern, format = '' }: Schema): boolean {
  if (pattern === undefined) return formats[format]?.fits(text) ?? true;
  const expression = patterns.get(pattern) ?? new RegExp(pattern);
  patterns.set(pattern, expression);
  return expression.test(text);
}

/** The types of a schema. An empty list allows all. */
function typesOf({ type = [] }: Schema): readonly JsonType[] {
  return typeof type === 'string' ? [type] : type;
}

const typeTexts: Readonly<Record<JsonType, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
};

function describeSchema(schema: Schema): string {
  const { pattern, format = '', enum: values } = schema;
  if (values) return values.map((value) => JSON.stringify(value)).join(' or ');
  const text = pattern ? describePattern(pattern) : (formats[format]?.says ?? typeTexts.string);
  const texts = typesOf(schema).map((type) => (type === 'string' ? text : typeTexts[type]));
  return texts.join(' or ') || 'anything';
}

function describePattern(pattern: string): string {
  const [, set = '', length = ''] = /^\^\[([^\]]+)\]\{(\d+)\}\$$/.exec(pattern) ?? [];
  if (set === '0-9') return `${length} digits`;
  return /^0-9a-fA-F$|^0-9a-f$/.test(set) ? `${length} hexadecimal characters` : `text like ${pattern}`;
}
