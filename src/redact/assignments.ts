/** Finds fields in free text: `password=hunter2`, `"accountName":"Ada Obiora"`, `pin: 1234`. */
import { type FieldKind, fieldKind, holdsFigures, isFigure, maskFieldText } from './field-names.ts';
import { isNameKey, readsLikePerson } from './known-person.ts';
import { type Edit, PERSONAL } from './masks.ts';

interface Place {
  readonly start: number;
  readonly end: number;
  /** Written in a way that only data is: quoted, or after `=` or a quoted name. */
  readonly isData: boolean;
  readonly isCut?: boolean;
}

// Up to 15 backslashes, as in JSON nested four times. Without a limit, each quote would search the whole text.
const fieldName = /(?<![\w-])([A-Za-z][\w-]{0,60})\]?(\\{0,15}["'])?[ \t]{0,3}(=>|=(?!=)|:)[ \t]{0,3}/g;
const scheme = /(?:Bearer|Basic|Digest|Token|ApiKey)[ \t]{1,3}/iy;
const openingQuote = /\\{0,15}["']/y;
const openingBracket = /[[{]/y;
// Reads only this much first: a value that is kept is read again for each field inside it.
const LONGEST_FIRST_READ = 200;
const beginningOfWord = new RegExp(`(?:[^\\s"'&,;\\\\]|\\\\[A-Za-z\\d]){1,${LONGEST_FIRST_READ}}`, 'y');
const restOfWord = /(?:[^\s"'&,;\\]|\\[A-Za-z\d])+/y;
// A cookie header holds several cookies, up to the end of its line.
const cookies = /[^\s=;,&"'\\]+=(?:[^\r\n"'\\]|(?<==)"[^\s",;\\]*")*/y;
// Functions, so that no Unicode property is loaded before its first use (readings.ts).
const moreOfName = () => /(?:[ \t]\p{Lu}[\p{L}\p{M}'’.-]*)+/uy;
const capitalWords = () => /\p{Lu}[\p{L}\p{M}'’-]*(?:[ \t]\p{Lu}[\p{L}\p{M}'’-]*)+/uy;

/** Finds, in order, the values of all fields that are masked by name, and the figures that are kept. */
export function findFieldValues(text: string): readonly Edit[] {
  const found: Edit[] = [];
  fieldName.lastIndex = 0;
  for (let match = fieldName.exec(text); match; match = fieldName.exec(text)) {
    const { 1: key = '', 2: quote, 3: sign } = match;
    const from = fieldName.lastIndex;
    const kind = kindInText(key);
    if (kind === undefined || isMaskItself(text, match)) continue;
    const value = findValue(text, { key, from, kind, isData: quote !== undefined || sign !== ':' });
    if (value) found.push(value);
    fieldName.lastIndex = value?.end ?? from;
  }
  fieldName.lastIndex = 0;
  return found;
}

type TextKind = FieldKind | 'name' | 'figure';

function kindInText(key: string): TextKind | undefined {
  if (isNameKey(key)) return 'name';
  return fieldKind(key) ?? (holdsFigures(key) ? 'figure' : undefined);
}

// `token [secret]: refused` is masked already. `user[secret]=x` is a field.
function isMaskItself(text: string, { 1: key, index }: RegExpExecArray): boolean {
  return key === 'secret' && /(?:^|\W|\b(?:sk|pk|whsec)_)\[$/.test(text.slice(Math.max(0, index - 8), index));
}

interface Field {
  readonly key: string;
  readonly from: number;
  readonly kind: TextKind;
  readonly isData: boolean;
}

function findValue(text: string, field: Field): Edit | undefined {
  const place = placeOfDelimited(text, field) ?? placeOfWord(text, field);
  const by = place && masked(field.kind, text.slice(place.start, place.end), place.isData);
  if (!place || by === undefined) return undefined;
  const rest = place.isCut ? matchAt(restOfWord, text, place.end) : undefined;
  return { start: place.start, end: place.end + (rest?.length ?? 0), by };
}

function placeOfDelimited(text: string, { key, from, kind, isData }: Field): Place | undefined {
  const opening = matchAt(openingQuote, text, from);
  if (opening !== undefined)
    return { start: from + opening.length, end: closingQuote(text, from + opening.length, opening), isData: true };
  const header = /cookie$/i.test(key) ? matchAt(cookies, text, from) : undefined;
  if (header !== undefined) return { start: from, end: from + header.length, isData: true };
  const start = from + lengthOfScheme(text, from, kind);
  const isWhole = kind === 'secret' || kind === 'personal' || kind === 'document';
  if (isWhole && matchAt(openingBracket, text, start) !== undefined) {
    const closing = text.indexOf(text[start] === '[' ? ']' : '}', start);
    return { start, end: closing < 0 ? text.length : closing + 1, isData: true };
  }
  const name = !isData && (kind === 'personal' || kind === 'name') ? matchAt(capitalWords(), text, start) : undefined;
  return name === undefined ? undefined : { start, end: start + name.length, isData: true };
}

function placeOfWord(text: string, { from, kind, isData }: Field): Place | undefined {
  const length = lengthOfScheme(text, from, kind);
  const start = from + length;
  const value = matchAt(beginningOfWord, text, start);
  if (value === undefined) return undefined;
  if (value.length >= LONGEST_FIRST_READ)
    return { start, end: start + value.length, isData: isData || length > 0, isCut: true };
  const end = start + lengthInBrackets(value);
  const more = isData && (kind === 'personal' || kind === 'name') ? (matchAt(moreOfName(), text, end)?.length ?? 0) : 0;
  return { start, end: end + more, isData: isData || length > 0 };
}

function lengthOfScheme(text: string, from: number, kind: TextKind): number {
  return kind === 'secret' ? (matchAt(scheme, text, from)?.length ?? 0) : 0;
}

// Leaves out the brackets and the full stop that close the surrounding text.
function lengthInBrackets(value: string): number {
  let length = value.length;
  while (length > 0 && ')]}>.'.includes(value.charAt(length - 1))) length -= 1;
  return length;
}

// Text that is masked already.
const mask = /\[(?:secret|personal|document)\]|\*{3}/;
// Values that reveal nothing. Words such as `password=undefined` stay readable, because they help to find a mistake.
const nothing = /^(?:|true|false|null|undefined|nil|none)$/i;

function masked(kind: TextKind, value: string, isData: boolean): string | undefined {
  if (nothing.test(value) || !(isData || (readsLikeData(kind, value) && !mask.test(value)))) return undefined;
  if (kind === 'figure') return isFigure(value) ? value : undefined;
  if (kind === 'name') return readsLikePerson(value) ? PERSONAL : undefined;
  const isNumber = kind === 'account' || kind === 'bvn';
  return isNumber && !/\d/.test(value) ? undefined : maskFieldText(kind, value);
}

// Our messages put the path of a mistake after the function's name: `sharedSecret: secrets.0: is empty`.
const placeOfMistake = /^secrets(?:\.\d{1,2}|\[\d{1,2}\]?):?$/;

function readsLikeData(kind: TextKind, value: string): boolean {
  if (kind === 'secret')
    return !placeOfMistake.test(value) && (value.length >= 16 || (value.length >= 4 && /\d/.test(value)));
  if (kind === 'personal') return /^\+?\d.{5}/.test(value);
  return kind !== 'document' && kind !== 'figure' && /^\d{6}/.test(value);
}

function matchAt(sticky: RegExp, text: string, at: number): string | undefined {
  sticky.lastIndex = at;
  return sticky.exec(text)?.[0];
}

// A quote inside the text has more backslashes before it than the opening one. An unclosed quote goes to the end.
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
