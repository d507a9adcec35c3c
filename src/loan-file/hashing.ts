/** Hashes and encryption of loan files: SHA-256 of canonical JSON, keyed hashes, AES-256-GCM. */
import { builtins } from '../builtins.ts';
import { canonicalJson, jsonProblem } from '../domain/canonical-json.ts';
import { InputError } from '../errors.ts';
import type { Problem } from '../validation/checks.ts';

/** Members without a value count as absent. @throws InputError if the content cannot be JSON */
export function contentHash(content: unknown): string {
  const json = canonicalJson(content, 'content');
  return sha256(json ?? refuse('Content that cannot be written as JSON', jsonProblem(content, 'content')));
}

/** The canonical JSON of a value. @throws InputError with this title, if the value cannot be JSON */
export function requireJson(value: unknown, title: string): string {
  return canonicalJson(value) ?? refuse(title, jsonProblem(value));
}

function refuse(title: string, problem: Problem | undefined): never {
  throw new InputError(title, problem ? [problem] : []);
}

export function sha256(content: string | Uint8Array): string {
  return builtins.crypto.hash('sha256', content, 'hex');
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts with AES-256-GCM, bound to a place. Returns nonce `.` ciphertext with tag, base64url. */
export function encrypt(plain: string | Uint8Array, key: Uint8Array, place: string): string {
  const nonce = builtins.crypto.randomBytes(NONCE_BYTES);
  const cipher = builtins.crypto.createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  return `${nonce.toString('base64url')}.${sealed.toString('base64url')}`;
}

/** Decrypts the result of {@link encrypt}. Throws if the key or the place differs. */
export function decrypt(text: string, key: Uint8Array, place: string): Buffer {
  const [nonce = '', sealed = ''] = text.split('.');
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = builtins.crypto.createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]);
}

/** A keyed hash: without the key, no one can test guesses of the text. */
export function keyedHash(key: Uint8Array, text: string): string {
  return builtins.crypto.createHmac('sha256', key).update(text).digest('hex');
}
