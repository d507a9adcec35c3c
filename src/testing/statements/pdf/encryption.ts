import { createCipheriv, createHash } from 'node:crypto';
import type { Chance } from '../chance.ts';

/** Passwords of a file. Without `user` it opens by itself and is encrypted all the same. */
export interface PdfPasswords {
  readonly user?: string | undefined;
  readonly owner?: string | undefined;
}

/** What the writer needs to encrypt a file. */
export interface Encryption {
  /** The encryption dictionary, without its brackets. */
  readonly dictionary: string;
  /** Encrypts a stream or a string. */
  encrypt(data: Uint8Array): Buffer;
}

// Printing allowed, changing not, as banks set it.
const PERMISSIONS = -3900;

/** AES-256 as PDF 2.0 has it (revision 6): the file's key is hidden behind both passwords. ISO 32000-2, 7.6.4.4. */
export function encryptionOf({ user = '', owner }: PdfPasswords, chance: Chance): Encryption {
  const ownerPassword = owner ?? chance.digits(12);
  const key = chance.bytes(32);
  const wrap = (password: string, userCheck: Buffer) => {
    const secret = Buffer.from(password.normalize('NFKC')).subarray(0, 127);
    const salts = chance.bytes(16);
    const check = Buffer.concat([hash([secret, salts.subarray(0, 8), userCheck]), salts]);
    const wrapping = hash([secret, salts.subarray(8), userCheck]);
    return { check, wrapped: crypt({ algorithm: 'aes-256-cbc', key: wrapping, iv: Buffer.alloc(16) }, key) };
  };
  const users = wrap(user, Buffer.alloc(0));
  const owners = wrap(ownerPassword, users.check);
  const permissions = Buffer.from([0, 0, 0, 0, 255, 255, 255, 255, ...Buffer.from('Tadb'), ...chance.bytes(4)]);
  permissions.writeInt32LE(PERMISSIONS);
  const perms = crypt({ algorithm: 'aes-256-ecb', key, iv: null }, permissions);
  return {
    dictionary:
      '/Filter /Standard /V 5 /R 6 /Length 256 /CF << /StdCF << /AuthEvent /DocOpen /CFM /AESV3 /Length 32 >> >> ' +
      `/StmF /StdCF /StrF /StdCF /U <${users.check.toString('hex')}> /UE <${users.wrapped.toString('hex')}> ` +
      `/O <${owners.check.toString('hex')}> /OE <${owners.wrapped.toString('hex')}> ` +
      `/P ${PERMISSIONS} /Perms <${perms.toString('hex')}>`,
    encrypt(data) {
      const iv = chance.bytes(16);
      const cipher = createCipheriv('aes-256-cbc', key, iv);
      return Buffer.concat([iv, cipher.update(data), cipher.final()]);
    },
  };
}

// Algorithm 2.B: SHA-2 over and over, each round's size chosen by the last one's bytes.
function hash([secret, salt, userCheck]: readonly [secret: Buffer, salt: Buffer, userCheck: Buffer]): Buffer {
  let digest: Buffer = createHash('sha256').update(secret).update(salt).update(userCheck).digest();
  for (let round = 0, last = 0; round < 64 || last > round - 32; round++) {
    const once = Buffer.concat([secret, digest, userCheck]);
    const key = { algorithm: 'aes-128-cbc', key: digest.subarray(0, 16), iv: digest.subarray(16, 32) };
    const block = crypt(key, Buffer.concat(Array.from({ length: 64 }, () => once)));
    const remainder = block.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    const size = ['sha256', 'sha384', 'sha512'][remainder] ?? 'sha256';
    digest = createHash(size).update(block).digest();
    last = block.at(-1) ?? 0;
  }
  return digest.subarray(0, 32);
}

interface CipherKey {
  readonly algorithm: string;
  readonly key: Uint8Array;
  readonly iv: Uint8Array | null;
}

function crypt({ algorithm, key, iv }: CipherKey, data: Uint8Array): Buffer {
  const cipher = createCipheriv(algorithm, key, iv).setAutoPadding(false);
  return Buffer.concat([cipher.update(data), cipher.final()]);
}
