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
const asAccount: Mask = (value) => maskNumber(value, maskAccountNumber);
const asBvn: Mask = (value) => maskNumber(value, maskBvn);

// A structure in the place of a number is somebody's mistake or attack; it may not even have a text.
function maskNumber(value: unknown, mask: (text: string) => string): unknown {
  return typeof value === 'object' && value !== null ? PERSONAL : mask(String(value));
}

/** Keys (lower case, letters only) whose values never leave unmasked, whatever they hold. */
const masks: Readonly<Record<string, Mask>> = {
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

// The same words at the end of longer names: `webhookSecret`, `borrowerBvn`, `payerEmail`, `bank_account_number`.
const masksByEnding = ['accountnumber', 'bvn', 'email', 'password', 'phone', 'secret', 'secretkey', 'token'];

/** Says whether a field of this name is always masked, in any spelling (`account_number`, `accountNumber`, `Account-Number`). */
export function isSensitiveKey(key: string): boolean {
  return maskOf(key) !== undefined;
}

function maskOf(key: string): Mask | undefined {
  const plain = key.toLowerCase().replace(/[^a-z]/g, '');
  if (Object.hasOwn(masks, plain)) return masks[plain];
  const ending = masksByEnding.find((word) => plain.endsWith(word));
  return ending === undefined ? undefined : masks[ending];
}

// An account number has 10 digits, a BVN or a phone number 11, a phone number written internationally 13. Hexadecimal ids and other long digit runs
// (epoch milliseconds) are not people.
const personNumber = /(?<![0-9A-Za-z])(?:\d{10,11}|\+?234\d{10})(?![0-9A-Za-z])/g;
// The look-behinds let a run of letters be tried once, not once from each of its letters: long texts would take minutes.
const emailAddress = /(?<![^\s@"'`<>()[\]{},;:=/?&])[^\s@"'`<>()[\]{},;:=/?&]+@[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+/gu;
const credential = /\b(Bearer\s+|token\s+(?=\S*\d|\S{16})|(?:token|secret|password|signature)["']?\s*[:=]\s*["']?(?=\S{16}))[A-Za-z0-9+/=_.-]{6,}/gi;
const prefixedKey = /\b(sk|pk|whsec)_[A-Za-z0-9_+/=-]+/g;
const base64Document = /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{120,}={0,2}/g;

// Nobody reads longer texts, and on runs of some six million letters the patterns exhaust the stack.
const LONGEST_READ = 1_000_000;

/** Masks what looks like a person, a secret or a document inside free text; of a text beyond a million characters only the length is told. */
export function redactText(text: string): string {
  if (text.length > LONGEST_READ) return `[${text.length} characters]`;
  return text
    .replace(base64Document, DOCUMENT)
    .replace(personNumber, (digits) => (digits.length === 11 ? maskBvn(digits) : maskAccountNumber(digits)))
    .replace(emailAddress, PERSONAL)
    .replace(credential, (_match, before: string) => `${before}${SECRET}`)
    .replace(prefixedKey, (_match, prefix: string) => `${prefix}_${SECRET}`);
}

const MAX_DEPTH = 12;

/** A masked deep copy that is safe to log, print or keep. Cycles and very deep structures are cut off. */
export function redact(value: unknown): unknown {
  return redactAt(value, []);
}

function redactAt(value: unknown, within: readonly object[]): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'function') return '[function]';
  if (typeof value !== 'object' || value === null) return value;
  if (within.length >= MAX_DEPTH) return '[deep]';
  if (within.includes(value)) return '[cycle]';
  if (value instanceof Uint8Array || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`;
  const path = [...within, value];
  if (Array.isArray(value)) return value.map((item) => redactAt(item, path));
  const masked: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const mask = item === undefined ? undefined : maskOf(key);
    // A key may be an account number itself, as in a plan by account; and `__proto__` is a name like any other.
    Object.defineProperty(masked, redactText(key), {
      value: mask ? maskEach(mask, item) : redactAt(item, path),
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
  const path = redactText(beforeQuery.replace(/\/\/[^/]*@/, '//'));
  if (!query) return path;
  return `${path}?${query
    .split('&')
    .map((pair) => (pair.includes('=') ? `${redactText(pair.split('=', 1)[0] as string)}=…` : '…'))
    .join('&')}`;
}
