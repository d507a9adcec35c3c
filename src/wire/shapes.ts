/**
 * The shapes of objects, lists and maps. A list or a map reports only a few of the members that do not fit: describing a hundred thousand would take longer than reading
 * the rest.
 */
import * as z from 'zod';

type IsOptional<Data, Key extends keyof Data> = Record<never, never> extends Pick<Data, Key> ? true : false;

/** A shape for every field of an answer's interface. */
export type AnswerFields<Data> = {
  readonly [Key in keyof Data]-?: IsOptional<Data, Key> extends true
    ? z.ZodExactOptional<z.ZodType<Data[Key] | undefined>>
    : z.ZodType<Data[Key]>;
};

/** A shape for every field of a request's interface. */
type RequestFields<Data> = {
  readonly [Key in keyof Data]-?: IsOptional<Data, Key> extends true
    ? z.ZodOptional<z.ZodType<Exclude<Data[Key], undefined>>>
    : z.ZodType<Data[Key]>;
};

/** The shape of an object that the service sends: fields that it does not know are kept. */
export function answerShape<Data extends object>(fields: AnswerFields<Data>): z.ZodType<Data> {
  return shapeOf((raw) => z.looseObject(raw), fields);
}

/** The shape of an object that we send: fields that it does not know are refused. */
export function requestShape<Data extends object>(fields: RequestFields<Data>): z.ZodType<Data> {
  return shapeOf((raw) => z.strictObject(raw), fields);
}

// The compiler holds the fields equal to those of the interface; it cannot derive the interface from them again.
function shapeOf<Data>(make: (raw: z.ZodRawShape) => z.ZodType, fields: object): z.ZodType<Data> {
  return make(fields as z.ZodRawShape) as z.ZodType<Data>;
}

/** More than a person reads. */
const MOST_WRONG = 20;

const members = new WeakMap<z.ZodType, Collection>();

/** What a list or a map holds. */
export interface Collection {
  /** Which of the two. */
  readonly kind: 'list' | 'map';
  /** The shape of every member. */
  readonly member: z.ZodType;
}

/** What a shape of {@link listOf} or {@link mapOf} holds; zod cannot derive it. */
export function collectionOf(shape: z.ZodType): Collection | undefined {
  return members.get(shape);
}

/** What becomes of members that cannot be read. */
export interface CollectionManner {
  /** They are left out, and the others are read all the same. Default: the whole is refused. */
  readonly dropsUnreadable?: boolean;
}

/** A list of one shape. */
export function listOf<Item>(item: z.ZodType<Item>, manner: CollectionManner = {}): z.ZodType<Item[], unknown> {
  const list: z.ZodType<Item[], unknown> = z.transform((value: unknown, context) =>
    Array.isArray(value)
      ? [...readMembers(item, value.entries(), { ...manner, context })].map(([, member]) => member)
      : refuse(context, value, 'array'),
  );
  members.set(list, { kind: 'list', member: item });
  return list;
}

/** A map of any names to one shape. */
export function mapOf<Item>(
  item: z.ZodType<Item>,
  manner: CollectionManner = {},
): z.ZodType<Record<string, Item>, unknown> {
  const map: z.ZodType<Record<string, Item>, unknown> = z.transform((value: unknown, context) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse(context, value, 'record');
    // Assigned by someone else, it would be the prototype.
    const entries = Object.entries(value).filter(([name]) => name !== '__proto__');
    return Object.fromEntries(readMembers(item, entries, { ...manner, context }));
  });
  members.set(map, { kind: 'map', member: item });
  return map;
}

function* readMembers<Item, Place extends number | string>(
  item: z.ZodType<Item>,
  entries: Iterable<readonly [Place, unknown]>,
  { dropsUnreadable = false, context }: CollectionManner & { readonly context: Context },
): Iterable<[Place, Item]> {
  let wrong = 0;
  for (const [place, member] of entries) {
    const reading = readShape(item, member);
    if (reading.success) yield [place, reading.data];
    else if (!dropsUnreadable) wrong += passOn(context, reading.error, place);
    if (wrong >= MOST_WRONG) return;
  }
}

interface Context {
  readonly issues: z.core.$ZodRawIssue[];
}

function refuse(context: Context, input: unknown, expected: 'array' | 'record'): never {
  context.issues.push({ code: 'invalid_type', expected, input });
  return z.NEVER;
}

function passOn(context: Context, { issues }: z.ZodError, place: number | string): number {
  for (const issue of issues)
    context.issues.push({ ...issue, path: [place, ...issue.path], input: undefined } as z.core.$ZodRawIssue);
  return issues.length;
}

/**
 * Reads a value by a shape. The validator's own message would convert what a value has under `constructor` to text: a sender of an object there that cannot be
 * converted would have a TypeError thrown, and a text there would stand in the message.
 */
export function readShape<Shape extends z.ZodType>(
  shape: Shape,
  value: unknown,
): z.ZodSafeParseResult<z.output<Shape>> {
  return shape.safeParse(value, { error: typeMessage });
}

const typeMessage: z.core.$ZodErrorMap = (issue) =>
  issue.code === 'invalid_type'
    ? `Invalid input: expected ${issue.expected}, received ${typeName(issue.input)}`
    : undefined;

function typeName(value: unknown): string {
  if (value === null || Array.isArray(value)) return value === null ? 'null' : 'array';
  return Number.isNaN(value) ? 'NaN' : typeof value;
}

/** One thing that does not fit. */
export interface ShapeIssue {
  /** Where: `consents.0.bankCode`; empty for the whole. */
  readonly path: string;
  /** What was expected. Never holds the value. */
  readonly message: string;
  /** Is it only a field that the shape does not know? */
  readonly unrecognized: boolean;
}

/** The issues of a failed reading, each with its path; unknown fields one by one. */
export function shapeIssues(error: { readonly issues: readonly z.core.$ZodIssue[] }): readonly ShapeIssue[] {
  return error.issues.flatMap((issue): ShapeIssue[] => {
    const path = issue.path.map(String);
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        path: [...path, key].join('.'),
        message: 'is not a known field',
        unrecognized: true,
      }));
    }
    return [{ path: path.join('.'), message: sentenceOf(issue), unrecognized: false }];
  });
}

// The validator's own words are no predicate that could follow a field's name; messages of ours are.
const wordings: readonly (readonly [RegExp, string])[] = [
  [/^Invalid input: expected .*, received undefined$/, 'is missing'],
  [/^Invalid input: expected (.+), received (.+)$/, 'must be of type $1, not $2'],
  [/^Invalid (?:option|input): expected (.+)$/, 'must be $1'],
  [/^Too (?:small|big): expected \w+ to (be|have) (.+)$/, 'must $1 $2'],
];

// Its signs, in words.
const signs: readonly (readonly [RegExp, string])[] = [
  [/\bof type int, not number$/, 'a whole number'],
  [/\bof type int\b/, 'a whole number'],
  [/>=(?=\S)/, 'at least '],
  [/<=(?=\S)/, 'at most '],
  [/>(?=\S)/, 'more than '],
  [/<(?=\S)/, 'less than '],
  [/\b1 (character|item)s$/, '1 $1'],
];

function sentenceOf({ message }: z.core.$ZodIssue): string {
  const found = wordings.find(([pattern]) => pattern.test(message));
  if (!found) return message;
  return signs
    .reduce((text, [pattern, words]) => text.replace(pattern, words), message.replace(...found))
    .replaceAll('|', ' or ');
}
