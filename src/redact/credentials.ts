/** Secrets and documents that are known by what they look like. */
import { DOCUMENT, PERSONAL, SECRET } from './masks.ts';
import type { TextMask } from './text-mask.ts';

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
export function maskCredentials(text: TextMask): void {
  text.maskAll(base64, ([found]) => (found.replace(/[^\w+/-]/g, '').length < SHORTEST_DOCUMENT ? undefined : DOCUMENT));
  text.maskAll(userOfAddress, () => `://${SECRET}@`);
  text.maskAll(bearer, ([, before]) => `${before}${SECRET}`);
  text.maskAll(basic, ([, before]) => `${before}${SECRET}`);
  text.maskAll(prefixedKey, ([, prefix]) => `${prefix}_${SECRET}`);
  text.maskAll(emailAddress, () => PERSONAL);
}
