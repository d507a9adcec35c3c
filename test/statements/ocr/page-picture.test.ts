import { describe, expect, test } from 'vitest';
import { drawPage } from '../../../src/statements/ocr/page-picture.ts';
import { loadEngine, openPdf } from '../../../src/statements/pdf/open-pdf.ts';
import type { DrawnPage } from '../../../src/statements/pdf/read-page.ts';
import { defaultLimits } from '../../../src/statements/read-options.ts';
import { addPages, type PageLook, RawPdf } from '../pdf/raw-pdf.ts';

const SIDE = 16;

/** Values of the pixels of a white picture whose quarter at the top left is black. */
function pixels(ink: readonly number[], paper: readonly number[]): Buffer {
  const isInk = (at: number) => at % SIDE < SIDE / 2 && at < (SIDE * SIDE) / 2;
  return Buffer.from(Array.from({ length: SIDE * SIDE }, (_, at) => (isInk(at) ? ink : paper)).flat());
}

/** The same with one bit for each pixel. */
function bits(ink: number, paper: number): Buffer {
  const upper = [...Array(SIDE / 2)].flatMap(() => [ink, paper]);
  return Buffer.from([...upper, ...Array(SIDE).fill(paper)]);
}

const encodedAs = {
  fax: Buffer.from('3317fff26a0bfffe002002', 'hex'),
  jbig2: Buffer.from(
    '000000003000010000001300000010000000100000000000000000000000000000012600010000001c000000100000001000000000000000' +
      '00000126a2fffffe3fe0020020',
    'hex',
  ),
  jpeg: Buffer.from(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9' +
      'lnN+gXz/wAALCAAQABABAREA/8QAFgABAQEAAAAAAAAAAAAAAAAAAAYH/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQAAPwCMbMD/2Q==',
    'base64',
  ),
};

const grey = '/BitsPerComponent 8/ColorSpace/DeviceGray';
const oneBit = '/BitsPerComponent 1/ColorSpace/DeviceGray';
const fax = '/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 16/Rows 16/BlackIs1 true>>';

interface Look extends PageLook {
  readonly content?: string;
  readonly mostPixels?: number;
}

/** Draws a page with a picture. `MASK` in its dictionary is a soft mask that shows the black quarter alone. */
async function drawn(dict: string, data: Buffer, look: Look = {}): ReturnType<typeof drawPage> {
  const { content = 'q 595 0 0 842 0 0 cm /P Do Q', mostPixels = defaultLimits.pixels } = look;
  const pdf = new RawPdf();
  const picture = `/Type/XObject/Subtype/Image/Width ${SIDE}/Height ${SIDE}`;
  const mask = pdf.stream(picture + grey, pixels([255], [0]));
  const object = pdf.stream(picture + dict.replace('MASK', `${mask} 0 R`), data);
  const resources = () => `/XObject<</P ${object} 0 R>>`;
  const bytes = pdf.build({ root: addPages(pdf, [content], { resources, ...look }) });
  const opened = await openPdf(await loadEngine(), new Uint8Array(bytes), { mostPixels: defaultLimits.pixels });
  const found: Awaited<ReturnType<typeof drawPage>>[] = [];
  const onDrawn = async (_: unknown, page: DrawnPage) => void found.push(await drawPage(page, mostPixels));
  await opened.textPage(1, { onChunk: () => undefined, onDrawn }).finally(() => opened.close());
  return found[0] ?? 'broken';
}

/** The quarters of a drawn page, in rows from the top: `x` is black. */
function quartersOf(page: Awaited<ReturnType<typeof drawPage>>): string {
  if (typeof page === 'string') return page;
  const { width, height, data } = page;
  const toneAt = (x: number, y: number) => data[Math.floor(y * height) * width + Math.floor(x * width)] ?? 128;
  const tones = [0.2, 0.6].flatMap((y) => [0.2, 0.8].map((x) => toneAt(x, y)));
  return tones.map((tone) => (tone < 60 ? 'x' : tone > 215 ? '.' : '?')).join('');
}

describe('a page', () => {
  test.each<readonly [string, string, Buffer]>([
    ['in grey', grey, pixels([0], [255])],
    ['in CMYK', '/BitsPerComponent 8/ColorSpace/DeviceCMYK', pixels([0, 0, 0, 255], [0, 0, 0, 0])],
    ['of indexed colours', '/BitsPerComponent 8/ColorSpace[/Indexed/DeviceRGB 1<ffffff000000>]', pixels([1], [0])],
    ['of one bit', oneBit, bits(0, 255)],
    ['of one bit, inverted', `${oneBit}/Decode[1 0]`, bits(255, 0)],
    ['as a stencil', '/BitsPerComponent 1/ImageMask true', bits(0, 255)],
    ['in CCITT G4', oneBit + fax, encodedAs.fax],
    ['in JBIG2', `${oneBit}/Filter/JBIG2Decode`, encodedAs.jbig2],
    ['in JPEG', `${grey}/Filter/DCTDecode`, encodedAs.jpeg],
    ['with a soft mask', `${grey}/SMask MASK`, pixels([0], [0])],
  ])('with a picture %s is drawn', async (_, dict, data) => {
    expect(quartersOf(await drawn(dict, data))).toBe('x...');
  });

  test('whose picture cannot be decoded is broken', async () => {
    expect(await drawn('/Filter/JPXDecode', Buffer.from('nothing'))).toBe('broken');
  });

  test.each([
    [90, '.x..'],
    [180, '...x'],
    [270, '..x.'],
    [-90, '..x.'],
  ])('that a viewer turns by %d degrees is drawn as the viewer shows it', async (degrees, quarters) => {
    const page = await drawn(grey, pixels([0], [255]), { page: `/Rotate ${degrees}` });
    expect(quartersOf(page)).toBe(quarters);
    expect(page).toMatchObject(degrees % 180 === 0 ? { width: 595, height: 842 } : { width: 842, height: 595 });
  });

  test('of several pictures is drawn from all of them', async () => {
    const strips = 'q 595 0 0 421 0 421 cm /P Do Q q 595 0 0 421 0 0 cm /P Do Q';
    const page = await drawn(grey, pixels([0], [255]), { content: strips });
    expect(quartersOf(page)).toBe('x.x.');
  });

  test('whose pixels count as points is as large as paper', async () => {
    const look = { mediaBox: '[0 0 1654 2339]', content: 'q 1654 0 0 2339 0 0 cm /P Do Q' };
    const page = await drawn(grey, pixels([0], [255]), look);
    if (typeof page === 'string') throw new Error(page);
    expect(page.width / page.dpi).toBeCloseTo(8.27, 1);
    expect(page.height / page.dpi).toBeCloseTo(11.69, 1);
  });

  test('is drawn within the limit of pixels, however long it is and however small its picture', async () => {
    const look = { mediaBox: '[0 0 842 14400]', content: 'q 0.1 0 0 0.1 0 0 cm /P Do Q', mostPixels: 1_000_000 };
    const page = await drawn(grey, pixels([0], [255]), look);
    if (typeof page === 'string') throw new Error(page);
    expect(page.data.length / 1_000_000).toBeCloseTo(1, 1);
  });
});
