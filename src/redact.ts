/**
 * The one place where personal data and secrets are masked before they reach a log, an error, a journal or a page.
 * Masking is by key name for structures and by pattern for free text, so that a value which slipped into a message is caught too.
 */

const SECRET = '[secret]';
const PERSONAL = '[personal]';
const DOCUMENT = '[document]';

/** Masks an account number down to its last four digits, the most a payer needs to recognise it. */
export function maskAccountNumber(accountNumber: string): string {
  return maskAllBut(accountNumber, 4);
}

/** Masks a BVN down to its last two digits. */
export function maskBvn(bvn: string): string {
  return maskAllBut(bvn, 2);
}

function maskAllBut(text: string, kept: number): string {
  if (text.length <= kept) return '*'.repeat(text.length);
  return '*'.repeat(text.length - kept) + text.slice(-kept);
}

type Mask = (value: unknown) => unknown;

const asSecret: Mask = () => SECRET;
const asPersonal: Mask = (value) => (value === null || value === '' ? value : PERSONAL);
const asDocument: Mask = () => DOCUMENT;
const asAccount: Mask = (value) => maskAccountNumber(String(value));
const asBvn: Mask = (value) => maskBvn(String(value));

/** Keys (lower case, letters only) whose values never leave unmasked, whatever they hold. */
const maskByKey: Readonly<Record<string, Mask>> = {
  accountname: asPersonal,
  accountnumber: asAccount,
  address: asPersonal,
  apikey: asSecret,
  authorization: asSecret,
  bankaddress: asPersonal,
  birthdate: asPersonal,
  bvn: asBvn,
  cookie: asSecret,
  documenturl: asDocument,
  email: asPersonal,
  file: asDocument,
  firstname: asPersonal,
  fullname: asPersonal,
  ipaddress: asPersonal,
  lastname: asPersonal,
  mobilenumber: asPersonal,
  narration: asPersonal,
  nextofkinname: asPersonal,
  nextofkinphone: asPersonal,
  password: asSecret,
  pdfurl: asDocument,
  phone: asPersonal,
  publickey: asSecret,
  residentialaddress: asPersonal,
  secret: asSecret,
  secretkey: asSecret,
  secrets: asSecret,
  setcookie: asSecret,
  signature: asDocument,
  statement: asDocument,
  token: asSecret,
  xauthsignature: asSecret,
};

/** Says whether a field of this name is always masked, in any spelling (`account_number`, `accountNumber`, `Account-Number`). */
export function isSensitiveKey(key: string): boolean {
  return plainKey(key) in maskByKey;
}

function plainKey(key: string): string {
  return key.toLowerCase().replace(/[^a-z]/g, '');
}

// An account number has 10 digits and a BVN 11. Hexadecimal ids and longer digit runs (epoch milliseconds) are not people.
const personNumber = /(?<![0-9A-Za-z])\d{10,11}(?![0-9A-Za-z])/g;
const emailAddress = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const bearer = /\b(Bearer|token)\s+[A-Za-z0-9+/=_.-]{6,}/gi;
const prefixedKey = /\b(sk|pk|whsec)_[A-Za-z0-9_+/=-]+/g;

/** Masks what looks like a person or a secret inside free text. */
export function redactText(text: string): string {
  return text
    .replace(personNumber, (digits) => (digits.length === 11 ? maskBvn(digits) : maskAccountNumber(digits)))
    .replace(emailAddress, PERSONAL)
    .replace(bearer, (_match, scheme: string) => `${scheme} ${SECRET}`)
    .replace(prefixedKey, (_match, prefix: string) => `${prefix}_${SECRET}`);
}

const MAX_DEPTH = 12;

/** A masked deep copy that is safe to log, print or keep. Cycles and very deep structures are cut off. */
export function redact(value: unknown): unknown {
  return redactAt(value, 0);
}

function redactAt(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'function') return '[function]';
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return '[deep]';
  if (value instanceof Uint8Array || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`;
  if (Array.isArray(value)) return value.map((item) => redactAt(item, depth + 1));
  const masked: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const mask = item === undefined ? undefined : maskByKey[plainKey(key)];
    Object.defineProperty(masked, key, {
      value: mask ? maskEach(mask, item) : redactAt(item, depth + 1),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return masked;
}

function maskEach(mask: Mask, value: unknown): unknown {
  return Array.isArray(value) ? value.map((item) => mask(item)) : mask(value);
}

/** A URL without its query values and credentials, for logs: paths of this service hold no personal data, queries may. */
export function redactUrl(url: string): string {
  const [beforeQuery = '', query] = url.split('?', 2);
  const path = redactText(beforeQuery.replace(/\/\/[^/@]*@/, '//'));
  if (!query) return path;
  return `${path}?${query
    .split('&')
    .map((pair) => `${pair.split('=', 1)[0]}=…`)
    .join('&')}`;
}
