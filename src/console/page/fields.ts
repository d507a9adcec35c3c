/** The fields of a call: from the server's list to a form, and from the form to a request. */
import type { ServerControls } from 'repaykit/server';
import { root } from './api.ts';

/** A control call. Those that are added here have no method of their own in TypeScript. */
export type ControlName = keyof ServerControls | 'index' | 'openApi' | 'health' | 'readClock' | 'moveClock';

/** A call as the server lists it. */
export interface Row<Name extends string = string> {
  readonly name: Name;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly input: readonly {
    readonly name: string;
    readonly in: 'path' | 'query' | 'body';
    readonly required: boolean;
    readonly type: string;
    readonly rule: string;
    readonly meaning: string;
  }[];
}

/** The calls of the server by name. */
export type Calls = Readonly<Record<ControlName, Row<ControlName>>>;

export interface ViewProps {
  readonly calls: Calls;
}

export type Given = Readonly<Record<string, unknown>>;

export interface Field {
  readonly key: string;
  readonly kind: 'text' | 'number' | 'flag' | 'choice' | 'values' | 'record' | 'records' | 'json';
  readonly required: boolean;
  readonly isNullable: boolean;
  readonly choices: readonly string[];
  readonly hint: string;
  readonly children: readonly Field[];
}

/** The fields with those inside them: `accounts[].balance` is inside `accounts`. */
export function treeOf(input: Row['input'], prefix = ''): readonly Field[] {
  const inside = input
    .filter(({ name }) => name.startsWith(prefix))
    .map((row) => ({ ...row, key: row.name.slice(prefix.length) }));
  return inside
    .filter(({ key }) => !/[.[]/.test(key))
    .map(({ key, name, type, required, rule, meaning }) => {
      const list = treeOf(input, `${name}[].`);
      const children = list.length > 0 ? list : treeOf(input, `${name}.`);
      const choices = [...type.matchAll(/`([^`]+)`/g)].map(([, choice = '']) => choice);
      const kind = list.length > 0 ? 'records' : children.length > 0 ? 'record' : kindOf(type, choices);
      return {
        key,
        kind,
        required,
        isNullable: /or null$/.test(type),
        choices: kind === 'choice' && choices.length === 0 ? ['true', 'false'] : choices,
        hint: hintOf(kind, [rule, meaning]),
        children,
      };
    });
}

function kindOf(type: string, choices: readonly string[]): Field['kind'] {
  if (choices.length > 0 || type.startsWith('boolean')) return 'choice';
  if (type.startsWith('list')) return 'values';
  if (type.startsWith('object') || type === 'anything') return 'json';
  return /^(whole )?number(?! or)/.test(type) ? 'number' : 'text';
}

function hintOf(kind: Field['kind'], texts: readonly string[]): string {
  const list = kind === 'values' ? ['Separate values with commas. A dash stands for null.'] : [];
  return [...texts, ...list]
    .filter(Boolean)
    .map((text) => `${text.charAt(0).toUpperCase()}${text.slice(1).replaceAll('`', '')}`.replace(/\.?$/, '.'))
    .join(' ');
}

/** The values of a form as a call takes them. What was left empty is left out. */
export function bodyOf(fields: readonly Field[], values: Given): Given {
  const entries = fields.map((field) => [field.key, valueFrom(field, values[field.key])] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function valueFrom(field: Field, value: unknown): unknown {
  if (field.kind === 'records') {
    const items = (Array.isArray(value) ? value : [{}]).map((item) => bodyOf(field.children, item as Given));
    return field.required || items.some((item) => Object.keys(item).length > 0) ? items : undefined;
  }
  if (field.kind === 'record') {
    const inner = bodyOf(field.children, (value ?? {}) as Given);
    return Object.keys(inner).length > 0 ? inner : undefined;
  }
  if (typeof value !== 'string') return value;
  if (field.kind === 'number' && value.trim() !== '' && Number.isFinite(Number(value))) return Number(value);
  if (field.kind === 'values') return value.split(',').map((part) => (/^\s*-?\s*$/.test(part) ? null : part.trim()));
  if (field.kind === 'choice' && (value === 'true' || value === 'false')) return value === 'true';
  return field.kind === 'json' ? parsed(value) : value;
}

// Text that is no JSON goes out as it is, and the server says what is wrong with it.
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A call with its input as a request. */
export function requestOf(row: Row, input: Given): { readonly url: string; readonly body?: Given } {
  const of = (place: string) => row.input.filter((field) => field.in === place && field.name in input);
  const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name] ?? '')));
  const query = new URLSearchParams(of('query').map(({ name }) => [name, String(input[name])])).toString();
  const url = `${root}${path}${query && `?${query}`}`;
  const takesBody = row.method !== 'GET' && row.input.some((field) => field.in === 'body');
  return takesBody ? { url, body: Object.fromEntries(of('body').map(({ name }) => [name, input[name]])) } : { url };
}
