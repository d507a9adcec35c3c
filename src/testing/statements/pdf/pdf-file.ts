import { createCipheriv, createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { Chance } from '../chance.ts';

interface PdfObject {
  readonly dictionary: string;
  readonly stream?: Uint8Array | undefined;
  /** Separate, because encryption applies to them. */
  readonly texts?: Readonly<Record<string, string>> | undefined;
}

export class PdfObjects {
  readonly all: PdfObject[] = [];

  add(dictionary: string, stream?: Uint8Array, texts?: Readonly<Record<string, string>>): number {
    return this.all.push({ dictionary, stream, texts });
  }
}

interface Trailer {
  readonly catalog: number;
  readonly info: number;
  readonly id: Uint8Array;
  readonly objectStreams: boolean;
  readonly encryption: Encryption | undefined;
}

/** The place of an object: an offset in the file, or an index in an object stream. */
type Place = readonly [kind: 1, offset: number, generation: 0] | readonly [kind: 2, stream: number, at: number];
type Packed = readonly [number: number, body: string];

const PACKED_TOGETHER = 200;

export function pdfFile({ all: objects }: PdfObjects, trailer: Trailer): Uint8Array {
  const { catalog, info, encryption, objectStreams } = trailer;
  const file = new FileBytes(objects.length + 1);
  const encrypted = (data: Uint8Array): Uint8Array => encryption?.encrypt(data) ?? data;
  const packed: Packed[] = [];
  for (const [index, { dictionary, stream, texts }] of objects.entries()) {
    const number = index + 1;
    if (stream) file.object(number, dictionary, encrypted(stream));
    // Texts of a packed object are encrypted with its stream.
    else if (objectStreams) packed.push([number, `<< ${dictionary}${textEntries(texts, (text) => text)} >>`]);
    else file.object(number, dictionary + textEntries(texts, encrypted));
  }
  for (let from = 0; from < packed.length; from += PACKED_TOGETHER) {
    const group = packed.slice(from, from + PACKED_TOGETHER);
    const { dictionary, stream } = objectStream(group);
    const number = file.nextNumber();
    for (const [at, [member]] of group.entries()) file.places.set(member, [2, number, at]);
    file.object(number, dictionary, encrypted(stream));
  }
  const id = hex(trailer.id);
  let entries = `/Root ${catalog} 0 R /Info ${info} 0 R /ID [<${id}> <${id}>]`;
  if (encryption) {
    const lock = file.nextNumber();
    file.object(lock, encryption.dictionary);
    entries += ` /Encrypt ${lock} 0 R`;
  }
  return file.end(entries, objectStreams);
}

class FileBytes {
  readonly places = new Map<number, Place>();
  readonly #chunks: Buffer[] = [];
  #offset = 0;
  #next: number;

  constructor(next: number) {
    this.#next = next;
    this.#write('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n');
  }

  nextNumber(): number {
    this.#next += 1;
    return this.#next - 1;
  }

  object(number: number, dictionary: string, stream?: Uint8Array): void {
    this.places.set(number, [1, this.#offset, 0]);
    this.#write(`${number} 0 obj\n<< ${dictionary} `);
    if (stream) this.#write(`/Length ${stream.length} >>\nstream\n`, stream, '\nendstream\nendobj\n');
    else this.#write('>>\nendobj\n');
  }

  /** Writes the cross-reference as a table or a stream. Returns the bytes. */
  end(entries: string, asStream: boolean): Uint8Array {
    const start = this.#offset;
    if (asStream) {
      const number = this.nextNumber();
      this.places.set(number, [1, start, 0]);
      const dictionary = `/Type /XRef /Size ${this.#next} /W [1 4 2] /Filter /FlateDecode ${entries}`;
      this.object(number, dictionary, deflateSync(crossReferences(this.places, this.#next)));
    } else {
      const offsets = Array.from({ length: this.#next - 1 }, (_, at) => String(this.places.get(at + 1)?.[1]));
      const lines = offsets.map((offset) => `${offset.padStart(10, '0')} 00000 n \n`).join('');
      this.#write(`xref\n0 ${this.#next}\n0000000000 65535 f \n${lines}`);
      this.#write(`trailer\n<< /Size ${this.#next} ${entries} >>\n`);
    }
    this.#write(`startxref\n${start}\n%%EOF\n`);
    return new Uint8Array(Buffer.concat(this.#chunks));
  }

  #write(...parts: readonly (string | Uint8Array)[]): void {
    for (const part of parts) {
      const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part);
      this.#chunks.push(bytes);
      this.#offset += bytes.length;
    }
  }
}

function textEntries(texts: PdfObject['texts'], encrypt: (text: Uint8Array) => Uint8Array): string {
  return Object.entries(texts ?? {})
    .map(([key, text]) => ` /${key} <${hex(encrypt(Buffer.from(text, 'latin1')))}>`)
    .join('');
}

function objectStream(group: readonly Packed[]): { readonly dictionary: string; readonly stream: Buffer } {
  let index = '';
  let bodies = '';
  for (const [number, body] of group) {
    index += `${index && ' '}${number} ${bodies.length}`;
    bodies += `${body}\n`;
  }
  const dictionary = `/Type /ObjStm /N ${group.length} /First ${index.length + 1} /Filter /FlateDecode`;
  return { dictionary, stream: deflateSync(Buffer.from(`${index}\n${bodies}`, 'latin1')) };
}

function crossReferences(places: ReadonlyMap<number, Place>, size: number): Buffer {
  const table = Buffer.alloc(size * 7);
  for (const [number, [kind, where, at]] of places) {
    table.writeUInt8(kind, number * 7);
    table.writeUInt32BE(where, number * 7 + 1);
    table.writeUInt16BE(at, number * 7 + 5);
  }
  return table;
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

/** Passwords of a file. Without `user`, the file opens without a password but is still encrypted. */
export interface PdfPasswords {
  readonly user?: string | undefined;
  readonly owner?: string | undefined;
}

interface Encryption {
  readonly dictionary: string;
  encrypt(data: Uint8Array): Buffer;
}

// Allows printing but not changes, as banks do.
const PERMISSIONS = -3900;

/** AES-256 of PDF 2.0 (revision 6): both passwords protect the file key. ISO 32000-2, 7.6.4.4. */
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

// Algorithm 2.B: repeated SHA-2. The bytes of each round choose the hash size of the next one.
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
