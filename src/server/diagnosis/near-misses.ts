/** Finds near misses: what a refused request probably meant. */
import type * as z from 'zod/mini';
import type { FieldIssue } from '../../errors.ts';
import { isRecord } from '../../validation/checks.ts';
import { nearestName } from '../../validation/nearest-name.ts';
import type { InputEncoding, WireRow } from '../../wire/operations.ts';
import type { Refusal } from '../answer.ts';
import type { Hint } from '../journal/journal.ts';
import { bodyLength, headerOf, type RequestHeaders, type ServerRequest } from '../message.ts';
import { knownFieldsAt } from '../shape-check.ts';
import type { ServerContext } from '../worlds/worlds.ts';
import { hintKey, hintMethod, hintRoute } from './hints.ts';

export interface RefusedRequest {
  readonly request: ServerRequest;
  readonly row: Pick<WireRow, 'encoding' | 'credential' | 'input'> | undefined;
  readonly input: unknown;
  /** Undefined for an accepted request. */
  readonly refusal: Refusal | undefined;
  /** Paths of unknown fields. */
  readonly unknownFields: readonly string[];
}

const MOST_HINTS = 20;

/** Finds the hints for a request. If a rule refused it, or if it succeeded, only unknown fields give hints. */
export function findNearMisses(refused: RefusedRequest, context: ServerContext): readonly Hint[] {
  const { row, input, unknownFields } = refused;
  const overlooked =
    row && unknownFields.length > 0 ? hintUnknownFields({ shape: row.input, input }, unknownFields) : [];
  return [...hintsFor(refused, context), ...overlooked].slice(0, MOST_HINTS);
}

function hintsFor(
  { request, row, input, refusal }: RefusedRequest,
  { settings, worlds }: ServerContext,
): readonly Hint[] {
  switch (refusal?.code) {
    case 'path_unknown':
      return hintRoute(request, settings.segments);
    case 'method_not_allowed':
      return hintMethod(request.method, refusal.allow ?? 'POST');
    case 'key_missing':
    case 'key_unknown':
    case 'key_wrong_kind':
      return hintKey(row?.credential ?? 'token', request.headers, (key) => worlds.nameOf(key)?.kind);
    case 'media_type_unsupported':
    case 'body_malformed':
      return hintBody(request, row?.encoding ?? 'json');
    case 'merchant_mismatch':
      return hintMerchant(input);
    case 'input_invalid':
      return row ? hintFields({ shape: row.input, input }, refusal.fields ?? []) : [];
    default:
      return [];
  }
}

function hintMerchant(input: unknown): readonly Hint[] {
  const { appId, businessId } = isRecord(input) ? input : {};
  const sent = [appId, businessId]
    .map((id) => (typeof id === 'string' ? `text of ${id.length} characters` : typeof id))
    .join(' and ');
  const suggestion = 'Check that appId and businessId are those of the key, and that they were not swapped.';
  return [
    { kind: 'merchant', where: 'appId, businessId', sent, expected: "the ids of the key's merchant", suggestion },
  ];
}

/** Adds suggestions to a refusal: the first ones that its message does not contain yet. */
export function withSuggestion(refusal: Refusal, hints: readonly Hint[]): Refusal {
  const said = refusal.message.toLowerCase();
  const isSaid = (suggestion: string) => said.includes(suggestion.toLowerCase().replace(/\.$/, ''));
  const suggestions = hints
    .flatMap(({ suggestion }) => (suggestion === null || isSaid(suggestion) ? [] : [suggestion]))
    .slice(0, 3);
  return suggestions.length === 0 ? refusal : { ...refusal, message: `${refusal.message} ${suggestions.join(' ')}` };
}

interface ShapedInput {
  readonly shape: z.ZodMiniType;
  readonly input: unknown;
}

function hintFields({ shape, input }: ShapedInput, fields: readonly FieldIssue[]): readonly Hint[] {
  return fields.map(({ path, message }) => {
    const parts = path === '' ? [] : path.split('.');
    const value = valueAt(input, parts);
    const suggestion = value === undefined ? misspelt({ shape, input }, parts) : suggestFix(value, message);
    return { kind: 'field', where: path || 'body', sent: whatWasSent(value), expected: message, suggestion };
  });
}

// More unknown fields than this are not misspellings, and to check 100,000 takes minutes.
const MOST_LOOKED_AT = 50;

/** Hints for unknown fields with a name similar to a known field that was not sent. */
function hintUnknownFields({ shape, input }: ShapedInput, unknown: readonly string[]): readonly Hint[] {
  return unknown.slice(0, MOST_LOOKED_AT).flatMap((path): Hint[] => {
    const parts = path.split('.');
    const name = parts.at(-1) as string;
    const level = parts.slice(0, -1);
    const nearest = meantName(name, unsentFields({ shape, input }, level));
    if (nearest === undefined) return [];
    const suggestion = `${name} is not a known field: did you mean ${nearest}?`;
    const sent = whatWasSent(valueAt(input, parts));
    return [{ kind: 'unknown-field', where: path, sent, expected: nearest, suggestion }];
  });
}

function unsentFields({ shape, input }: ShapedInput, level: readonly string[]): readonly string[] {
  const sent = objectAt(input, level);
  return knownFieldsAt(shape, level).filter((field) => !Object.hasOwn(sent, field));
}

// The missing field may have been sent under another name.
function misspelt({ shape, input }: ShapedInput, parts: readonly string[]): string | null {
  const level = parts.slice(0, -1);
  const missing = parts.at(-1);
  const known = knownFieldsAt(shape, level);
  const found = Object.keys(objectAt(input, level)).find(
    (name) => missing && !known.includes(name) && meantName(name, [missing]) !== undefined,
  );
  return found === undefined ? null : `${found} was sent: did you mean ${missing}?`;
}

function suggestFix(value: unknown, message: string): string | null {
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
    at = Reflect.get(at, part);
  }
  return at;
}

const HEAD_BYTES = 256;

/** Hints about a wrong kind of body, or an unreadable one. */
function hintBody({ headers, body }: ServerRequest, encoding: InputEncoding): readonly Hint[] {
  const wanted = encoding === 'multipart' ? 'multipart/form-data' : 'application/json';
  const looks = isCompressed(headers) ? 'compressed bytes' : looksLike(body);
  const declared = headerOf(headers, 'content-type') ? 'declared with a Content-Type' : 'without a Content-Type';
  const sent = `${looks}, ${declared}, ${bodyLength(body)} bytes`;
  return [{ kind: 'body', where: 'body', sent, expected: wanted, suggestion: suggestBody(looks, encoding) }];
}

type Looks = 'nothing' | 'compressed bytes' | 'JSON' | 'a URL-encoded form' | 'a multipart form' | 'text';

function isCompressed(headers: RequestHeaders): boolean {
  return !['', 'identity'].includes(headerOf(headers, 'content-encoding')?.toLowerCase() ?? '');
}

function looksLike(body: ServerRequest['body']): Looks {
  if (!body || body.length === 0) return 'nothing';
  const start =
    typeof body === 'string' ? body.slice(0, HEAD_BYTES) : Buffer.from(body.subarray(0, HEAD_BYTES)).toString('latin1');
  const head = start.trimStart();
  if (head.startsWith('--')) return 'a multipart form';
  if (/^[{["]/.test(head)) return 'JSON';
  return /^[\w.[\]%-]+=/.test(head) ? 'a URL-encoded form' : 'text';
}

function suggestBody(looks: Looks, encoding: InputEncoding): string | null {
  if (looks === 'compressed bytes') return 'Send it without Content-Encoding.';
  if (encoding === 'multipart')
    return 'Send a multipart form with the fields and the file, and let the library set the boundary.';
  if (looks === 'JSON')
    return 'It looks like JSON that is cut off, badly quoted, or declared as something else: send a JSON object as application/json.';
  if (looks === 'nothing') return 'Send a JSON object in UTF-8.';
  return `It looks like ${looks}: send a JSON object as application/json.`;
}

/** Describes a value without showing it: `text of 10 characters`, `number`, `nothing`. */
function whatWasSent(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (typeof value === 'string') return `text of ${value.length} characters${likeness(value)}`;
  if (value instanceof Uint8Array) return `file of ${value.byteLength} bytes`;
  if (Array.isArray(value)) return `list of ${value.length}`;
  return typeof value;
}

const forms: readonly (readonly [RegExp, string])[] = [
  [/^\s*$/, 'blank'],
  [/^\d{4}-\d{2}-\d{2}[T ]\d/, 'like a timestamp'],
  [/^\d{4}[/.]\d{1,2}[/.]\d{1,2}$/, 'like YYYY/MM/DD'],
  [/^\d{1,2}[/.-]\d{1,2}[/.-]\d{4}$/, 'like DD/MM/YYYY'],
  [/^\d{4}-\d{1,2}-\d{1,2}$/, 'like YYYY-MM-DD'],
  [/^\d{8}$/, 'like YYYYMMDD'],
  [/^[+-]?[\d,]*\.?\d+$/, 'all digits'],
  [/^₦|^NGN/i, 'like an amount with its currency'],
  [/^data:/, 'like a data: URL'],
];

function likeness(text: string): string {
  const found = forms.find(([pattern]) => pattern.test(text));
  return found ? `, ${found[1]}` : '';
}

// Fields with two names in the specification: `phone` in 4.5 is `mobileNumber` in 4.3 and 4.4.
const synonyms: Readonly<Record<string, readonly string[]>> = {
  mobileNumber: ['phone', 'phonenumber', 'mobile', 'msisdn'],
  phone: ['mobilenumber', 'phonenumber', 'mobile'],
  accountNumber: ['nuban', 'accountno'],
  collectionMode: ['mode'],
  mandateId: ['id'],
  breakdownId: ['instalmentid', 'installmentid'],
};

/** The known name that was meant: written with other case or separators, a synonym, or mistyped. */
function meantName(name: string, known: readonly string[]): string | undefined {
  const plain = plainName(name);
  return (
    known.find((each) => plain !== '' && plainName(each) === plain) ??
    known.find((each) => synonyms[each]?.includes(plain)) ??
    nearestName(name, known)
  );
}

const plainName = (name: string) => (name.length > 64 ? '' : name.toLowerCase().replace(/[^a-z0-9]/g, ''));
