/** The fields of a zod shape, as a reference lists them. */
import * as z from 'zod';

/** One field: where it is, what it may be, and what it is for. */
export interface ShapeField {
  /** `accounts[].balance`. */
  readonly path: string;
  readonly isRequired: boolean;
  /** Types, choices and limits: `number, 0 to 1`. */
  readonly type: string;
  /** What the shape's own refusal says: `10 digits of a NUBAN`. */
  readonly rule: string;
  /** From `.describe`; empty without one. */
  readonly meaning: string;
}

interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly description?: string;
  readonly 'x-rule'?: string;
}

// An object with more optional fields than this is named, not unfolded.
const MOST_FIELDS = 8;

/** All fields of a body. */
export function fieldsOf(shape: z.ZodType): ShapeField[] {
  const schema = z.toJSONSchema(shape, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const rule = refusalOf(zodSchema);
      if (rule) Object.assign(jsonSchema, { 'x-rule': rule });
    },
  }) as JsonSchema;
  return fieldsIn(schema, '');
}

function fieldsIn(schema: JsonSchema, prefix: string): ShapeField[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const inner = withoutNull(field);
    const row = {
      path,
      isRequired: schema.required?.includes(name) ?? false,
      type: typeOf(field),
      rule: inner['x-rule'] ?? '',
      meaning: field.description ?? '',
    };
    const object = inner.items?.properties ? inner.items : inner;
    const names = Object.keys(object.properties ?? {});
    if (names.length === 0) return [row];
    if (names.length > MOST_FIELDS || prefix.includes('.'))
      return [{ ...row, rule: `any of ${names.map((each) => `\`${each}\``).join(' ')}` }];
    return [row, ...fieldsIn(object, inner.items ? `${path}[].` : `${path}.`)];
  });
}

function withoutNull(schema: JsonSchema): JsonSchema {
  const rest = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  return rest.length === 1 ? { ...schema, ...rest[0] } : schema;
}

function typeOf(schema: JsonSchema): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].sort(nullLast).join(' or ');
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  if (schema.enum) return schema.enum.map((choice) => `\`${String(choice)}\``).join(' ');
  if (schema.type === 'array')
    return `list${schema.maxItems === undefined ? '' : ` (at most ${figure(schema.maxItems)})`} of ${inParentheses(typeOf(schema.items ?? {}))}`;
  const type = schema.type === 'integer' ? 'whole number' : String(schema.type ?? 'anything');
  return [type, ...limitsOf(schema)].join(', ');
}

const inParentheses = (type: string) => (type.includes(' or ') ? `(${type})` : type);

const nullLast = (a: string, b: string) => Number(a === 'null') - Number(b === 'null');

function limitsOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, maxLength }: JsonSchema): string[] {
  // What zod writes where nobody set a limit.
  const isSet = (limit: number | undefined): limit is number =>
    limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER;
  const from = isSet(minimum) ? figure(minimum) : '';
  return [
    from && isSet(maximum) ? `${from} to ${figure(maximum)}` : from && `from ${from}`,
    isSet(exclusiveMinimum) ? `above ${figure(exclusiveMinimum)}` : '',
    !from && isSet(maximum) ? `at most ${figure(maximum)}` : '',
    isSet(exclusiveMaximum) ? `below ${figure(exclusiveMaximum)}` : '',
    isSet(maxLength) ? `at most ${figure(maxLength)} characters` : '',
  ].filter((limit) => limit !== '');
}

const figure = (value: number) => value.toLocaleString('en');

/** The message of a shape's own check, without its "must be", and without what it advises. */
function refusalOf(shape: z.core.$ZodType): string {
  const { checks = [] } = shape._zod.def as { readonly checks?: readonly z.core.$ZodCheck[] };
  const messages = checks
    .map((check) => (check._zod.def.error as ((issue: object) => unknown) | undefined)?.({}))
    .filter((message) => typeof message === 'string');
  return messages
    .map((message) =>
      message
        .replace(/;.*/, '')
        .replace(/^must (be (the )?|not be empty)/, (start) => (start.includes('empty') ? 'not empty' : '')),
    )
    .join('; ');
}
