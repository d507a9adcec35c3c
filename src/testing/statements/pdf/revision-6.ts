import { createCipheriv, createHash } from 'node:crypto';
import type { Chance } from '../chance.ts';

const PERMISSION_BITS = -3900;

/** AES-256 as PDF 2.0 has it (revision 6): the file's key and the dictionary that hides it behind the passwords. ISO 32000-2, 7.6.4.4. */
export function revision6(
  user: string,
  owner: string,
  chance: Chance,
): { readonly dictionary: string; readonly key: Buffer } {
  const key = chance.bytes(32);
  const users = entry(user, Buffer.alloc(0), { key, chance });
  const owners = entry(owner, users.check, { key, chance });
  const permissions = Buffer.concat([
    Buffer.alloc(4),
    Buffer.from([255, 255, 255, 255]),
    Buffer.from('Tadb'),
    chance.bytes(4),
  ]);
  permissions.writeInt32LE(PERMISSION_BITS);
  const perms = plain('aes-256-ecb', key, null, permissions);
  return {
    key,
    dictionary:
      '/Filter /Standard /V 5 /R 6 /Length 256 /CF << /StdCF << /AuthEvent /DocOpen /CFM /AESV3 /Length 32 >> >> /StmF /StdCF /StrF /StdCF ' +
      `/U <${users.check.toString('hex')}> /UE <${users.wrapped.toString('hex')}> /O <${owners.check.toString('hex')}> /OE <${owners.wrapped.toString('hex')}> ` +
      `/P ${PERMISSION_BITS} /Perms <${perms.toString('hex')}>`,
  };
}

function entry(
  password: string,
  userCheck: Buffer,
  { key, chance }: { readonly key: Buffer; readonly chance: Chance },
): { readonly check: Buffer; readonly wrapped: Buffer } {
  const secret = Buffer.from(password.normalize('NFKC')).subarray(0, 127);
  const salts = chance.bytes(16);
  const check = Buffer.concat([hash(secret, salts.subarray(0, 8), userCheck), salts]);
  return { check, wrapped: plain('aes-256-cbc', hash(secret, salts.subarray(8), userCheck), Buffer.alloc(16), key) };
}

// Algorithm 2.B: SHA-2 over and over, each round's size chosen by the last one's bytes.
function hash(secret: Buffer, salt: Buffer, userCheck: Buffer): Buffer {
  let digest: Buffer = createHash('sha256').update(secret).update(salt).update(userCheck).digest();
  for (let round = 0, last = 0; round < 64 || last > round - 32; round++) {
    const once = Buffer.concat([secret, digest, userCheck]);
    const block = plain(
      'aes-128-cbc',
      digest.subarray(0, 16),
      digest.subarray(16, 32),
      Buffer.concat(Array.from({ length: 64 }, () => once)),
    );
    const remainder = block.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    digest = createHash(['sha256', 'sha384', 'sha512'][remainder] ?? 'sha256')
      .update(block)
      .digest();
    last = block.at(-1) ?? 0;
  }
  return digest.subarray(0, 32);
}

function plain(algorithm: string, key: Uint8Array, iv: Uint8Array | null, data: Uint8Array): Buffer {
  const cipher = createCipheriv(algorithm, key, iv).setAutoPadding(false);
  return Buffer.concat([cipher.update(data), cipher.final()]);
}
