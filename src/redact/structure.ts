import { types } from 'node:util';
import { type FieldKind, fieldKind, holdsFigures, isFigure, maskFieldText } from './field-names.ts';
import { isCodedThing, isNameKey, isPersonBeside, readsLikePerson } from './known-person.ts';
import { maskDigits, PERSONAL } from './masks.ts';
import { redactText, redactUrl } from './text.ts';

const MAX_DEPTH = 12;
// No one reads longer lists.
const LONGEST_LIST = 100_000;

/** The position of a value: its parent, and whether its numbers are money or times. */
interface Spot {
  readonly path: readonly object[];
  readonly holdsFigures: boolean;
  /** Copies so far, so that values that contain each other many times are read once. */
  readonly copies: readonly [Map<object, unknown>, Map<object, unknown>];
}

type NameOwner = 'person' | 'thing' | 'unknown';

/**
 * A masked deep copy that is safe to log, print or store. Maps and headers become records, and sets become lists.
 * Errors keep their causes. For bytes only their number remains. Cycles, deep structures and long lists are cut off.
 */
export function redact(value: unknown): unknown {
  return redactAt(value, { path: [], holdsFigures: false, copies: [new Map(), new Map()] });
}

function redactAt(value: unknown, spot: Spot): unknown {
  switch (typeof value) {
    case 'string':
      return spot.holdsFigures && isFigure(value) ? value : redactText(value);
    case 'number':
    case 'bigint':
      return redactNumber(value, spot);
    case 'symbol':
      return redactText(String(value));
    case 'function':
      return '[function]';
    case 'object':
      return value === null ? null : redactObject(value, spot);
    default:
      return value;
  }
}

// Eleven digits may be a BVN, thirteen a phone number. Ten may be an instant; an account number has its field's name.
function redactNumber(value: number | bigint, spot: Spot): unknown {
  const text = String(value);
  const isPerson = !spot.holdsFigures && /^-?(?:\d{11}|234[789][01]\d{8})$/.test(text);
  if (isPerson) return maskDigits(text.replace('-', ''));
  return typeof value === 'bigint' ? text : value;
}

function redactObject(value: object, spot: Spot): unknown {
  if (spot.path.length >= MAX_DEPTH) return '[deep]';
  if (spot.path.includes(value)) return '[cycle]';
  const copies = spot.copies[spot.holdsFigures ? 1 : 0];
  if (!copies.has(value)) copies.set(value, copyOf(value, spot));
  return copies.get(value);
}

function copyOf(value: object, spot: Spot): unknown {
  const within: Spot = { ...spot, path: [...spot.path, value] };
  try {
    if (types.isBoxedPrimitive(value)) return redactAt(value.valueOf(), within);
    const description = describeBuiltIn(value);
    if (description !== undefined) return description;
    if (isTooLong(value)) return `[${value.length} items]`;
    if (Array.isArray(value) || types.isSet(value)) return Array.from(value, (item) => redactAt(item, within));
    return redactFields(fieldsOf(value), within);
  } catch {
    return UNREADABLE;
  }
}

// Also true for a list of holes: it costs nothing to create, and a copy would take all memory.
function isTooLong(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > LONGEST_LIST;
}

function redactFields({ fields, isError }: ReadFields, within: Spot): Record<string, unknown> {
  const owner = whoseName(isError ? [] : fields.map(([key]) => key));
  const masked: Record<string, unknown> = {};
  const taken = new Map<string, number>();
  for (const [key, item] of fields) {
    // A key may itself be an account number, as in a plan by account. `__proto__` is an ordinary name here.
    Object.defineProperty(masked, freeKey(masked, redactText(key), taken), {
      value: isNameKey(key) ? redactName(item, owner(), within) : redactField(key, item, within),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return masked;
}

// Two accounts with the same last digits are equal once they are masked.
function freeKey(masked: Record<string, unknown>, key: string, taken: Map<string, number>): string {
  let free = key;
  let count = taken.get(key) ?? 1;
  while (Object.hasOwn(masked, free)) {
    count += 1;
    free = `${key} (${count})`;
  }
  taken.set(key, count);
  return free;
}

function redactField(key: string, item: unknown, within: Spot): unknown {
  const kind = item === undefined || item === UNREADABLE ? undefined : fieldKind(key);
  const spot = { ...within, holdsFigures: holdsFigures(key) };
  if (kind === undefined || isTooLong(item)) return redactAt(item, spot);
  return Array.isArray(item) || types.isSet(item)
    ? Array.from(item, (one) => maskField(kind, one, spot))
    : maskField(kind, item, spot);
}

function maskField(kind: FieldKind, value: unknown, spot: Spot): unknown {
  const isWord = kind === 'secret' || kind === 'document';
  if (isWord) return maskFieldText(kind, '');
  if (value === null || value === '' || value === undefined) return value;
  if (kind === 'personal') return PERSONAL;
  if (typeof value === 'boolean') return value;
  // A structure instead of a number is a mistake or an attack. It may not even convert to text.
  if (typeof value === 'object') return kind === 'accountLike' ? redactAt(value, spot) : PERSONAL;
  return maskFieldText(kind, String(value)) ?? redactAt(value, spot);
}

// Computed once for all names of a record, because `name1`, `name2` … may be thousands.
function whoseName(keys: readonly string[]): () => NameOwner {
  let owner: NameOwner | undefined;
  return () => {
    owner ??= isPersonBeside(keys) ? 'person' : isCodedThing(keys) ? 'thing' : 'unknown';
    return owner;
  };
}

function redactName(item: unknown, owner: NameOwner, within: Spot): unknown {
  if (item === null || item === undefined || item === '') return item;
  if (owner === 'person') return PERSONAL;
  const spot = { ...within, holdsFigures: false };
  if (owner === 'thing' || isTooLong(item)) return redactAt(item, spot);
  const redactOne = (name: unknown) =>
    typeof name === 'string' && readsLikePerson(name) ? PERSONAL : redactAt(name, spot);
  return Array.isArray(item) ? item.map(redactOne) : redactOne(item);
}

/** Replaces a field that throws when it is read. */
const UNREADABLE = '[unreadable]';

interface ReadFields {
  readonly fields: readonly (readonly [key: string, value: unknown])[];
  /** An error's `name` is its class. */
  readonly isError: boolean;
}

/** The text for an instant, a URL, a pattern or bytes. Undefined for structures. */
function describeBuiltIn(value: object): string | undefined {
  if (types.isAnyArrayBuffer(value) || ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (value instanceof Blob) return `[${value.size} bytes]`;
  if (types.isDate(value)) return Number.isNaN(value.getTime()) ? '[invalid date]' : value.toISOString();
  if (value instanceof URL) return redactUrl(value.href);
  return types.isRegExp(value) ? redactText(String(value)) : undefined;
}

/** The fields of a record, a map, headers, a query, a form or an error. */
function fieldsOf(value: object): ReadFields {
  if (types.isMap(value))
    return { fields: Array.from(value, ([key, item]) => [keyText(key), item] as const), isError: false };
  if (value instanceof Headers || value instanceof URLSearchParams || value instanceof FormData)
    return { fields: collect(value), isError: false };
  const isError = types.isNativeError(value) || value instanceof Error;
  // Often not enumerable, so that printing an error does not print its cause. Here the cause is masked.
  const hidden = isError ? ['name', 'message', 'cause', 'errors'].filter((key) => key in value) : [];
  const keys = new Set([...hidden, ...Object.keys(value)]);
  return { fields: Array.from(keys, (key) => [key, readField(value, key)] as const), isError };
}

function readField(value: object, key: string): unknown {
  try {
    return Reflect.get(value, key);
  } catch {
    return UNREADABLE;
  }
}

function keyText(key: unknown): string {
  return (typeof key === 'object' && key !== null) || typeof key === 'function' ? '[object]' : String(key);
}

// A name that occurs several times gets a list of its values.
function collect(entries: Iterable<readonly [string, unknown]>): readonly (readonly [string, unknown])[] {
  const lists = new Map<string, unknown[]>();
  for (const [key, value] of entries) {
    const list = lists.get(key);
    if (list) list.push(value);
    else lists.set(key, [value]);
  }
  return Array.from(lists, ([key, values]) => [key, values.length === 1 ? values[0] : values] as const);
}
