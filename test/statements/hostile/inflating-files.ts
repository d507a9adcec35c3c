import { deflateSync } from 'node:zlib';
import { encryptedPdf } from '../pdf/encrypted-pdf.ts';
import { addPages, at, RawPdf } from '../pdf/raw-pdf.ts';
import type { HostileFile } from './hostile-file.ts';

const MEGABYTE = 1_048_576;
const text = at(40, 700, '01/02/2023 a page with a text that is long enough 1,000.00');

/** Beyond the limit of a stream, 64 MB, in both sizes: small files either way. */
const huge = (isFull: boolean) => Buffer.alloc((isFull ? 600 : 80) * MEGABYTE, ' ');

/** A page whose content is one stream with the filters named. */
function contentPdf(filters: string, data: Buffer): Buffer {
  const pdf = new RawPdf();
  const content = pdf.stream(`/Filter${filters}`, data);
  return pageWith(pdf, `${content} 0 R`);
}

function pageWith(pdf: RawPdf, contents: string, resources = ''): Buffer {
  const root = pdf.reserve();
  const tree = pdf.reserve();
  const font = pdf.add('<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>');
  const page = pdf.add(
    `<</Type/Page/Parent ${tree} 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 ${font} 0 R>>${resources}>>/Contents ${contents}>>`,
  );
  pdf.set(root, `<</Type/Catalog/Pages ${tree} 0 R>>`);
  pdf.set(tree, `<</Type/Pages/Count 1/Kids[${page} 0 R]>>`);
  return pdf.build({ root });
}

/** `copies` times 128 of a byte, run-length encoded once more for each round. */
function runLength(rounds: number, copies: number): Buffer {
  let data = Buffer.alloc(copies * 2, Buffer.from([129, 32]));
  for (let round = 1; round < rounds; round += 1) data = Buffer.from([...data].flatMap((byte) => [0, byte]));
  return data;
}

/** LZW of one byte repeated: each code is one longer than the one before. */
function lzw(codes: number): Buffer {
  const bits: string[] = [];
  let next = 258;
  const width = () => (next < 511 ? 9 : next < 1023 ? 10 : next < 2047 ? 11 : 12);
  bits.push((256).toString(2).padStart(9, '0'), (32).toString(2).padStart(9, '0'));
  for (let code = 0; code < codes; code += 1) {
    if (next >= 4090) {
      bits.push((256).toString(2).padStart(12, '0'), (32).toString(2).padStart(9, '0'));
      next = 258;
    }
    bits.push(next.toString(2).padStart(width(), '0'));
    next += 1;
  }
  const all = bits.join('');
  return Buffer.from((all.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

function ascii85(data: Buffer): Buffer {
  const words: string[] = [];
  for (let at4 = 0; at4 < data.length; at4 += 4) {
    let value = Buffer.concat([data.subarray(at4, at4 + 4), Buffer.alloc(4)]).readUInt32BE(0);
    const digits = Array.from({ length: 5 }, () => {
      const digit = value % 85;
      value = Math.floor(value / 85);
      return String.fromCharCode(33 + digit);
    });
    words.push(digits.reverse().join(''));
  }
  return Buffer.from(`${words.join('')}~>`);
}

/** A file whose objects lie in an object stream; `inside` is what that stream inflates to after its index. */
function objectStreamPdf(inside: Buffer, xrefPadding = 0): Buffer {
  const head = Buffer.from('1 0 ');
  const stream = deflateSync(Buffer.concat([head, inside]));
  const parts = [Buffer.from('%PDF-1.7\n')];
  const here = () => parts.reduce((sum, part) => sum + part.length, 0);
  const at2 = here();
  parts.push(
    Buffer.from(
      `2 0 obj\n<</Type/ObjStm/N 1/First ${head.length}/Filter/FlateDecode/Length ${stream.length}>>\nstream\n`,
    ),
    stream,
  );
  parts.push(Buffer.from('\nendstream\nendobj\n'));
  const at3 = here();
  const rows = Buffer.alloc(4 * 7);
  rows.writeUInt8(2, 7);
  rows.writeUInt32BE(2, 8);
  rows.writeUInt8(1, 14);
  rows.writeUInt32BE(at2, 15);
  rows.writeUInt8(1, 21);
  rows.writeUInt32BE(at3, 22);
  const table = deflateSync(Buffer.concat([rows, Buffer.alloc(xrefPadding)]));
  parts.push(
    Buffer.from(
      `3 0 obj\n<</Type/XRef/Size 4/W[1 4 2]/Root 1 0 R/Filter/FlateDecode/Length ${table.length}>>\nstream\n`,
    ),
    table,
  );
  parts.push(Buffer.from(`\nendstream\nendobj\nstartxref\n${at3}\n%%EOF`));
  return Buffer.concat(parts);
}

const over = ['limit_exceeded'] as const;

/** Small files that become large. */
export const inflatingFiles: readonly HostileFile[] = [
  {
    name: 'a content stream that inflates without end',
    endings: over,
    make: (isFull) => contentPdf('/FlateDecode', deflateSync(huge(isFull))),
  },
  {
    name: 'a stream that is deflated twice',
    endings: over,
    make: (isFull) =>
      contentPdf('[/FlateDecode/FlateDecode]', deflateSync(deflateSync(huge(isFull), { level: 9 }), { level: 9 })),
  },
  {
    name: 'a deflated stream written as text',
    endings: over,
    make: (isFull) => contentPdf('[/ASCII85Decode/FlateDecode]', ascii85(deflateSync(huge(isFull)))),
  },
  {
    name: 'a deflated stream that is cut off',
    endings: over,
    make: (isFull) => contentPdf('/FlateDecode', deflateSync(huge(isFull)).subarray(0, -9)),
  },
  { name: 'run lengths', endings: over, make: () => contentPdf('/RunLengthDecode', runLength(1, 600_000)) },
  {
    name: 'run lengths of deflated run lengths',
    endings: over,
    make: () => contentPdf('[/FlateDecode/RunLengthDecode]', deflateSync(runLength(1, 600_000))),
  },
  { name: 'LZW', endings: over, make: () => contentPdf('[/FlateDecode/LZWDecode]', deflateSync(lzw(60_000))) },
  {
    name: 'an encrypted stream that inflates without end',
    endings: over,
    make: (isFull) => encryptedPdf('aes-128', { user: Buffer.alloc(0), owner: Buffer.from('x') }, [huge(isFull)]),
  },
  {
    name: 'an object stream that inflates without end',
    endings: ['limit_exceeded', 'damaged'],
    make: (isFull) => objectStreamPdf(Buffer.concat([Buffer.from('<</Type/Catalog/Pages 9 0 R>>'), huge(isFull)])),
  },
  {
    name: 'a cross-reference stream that inflates without end',
    endings: ['limit_exceeded', 'damaged'],
    make: (isFull) => objectStreamPdf(Buffer.from('<</Type/Catalog/Pages 9 0 R>>'), (isFull ? 600 : 80) * MEGABYTE),
  },
  {
    name: 'a large stream that a page names thousands of times',
    endings: over,
    make: () => {
      const pdf = new RawPdf();
      const content = pdf.deflated(Buffer.alloc(16 * MEGABYTE, ' '));
      return pageWith(pdf, `[${`${content} 0 R `.repeat(5_000)}]`);
    },
  },
  {
    name: 'a font program that inflates without end',
    endings: ['limit_exceeded', 'read', 'no_transaction_table'],
    make: (isFull) => {
      const pdf = new RawPdf();
      const program = pdf.deflated(huge(isFull), '/Length1 600000000');
      const descriptor = pdf.add(`<</Type/FontDescriptor/FontName/Odd/Flags 32/FontFile2 ${program} 0 R>>`);
      const content = pdf.deflated(`BT /F2 9 Tf 40 700 Td (text in a font of its own) Tj ET\n${text}`);
      const font = `/Font<</F2<</Type/Font/Subtype/TrueType/BaseFont/Odd/FontDescriptor ${descriptor} 0 R>>>>`;
      return pageWith(pdf, `${content} 0 R`, font);
    },
  },
  {
    name: 'pictures of 65,535 by 65,535 points in every format',
    endings: ['no_transaction_table', 'read'],
    make: () => {
      const pdf = new RawPdf();
      const size = '/Type/XObject/Subtype/Image/Width 65535/Height 65535/BitsPerComponent 8/ColorSpace/DeviceRGB';
      const filters = ['/FlateDecode', '/DCTDecode', '/JPXDecode', '/JBIG2Decode', '/CCITTFaxDecode', '/LZWDecode'];
      const pictures = filters.map((filter) =>
        pdf.stream(`${size}/Filter${filter}`, deflateSync(Buffer.alloc(100_000))),
      );
      const names = pictures.map((picture, index) => `/I${index} ${picture} 0 R`).join('');
      const content = pdf.deflated(
        `${pictures.map((_, index) => `q 500 0 0 500 0 0 cm /I${index} Do Q`).join('\n')}\n${text}`,
      );
      return pageWith(pdf, `${content} 0 R`, `/XObject<<${names}>>`);
    },
  },
  {
    name: 'an attachment that inflates without end',
    endings: ['no_transaction_table', 'read'],
    make: (isFull) => {
      const pdf = new RawPdf();
      const file = pdf.deflated(huge(isFull), '/Type/EmbeddedFile');
      const spec = pdf.add(`<</Type/Filespec/F(bomb.bin)/EF<</F ${file} 0 R>>>>`);
      const root = addPages(pdf, [text], { catalog: `/Names<</EmbeddedFiles<</Names[(bomb.bin)${spec} 0 R]>>>>` });
      return pdf.build({ root });
    },
  },
];
