import { builtins } from '../builtins.ts';

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
