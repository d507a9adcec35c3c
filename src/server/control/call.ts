import type { Check } from '../../validation/checks.ts';
import type { RecordCheck } from '../../validation/record.ts';

/** A control call in TypeScript. */
type Method = (...input: never) => Promise<unknown>;

/** One control call: where it is, what it takes, what it is for. */
export interface ControlCall<Signature extends Method = Method> {
  /** The HTTP method. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Under `/_control`, with `{names}`. */
  readonly path: string;
  /** One sentence for people. */
  readonly summary: string;
  /** Only a type: the call in TypeScript. */
  readonly signature?: Signature;
  /** What the body may be; undefined if it takes none. @internal */
  readonly body?: RecordCheck<unknown>;
  /** What the query may be, all of it text; undefined if it takes none. @internal */
  readonly query?: RecordCheck<unknown>;
  /** The call does not wait until statements that were uploaded before it are read: it waits itself, or ends their reading. @internal */
  readonly passesReadings?: true;
}

/** What a call takes last: its body, if it takes one. */
export type BodyOf<Signature extends Method> =
  Required<Parameters<Signature>> extends readonly [...unknown[], infer Last] ? Last : undefined;

/**
 * A row of the table. What a method takes follows from the row: the names in the path, the query, the body; of path and query each one value by itself, several as
 * one record.
 */
export function call<Signature extends Method>(
  route: `${ControlCall['method']} /${string}`,
  summary: string,
  more: Pick<ControlCall, 'query' | 'passesReadings'> & { readonly body?: RecordCheck<BodyOf<Signature>> } = {},
): ControlCall<Signature> {
  const [method, path] = route.split(' ') as [ControlCall['method'], string];
  return { method, path, summary, ...more };
}

/** The names in a path, in their order. */
export function pathNames(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

/** Something that a control call takes, as it is listed; `rule` and `meaning` are empty where the rest says it all. */
export interface CallField extends Pick<Check, 'type' | 'rule' | 'meaning'> {
  /** `accounts[].balance`. */
  readonly name: string;
  readonly in: 'path' | 'query' | 'body';
  readonly required: boolean;
}

/** A control call as it is listed. */
export function viewOf({ method, path, summary, ...takes }: ControlCall) {
  const inPath = { in: 'path', required: true, type: 'string', rule: '', meaning: '' } as const;
  const input: readonly CallField[] = [...pathNames(path).map((name) => ({ name, ...inPath })), ...inputFields(takes)];
  return { method, path: `/_control${path}`.replace(/\/$/, ''), summary, input };
}

/** The fields of a call's query and body. */
export function inputFields({ query, body }: Pick<ControlCall, 'query' | 'body'>): readonly CallField[] {
  return [
    ...fieldsIn(query?.fields, { in: 'query', prefix: '' }),
    ...fieldsIn(body?.fields, { in: 'body', prefix: '' }),
  ];
}

// The fields of a larger record are named, not listed one by one.
const MOST_LISTED = 8;

function fieldsIn(
  fields: Readonly<Record<string, Check>> = {},
  { prefix, ...place }: { readonly in: 'query' | 'body'; readonly prefix: string },
): readonly CallField[] {
  return Object.entries(fields).flatMap(([field, check]) => {
    const { optional, type, rule, meaning, item } = check;
    const name = `${prefix}${field}`;
    const row: CallField = { name, ...place, required: !optional, type, rule, meaning };
    const inner = (item ?? check).fields ?? {};
    const names = Object.keys(inner);
    if (names.length === 0) return [row];
    if (names.length > MOST_LISTED || prefix.includes('.'))
      return [{ ...row, rule: `any of ${names.map((each) => `\`${each}\``).join(' ')}` }];
    return [row, ...fieldsIn(inner, { ...place, prefix: item ? `${name}[].` : `${name}.` })];
  });
}
