import { deflateSync } from 'node:zlib';
import { addPages, type PageLook, RawPdf } from '../pdf/raw-pdf.ts';

/** A value, or a stream with the inner part of its dictionary. */
export type NewObject = string | { readonly dict: string; readonly data: string };

/** What an update writes. */
export interface Update {
  /** By object number. */
  readonly objects: Readonly<Record<number, NewObject>>;
  readonly root: number;
  /** More of the trailer, such as `/Info 9 0 R`. */
  readonly trailer?: string;
  /** Packs objects that are not streams, behind a cross-reference stream. */
  readonly isPacked?: boolean;
  /** Offset of the cross-reference before it. Default: the one that the end of the file names. */
  readonly prev?: number;
}

/** The object numbers of `addPages`, for pages with one content stream each. */
export const numbers = {
  root: 1,
  tree: 2,
  font: 3,
  content: (page: number) => 2 * page + 2,
  page: (page: number) => 2 * page + 3,
};

/** A file of pages as one program writes it at once. */
export function original(contents: readonly string[] = ['one', 'two', 'three'], look: PageLook = {}): Buffer {
  const pdf = new RawPdf();
  const root = addPages(pdf, contents.map(drawn), look);
  return pdf.build({ root });
}

export const drawn = (text: string) => `BT /F1 9 Tf 50 700 Td (${text}) Tj ET`;

/** The dictionary of a page as `addPages` writes it, with more entries or another content. */
export function pageWith(page: number, more: string, content: string = `${numbers.content(page)} 0 R`): string {
  const resources = `<</Font<</F1 ${numbers.font} 0 R>>>>`;
  return `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources${resources}/Contents ${content}${more}>>`;
}

export const deflated = (text: string): NewObject => {
  return { dict: '/Filter/FlateDecode', data: deflateSync(text).toString('latin1') };
};

/** Appends an incremental update, as editors and signing programs do. */
export function updated(base: Buffer, { objects, root, trailer = '', isPacked = false, ...more }: Update): Buffer {
  const prev = more.prev ?? previousSection(base);
  let bytes = base.toString('latin1');
  const offsets = new Map<number, number>();
  const write = (number: number, body: string) => {
    offsets.set(number, bytes.length);
    bytes += `${number} 0 obj\n${body}\nendobj\n`;
  };
  const all = Object.entries(objects).map(([number, body]) => [Number(number), body] as const);
  for (const [number, body] of all) {
    if (typeof body === 'object') write(number, streamBody(body.dict, body.data));
    else if (!isPacked) write(number, body);
  }
  const packed = all.flatMap(([number, body]) =>
    typeof body === 'string' && isPacked ? [[number, body] as const] : [],
  );
  const size = 1 + Math.max(numbersIn(base), ...offsets.keys(), ...packed.map(([number]) => number));
  const entries = `/Root ${root} 0 R/Prev ${prev}${trailer}`;
  if (!isPacked) {
    const at = bytes.length;
    const rows = [...offsets].map(([number, offset]) => `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`);
    bytes += `xref\n${rows.join('')}trailer\n<</Size ${size}${entries}>>\nstartxref\n${at}\n%%EOF\n`;
    return Buffer.from(bytes, 'latin1');
  }
  const bodies = packed.map(([, body]) => body).join('\n');
  let from = 0;
  const index = packed.map(([number, body]) => {
    const pair = `${number} ${from}`;
    from += body.length + 1;
    return pair;
  });
  const first = `${index.join(' ')}\n`;
  write(size, streamBody(`/Type/ObjStm/N ${packed.length}/First ${first.length}`, first + bodies));
  const at = bytes.length;
  offsets.set(size + 1, at);
  const rows = [...offsets].map(([number, offset]) => [number, 1, offset, 0]);
  for (const [place, [number]] of packed.entries()) rows.push([number, 2, size, place]);
  const data = Buffer.alloc(rows.length * 7);
  for (const [row, [, kind = 0, where = 0, more = 0]] of rows.entries()) {
    data.writeUInt8(kind, row * 7);
    data.writeUInt32BE(where, row * 7 + 1);
    data.writeUInt16BE(more, row * 7 + 5);
  }
  const ranges = rows.map(([number]) => `${number} 1`).join(' ');
  const dict = `/Type/XRef/W[1 4 2]/Index[${ranges}]/Size ${size + 2}${entries}`;
  bytes += `${size + 1} 0 obj\n${streamBody(dict, data.toString('latin1'))}\nendobj\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.from(bytes, 'latin1');
}

function streamBody(dict: string, data: string): string {
  return `<<${dict}/Length ${data.length}>>\nstream\n${data}\nendstream`;
}

function previousSection(base: Buffer): number {
  return Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(base.toString('latin1'))?.[1]);
}

function numbersIn(base: Buffer): number {
  return Math.max(...Array.from(base.toString('latin1').matchAll(/(\d+) 0 obj/g), ([, number]) => Number(number)));
}
