/** JSON Schema made ready for a walk: each place with its path, its fields, and what it should be in words. */
import { parseInstant, parsePlainDate } from '../../domain/calendar.ts';
import { isUuid } from '../../domain/identifiers.ts';
import type { JsonSchema, JsonType } from '../openapi/json-schema-types.ts';
import { knownBeyondAt } from './known-fields.ts';
import { type OpenSet, openSetAt } from './open-sets.ts';

/** What a place in an answer should hold. */
export interface Expectation {
  /** Where, as findings name it. */
  readonly path: string;
  /** What, in words. */
  readonly says: string;
  /** Which types; none takes anything. */
  readonly types: ReadonlySet<JsonType>;
  /** Of text: does it fit? */
  readonly fits?: (text: string) => boolean;
  /** Does a finding count the digits of what came? */
  readonly countsDigits: boolean;
  /** Of text: the set that it is a word of. */
  readonly openSet?: OpenSet | undefined;
  /** The only values. */
  readonly values?: readonly unknown[] | undefined;
  /** Of an object: its fields. */
  readonly fields?: ReadonlyMap<string, ExpectedField>;
  /** Of an object: further names that are no news. */
  readonly known: ReadonlySet<string>;
  /** Of a map: each entry. */
  readonly entry?: Expectation;
  /** Of a list: each member. */
  readonly member?: Expectation;
}

/** A field of an object. */
export interface ExpectedField {
  readonly expectation: Expectation;
  readonly isRequired: boolean;
}

/** Makes a schema of a subject ready, at a path. The schema is inlined, so this ends. */
export function expectationOf(schema: JsonSchema, subject: string, path: string): Expectation {
  const forms = schema.anyOf ?? [schema];
  const types = new Set(forms.flatMap((form) => form.type ?? []));
  const main = forms.find((form) => form.type !== 'null') ?? schema;
  const { pattern, format, properties, required = [], items, additionalProperties } = main;
  const at = (inner: JsonSchema, innerPath: string) => expectationOf(inner, subject, innerPath);
  const fields = properties && Object.entries(properties);
  const openSet = openSetAt(subject, path);
  const fits = checkOf(pattern, format);
  return {
    path,
    says: openSet ? `one of: ${openSet.says} (Spec ${openSet.spec})` : wordsOf(types, main),
    types,
    countsDigits: pattern !== undefined,
    openSet,
    values: main.enum,
    known: new Set(knownBeyondAt(subject, path)),
    ...(fits && { fits }),
    ...(fields && {
      fields: new Map(
        fields.map(([name, inner]) => [
          name,
          { expectation: at(inner, path === '' ? name : `${path}.${name}`), isRequired: required.includes(name) },
        ]),
      ),
    }),
    ...(!fields && typeof additionalProperties === 'object' && { entry: at(additionalProperties, `${path}.*`) }),
    ...(items && { member: at(items, `${path}[]`) }),
  };
}

function checkOf(pattern: string | undefined, format: string | undefined): ((text: string) => boolean) | undefined {
  if (pattern !== undefined) {
    const expression = new RegExp(pattern);
    return (text) => expression.test(text);
  }
  return format === undefined ? undefined : formats[format]?.fits;
}

const formats: Readonly<Record<string, { readonly says: string; readonly fits: (text: string) => boolean }>> = {
  date: { says: 'a day as YYYY-MM-DD', fits: (text) => parsePlainDate(text) !== undefined },
  'date-time': { says: 'an ISO 8601 timestamp', fits: (text) => parseInstant(text) !== undefined },
  uri: { says: 'a URL', fits: (text) => URL.canParse(text) },
  uuid: { says: 'a UUID', fits: isUuid },
};

const typeWords: Readonly<Record<JsonType, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
};

function wordsOf(types: ReadonlySet<JsonType>, { pattern, format, enum: values }: JsonSchema): string {
  if (values) return values.map((value) => JSON.stringify(value)).join(' or ');
  const textWord = (pattern && patternWords(pattern)) ?? (format && formats[format]?.says) ?? typeWords.string;
  const words = [...types].map((type) => (type === 'string' ? textWord : typeWords[type]));
  return words.length === 0 ? 'anything' : words.join(' or ');
}

function patternWords(pattern: string): string {
  const [, set = '', length = ''] = /^\^\[([^\]]+)\]\{(\d+)\}\$$/.exec(pattern) ?? [];
  if (set === '0-9') return `${length} digits`;
  if (/^0-9a-fA-F$|^0-9a-f$/.test(set)) return `${length} hexadecimal characters`;
  return `text like ${pattern}`;
}
