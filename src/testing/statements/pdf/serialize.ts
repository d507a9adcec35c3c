import { deflateSync } from 'node:zlib';
import type { Encryption } from './encryption.ts';
import type { PdfObject } from './pdf-objects.ts';

/** What ends a file. */
export interface Trailer {
  readonly catalog: number;
  readonly info: number;
  readonly id: Uint8Array;
  readonly objectStreams: boolean;
  readonly encryption: Encryption | undefined;
}

/** Where an object lies: at an offset of the file, or at a place in an object stream. */
type Place = readonly [kind: 1, offset: number, generation: 0] | readonly [kind: 2, stream: number, at: number];

const PACKED_TOGETHER = 200;

/** Objects to the bytes of a file, with the cross-reference a reader begins at. */
export function serialize(objects: readonly PdfObject[], trailer: Trailer): Uint8Array {
  const { encryption, objectStreams } = trailer;
  const file = new FileBytes(objects.length + 1);
  const encrypted = (data: Uint8Array, number: number): Uint8Array => encryption?.encrypt(data, number) ?? data;
  file.write('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n');
  const packed: (readonly [number: number, body: string])[] = [];
  for (const [index, { dictionary, stream, texts }] of objects.entries()) {
    const number = index + 1;
    if (stream) file.object(number, dictionary, encrypted(stream, number));
    // Texts of a packed object are encrypted with the stream they are packed into.
    else if (objectStreams) packed.push([number, `<< ${dictionary}${textEntries(texts, (text) => text)} >>`]);
    else file.object(number, dictionary + textEntries(texts, (text) => encrypted(text, number)));
  }
  for (let from = 0; from < packed.length; from += PACKED_TOGETHER) {
    const group = packed.slice(from, from + PACKED_TOGETHER);
    const { dictionary, stream } = objectStream(group);
    const number = file.nextNumber();
    for (const [at, [member]] of group.entries()) file.places.set(member, [2, number, at]);
    file.object(number, dictionary, encrypted(stream, number));
  }
  const entries = [
    `/Root ${trailer.catalog} 0 R /Info ${trailer.info} 0 R /ID [<${hex(trailer.id)}> <${hex(trailer.id)}>]`,
  ];
  if (encryption) {
    const lock = file.nextNumber();
    file.object(lock, encryption.dictionary);
    entries.push(`/Encrypt ${lock} 0 R`);
  }
  return file.end(entries.join(' '), objectStreams);
}

class FileBytes {
  readonly places = new Map<number, Place>();
  readonly #chunks: Buffer[] = [];
  #offset = 0;
  #next: number;

  constructor(next: number) {
    this.#next = next;
  }

  nextNumber(): number {
    this.#next += 1;
    return this.#next - 1;
  }

  write(...parts: readonly (string | Uint8Array)[]): void {
    for (const part of parts) {
      const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part);
      this.#chunks.push(bytes);
      this.#offset += bytes.length;
    }
  }

  object(number: number, dictionary: string, stream?: Uint8Array): void {
    this.places.set(number, [1, this.#offset, 0]);
    if (stream)
      this.write(
        `${number} 0 obj\n<< ${dictionary} /Length ${stream.length} >>\nstream\n`,
        stream,
        '\nendstream\nendobj\n',
      );
    else this.write(`${number} 0 obj\n<< ${dictionary} >>\nendobj\n`);
  }

  /** The cross-reference, as a table or as a stream, and the bytes. */
  end(entries: string, asStream: boolean): Uint8Array {
    const start = this.#offset;
    if (asStream) {
      const number = this.nextNumber();
      this.places.set(number, [1, start, 0]);
      this.object(
        number,
        `/Type /XRef /Size ${this.#next} /W [1 4 2] /Filter /FlateDecode ${entries}`,
        deflateSync(crossReferences(this.places, this.#next)),
      );
    } else {
      const lines = Array.from(
        { length: this.#next - 1 },
        (_, at) => `${String(this.places.get(at + 1)?.[1]).padStart(10, '0')} 00000 n \n`,
      );
      this.write(
        `xref\n0 ${this.#next}\n0000000000 65535 f \n${lines.join('')}trailer\n<< /Size ${this.#next} ${entries} >>\n`,
      );
    }
    this.write(`startxref\n${start}\n%%EOF\n`);
    return new Uint8Array(Buffer.concat(this.#chunks));
  }
}

function textEntries(texts: PdfObject['texts'], encrypt: (text: Uint8Array) => Uint8Array): string {
  return Object.entries(texts ?? {})
    .map(([key, text]) => ` /${key} <${hex(encrypt(Buffer.from(text, 'latin1')))}>`)
    .join('');
}

function objectStream(group: readonly (readonly [number: number, body: string])[]): {
  readonly dictionary: string;
  readonly stream: Buffer;
} {
  let at = 0;
  const index = group.map(([number, body]) => {
    const entry = `${number} ${at}`;
    at += body.length + 1;
    return entry;
  });
  const first = `${index.join(' ')}\n`;
  const stream = deflateSync(Buffer.from(first + group.map(([, body]) => `${body}\n`).join(''), 'latin1'));
  return { dictionary: `/Type /ObjStm /N ${group.length} /First ${first.length} /Filter /FlateDecode`, stream };
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
