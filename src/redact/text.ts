import { findFieldValues } from './assignments.ts';
import {
  DOCUMENT,
  type Edit,
  lengthIfTooLong,
  maskDigits,
  maskReadings,
  PERSONAL,
  SECRET,
  type TextMask,
} from './masks.ts';

// Most texts are words and ids such as `pending` and `req_17`, which need no mask.
const wordsOnly = /^[A-Za-z\d _.,;'()-]{0,100}$/;
const credentialWord = /basic|bearer|token|(?:sk|pk|whsec)_/i;
const enoughDigits = /(?:\d\D*){10}/;

/**
 * Masks what looks like a person, a secret or a document in free text, also if it is escaped for a URL, a page or JSON.
 * A text of more than a million characters is replaced by its length. The time is linear in the length.
 */
export function redactText(text: string): string {
  if (wordsOnly.test(text) && !credentialWord.test(text) && !enoughDigits.test(text)) return text;
  return lengthIfTooLong(text) ?? maskReadings(text, maskText);
}

function maskText(text: TextMask): void {
  // Fields first: a secret may look like an id, and ids are kept.
  text.maskPlaces(findFieldValues(text.plain));
  maskCredentials(text);
  maskPersonNumbers(text);
}

// Base64 in one piece, or in lines of 60 and more. The look-behind makes the pattern try a run once.
const base64 =
  /(?<![\w+/-])[A-Za-z\d+/][\w+/-]{59,}(?:[\r\n]+[ \t]{0,8}[\w+/-]{60,})*(?:[\r\n]+[ \t]{0,8}[\w+/-]+={0,2}(?=["'\r\n\\]|$))?={0,2}/g;
const SHORTEST_DOCUMENT = 120;

const userOfAddress = /:\/\/[^\s/?#"'<>]{1,300}@/g;
// A header's name may be as long as a token, but is none.
const bearer = /\b(Bearer\s+|token\s+(?=\S*\d|\S{16})(?!x-auth-signature(?![\w+/=.-])))[A-Za-z0-9+/=_.-]{6,}/gi;
// `Basic information` is no credential: a credential has a digit, a sign, or a capital after a small letter.
const basic = /\b(Basic\s+)(?=[A-Za-z]*(?:[\d+/=]|(?<=[a-z])[A-Z]))[A-Za-z\d+/=_-]{6,}/g;
// Excludes the placeholder `pk_test_NAME` of messages, and a prefix with nothing after it.
const prefixedKey = /\b(sk|pk|whsec)_(?!(?:test|live)_(?:NAME)?(?![A-Za-z0-9_+/=-]))[A-Za-z0-9_+/=-]+/g;
// A function, so that no Unicode property is loaded before its first use (readings.ts).
const emailAddress = () =>
  /(?<![^\s@"'`<>()[\]{},;:=/?&\u{e000}])[^\s@"'`<>()[\]{},;:=/?&\u{e000}]+@[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+/gu;

function maskCredentials(text: TextMask): void {
  text.maskAll(base64, ([found]) => (found.replace(/[^\w+/-]/g, '').length < SHORTEST_DOCUMENT ? undefined : DOCUMENT));
  text.maskAll(userOfAddress, () => `://${SECRET}@`);
  text.maskAll(bearer, ([, before]) => `${before}${SECRET}`);
  text.maskAll(basic, ([, before]) => `${before}${SECRET}`);
  text.maskAll(prefixedKey, ([, prefix]) => `${prefix}_${SECRET}`);
  text.maskAll(emailAddress(), () => PERSONAL);
}

/** A URL without its query values and credentials. Paths of this service hold no personal data, queries may. */
export function redactUrl(url: string): string {
  const [beforeQuery = '', query] = url.split('?', 2);
  const path = redactText(beforeQuery.replace(/\/\/[^/]*@/, '//'));
  if (!query) return path;
  return `${path}?${query
    .split('&')
    .map((pair) => (pair.includes('=') ? `${redactText(pair.slice(0, pair.indexOf('=')))}=…` : '…'))
    .join('&')}`;
}

const begins = '(?<![\\w.])';
const octet = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const hexEnd = '(?![\\da-z])';
const year = '(?:19|20)\\d\\d';
const month = '(?:0[1-9]|1[0-2])';
const day = '(?:0[1-9]|[12]\\d|3[01])';

/** Digits that belong to no person: ids, instants, prices, IP addresses. */
const kept = [
  // Escapes that this reading does not undo. But `50%22212345678` is a number after a sign.
  '(?<!\\\\)\\\\+(?:u[\\da-f]{4}|[nrtbf])',
  '%(?!(?:22|0[789][01])\\d{8,9}(?!\\d))[\\da-f]{2}',
  // References such as LN-2026-000123.
  `(?<=[a-z]-)${year}-\\d{4,7}(?!\\d|[ -]\\d)`,
  '(?:req|wh|evt)_[\\da-z]+',
  `${begins}[\\da-f]{8}-(?:[\\da-f]{4}-){3}[\\da-f]{12}${hexEnd}`,
  `${begins}(?:[\\da-f]{64}|[\\da-f]{40}|[\\da-f]{32}|[\\da-f]{24})${hexEnd}`,
  `(?<!\\d)${year}-${month}-${day}(?:[T ]\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d+)?)?)?(?!\\d)`,
  `(?<!\\d)${day}[/-]${month}[/-]${year}(?!\\d)`,
  `${begins}${octet}(?:\\.${octet}){3}(?!\\d|\\.\\d)`,
  // A point before three or four digits may also separate the pieces of a number.
  `${begins}(?:0\\.\\d+|[1-9]\\d{0,8}\\.(?:\\d{1,2}|\\d{5,}))(?:e[+-]?\\d+)?(?![\\da-z]|\\.\\d)`,
].map((pattern) => new RegExp(pattern, 'gi'));

const between = '[ \\t().+/_-]{0,3}';
const international = new RegExp(
  `(?:\\+${between}|(?<!\\d)00${between}|(?<!\\d|\\*{3}))234${between}0?${between}[789](?:${between}\\d){9}(?!\\d)`,
  'g',
);
const internationalSolid = /(?<!\d)234\d{10}(?!\d)/g;
const solid = /(?<!\d)\d{10,11}(?!\d)/g;
const local = new RegExp(`(?<!\\d|\\*{3})0${between}[789]${between}[01](?:${between}\\d){8}(?!\\d)`, 'g');
const bvn = /(?<!\d|\*{3})22(?:[ \t().-]{0,3}\d){9}(?!\d)/g;

function maskPersonNumbers(text: TextMask): void {
  for (const pattern of kept) text.keepAll(pattern);
  for (const pattern of [international, internationalSolid, solid, local, bvn])
    text.maskAll(pattern, ([found]) => maskDigits(found.replace(/\D/g, '')));
  text.maskPlaces(findPieces(text.plain));
}

interface Piece {
  readonly digits: string;
  readonly start: number;
  readonly end: number;
}

const MOST_PIECES = 4;
const gap = /^[ \t().-]{1,3}$/;

function findPieces(text: string): readonly Edit[] {
  const pieces: readonly Piece[] = Array.from(text.matchAll(/\d+/g), ({ 0: digits, index }) => ({
    digits,
    start: index,
    end: index + digits.length,
  }));
  const found: Edit[] = [];
  for (let first = 0; first < pieces.length; first += 1) {
    const count = countOfPieces(text, pieces.slice(first, first + MOST_PIECES));
    if (count === 0) continue;
    const taken = pieces.slice(first, first + count);
    const by = maskDigits(taken.map(({ digits }) => digits).join(''));
    found.push({ start: taken[0]?.start ?? 0, end: taken.at(-1)?.end ?? 0, by });
    first += count - 1;
  }
  return found;
}

// How many of these pieces, from the first on, form a person's number.
function countOfPieces(text: string, pieces: readonly Piece[]): number {
  const start = pieces[0]?.start ?? 0;
  // The end of a number that is masked already.
  if (text.slice(Math.max(0, start - 3), start) === '***') return 0;
  let digits = 0;
  for (const [at, piece] of pieces.entries()) {
    if (at > 0 && !gap.test(text.slice(pieces[at - 1]?.end, piece.start).slice(0, 4))) return 0;
    digits += piece.digits.length;
    if (digits > 11) return 0;
    const taken = pieces.slice(0, at + 1);
    if (at > 0 && digits >= 10 && isOneNumber(text, taken)) return at + 1;
  }
  return 0;
}

// Short pieces are codes (`00 01 09 51 61`), except an account number in threes. One point makes a decimal number.
function isOneNumber(text: string, pieces: readonly Piece[]): boolean {
  if (pieces.length === 2 && text.slice(pieces[0]?.end, pieces[1]?.start) === '.') return false;
  const sizes = pieces.map(({ digits }) => digits.length);
  return sizes.some((size) => size >= 4) || sizes.join('') === '3331';
}
