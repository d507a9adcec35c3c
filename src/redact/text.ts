import { findFieldValues } from './assignments.ts';
import { DOCUMENT, PERSONAL, SECRET, TextMask } from './masks.ts';
import { maskPersonNumbers } from './person-numbers.ts';
import {
  type Reading,
  readAsWritten,
  readWithoutEntities,
  readWithoutEscapes,
  readWithoutPercents,
} from './readings.ts';

// No one reads longer texts, and on runs of some six million letters the patterns exhaust the stack.
const LONGEST_READ = 1_000_000;

// Most texts that are masked are words such as `pending`; there is nothing to find in these.
const wordsOnly = /^[A-Za-z .,;'()-]{0,100}$/;
const credentialWord = /basic|bearer|token/i;

/**
 * Masks what looks like a person, a secret or a document inside free text, also where it is escaped for an address, a page or JSON; of a text beyond a million
 * characters only the length is given. The time grows with the length alone.
 */
export function redactText(text: string): string {
  if (text.length > LONGEST_READ) return `[${text.length} characters]`;
  if (wordsOnly.test(text) && !credentialWord.test(text)) return text;
  let masked = text;
  // Percents first, because fields may be quoted by them; backslashes last, because they distinguish quotes within a field from those around it.
  for (const read of [readWithoutPercents, readWithoutEntities, readAsWritten, readWithoutEscapes]) {
    const reading = read(masked);
    if (reading) masked = maskReading(masked, reading);
  }
  return masked;
}

function maskReading(written: string, reading: Reading): string {
  const text = new TextMask(reading);
  // Fields first: a secret may look like an id, which is kept.
  text.maskPlaces(findFieldValues(text.plain));
  maskCredentials(text);
  maskPersonNumbers(text);
  return text.masked(written);
}

/** Secrets and documents that are known by what they look like. */

// Base64 in one piece, or in lines of 60 and more of which the last may be shorter. The look-behind lets a run be tried once, not once from each character.
const base64 =
  /(?<![\w+/-])[A-Za-z\d+/][\w+/-]{59,}(?:[\r\n]+[ \t]{0,8}[\w+/-]{60,})*(?:[\r\n]+[ \t]{0,8}[\w+/-]+={0,2}(?=["'\r\n\\]|$))?={0,2}/g;
const SHORTEST_DOCUMENT = 120;

const userOfAddress = /:\/\/[^\s/?#"'<>]{1,300}@/g;
// A header's name is as long as a token, and none.
const bearer = /\b(Bearer\s+|token\s+(?=\S*\d|\S{16})(?!x-auth-signature(?![\w+/=.-])))[A-Za-z0-9+/=_.-]{6,}/gi;
// `Basic information` is no credential: one has a digit, a sign, or a capital after a small letter.
const basic = /\b(Basic\s+)(?=[A-Za-z]*(?:[\d+/=]|(?<=[a-z])[A-Z]))[A-Za-z\d+/=_-]{6,}/g;
// Not the placeholder `pk_test_NAME` of messages, nor a prefix with nothing behind it.
const prefixedKey = /\b(sk|pk|whsec)_(?!(?:test|live)_(?:NAME)?(?![A-Za-z0-9_+/=-]))[A-Za-z0-9_+/=-]+/g;
const emailAddress =
  /(?<![^\s@"'`<>()[\]{},;:=/?&\u{e000}])[^\s@"'`<>()[\]{},;:=/?&\u{e000}]+@[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+/gu;

/** Masks documents, credentials and mail addresses. */
function maskCredentials(text: TextMask): void {
  text.maskAll(base64, ([found]) => (found.replace(/[^\w+/-]/g, '').length < SHORTEST_DOCUMENT ? undefined : DOCUMENT));
  text.maskAll(userOfAddress, () => `://${SECRET}@`);
  text.maskAll(bearer, ([, before]) => `${before}${SECRET}`);
  text.maskAll(basic, ([, before]) => `${before}${SECRET}`);
  text.maskAll(prefixedKey, ([, prefix]) => `${prefix}_${SECRET}`);
  text.maskAll(emailAddress, () => PERSONAL);
}

/** A URL without its query values and credentials, for logs: paths of this service hold no personal data, queries may. */
export function redactUrl(url: string): string {
  const [beforeQuery = '', query] = url.split('?', 2);
  const path = redactText(beforeQuery.replace(/\/\/[^/]*@/, '//'));
  if (!query) return path;
  return `${path}?${query
    .split('&')
    .map((pair) => (pair.includes('=') ? `${redactText(pair.split('=', 1)[0] as string)}=…` : '…'))
    .join('&')}`;
}
