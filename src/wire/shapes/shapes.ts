/**
 * The shapes of objects, lists and maps. A list or a map reports only a few of its invalid members, because describing
 * a hundred thousand takes longer than reading the rest.
 */
import { en } from 'zod/locales';
import * as z from 'zod/mini';
import { readShape } from './shape-issues.ts';

// zod/mini has no messages of its own.
z.config(en());

type IsOptional<Data, Key extends keyof Data> = Record<never, never> extends Pick<Data, Key> ? true : false;

/** A shape for every field of an answer's interface. */
export type AnswerFields<Data> = {
  readonly [Key in keyof Data]-?: IsOptional<Data, Key> extends true
    ? z.ZodMiniExactOptional<z.ZodMiniType<Data[Key] | undefined>>
    : z.ZodMiniType<Data[Key]>;
};

/** A shape for every field of a request's interface. */
type RequestFields<Data> = {
  readonly [Key in keyof Data]-?: IsOptional<Data, Key> extends true
    ? z.ZodMiniOptional<z.ZodMiniType<Exclude<Data[Key], undefined>>>
    : z.ZodMiniType<Data[Key]>;
};

/**
 * Builds a shape on first use. A process sends few of the operations, and building the shapes of all of them took as
 * long as loading the validator.
 */
export function onFirstUse<Shape>(build: () => Shape): () => Shape {
  let built: Shape | undefined;
  return () => (built ??= build());
}

/** The shape of an object from the service. Unknown fields are kept. */
export function answerShape<Data extends object>(fields: AnswerFields<Data>): z.ZodMiniType<Data> {
  return shapeOf((raw) => z.looseObject(raw), fields);
}

/** The shape of an object to send. Unknown fields are refused. */
export function requestShape<Data extends object>(fields: RequestFields<Data>): z.ZodMiniType<Data> {
  return shapeOf((raw) => z.strictObject(raw), fields);
}

// TypeScript checks the fields against the interface. It cannot derive the interface from them.
function shapeOf<Data>(make: (raw: z.core.$ZodShape) => z.ZodMiniType, fields: object): z.ZodMiniType<Data> {
  return make(fields as z.core.$ZodShape) as z.ZodMiniType<Data>;
}

/** More than a person will read. */
const MOST_WRONG = 20;

const members = new WeakMap<z.ZodMiniType, Collection>();

/** The members of a list or a map. */
export interface Collection {
  readonly kind: 'list' | 'map';
  readonly member: z.ZodMiniType;
}

/** The members of a shape made by {@link listOf} or {@link mapOf}. zod cannot derive it. */
export function collectionOf(shape: z.ZodMiniType): Collection | undefined {
  return members.get(shape);
}

/** The treatment of unreadable members. */
export interface CollectionManner {
  /** Drops them and reads the others. Default: the whole value is refused. */
  readonly dropsUnreadable?: boolean;
}

export function listOf<Item>(item: z.ZodMiniType<Item>, manner: CollectionManner = {}): z.ZodMiniType<Item[], unknown> {
  const list: z.ZodMiniType<Item[], unknown> = z.transform((value: unknown, context) => {
    if (!Array.isArray(value)) return refuse(context, value, 'array');
    const items: Item[] = [];
    const isOver = memberReader(item, { ...manner, context });
    for (let index = 0; index < value.length; index += 1)
      if (isOver(index, value[index], (member) => items.push(member))) break;
    return items;
  });
  members.set(list, { kind: 'list', member: item });
  return list;
}

export function mapOf<Item>(item: z.ZodMiniType<Item>, manner: CollectionManner = {}) {
  const map: z.ZodMiniType<Record<string, Item>, unknown> = z.transform((value: unknown, context) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse(context, value, 'record');
    const entries: [string, Item][] = [];
    const isOver = memberReader(item, { ...manner, context });
    // A later assignment of `__proto__` would make it the prototype.
    for (const [name, member] of Object.entries(value))
      if (name !== '__proto__' && isOver(name, member, (read) => entries.push([name, read]))) break;
    return Object.fromEntries(entries);
  });
  members.set(map, { kind: 'map', member: item });
  return map;
}

/** Reads members one by one. Returns true when too many were wrong. */
function memberReader<Item>(
  item: z.ZodMiniType<Item>,
  { dropsUnreadable = false, context }: CollectionManner & { readonly context: Context },
) {
  let wrong = 0;
  return (place: number | string, member: unknown, keep: (read: Item) => void): boolean => {
    const reading = readShape(item, member);
    if (reading.success) keep(reading.data);
    else if (!dropsUnreadable) wrong += passOn(context, reading.error, place);
    return wrong >= MOST_WRONG;
  };
}

interface Context {
  readonly issues: z.core.$ZodRawIssue[];
}

function refuse(context: Context, input: unknown, expected: 'array' | 'record'): never {
  context.issues.push({ code: 'invalid_type', expected, input });
  return z.NEVER;
}

function passOn(context: Context, { issues }: z.core.$ZodError, place: number | string): number {
  for (const issue of issues)
    context.issues.push({ ...issue, path: [place, ...issue.path], input: undefined } as z.core.$ZodRawIssue);
  return issues.length;
}
