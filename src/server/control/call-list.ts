/** The table of control calls as data, for consoles, scripts and the reference. */
import type { Check } from '../../validation/checks.ts';
import type { ControlCall } from './call.ts';
import { controlCalls } from './calls.ts';

/** Something that a control call takes. */
export interface CallField {
  /** `accounts[].balance`. */
  readonly name: string;
  /** Where it travels. */
  readonly in: 'path' | 'query' | 'body';
  /** Must it be there? */
  readonly required: boolean;
  /** Types, choices and limits: `whole number, 1 to 98`. */
  readonly type: string;
  /** What it must be beyond that; empty where the type says it all. */
  readonly rule: string;
  /** What it is for; empty where the name says it all. */
  readonly meaning: string;
}

/** A control call as it is listed. */
export interface CallView {
  /** The HTTP method. */
  readonly method: string;
  /** With `{names}`. */
  readonly path: string;
  /** One sentence. */
  readonly summary: string;
  /** What it takes, in the order of path, query and body. */
  readonly input: readonly CallField[];
}

/** Every control call. */
export function listCalls(): readonly CallView[] {
  return Object.values(controlCalls).map((call: ControlCall) => {
    const { method, path, summary } = call;
    return {
      method,
      path: `/_control${path}`.replace(/\/$/, ''),
      summary,
      input: [...pathFields(call), ...inputFields(call)],
    };
  });
}

function pathFields({ path }: ControlCall): readonly CallField[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    type: 'string',
    rule: '',
    meaning: '',
  }));
}

/** The fields of a call's query and body. */
export function inputFields({ query, body }: ControlCall): readonly CallField[] {
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
