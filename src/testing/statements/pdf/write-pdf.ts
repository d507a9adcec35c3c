import { deflateSync } from 'node:zlib';
import type { Chance } from '../chance.ts';
import { addFonts, encode, type Font, NAIRA_FONT, pdfFonts, textWidth } from './fonts.ts';
import { encryptionOf, PdfObjects, type PdfPasswords, pdfFile } from './pdf-file.ts';

export interface FileForm {
  /** The rotation by the viewer. The text is drawn in the opposite direction, so that it looks upright. */
  readonly rotate: 0 | 90 | 180 | 270;
  readonly compress: boolean;
  /** Whether to pack objects into streams, with a cross-reference stream (PDF 1.5). */
  readonly objectStreams: boolean;
  /** The page's lower left corner. Not all producers use 0. */
  readonly origin: readonly [x: number, y: number];
}

/** A page as shown. Lengths in points. */
export interface DrawnPage {
  readonly width: number;
  readonly height: number;
  readonly marks: readonly Mark[];
  /** Lines and fills as PDF operators. y grows upwards from the bottom left. */
  readonly shapes: readonly string[];
}

export interface WriteOptions {
  readonly ink: Ink;
  readonly form: FileForm;
  readonly title: string;
  readonly chance: Chance;
  readonly passwords?: PdfPasswords | undefined;
}

/** Writes pages to the bytes of a PDF. The same pages, options and chance give the same bytes. */
export function writePdf(pages: readonly DrawnPage[], options: WriteOptions): Uint8Array {
  const { ink, form, title, chance, passwords } = options;
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

// Transforms the shown page (y upwards) to the paper before the viewer rotates it.
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

/** A text on the shown page: `x` from the left, `y` of the baseline from the top, in points. */
export interface Mark {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly font: Font;
  readonly size: number;
  /** Whether it is a figure, which may be split in two. */
  readonly isMoney?: boolean;
  /** Index of the table column; -1 outside the table. */
  readonly column: number;
  /** Draw slanted, in light grey. */
  readonly isWatermark?: boolean;
}

export interface Ink {
  /** The unit of one operator: a whole line of a cell, a word, a single glyph, or a line with kerning. */
  readonly pieces: 'line' | 'word' | 'glyph' | 'kerned';
  readonly torn: number;
  /** Whether the naira sign uses the font of the figures or its own font. */
  readonly naira: 'same-font' | 'own-font';
  readonly order: 'rows' | 'columns' | 'bottom-up';
  /** The producer's coordinates: PDF's own, with y downwards, or also scaled down, as browsers print. */
  readonly space: 'plain' | 'flipped' | 'scaled';
}

const BROWSER_SCALE = 0.24;

/** Draws a page's text as PDF operators. Needs the height of the shown page. */
function drawText(
  marks: readonly Mark[],
  { ink, height, chance }: { readonly ink: Ink; readonly height: number; readonly chance: Chance },
): string {
  const scale = ink.space === 'scaled' ? BROWSER_SCALE : 1;
  const isDown = ink.space !== 'plain';
  const out: string[] = [isDown ? `${num(scale)} 0 0 ${num(-scale)} 0 ${num(height)} cm\nBT` : 'BT'];
  let current = '';
  for (const mark of inOrder(marks, ink.order)) {
    const y = num((isDown ? mark.y : height - mark.y) / scale);
    const size = num(mark.size / scale);
    if (mark.isWatermark) {
      const turn = isDown ? '.707 -.707 -.707 -.707' : '.707 .707 -.707 .707';
      const font = `/${pdfFonts[mark.font].resource} ${size} Tf`;
      out.push(`.85 g ${font} ${turn} ${num(mark.x / scale)} ${y} Tm ${literal(mark.text)} Tj 0 g`);
      current = '';
      continue;
    }
    const pieces = tornParts(mark, ink.torn, chance).flatMap((part) => piecesOf(part, mark, ink));
    for (const { text, x, isNaira } of pieces) {
      const font = `/${isNaira ? NAIRA_FONT : pdfFonts[mark.font].resource} ${size} Tf`;
      if (font !== current) out.push(font);
      current = font;
      const shown = ink.pieces === 'kerned' && text.length > 3 ? kerned(text) : `${literal(text)} Tj`;
      out.push(`1 0 0 ${isDown ? -1 : 1} ${num(x / scale)} ${y} Tm ${shown}`);
    }
  }
  out.push('ET');
  return out.join('\n');
}

interface Piece {
  readonly text: string;
  readonly x: number;
  readonly isNaira?: boolean;
}

// Moves only the left part, so that the figures stay right-aligned.
function tornParts({ text, x, font, size, isMoney }: Mark, torn: number, chance: Chance): Piece[] {
  if (!isMoney || torn === 0 || text.length < 5 || !chance.happens(torn)) return [{ text, x }];
  const at = chance.between(1, text.length - 3);
  const gap = size * (0.12 + 0.2 * chance.next());
  return [
    { text: text.slice(0, at), x: x - gap },
    { text: text.slice(at), x: x + textWidth(text.slice(0, at), font, size) },
  ];
}

const splitters = { glyph: /[^ ]/gu, word: /[^ ]+/g, naira: /₦|[^₦]+/g };

function piecesOf({ text, x }: Piece, mark: Mark, ink: Ink): Piece[] {
  const isApart = ink.naira === 'own-font';
  const by = ink.pieces === 'glyph' || ink.pieces === 'word' ? ink.pieces : isApart ? 'naira' : undefined;
  if (!by) return [{ text, x }];
  return [...text.matchAll(splitters[by])].flatMap(({ 0: piece, index }) => {
    const left = x + textWidth(text.slice(0, index), mark.font, mark.size);
    const found: Piece = { text: piece, x: left, isNaira: isApart && piece === '₦' };
    const holdsNaira = isApart && piece !== '₦' && piece.includes('₦');
    return holdsNaira ? piecesOf(found, mark, { ...ink, pieces: 'line' }) : [found];
  });
}

function inOrder(marks: readonly Mark[], order: Ink['order']): readonly Mark[] {
  if (order === 'rows') return marks;
  if (order === 'bottom-up') return marks.toReversed();
  return marks.toSorted((one, other) => one.column - other.column);
}

function literal(text: string): string {
  return `(${String.fromCharCode(...encode(text)).replace(/[\\()]/g, '\\$&')})`;
}

// Kerns back and forth, so that the end of the text stays in place.
function kerned(text: string): string {
  const parts = (text.match(/.{1,3}/gsu) ?? []).map(literal);
  return `[${parts.reduce((joined, part, at) => `${joined}${at % 2 ? ' 18 ' : ' -18 '}${part}`)}] TJ`;
}

export function num(value: number): string {
  return String(Math.round(value * 100) / 100);
}
