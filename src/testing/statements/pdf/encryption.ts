import { createCipheriv, createHash } from 'node:crypto';
import type { Chance } from '../chance.ts';
import { rc4 } from './rc4.ts';
import { revision6 } from './revision-6.ts';

/** How a file is locked. The RC4 forms are what old banking systems still make. */
export type Cipher = 'rc4-40' | 'rc4-128' | 'aes-128' | 'aes-256';

/** Passwords of a file. Without `user` it opens by itself and is encrypted all the same. */
export interface PdfPasswords {
  readonly cipher: Cipher;
  readonly user?: string | undefined;
  readonly owner?: string | undefined;
}

/** What the writer needs to encrypt a file. */
export interface Encryption {
  /** The encryption dictionary, without its brackets. */
  readonly dictionary: string;
  /** Encrypts a stream or a string of an object. */
  encrypt(data: Uint8Array, object: number): Buffer;
}

const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
/** Printing allowed, changing not, as banks set it. */
export const PERMISSIONS = -3900;

/** Sets up the encryption of a file. ISO 32000-2, 7.6. */
export function encryptionOf({ cipher, user = '', owner }: PdfPasswords, id: Uint8Array, chance: Chance): Encryption {
  if (cipher === 'aes-256') {
    const { dictionary, key } = revision6(user, owner ?? chance.digits(12), chance);
    return { dictionary, encrypt: (data) => aes(key, data, chance) };
  }
  const bytes = cipher === 'rc4-40' ? 5 : 16;
  const isOld = cipher === 'rc4-40';
  const ownerEntry = ownerEntryOf(owner ?? user, user, { bytes, isOld });
  const key = fileKey(user, ownerEntry, { id, bytes, isOld });
  const userEntry = isOld ? rc4(key, PADDING) : Buffer.concat([twentyTimes(key, md5(PADDING, id)), Buffer.alloc(16)]);
  const isAes = cipher === 'aes-128';
  const method = isAes
    ? '/V 4 /R 4 /Length 128 /CF << /StdCF << /AuthEvent /DocOpen /CFM /AESV2 /Length 16 >> >> /StmF /StdCF /StrF /StdCF'
    : isOld
      ? '/V 1 /R 2'
      : '/V 2 /R 3 /Length 128';
  return {
    dictionary: `/Filter /Standard ${method} /O <${ownerEntry.toString('hex')}> /U <${userEntry.toString('hex')}> /P ${PERMISSIONS}`,
    encrypt(data, object) {
      const salt = Buffer.from([object & 255, (object >> 8) & 255, (object >> 16) & 255, 0, 0]);
      const objectKey = md5(key, salt, isAes ? Buffer.from('sAlT') : Buffer.alloc(0)).subarray(
        0,
        Math.min(bytes + 5, 16),
      );
      return isAes ? aes(objectKey, data, chance) : rc4(objectKey, data);
    },
  };
}

interface KeyForm {
  readonly bytes: number;
  readonly isOld: boolean;
}

function fileKey(
  user: string,
  ownerEntry: Uint8Array,
  { id, bytes, isOld }: KeyForm & { readonly id: Uint8Array },
): Buffer {
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(PERMISSIONS);
  let hash = md5(padded(user), ownerEntry, permissions, id);
  if (!isOld) for (let round = 0; round < 50; round++) hash = md5(hash.subarray(0, bytes));
  return hash.subarray(0, bytes);
}

function ownerEntryOf(owner: string, user: string, { bytes, isOld }: KeyForm): Buffer {
  let hash = md5(padded(owner));
  if (isOld) return rc4(hash.subarray(0, bytes), padded(user));
  for (let round = 0; round < 50; round++) hash = md5(hash);
  return twentyTimes(hash.subarray(0, bytes), padded(user));
}

function twentyTimes(key: Uint8Array, data: Uint8Array): Buffer {
  let result: Buffer = Buffer.from(data);
  for (let round = 0; round < 20; round++)
    result = rc4(
      key.map((byte) => byte ^ round),
      result,
    );
  return result;
}

function padded(password: string): Buffer {
  return Buffer.concat([Buffer.from(password, 'latin1'), PADDING]).subarray(0, 32);
}

function md5(...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash('md5');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function aes(key: Uint8Array, data: Uint8Array, chance: Chance): Buffer {
  const iv = chance.bytes(16);
  const cipher = createCipheriv(key.length === 32 ? 'aes-256-cbc' : 'aes-128-cbc', key, iv);
  return Buffer.concat([iv, cipher.update(data), cipher.final()]);
}
