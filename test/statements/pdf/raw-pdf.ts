import { deflateSync } from 'node:zlib';

/** Turns the data of a stream or a string of one object into what is written for it. */
export type ObjectCipher = (object: number, data: Buffer) => Buffer;

/** How a document is written. */
export interface Writing {
  readonly root: number;
  /** More of the trailer, such as `/Encrypt 4 0 R /ID [<..><..>]`. */
  readonly trailer?: string;
  readonly cipher?: ObjectCipher;
  /** Leaves the cross-reference table out. */
  readonly withoutXref?: boolean;
}

/** Writes PDF files object by object, also ones that no program would write. */
export class RawPdf {
  readonly #objects: (
    | string
    | { readonly dict: string; readonly data: Buffer; readonly isPlain: boolean }
    | undefined
  )[] = [];

  /** Makes room for an object and answers its number. */
  reserve(): number {
    return this.#objects.push(undefined);
  }

  set(object: number, body: string): void {
    this.#objects[object - 1] = body;
  }

  add(body: string): number {
    return this.#objects.push(body);
  }

  /** A stream as given; `dict` is the inner part of its dictionary, without `/Length`. */
  stream(dict: string, data: Buffer | string, isPlain = false): number {
    return this.#objects.push({ dict, data: Buffer.from(data), isPlain });
  }

  /** A stream that is deflated. */
  deflated(data: Buffer | string, dict = ''): number {
    return this.stream(`${dict}/Filter/FlateDecode`, deflateSync(data));
  }

  build({ root, trailer = '', cipher, withoutXref }: Writing): Buffer {
    const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
    let length = parts[0]?.length ?? 0;
    const offsets: number[] = [];
    const write = (...pieces: readonly (string | Buffer)[]) => {
      for (const piece of pieces) {
        const bytes = Buffer.from(piece as string, 'latin1');
        parts.push(bytes);
        length += bytes.length;
      }
    };
    for (const [index, body] of this.#objects.entries()) {
      offsets.push(length);
      if (typeof body === 'object') {
        const data = cipher && !body.isPlain ? cipher(index + 1, body.data) : body.data;
        write(`${index + 1} 0 obj\n<<${body.dict}/Length ${data.length}>>\nstream\n`, data, '\nendstream\nendobj\n');
      } else write(`${index + 1} 0 obj\n${body ?? 'null'}\nendobj\n`);
    }
    const size = this.#objects.length + 1;
    const xref = length;
    if (withoutXref) write(`trailer\n<</Size ${size}/Root ${root} 0 R${trailer}>>\n%%EOF\n`);
    else {
      const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
      write(
        `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<</Size ${size}/Root ${root} 0 R${trailer}>>\nstartxref\n${xref}\n%%EOF\n`,
      );
    }
    return Buffer.concat(parts);
  }
}

/** How pages look like. */
export interface PageLook {
  readonly mediaBox?: string;
  /** Leaves the content as it is instead of deflating it. */
  readonly isPlain?: boolean;
  /** More of each page's dictionary, such as `/Rotate 90`. */
  readonly page?: string;
  /** More of the catalogue. */
  readonly catalog?: string;
  /** More of the resources. */
  readonly resources?: (pdf: RawPdf) => string;
}

/** Adds a catalogue and pages with one content stream each; Helvetica is `/F1`. Answers the number of the catalogue. */
export function addPages(pdf: RawPdf, contents: readonly (string | Buffer)[], look: PageLook = {}): number {
  const catalog = pdf.reserve();
  const tree = pdf.reserve();
  const font = pdf.add('<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>');
  const resources = `<</Font<</F1 ${font} 0 R>>${look.resources?.(pdf) ?? ''}>>`;
  const box = look.mediaBox ?? '[0 0 595 842]';
  const kids = contents.map((content) => {
    const stream = look.isPlain ? pdf.stream('', content) : pdf.deflated(content);
    return pdf.add(
      `<</Type/Page/Parent ${tree} 0 R/MediaBox${box}/Resources${resources}/Contents ${stream} 0 R${look.page ?? ''}>>`,
    );
  });
  pdf.set(catalog, `<</Type/Catalog/Pages ${tree} 0 R${look.catalog ?? ''}>>`);
  pdf.set(tree, `<</Type/Pages/Count ${kids.length}/Kids[${kids.map((kid) => `${kid} 0 R`).join(' ')}]>>`);
  return catalog;
}

/** A whole PDF of pages with one content stream each. */
export function pagesPdf(contents: readonly string[], look: PageLook = {}): Buffer {
  const pdf = new RawPdf();
  return pdf.build({ root: addPages(pdf, contents, look) });
}

/** The operators that show one text; `matrix` is the text matrix. */
export function show(
  text: string,
  matrix: readonly [number, number, number, number, number, number],
  font = '/F1 1',
): string {
  return `BT ${font} Tf ${matrix.join(' ')} Tm (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`;
}

/** Upright text at a place, counted from the bottom left. */
export function at(x: number, y: number, text: string, size = 9): string {
  return show(text, [size, 0, 0, size, x, y]);
}
