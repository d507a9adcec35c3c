import type { Check } from '../../validation/checks.ts';
import type { RecordCheck } from '../../validation/record.ts';

type Method = (...input: never) => Promise<unknown>;

export interface ControlCall<Signature extends Method = Method> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path below `/_control`, with `{names}`. */
  readonly path: string;
  readonly summary: string;
  /** Only a type: the signature of the call in TypeScript. */
  readonly signature?: Signature;
  /** The check of the body; undefined if the call takes none. @internal */
  readonly body?: RecordCheck<unknown>;
  /** The check of the query, whose values are strings; undefined if the call takes none. @internal */
  readonly query?: RecordCheck<unknown>;
  /** The call need not wait until uploaded statements are read: it waits itself, or stops the reading. @internal */
  readonly passesReadings?: true;
}

/** The last parameter of a call: its body, if it takes one. */
export type BodyOf<Signature extends Method> =
  Required<Parameters<Signature>> extends readonly [...unknown[], infer Last] ? Last : undefined;

/** A row of the table. The parameters of its method are the path, the query and the body, in this order. */
export function call<Signature extends Method>(
  route: `${ControlCall['method']} /${string}`,
  summary: string,
  more: Pick<ControlCall, 'query' | 'passesReadings'> & { readonly body?: RecordCheck<BodyOf<Signature>> } = {},
): ControlCall<Signature> {
  const [method, path] = route.split(' ') as [ControlCall['method'], string];
  return { method, path, summary, ...more };
}

export function pathNames(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

/** A field of a control call, as it is listed. `rule` and `meaning` are empty if the type is enough. */
export interface CallField extends Pick<Check, 'type' | 'rule' | 'meaning'> {
  /** Such as `accounts[].balance`. */
  readonly name: string;
  readonly in: 'path' | 'query' | 'body';
  readonly required: boolean;
}

export function viewOf(name: string, { method, path, summary, ...takes }: ControlCall) {
  const inPath = { in: 'path', required: true, type: 'string', rule: '', meaning: '' } as const;
  const input: readonly CallField[] = [...pathNames(path).map((name) => ({ name, ...inPath })), ...inputFields(takes)];
  return { name, method, path: `/_control${path}`.replace(/\/$/, ''), summary, input };
}

export function inputFields({ query, body }: Pick<ControlCall, 'query' | 'body'>): readonly CallField[] {
  return [
    ...fieldsIn(query?.fields, { in: 'query', prefix: '' }),
    ...fieldsIn(body?.fields, { in: 'body', prefix: '' }),
  ];
}

// Of a larger record only the names of the fields are listed.
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
