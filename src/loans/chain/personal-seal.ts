import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto';
import { canonicalJson, jsonProblem } from '../../domain/canonical-json.ts';
import { InputError } from '../../errors.ts';

/** Which event of which file a personal part belongs to: it opens nowhere else. */
export interface SealPlace {
  readonly fileId: string;
  readonly seq: number;
}

/** A personal part as it is kept, and what the facts say of it. */
export interface SealedPersonal {
  /** `v1.` nonce `.` ciphertext with tag under the payer's key, or `v0.` plain where no keys are kept; base64url. */
  readonly text: string;
  /** SHA-256 of the salt followed by the canonical personal part, hex. */
  readonly commitment: string;
}

const SALT_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals what is about a person: AES-256-GCM under the payer's own key, bound to its place. The salt is sealed with it, so that a commitment cannot be
 * guessed once the key is gone.
 * @throws InputError if it holds what JSON cannot
 */
export function sealPersonal(personal: object, place: SealPlace, key: Uint8Array | undefined): SealedPersonal {
  const content = canonicalJson(personal);
  if (content === undefined)
    throw new InputError('Personal data that cannot be written down', [jsonProblem(personal) ?? { path: 'personal', message: 'cannot be written as JSON' }]);
  const salt = randomBytes(SALT_BYTES);
  const plain = `{"personal":${content},"salt":"${salt.toString('base64url')}"}`;
  return { text: key ? encrypt(plain, place, key) : `v0.${Buffer.from(plain).toString('base64url')}`, commitment: commitmentTo(salt, content) };
}

/** A personal part with the salt of its commitment; `locked` without the key that it was sealed under; `altered` when it is not what was sealed here. */
export type OpenedPersonal = { readonly personal: object; readonly salt: Uint8Array } | 'locked' | 'altered';

/** Opens a personal part. Whether it is the one that the facts speak of is told by {@link isCommitment}. */
export function openPersonal(text: string, place: SealPlace, key: Uint8Array | undefined): OpenedPersonal {
  if (text.startsWith('v1.') && !key) return 'locked';
  const plain = isClear(text) ? Buffer.from(text.slice(3), 'base64url').toString() : decrypt(text, place, key as Uint8Array);
  return (plain === undefined ? undefined : parsePlain(plain)) ?? 'altered';
}

/**
 * Do the facts speak of this personal part, canonical JSON? Only with a salt of the full length: else the bytes of a longer one could be read as the beginning of
 * what it says, and one commitment would stand for several contents.
 */
export function isCommitment(commitment: unknown, { salt, content }: { readonly salt: Uint8Array; readonly content: string }): boolean {
  return salt.length === SALT_BYTES && commitmentTo(salt, content) === commitment;
}

function commitmentTo(salt: Uint8Array, content: string): string {
  return hash('sha256', Buffer.concat([salt, Buffer.from(content)]), 'hex');
}

/** Is this personal part sealed under no key, so that whoever has the store reads it? */
export function isClear(text: string): boolean {
  return text.startsWith('v0.');
}

function encrypt(plain: string, { fileId, seq }: SealPlace, key: Uint8Array): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(`${fileId}\n${seq}`));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  return `v1.${nonce.toString('base64url')}.${sealed.toString('base64url')}`;
}

function decrypt(text: string, { fileId, seq }: SealPlace, key: Uint8Array): string | undefined {
  const [version, nonce, sealed] = text.split('.');
  if (version !== 'v1' || !nonce || !sealed) return undefined;
  const bytes = Buffer.from(sealed, 'base64url');
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(`${fileId}\n${seq}`)).setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString();
  } catch {
    return undefined;
  }
}

function parsePlain(plain: string): Exclude<OpenedPersonal, string> | undefined {
  try {
    const { personal, salt } = JSON.parse(plain) as { personal?: unknown; salt?: unknown };
    if (typeof personal !== 'object' || personal === null || typeof salt !== 'string') return undefined;
    return { personal, salt: Buffer.from(salt, 'base64url') };
  } catch {
    return undefined;
  }
}
