import { deflateSync } from 'node:zlib';
import type { Chance } from '../chance.ts';
import { addFonts } from './fonts.ts';
import { drawText, type Ink, type Mark, num } from './ink.ts';
import { encryptionOf, PdfObjects, type PdfPasswords, pdfFile } from './pdf-file.ts';

/** How the file itself is made. */
export interface FileForm {
  /** What a viewer is told to turn the page by; the text is drawn against it, so that it is seen upright. */
  readonly rotate: 0 | 90 | 180 | 270;
  readonly compress: boolean;
  /** Are objects packed into streams, with a cross-reference stream (PDF 1.5)? */
  readonly objectStreams: boolean;
  /** Where the page's lower left corner lies: not all producers begin at 0. */
  readonly origin: readonly [x: number, y: number];
}

/** A page as it is seen, lengths in points. */
export interface DrawnPage {
  readonly width: number;
  readonly height: number;
  readonly marks: readonly Mark[];
  /** Lines and fills as PDF operators, y upwards from the bottom left. */
  readonly shapes: readonly string[];
}

/** What a file is written with. */
export interface WriteOptions {
  readonly ink: Ink;
  readonly form: FileForm;
  readonly title: string;
  readonly chance: Chance;
  readonly passwords?: PdfPasswords | undefined;
}

/** Pages to the bytes of a PDF. The same pages, options and chance give the same bytes. */
export function writePdf(
  pages: readonly DrawnPage[],
  { ink, form, title, chance, passwords }: WriteOptions,
): Uint8Array {
  const objects = new PdfObjects();
  const fonts = new Set(pages.flatMap(({ marks }) => marks.map(({ font }) => font)));
  const resources = objects.add(`/Font ${addFonts(objects, fonts)}`);
  const tree = objects.all.length + 2 * pages.length + 1;
  const kids = pages.map((page) => {
    const content = Buffer.from(contentOf(page, { ink, form, chance }), 'latin1');
    const stream = form.compress ? objects.add('/Filter /FlateDecode', deflateSync(content)) : objects.add('', content);
    return objects.add(
      `/Type /Page /Parent ${tree} 0 R /MediaBox [${mediaBox(page, form)}] /Rotate ${form.rotate} ` +
        `/Resources ${resources} 0 R /Contents ${stream} 0 R`,
    );
  });
  objects.add(`/Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}]`);
  const catalog = objects.add(`/Type /Catalog /Pages ${tree} 0 R`);
  const info = objects.add('', undefined, { Title: title, Producer: 'repaykit/testing' });
  const id = chance.bytes(16);
  const encryption = passwords && encryptionOf(passwords, chance);
  return pdfFile(objects, { catalog, info, id, objectStreams: form.objectStreams, encryption });
}

function contentOf(page: DrawnPage, { ink, form, chance }: Pick<WriteOptions, 'ink' | 'form' | 'chance'>): string {
  const turned = turn(page, form);
  const text = drawText(page.marks, { ink, height: page.height, chance });
  return `${turned}${page.shapes.length ? `q\n${page.shapes.join('\n')}\nQ\n` : ''}q\n${text}\nQ`;
}

// From the page as seen, y upwards, to the paper before the viewer turns it.
function turn({ width, height }: DrawnPage, { rotate, origin: [x, y] }: FileForm): string {
  if (rotate === 90) return `0 1 -1 0 ${num(height + x)} ${num(y)} cm\n`;
  if (rotate === 180) return `-1 0 0 -1 ${num(width + x)} ${num(height + y)} cm\n`;
  if (rotate === 270) return `0 -1 1 0 ${num(x)} ${num(width + y)} cm\n`;
  return x || y ? `1 0 0 1 ${num(x)} ${num(y)} cm\n` : '';
}

function mediaBox({ width, height }: DrawnPage, { rotate, origin: [x, y] }: FileForm): string {
  const [across, up] = rotate % 180 ? [height, width] : [width, height];
  return [x, y, x + across, y + up].map(num).join(' ');
}
