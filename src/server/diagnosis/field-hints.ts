/** Which field of a request was wrong, and what it should have been. */
import type * as z from 'zod';
import type { FieldIssue } from '../../errors.ts';
import { knownFieldsAt } from './known-fields.ts';
import type { Hint } from './near-miss.ts';
import { nearestName } from './nearest-name.ts';
import { whatWasSent } from './what-was-sent.ts';

/** A request's input with the shape that it should have. */
export interface ShapedInput {
  readonly shape: z.ZodType;
  readonly input: unknown;
}

/** A hint for each field that a refusal names. */
export function hintFields({ shape, input }: ShapedInput, fields: readonly FieldIssue[]): readonly Hint[] {
  return fields.map(({ path, message }) => {
    const parts = path === '' ? [] : path.split('.');
    const value = valueAt(input, parts);
    const suggestion = value === undefined ? misspelt({ shape, input }, parts) : mend(value, message);
    return { kind: 'field', where: path || 'body', sent: whatWasSent(value), expected: message, suggestion };
  });
}

// Whoever sends more unknown fields than this did not misspell them, and looking at a hundred thousand takes minutes.
const MOST_LOOKED_AT = 50;

/** A hint for each field that nobody reads and whose name is nearly that of one that is read and was not sent. */
export function hintUnknownFields({ shape, input }: ShapedInput, unknown: readonly string[]): readonly Hint[] {
  return unknown.slice(0, MOST_LOOKED_AT).flatMap((path) => {
    const parts = path.split('.');
    const name = parts.at(-1) as string;
    const level = parts.slice(0, -1);
    const nearest = nearestName(name, unsentFields({ shape, input }, level));
    if (nearest === undefined) return [];
    const suggestion = `${name} is read by nobody: did you mean ${nearest}?`;
    return [
      {
        kind: 'unknown-field' as const,
        where: path,
        sent: whatWasSent(valueAt(input, parts)),
        expected: nearest,
        suggestion,
      },
    ];
  });
}

function unsentFields({ shape, input }: ShapedInput, level: readonly string[]): readonly string[] {
  const sent = objectAt(input, level);
  return knownFieldsAt(shape, level).filter((field) => !Object.hasOwn(sent, field));
}

// Was the missing field sent under another name?
function misspelt({ shape, input }: ShapedInput, parts: readonly string[]): string | null {
  const level = parts.slice(0, -1);
  const missing = parts.at(-1);
  const known = knownFieldsAt(shape, level);
  const found = Object.keys(objectAt(input, level)).find(
    (name) => missing && !known.includes(name) && nearestName(name, [missing]) !== undefined,
  );
  return found === undefined ? null : `${found} was sent: did you mean ${missing}?`;
}

function mend(value: unknown, message: string): string | null {
  if (typeof value === 'string') {
    if (value !== value.trim() && value.trim() !== '') return 'Take away the spaces around it.';
    if (/real date|YYYY-MM-DD/.test(message)) return 'Write the day as YYYY-MM-DD, such as 2026-02-01.';
    if (/type number/.test(message)) return 'Send it as a JSON number, without quotes, separators and currency.';
    if (/type boolean/.test(message)) return 'Send it as true or false, without quotes.';
    if (/base64/.test(message) && value.startsWith('data:'))
      return 'Send only what follows the comma of the data: URL.';
  }
  if (typeof value === 'number' && /type string/.test(message))
    return 'Send it as text in quotes, so that zeros in front are kept.';
  if (typeof value === 'number' && /two decimals/.test(message))
    return 'Send naira with at most two decimals, not kobo fractions.';
  return null;
}

function objectAt(input: unknown, level: readonly string[]): object {
  const value = valueAt(input, level);
  return typeof value === 'object' && value !== null ? value : {};
}

function valueAt(input: unknown, parts: readonly string[]): unknown {
  let at = input;
  for (const part of parts) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[part];
  }
  return at;
}
