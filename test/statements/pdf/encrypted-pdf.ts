import { createCipheriv, createHash } from 'node:crypto';
import { addPages, type ObjectCipher, type PageLook, RawPdf } from './raw-pdf.ts';

/** The ways PDFs are encrypted with a password. PDF 32000-1 §7.6, and 32000-2 for revision 6. */
export type Encryption = 'rc4-40' | 'rc4-128' | 'aes-128' | 'aes-256-r5' | 'aes-256-r6';

/** As bytes, because programs disagree on how text becomes bytes. */
export interface Passwords {
  readonly user: Buffer;
  readonly owner: Buffer;
}

const PAD = Buffer.from('28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A', 'hex');
const PERMISSIONS = -44;
const ID = createHash('md5').update('repaykit').digest();

/** A PDF of pages that is encrypted. */
export function encryptedPdf(
  encryption: Encryption,
  passwords: Passwords,
  contents: readonly (string | Buffer)[],
  look: PageLook = {},
): Buffer {
  const pdf = new RawPdf();
  const root = addPages(pdf, contents, look);
  const { dict, cipher } = encryption.startsWith('aes-256')
    ? aes256(encryption === 'aes-256-r6' ? 6 : 5, passwords)
    : before256(encryption, passwords);
  const object = pdf.add(dict);
  return pdf.build({
    root,
    cipher,
    trailer: `/Encrypt ${object} 0 R/ID[<${ID.toString('hex')}><${ID.toString('hex')}>]`,
  });
}

const shapes: Readonly<Record<string, { readonly revision: number; readonly length: number; readonly dict: string }>> =
  {
    'rc4-40': { revision: 2, length: 5, dict: '/V 1/R 2' },
    'rc4-128': { revision: 3, length: 16, dict: '/V 2/R 3/Length 128' },
    'aes-128': {
      revision: 4,
      length: 16,
      dict: '/V 4/R 4/Length 128/CF<</StdCF<</CFM/AESV2/AuthEvent/DocOpen/Length 16>>>>/StmF/StdCF/StrF/StdCF',
    },
  };

function before256(
  encryption: Encryption,
  { user, owner }: Passwords,
): { readonly dict: string; readonly cipher: ObjectCipher } {
  const { revision, length, dict } = shapes[encryption] as (typeof shapes)[string];
  const rounds = revision >= 3 ? 50 : 0;
  let ownerKey = md5(padded(owner));
  for (let round = 0; round < rounds; round += 1) ownerKey = md5(ownerKey);
  const o = rc4Rounds(ownerKey.subarray(0, length), padded(user), revision);
  let key = md5(Buffer.concat([padded(user), o, int32(PERMISSIONS), ID])).subarray(0, length);
  for (let round = 0; round < rounds; round += 1) key = md5(key).subarray(0, length);
  const u =
    revision === 2
      ? rc4(key, PAD)
      : Buffer.concat([rc4Rounds(key, md5(Buffer.concat([PAD, ID])), revision), Buffer.alloc(16)]);
  const isAes = encryption === 'aes-128';
  const cipher: ObjectCipher = (object, data) => {
    const salt = isAes ? Buffer.from('sAlT') : Buffer.alloc(0);
    const objectKey = md5(Buffer.concat([key, int32(object).subarray(0, 3), Buffer.alloc(2), salt])).subarray(
      0,
      Math.min(16, length + 5),
    );
    return isAes ? aesCbc('aes-128-cbc', objectKey, data) : rc4(objectKey, data);
  };
  return {
    dict: `<</Filter/Standard${dict}/P ${PERMISSIONS}/O<${o.toString('hex')}>/U<${u.toString('hex')}>>>`,
    cipher,
  };
}

function aes256(revision: 5 | 6, { user, owner }: Passwords): { readonly dict: string; readonly cipher: ObjectCipher } {
  const key = createHash('sha256').update('a file key').digest();
  const salts = [1, 2, 3, 4].map((byte) => Buffer.alloc(8, byte)) as [Buffer, Buffer, Buffer, Buffer];
  const hash = (password: Buffer, salt: Buffer, u = Buffer.alloc(0)) =>
    revision === 6 ? hash2b(password, salt, u) : sha(256, password, salt, u);
  const wrap = (wrapping: Buffer) => {
    const cipher = createCipheriv('aes-256-cbc', wrapping, Buffer.alloc(16)).setAutoPadding(false);
    return Buffer.concat([cipher.update(key), cipher.final()]);
  };
  const u = Buffer.concat([hash(user, salts[0]), salts[0], salts[1]]);
  const ue = wrap(hash(user, salts[1]));
  const o = Buffer.concat([hash(owner, salts[2], u), salts[2], salts[3]]);
  const oe = wrap(hash(owner, salts[3], u));
  const perms = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  const permissions = perms.update(
    Buffer.concat([int32(PERMISSIONS), Buffer.from('ffffffff', 'hex'), Buffer.from('Tadb'), Buffer.alloc(4)]),
  );
  const strings = Object.entries({ O: o, U: u, OE: oe, UE: ue, Perms: permissions }).map(
    ([name, bytes]) => `/${name}<${bytes.toString('hex')}>`,
  );
  const filter = '/CF<</StdCF<</CFM/AESV3/AuthEvent/DocOpen/Length 32>>>>/StmF/StdCF/StrF/StdCF';
  return {
    dict: `<</Filter/Standard/V 5/R ${revision}/Length 256/P ${PERMISSIONS}${filter}${strings.join('')}>>`,
    cipher: (_object, data) => aesCbc('aes-256-cbc', key, data),
  };
}

/** Algorithm 2.B of PDF 2.0. */
function hash2b(password: Buffer, salt: Buffer, u: Buffer): Buffer {
  let k = sha(256, password, salt, u);
  for (let round = 0, last = 0; round < 64 || last > round - 32; round += 1) {
    const block = Buffer.concat([password, k, u]);
    const cipher = createCipheriv('aes-128-cbc', k.subarray(0, 16), k.subarray(16, 32)).setAutoPadding(false);
    const e = cipher.update(Buffer.concat(Array.from({ length: 64 }, () => block)));
    const bits = ([256, 384, 512] as const)[e.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3] ?? 256;
    k = sha(bits, e);
    last = e.at(-1) ?? 0;
  }
  return k.subarray(0, 32);
}

function sha(bits: 256 | 384 | 512, ...parts: readonly Buffer[]): Buffer {
  return createHash(`sha${bits}`).update(Buffer.concat(parts)).digest();
}

function md5(data: Buffer): Buffer {
  return createHash('md5').update(data).digest();
}

function aesCbc(name: string, key: Buffer, data: Buffer): Buffer {
  const iv = Buffer.alloc(16, 7);
  const cipher = createCipheriv(name, key, iv);
  return Buffer.concat([iv, cipher.update(data), cipher.final()]);
}

function padded(password: Buffer): Buffer {
  return Buffer.concat([password, PAD]).subarray(0, 32);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
}

function rc4Rounds(key: Buffer, data: Buffer, revision: number): Buffer {
  let out = rc4(key, data);
  if (revision >= 3)
    for (let round = 1; round <= 19; round += 1) out = rc4(key.map((byte) => byte ^ round) as Buffer, out);
  return out;
}

function rc4(key: Uint8Array, data: Buffer): Buffer {
  const s = Uint8Array.from({ length: 256 }, (_, index) => index);
  const swap = (a: number, b: number) => ([s[a], s[b]] = [s[b] ?? 0, s[a] ?? 0]);
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + (s[i] ?? 0) + (key[i % key.length] ?? 0)) & 255;
    swap(i, j);
  }
  const out = Buffer.alloc(data.length);
  for (let n = 0, i = 0, j = 0; n < data.length; n += 1) {
    i = (i + 1) & 255;
    j = (j + (s[i] ?? 0)) & 255;
    swap(i, j);
    out[n] = (data[n] ?? 0) ^ (s[((s[i] ?? 0) + (s[j] ?? 0)) & 255] ?? 0);
  }
  return out;
}
