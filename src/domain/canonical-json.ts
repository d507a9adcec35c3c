/** Canonical JSON after RFC 8785: the same content has the same hash on every machine and in every language. */
import type { Problem } from '../validation/checks.ts';

// This limit also stops cycles. Real values stay far below it, and every stack has room for it.
const MAX_DEPTH = 500;

/** `exact`: parses to the same value. `content`: for comparison, without undefined members, broken Unicode escaped. */
type Form = 'exact' | 'content';

/** The canonical JSON of a value. Undefined if it has none: {@link jsonProblem} says where and why. */
export function canonicalJson(value: unknown, form: Form = 'exact'): string | undefined {
  return write(value, form, 0);
}

function write(value: unknown, form: Form, depth: number): string | undefined {
  switch (typeof value) {
    case 'string':
      return writeText(value, form);
    case 'number':
      return Number.isFinite(value) ? `${value}` : undefined;
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      if (value === null) return 'null';
      if (depth === MAX_DEPTH) return undefined;
      return Array.isArray(value) ? writeList(value, form, depth + 1) : writeRecord(value, form, depth + 1);
    default:
      return undefined;
  }
}

// Most text needs no escape, and this test is five times as fast as escaping.
const plain = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;
const loneSurrogate = /[\ud800-\udfff]/u;

function writeText(text: string, form: Form): string | undefined {
  if (plain.test(text)) return `"${text}"`;
  return form === 'exact' && loneSurrogate.test(text) ? undefined : JSON.stringify(text);
}

function writeList(list: readonly unknown[], form: Form, depth: number): string | undefined {
  let text = '[';
  for (let index = 0; index < list.length; index++) {
    const item = write(list[index], form, depth);
    if (item === undefined) return undefined;
    text += index === 0 ? item : `,${item}`;
  }
  return `${text}]`;
}

function writeRecord(record: object, form: Form, depth: number): string | undefined {
  if (!isPlain(record)) return undefined;
  const names = Object.keys(record);
  if (!isSorted(names)) names.sort();
  let text = '';
  for (const name of names) {
    const value = (record as Readonly<Record<string, unknown>>)[name];
    if (value === undefined && form === 'content') continue;
    const [key, member] = [writeText(name, form), write(value, form, depth)];
    if (key === undefined || member === undefined) return undefined;
    text += text === '' ? `${key}:${member}` : `,${key}:${member}`;
  }
  return `{${text}}`;
}

// A date, a map or a class instance would be parsed as something else. Works across realms.
function isPlain(record: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(record);
  if (
    prototype !== Object.prototype &&
    prototype !== null &&
    (Object.getPrototypeOf(prototype) !== null || !Object.hasOwn(prototype as object, 'hasOwnProperty'))
  )
    return false;
  // Our own symbols are not enumerable. They hide fields from printing.
  return Object.getOwnPropertySymbols(record).every(
    (symbol) => !Object.prototype.propertyIsEnumerable.call(record, symbol),
  );
}

function isSorted(names: readonly string[]): boolean {
  for (let index = 1; index < names.length; index++)
    if ((names[index - 1] as string) > (names[index] as string)) return false;
  return true;
}

/**
 * Whether two values have the same canonical content, without writing it. States share most of their parts, and a part
 * is the same as itself.
 */
export function isSameContent(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other))
    return Array.isArray(one) && Array.isArray(other) && isSameList(one, other);
  return isPlain(one) && isPlain(other) && isSameRecord(one, other);
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, index) => isSameContent(item, other[index]));
}

function isSameRecord(one: object, other: object): boolean {
  const members = Object.entries(one).filter(([, value]) => value !== undefined);
  if (Object.values(other).filter((value) => value !== undefined).length !== members.length) return false;
  return members.every(([name, value]) => isSameContent(value, (other as Readonly<Record<string, unknown>>)[name]));
}

/** Where and why {@link canonicalJson} cannot write a value, if so. Never contains the value. */
export function jsonProblem(value: unknown, form: Form = 'exact', path: readonly string[] = []): Problem | undefined {
  const reason = reasonAgainst(value, form, path.length);
  if (reason !== undefined) return { path: path.join('.'), message: reason };
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, member] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    if (form === 'content' && member === undefined && !Array.isArray(value)) continue;
    const isWrong = form === 'exact' && loneSurrogate.test(`${name}`);
    const problem = isWrong
      ? { path: path.join('.'), message: `has a member whose name ${brokenText}` }
      : jsonProblem(member, form, [...path, `${name}`]);
    if (problem) return problem;
  }
  return undefined;
}

const brokenText = 'is not well-formed Unicode: half of a surrogate pair is missing';

function reasonAgainst(value: unknown, form: Form, depth: number): string | undefined {
  if (value === undefined) return 'has no value: leave it out, or write null';
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'is no finite number: JSON cannot hold it';
  if (typeof value === 'string') return form === 'exact' && loneSurrogate.test(value) ? brokenText : undefined;
  if (typeof value === 'boolean' || value === null) return undefined;
  if (typeof value !== 'object')
    return `is a ${typeof value}: JSON cannot hold it; write what it means as text or as a number`;
  if (depth === MAX_DEPTH) return `is nested more than ${MAX_DEPTH} deep, or contains itself`;
  if (Array.isArray(value) || isPlain(value)) return undefined;
  return 'is no plain object: JSON cannot hold dates, maps, classes or symbols; write what it means as text, numbers and lists';
}
