/** Fields within free text: `password=hunter2`, `"accountName":"Ada Obiora"`, `pin: 1234`. */
import { type FieldKind, fieldKind } from './field-names.ts';
import { maskFieldText } from './masked-field.ts';
import { PERSONAL } from './masks.ts';
import { isNameKey, readsLikePerson } from './person-name.ts';
import type { Edit } from './text-mask.ts';

interface Place {
  readonly start: number;
  readonly end: number;
  /** Written in a way that only data is: quoted, or after `=` or a quoted name. Otherwise it may be a sentence: `secretKey: give the key`. */
  readonly isData: boolean;
}

const fieldName = /(?<![\w-])([A-Za-z][\w-]{0,60})\]?(\\*["'])?[ \t]{0,3}(=>|=(?!=)|:)[ \t]{0,3}/g;
const scheme = /(?:Bearer|Basic|Digest|Token|ApiKey)[ \t]{1,3}/iy;
const openingQuote = /\\*["']/y;
const openingBracket = /[[{]/y;
const word = /(?:[^\s"'&,;\\]|\\[A-Za-z\d])+/y;
const moreOfName = /(?:[ \t]\p{Lu}[\p{L}\p{M}'’.-]*)+/uy;
const capitalWords = /\p{Lu}[\p{L}\p{M}'’-]*(?:[ \t]\p{Lu}[\p{L}\p{M}'’-]*)+/uy;

/** The values of all fields that are masked by their names, in order. */
export function findFieldValues(text: string): readonly Edit[] {
  const found: Edit[] = [];
  fieldName.lastIndex = 0;
  for (let match = fieldName.exec(text); match; match = fieldName.exec(text)) {
    const { 1: key = '', 2: quote, 3: sign } = match;
    const from = fieldName.lastIndex;
    const kind = isNameKey(key) ? 'name' : fieldKind(key);
    if (kind === undefined || isMaskItself(text, match)) continue;
    const place = placeOfValue(text, { from, kind, isData: quote !== undefined || sign !== ':' });
    const by = place && masked(kind, text.slice(place.start, place.end), place.isData);
    if (place && by !== undefined) found.push({ start: place.start, end: place.end, by });
    fieldName.lastIndex = place && by !== undefined ? place.end : from;
  }
  fieldName.lastIndex = 0;
  return found;
}

// `token [secret]: refused` was masked already; `user[secret]=x` is a field.
function isMaskItself(text: string, { 1: key, index }: RegExpExecArray): boolean {
  return key === 'secret' && /(?:^|\W|\b(?:sk|pk|whsec)_)\[$/.test(text.slice(Math.max(0, index - 8), index));
}

type TextKind = FieldKind | 'name';

function placeOfValue(text: string, { from, kind, isData }: { readonly from: number; readonly kind: TextKind; readonly isData: boolean }): Place | undefined {
  const opening = matchAt(openingQuote, text, from);
  if (opening !== undefined) return { start: from + opening.length, end: closingQuote(text, from + opening.length, opening), isData: true };
  const prefix = kind === 'secret' ? matchAt(scheme, text, from) : undefined;
  const start = from + (prefix?.length ?? 0);
  const isWhole = kind === 'secret' || kind === 'personal' || kind === 'document';
  if (matchAt(openingBracket, text, start) !== undefined) {
    const closing = text.indexOf(text[start] === '[' ? ']' : '}', start);
    return isWhole ? { start, end: closing < 0 ? text.length : closing + 1, isData: true } : undefined;
  }
  if (!isData && (kind === 'personal' || kind === 'name')) {
    const name = matchAt(capitalWords, text, start);
    if (name !== undefined) return { start, end: start + name.length, isData: true };
  }
  const value = matchAt(word, text, start);
  if (value === undefined) return undefined;
  const end = start + lengthInBrackets(value);
  const more = kind === 'personal' || kind === 'name' ? (matchAt(moreOfName, text, end)?.length ?? 0) : 0;
  return { start, end: isData ? end + more : end, isData: isData || prefix !== undefined };
}

// Without the brackets and the full stop that close what the field stands in.
function lengthInBrackets(value: string): number {
  let length = value.length;
  while (length > 0 && ')]}>.'.includes(value[length - 1] as string)) length -= 1;
  return length;
}

// What is masked already.
const mask = /\[(?:secret|personal|document)\]|\*{3}/;
// What tells nothing: also keeps words such as `password=undefined` readable, which help to find a mistake.
const nothing = /^(?:|true|false|null|undefined|nil|none)$/i;

function masked(kind: TextKind, value: string, isData: boolean): string | undefined {
  if (nothing.test(value) || !(isData || (readsLikeData(kind, value) && !mask.test(value)))) return undefined;
  if (kind === 'name') return readsLikePerson(value) ? PERSONAL : undefined;
  const isNumber = kind === 'account' || kind === 'bvn';
  return isNumber && !/\d/.test(value) ? undefined : maskFieldText(kind, value);
}

function readsLikeData(kind: TextKind, value: string): boolean {
  if (kind === 'secret') return value.length >= 16 || (value.length >= 4 && /\d/.test(value));
  if (kind === 'personal') return /^\+?\d.{5}/.test(value);
  return /^\d{6}/.test(value);
}

function matchAt(sticky: RegExp, text: string, at: number): string | undefined {
  sticky.lastIndex = at;
  return sticky.exec(text)?.[0];
}

// A quote within the text has more backslashes before it than the one that opened it; an unclosed one goes to the end.
function closingQuote(text: string, from: number, opening: string): number {
  const quote = opening.slice(-1);
  const slashes = opening.length - 1;
  for (let at = text.indexOf(quote, from); at >= 0; at = text.indexOf(quote, at + 1)) {
    let before = 0;
    while (at - before > from && text[at - before - 1] === '\\') before += 1;
    if (slashes === 0 && before % 2 === 0) return at;
    if (slashes > 0 && before <= slashes) return at - before;
  }
  return text.length;
}
