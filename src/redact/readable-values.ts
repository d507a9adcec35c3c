import { types } from 'node:util';
import { redactText } from './text.ts';
import { redactUrl } from './url.ts';

/** In the place of what throws when it is read. */
export const UNREADABLE = '[unreadable]';

/** The fields of a structure, in order. */
export interface ReadFields {
  readonly fields: readonly (readonly [key: string, value: unknown])[];
  /** An error's `name` is its class. */
  readonly isError: boolean;
}

/** The text that stands for an instant, an address, a pattern or bytes; undefined for structures. */
export function tellBuiltIn(value: object): string | undefined {
  if (types.isAnyArrayBuffer(value) || ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (value instanceof Blob) return `[${value.size} bytes]`;
  if (types.isDate(value)) return Number.isNaN(value.getTime()) ? '[invalid date]' : value.toISOString();
  if (value instanceof URL) return redactUrl(value.href);
  return types.isRegExp(value) ? redactText(String(value)) : undefined;
}

/** The fields of a record, a map, headers, a query, a form or an error. A field that throws when it is read is unreadable; the others are not lost for it. */
export function fieldsOf(value: object): ReadFields {
  if (types.isMap(value))
    return { fields: Array.from(value, ([key, item]) => [keyText(key), item] as const), isError: false };
  if (value instanceof Headers || value instanceof URLSearchParams || value instanceof FormData)
    return { fields: collect(value), isError: false };
  const isError = types.isNativeError(value) || value instanceof Error;
  // These are often not enumerable, so that printing an error does not print what caused it; here it is masked.
  const hidden = isError ? ['name', 'message', 'cause', 'errors'].filter((key) => key in value) : [];
  const keys = new Set([...hidden, ...Object.keys(value)]);
  return { fields: Array.from(keys, (key) => [key, readField(value, key)] as const), isError };
}

function readField(value: object, key: string): unknown {
  try {
    return (value as Record<string, unknown>)[key];
  } catch {
    return UNREADABLE;
  }
}

function keyText(key: unknown): string {
  return (typeof key === 'object' && key !== null) || typeof key === 'function' ? '[object]' : String(key);
}

// Names may come several times: then their values are a list.
function collect(entries: Iterable<readonly [string, unknown]>): readonly (readonly [string, unknown])[] {
  const lists = new Map<string, unknown[]>();
  for (const [key, value] of entries) {
    const list = lists.get(key);
    if (list) list.push(value);
    else lists.set(key, [value]);
  }
  return Array.from(lists, ([key, values]) => [key, values.length === 1 ? values[0] : values] as const);
}
