/** Describes values without showing them, because answers contain BVNs, account numbers and names. */
import { parseInstant, parsePlainDate } from '../../domain/calendar.ts';
import { isObjectId, isUuid } from '../../domain/identifiers.ts';

// No known form is longer.
const LONGEST = 64;
const MOST_DIGITS = 20;

/** A type or a form, such as `text`, `9 digits` or `a day as DD/MM/YYYY`. `countsDigits` adds the number of digits. */
export function formOf(value: unknown, { countsDigits = false }: { readonly countsDigits?: boolean } = {}): string {
  if (value === null) return 'null';
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'list';
  switch (typeof value) {
    case 'string':
      return formOfText(value, countsDigits);
    case 'number':
      return Number.isInteger(value) ? 'whole number' : 'number with decimals';
    case 'boolean':
      return 'true or false';
    default:
      return 'object';
  }
}

const forms: readonly (readonly [says: string, fits: (text: string) => boolean])[] = [
  ['24 hexadecimal characters', isObjectId],
  ['UUID', isUuid],
  ['a day as YYYY-MM-DD', (text) => parsePlainDate(text) !== undefined],
  ['ISO 8601 timestamp', (text) => parseInstant(text) !== undefined],
  ['a day as DD/MM/YYYY', (text) => /^\d{2}\/\d{2}\/\d{4}$/.test(text)],
  ['a day as DD-Mon-YYYY', (text) => /^\d{2}-[A-Za-z]{3}-\d{4}$/.test(text)],
  ['decimal text', (text) => /^[+-]?\d+(\.\d+)?$/.test(text)],
];

function formOfText(text: string, countsDigits: boolean): string {
  if (text === '') return 'empty text';
  if (text.length > LONGEST) return 'text';
  if (countsDigits && text.length <= MOST_DIGITS && /^\d+$/.test(text)) return `${text.length} digits`;
  return forms.find(([, fits]) => fits(text))?.[0] ?? 'text';
}

// A normal field name. Others may be a number or the name of a person.
const PLAIN_NAME = /^[A-Za-z_$][\w$-]{0,59}$/;

// Names that look like keys or tokens are not shown.
const SECRET_NAME = /\d{4}|^(?:sk|pk|whsec)_|^(?=.{12}).*\d\D+\d/i;

/** The name of a field, masked if it may be personal or secret. */
export function shownName(name: string): string {
  if (PLAIN_NAME.test(name) && !SECRET_NAME.test(name)) return name;
  return /^\d+$/.test(name) ? `<${name.length} digits>` : `<${name.length} characters>`;
}

const MOST_LISTS = 3;

/** Describes an object in place of a list. It may wrap the list, as a page does. */
export function formOfWrapper(value: Readonly<Record<string, unknown>>): string {
  const lists = Object.keys(value).filter((name) => Array.isArray(value[name]));
  return lists.length === 0
    ? 'object'
    : `object with a list in ${lists.slice(0, MOST_LISTS).map(shownName).join(', ')}`;
}

// The service sends the name, so only known ones are shown.
const CODINGS = ['gzip', 'deflate', 'br', 'zstd'];
// The first two bytes of gzip, decoded as text.
const GZIP = '\u001f\ufffd';

/** Describes a body that is not JSON. `coding` is the content coding of its headers, if any. */
export function formOfNoJson(text: string, coding?: string): string {
  const start = text.trimStart();
  if (start === '') return 'an empty body';
  // A proxy may have decoded the body and left the header.
  if (start.startsWith('<')) return 'no JSON (HTML or XML)';
  if (/^[{[]/.test(start)) return 'no JSON, although it begins like it';
  if (start.startsWith(GZIP)) return 'no JSON (compressed: gzip)';
  if (coding === undefined) return 'no JSON';
  return `no JSON (compressed${CODINGS.includes(coding) ? `: ${coding}` : ''})`;
}

/** Describes a body that is not an envelope, by its `status`. */
export function formOfForeign(body: unknown): string {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return formOf(body);
  return Object.hasOwn(body, 'status')
    ? `object whose status is ${formOf(Reflect.get(body, 'status'))}`
    : 'object without status';
}
