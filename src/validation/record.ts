/** Records of options and inputs. Each field is declared once. Unknown fields are refused, with a suggestion. */
import { type Check, check, isRecord, type Problem, pathOf } from './checks.ts';
import { nearestName } from './nearest-name.ts';

/** A check for each field of an interface. A missing one, or a required one for an optional field, does not compile. */
export type Fields<Value> = {
  readonly [Field in keyof Value]-?: Check<undefined extends Value[Field] ? true : false>;
};

export interface RecordCheck<Value, Optional extends boolean = boolean> extends Check<Optional> {
  readonly fields: Readonly<Record<string, Check>>;
  /** A type only: the type of a valid value. */
  readonly value?: Value;
}

export interface RecordRules<Value> {
  /** Description for refusals: `an object with the names of the headers`. */
  readonly takes?: string;
  /** Extra fields that are allowed, because this package adds them to records that it returns. */
  readonly returned?: readonly string[];
  /** Undeclared fields. Default `refused`. `mistyped`, for rows of the lender's: only if near a lacking field. */
  readonly others?: 'refused' | 'ignored' | 'mistyped';
  /** Rules across fields. Receives the valid fields, and the whole record. */
  readonly rules?: (good: Partial<Value>, given: Readonly<Record<string, unknown>>) => readonly Problem[];
}

/** Declares a record: `record<CallOptions>({ timeoutMs: optional(wholeNumber({ min: 1 })), … })`. */
export function record<Value extends object>(
  fields: Fields<Value>,
  { takes, returned = [], others = 'refused', rules }: RecordRules<Value> = {},
): RecordCheck<Value, false> {
  const known = Object.keys(fields);
  const checks: Readonly<Record<string, Check>> = fields;
  const whole = check({
    type: 'object',
    takes:
      takes ?? (known.length === 0 || known.length > MOST_LISTED ? 'an object' : `an object with ${known.join(', ')}`),
    // An object of another kind, such as a key or a Date, has none of the fields, so it was not meant as options.
    test: (value) => isRecord(value) && (isPlain(value) || known.some((field) => field in value)),
  });
  const problems: Check['problems'] = (value, path): readonly Problem[] => {
    // If the whole record is missing or null, report each required field.
    const missing = value === undefined || value === null ? problems({}, path) : [];
    if (missing.length > 0) return missing;
    const wrong = whole.problems(value, path);
    if (wrong.length > 0 || !isRecord(value)) return wrong;
    const good: Record<string, unknown> = {};
    const found = known.flatMap((field) => {
      const inField = checks[field]?.problems(value[field], pathOf(path, field)) ?? [];
      if (inField.length === 0) good[field] = value[field];
      return inField;
    });
    const ruled = rules?.(good as Partial<Value>, value) ?? [];
    found.push(...ruled.map(({ path: inner, message }) => ({ path: pathOf(path, inner), message })));
    if (others === 'refused') return [...unknownFields(value, known, { under: path, returned }), ...found];
    return others === 'ignored' ? found : besideMistyped(found, value, { known, under: path });
  };
  return { ...whole, fields: checks, problems };
}

// Longer lists are not read.
const MOST_LISTED = 12;

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** A rule: exactly one of these fields must be given. */
export function exactlyOne(
  given: Readonly<Record<string, unknown>>,
  names: readonly string[],
  hint = '',
): readonly Problem[] {
  const present = names.filter((name) => given[name] !== undefined);
  const [first = '', ...rest] = names;
  if (present.length > 0) return atMostOne(given, names);
  return [{ path: first, message: `is missing, and so is ${rest.join(', ')}: name one of ${names.join(', ')}${hint}` }];
}

/** A rule: at most one of these fields may be given. */
export function atMostOne(given: Readonly<Record<string, unknown>>, names: readonly string[]): readonly Problem[] {
  const [first, second] = names.filter((name) => given[name] !== undefined);
  if (second === undefined) return [];
  return [{ path: second, message: `stands beside ${first}: name only one of ${names.join(', ')}` }];
}

/** The path of a record, and its allowed extra fields. */
export interface FieldPlace {
  /** Path of the record: `payer`. */
  readonly under?: string | undefined;
  /** Extra fields that are allowed, such as those that this package adds. */
  readonly returned?: readonly string[];
}

// Comparing names takes time, and a byte array passed by mistake has millions of fields.
const MOST_NAMED = 20;
const MOST_COUNTED = 10_000;
// More columns than a real table has.
const MOST_LOOKED_AT = 1_000;

/** A record without the fields that are undefined. */
export type Given<Fields> = {
  [Field in keyof Fields as undefined extends Fields[Field] ? never : Field]: Fields[Field];
} & { [Field in keyof Fields as undefined extends Fields[Field] ? Field : never]?: Exclude<Fields[Field], undefined> };

export function given<const Fields extends object>(fields: Fields): Given<Fields> {
  // A loop, because every state and every answer passes here, and entries take six times as long.
  const kept: Record<string, unknown> = {};
  for (const name of Object.keys(fields)) {
    const value = (fields as Readonly<Record<string, unknown>>)[name];
    if (value !== undefined) kept[name] = value;
  }
  // The types cannot tell which fields are undefined.
  return kept as Given<Fields>;
}

/** A copy of the declared fields of a checked record, own or inherited. Its caller can no longer change it. */
export function copyOf<Value extends object>({ fields }: RecordCheck<Value>, value: Value): Value {
  const names = Object.keys(fields) as (keyof Value & string)[];
  return Object.fromEntries(names.flatMap((name) => (value[name] === undefined ? [] : [[name, value[name]]]))) as Value;
}

/** The names of a record's fields. An omitted name does not compile. */
export function fieldsOf<Fields>(fields: Readonly<Record<keyof Fields, true>>): readonly string[] {
  return Object.keys(fields);
}

/** The unknown fields of a record, each with a suggestion. Values that are not records are left to other checks. */
export function unknownFields(value: unknown, known: readonly string[], place: FieldPlace = {}): Problem[] {
  const { under = '', returned = [] } = place;
  const unknown = fieldsIn(value).filter((field) => !known.includes(field) && !returned.includes(field));
  return unknown
    .slice(0, MOST_COUNTED)
    .map((field, at) =>
      at < MOST_NAMED ? unknownField(field, known, under) : { path: pathOf(under, field), message: 'is unknown' },
    );
}

function unknownField(field: string, known: readonly string[], under: string): Problem {
  const meant = nearestName(field, known);
  const hint = meant === undefined ? `known are ${known.join(', ')}` : `did you mean ${meant}?`;
  return { path: pathOf(under, field), message: `is unknown; ${hint}` };
}

/** The fields of a record that are nearly one of those that it lacks. Other extra fields are allowed. */
export function mistypedFields(value: unknown, lacking: readonly string[], place: FieldPlace = {}): Problem[] {
  const { under = '', returned = [] } = place;
  const problems: Problem[] = [];
  for (const field of fieldsIn(value).slice(0, MOST_LOOKED_AT)) {
    if (problems.length === MOST_NAMED) break;
    if (lacking.includes(field) || returned.includes(field) || nearestName(field, lacking) === undefined) continue;
    problems.push(unknownField(field, lacking, under));
  }
  return problems;
}

/** The problems of a record that may have extra fields, preceded by the mistyped fields that may have caused them. */
export function besideMistyped(
  problems: readonly Problem[],
  value: unknown,
  { known, under = '' }: { readonly known: readonly string[]; readonly under?: string },
): readonly Problem[] {
  if (problems.length === 0) return problems;
  const lacking = known.filter((field) => {
    const at = pathOf(under, field);
    const isAbsent = !isRecord(value) || (value[field] ?? undefined) === undefined;
    return problems.some(({ path }) => path === at || (isAbsent && path.startsWith(`${at}.`)));
  });
  return [...mistypedFields(value, lacking, { under, returned: known }), ...problems];
}

function fieldsIn(value: unknown): readonly string[] {
  return isRecord(value) ? Object.keys(value) : [];
}
