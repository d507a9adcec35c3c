import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { pagesOf } from './opened.ts';
import { at, type PageLook, pagesPdf, type RawPdf, show } from './raw-pdf.ts';

const WORD = at(40, 700, '680,000.00');
/** The word, then a blank far to the left of it. */
const steppingBack = 'BT /F1 9 Tf 40 700 Td [(680,000.00) 9000 ( )] TJ ET';
/** A box around the word. */
const BOX = '36 694 70 16 re';

/** What a page of this content shows and hides of the word. */
async function sightOf(content: string, look: PageLook = {}): Promise<string> {
  const [page] = await pagesOf(pagesPdf([content], look));
  if (!page) throw new Error('a PDF without a page');
  const shown = page.pieces.map(({ text }) => text).join(' ');
  return [shown, ...page.unclear.map(({ text, sight }) => `${text}: ${sight}`)].filter(Boolean).join(', ');
}

const SEEN = '680,000.00';
const hidden = (sight: string) => `680,000.00: ${sight}`;

const states = (dict: string): PageLook => ({ resources: () => `/ExtGState<</G ${dict}>>` });

const hatch = (grey: number): PageLook => ({
  resources: (pdf) =>
    `/Pattern<</H ${pdf.stream('/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 6 6]/XStep 6/YStep 6/Resources<<>>', `${grey} g 0 0 6 6 re f`)} 0 R>>`,
});

/** A picture of one colour, of 4 by 4 pixels. */
const picture = (pdf: RawPdf, [red, green, blue]: readonly number[], more = '') =>
  pdf.stream(
    `/Type/XObject/Subtype/Image/Width 4/Height 4/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/FlateDecode${more}`,
    deflateSync(Buffer.from(Array.from({ length: 16 }, () => [red ?? 0, green ?? 0, blue ?? 0]).flat())),
  );
const pictures = (colour: readonly number[], alpha?: number): PageLook => ({
  resources: (pdf) => {
    const mask =
      alpha !== undefined &&
      pdf.stream(
        '/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray',
        Buffer.from([alpha]),
      );
    return `/XObject<</P ${picture(pdf, colour, mask === false ? '' : `/SMask ${mask} 0 R`)} 0 R>>`;
  },
});
const PICTURE = 'q 70 0 0 16 36 694 cm /P Do Q';

// The first object of the resources is the fourth of the file.
const layers = (state: string): PageLook => ({
  resources: (pdf) => `/Properties<</L ${pdf.add('<</Type/OCG/Name(Layer)>>')} 0 R>>`,
  catalog: `/OCProperties<</OCGs[4 0 R]/D<</${state}[4 0 R]>>>>`,
});

describe('a word is hidden', () => {
  const cases: readonly (readonly [how: string, sight: string, content: string, look?: PageLook])[] = [
    ['in rendering mode 3', 'invisible', `3 Tr ${WORD}`],
    ['in rendering mode 7', 'invisible', `q BT 7 Tr /F1 9 Tf 40 700 Td (680,000.00) Tj ET Q`],
    ['in white on white', 'colour', `1 g ${WORD}`],
    ['in almost white', 'colour', `0.98 g ${WORD}`],
    ['in the colour of its cell', 'colour', `0.2 0.3 0.6 rg ${BOX} f 0.2 0.3 0.61 rg ${WORD}`],
    ['in the colour of a picture under it', 'colour', `${PICTURE} 1 g ${WORD}`, pictures([255, 255, 255])],
    ['under a picture', 'covered', `${WORD} ${PICTURE}`, pictures([255, 255, 255])],
    ['under a filled box', 'covered', `${WORD} 1 g ${BOX} f`],
    ['under a thick line', 'covered', `${WORD} 1 G 16 w 36 703 m 110 703 l S`],
    ['under a pattern of white cells', 'covered', `${WORD} /Pattern cs /H scn ${BOX} f`, hatch(1)],
    ['under many thin lines', 'covered', `${WORD} 1 G 1 w ${lines(694, 710)}`],
    ['under a black box that multiplies', 'covered', `${WORD} /G gs 0 g ${BOX} f`, states('<</BM/Multiply>>')],
    ['outside of a clip', 'outside', `300 300 10 10 re W n ${WORD}`],
    ['outside of a clip that is no box', 'outside', `36 694 m 36 720 l 20 720 l h W n ${WORD}`],
    ['outside of an empty clip', 'outside', `W n ${WORD}`],
    ['beside the page', 'outside', at(40, 900, '680,000.00')],
    ['beside the crop box', 'outside', WORD, { page: '/CropBox[200 0 595 842]' }],
    ['with no opacity', 'invisible', `/G gs ${WORD}`, states('<</ca 0>>')],
    ['with almost no opacity', 'colour', `/G gs ${WORD}`, states('<</ca 0.03>>')],
    ['in tiny letters', 'tiny', at(40, 700, '680,000.00', 0.4)],
    ['in letters pressed flat', 'tiny', show('680,000.00', [0.1, 0, 0, 9, 40, 700])],
    ['in flat letters before a wide gap', 'tiny', `BT /F1 9 Tf 0.5 Tz 40 700 Td [(680,000.00) -9000000 ( )] TJ ET`],
    ['under a box, before a step back', 'covered', `${steppingBack} 1 g 40.3 694 70 16 re f`],
    ['in a layer that is switched off', 'layer', `/OC/L BDC ${WORD} EMC`, layers('OFF')],
  ];
  test.each(cases.map((one) => [one[0], one] as const))('%s', async (_how, [, sight, content, look]) => {
    expect(await sightOf(content, look)).toBe(hidden(sight));
  });

  test('under a soft mask that is black', async () => {
    const group = (pdf: RawPdf) =>
      pdf.stream(
        '/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Group<</S/Transparency/CS/DeviceGray>>',
        '0 g 0 0 595 842 re f',
      );
    const look = { resources: (pdf: RawPdf) => `/ExtGState<</G<</SMask<</S/Luminosity/G ${group(pdf)} 0 R>>>>>>` };
    expect(await sightOf(`/G gs ${WORD}`, look)).toBe(hidden('invisible'));
  });
});

test('a word is hidden under blocks that are written', async () => {
  const dingbats = () => '/Font<</F1 3 0 R/Z<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>>>';
  const blocks = `1 g ${show('nnnnnn', [14, 0, 0, 14, 38, 698], '/Z 1')}`;
  const [page] = await pagesOf(pagesPdf([`${WORD} ${blocks}`], { resources: dingbats }));
  expect(page?.pieces).toEqual([]);
  expect(page?.unclear.map(({ sight }) => sight)).toEqual(['covered', 'colour']);
  const bullet = show('n', [9, 0, 0, 9, 20, 700], '/Z 1');
  expect(await sightOf(`${bullet} ${WORD}`, { resources: dingbats })).toBe(`■ ${SEEN}`);
});

test('the word of a letter without a width is that letter', async () => {
  const [page] = await pagesOf(pagesPdf([show('680,000.00', [0.001, 0, 0, 9, 40, 700])]));
  expect(page?.unclear).toMatchObject([{ word: '680,000.00', sight: 'tiny' }]);
});

describe('a word is seen', () => {
  const cases: readonly (readonly [how: string, content: string, look?: PageLook])[] = [
    ['in black on white', WORD],
    ['in light grey', `0.75 g ${WORD}`],
    ['in white on a dark cell', `0.2 g ${BOX} f 1 g ${WORD}`],
    ['in outlines', `1 Tr ${WORD}`],
    ['filled in white with a dark outline', `1 g 0 G 2 Tr ${WORD}`],
    ['on a picture', `${PICTURE} 0 g ${WORD}`, pictures([240, 240, 255])],
    ['under a watermark', `${WORD} ${PICTURE}`, pictures([128, 128, 128], 40)],
    ['under a highlighter', `${WORD} /G gs 1 1 0 rg ${BOX} f`, states('<</BM/Multiply>>')],
    ['under a thin line', `${WORD} 0.3 w 36 703 m 110 703 l S`],
    ['in the hole of a frame', `${WORD} 1 g 30 690 90 24 re ${BOX} f*`],
    ['beside a curve whose box holds it', `${WORD} 1 g 300 690 m 300 1000 -300 1000 30 720 c h f`],
    ['on a pattern of light lines', `/Pattern cs /H scn ${BOX} f 0 g ${WORD}`, hatch(0.9)],
    ['in a layer that is on', `/OC/L BDC ${WORD} EMC`, layers('ON')],
    ['within a clip', `${BOX} W n ${WORD}`],
    ['after a clip has ended', `q 300 300 10 10 re W n Q ${WORD}`],
  ];
  test.each(cases.map((one) => [one[0], one] as const))('%s', async (_how, [, content, look]) => {
    expect(await sightOf(content, look)).toBe(SEEN);
  });
});

test('a digit in a white box is what a person sees, and the digit under it is not', async () => {
  const replaced = `${WORD} 1 g 39.5 697 5.3 12 re f 0 g ${at(40, 700, '1')}`;
  const [page] = await pagesOf(pagesPdf([replaced]));
  expect(page?.pieces.map(({ text }) => text)).toEqual(['80,000.00', '1']);
  expect(page?.unclear).toMatchObject([{ text: '6', word: '680,000.00', sight: 'covered', isReplaced: true }]);
});

test('a figure that is typed over another one is marked, and one that is drawn twice is not', async () => {
  expect(await sightOf(`${WORD} ${at(40, 700, '1')}`)).toBe(`${SEEN} 1, ${SEEN}: overlapped, 1: overlapped`);
  expect(await sightOf(`${WORD} ${at(40.3, 700, '6')}`)).toBe(`${SEEN} 6`);
});

test('a hidden copy of a word that is seen in its place is its shadow', async () => {
  expect(await sightOf(`1 g ${at(41, 699, '680,000.00')} 0 g ${WORD}`)).toBe(SEEN);
});

test('a digit that is drawn by itself belongs to the word around it', async () => {
  const letters = [...'680,000.00'].reduce<[string, number]>(
    ([drawn, x], letter) => [`${drawn} ${at(x, 700, letter)}`, x + (letter === ',' || letter === '.' ? 2.502 : 5.004)],
    ['', 40],
  );
  const [page] = await pagesOf(pagesPdf([`${letters[0]} 1 g 39.5 697 5.3 12 re f`]));
  expect(page?.unclear).toMatchObject([{ text: '6', word: '680,000.00', sight: 'covered' }]);
});

test('a word under a picture that cannot be decoded is not known to be seen', async () => {
  const broken = (pdf: RawPdf) =>
    `/XObject<</P ${pdf.stream('/Type/XObject/Subtype/Image/Width 9/Height 9/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/JPXDecode', 'none')} 0 R>>`;
  expect(await sightOf(`${WORD} ${PICTURE}`, { resources: broken })).toBe(`${SEEN}, ${SEEN}: unknown`);
});

test('a word on a page with a picture that is too large to decode is not known to be seen', async () => {
  const large = (pdf: RawPdf) =>
    `/XObject<</P ${pdf.stream('/Type/XObject/Subtype/Image/Width 9000/Height 9000/BitsPerComponent 8/ColorSpace/DeviceRGB', 'none')} 0 R>>`;
  expect(await sightOf(`${WORD} ${PICTURE}`, { resources: large })).toBe(`${SEEN}, ${SEEN}: unknown`);
});

test('a word under a comment is marked', async () => {
  const comment = (pdf: RawPdf) => {
    const look = pdf.stream('/Type/XObject/Subtype/Form/BBox[0 0 70 16]', '1 1 0 rg 0 6 70 2 re f');
    pdf.add(`<</Type/Annot/Subtype/Square/Rect[36 694 106 710]/AP<</N ${look} 0 R>>>>`);
    return '';
  };
  expect(await sightOf(WORD, { resources: comment, page: '/Annots[5 0 R]' })).toBe(`${SEEN}, ${SEEN}: annotated`);
});

function lines(from: number, to: number): string {
  const heights = Array.from({ length: 2 * (to - from) }, (_, index) => from + index / 2);
  return heights.map((y) => `36 ${y} m 110 ${y} l S`).join(' ');
}
