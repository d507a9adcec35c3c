import { describe, expect, test } from 'vitest';
import { factsOf } from '../../../src/statements/integrity/file-revisions.ts';
import { RawPdf } from '../pdf/raw-pdf.ts';
import { deflated, drawn, numbers, original, pageWith, type Update, updated } from './updated-pdf.ts';

const { root, tree, font, content, page } = numbers;
const base = original();
const shown = (pdf: Uint8Array) => factsOf(pdf).updates.map(({ severity, message }) => `${severity}: ${message}`);
const update = (objects: Update['objects'], more: Partial<Update> = {}) => updated(base, { objects, root, ...more });
const finding = (what: string, severity = 'contradiction') =>
  `${severity}: The file was changed after it was made: its second revision ${what}.`;

describe('a later revision is found if it', () => {
  test.each<[what: string, pdf: Buffer]>([
    ['rewrites the content of page 2', update({ [content(2)]: deflated(drawn('forged')) })],
    ['rewrites the content of page 3', update({ 20: deflated('q Q'), [page(3)]: pageWith(3, '', '[8 0 R 20 0 R]') })],
    [
      'rewrites the content of page 1',
      update({ 20: deflated(drawn('forged')), [page(1)]: pageWith(1, '', '20 0 R') }, { isPacked: true }),
    ],
    ['replaces fonts or pictures of page 1', update({ [page(1)]: pageWith(1, '').replace('3 0 R', `${tree} 0 R`) })],
    ['changes the size or rotation of page 2', update({ [page(2)]: pageWith(2, '/Rotate 90') })],
    ['adds a page', update({ 20: pageWith(1, ''), [tree]: '<</Type/Pages/Count 4/Kids[5 0 R 7 0 R 9 0 R 20 0 R]>>' })],
    ['removes 2 pages', update({ [tree]: '<</Type/Pages/Count 1/Kids[5 0 R]>>' })],
    ['switches layers', update({ [root]: '<</Type/Catalog/Pages 2 0 R/OCProperties<</D<</OFF[3 0 R]>>>>>>' })],
  ])('%s', (what, pdf) => {
    expect(shown(pdf)).toEqual([finding(what)]);
  });

  test('puts a text over a page', () => {
    const pdf = update({
      20: '<</Type/Annot/Subtype/FreeText/Rect[1 1 90 20]/Contents(1)>>',
      [page(2)]: pageWith(2, '/Annots[20 0 R]'),
    });
    expect(shown(pdf)).toEqual([finding('puts marks or form fields on page 2', 'suspicious')]);
  });

  test('fills in a form field', () => {
    const form = (value: string) => `<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/V(${value})/Rect[1 1 90 20]>>`;
    const before = update({ 20: form('1'), [page(2)]: pageWith(2, '/Annots[20 0 R]') });
    const pdf = updated(before, { objects: { 20: form('2') }, root });
    expect(shown(pdf).at(-1)).toMatch(/its third revision puts marks or form fields on page 2/);
  });

  test('points to other pages with objects that are all new', () => {
    const objects = {
      20: '<</Type/Catalog/Pages 21 0 R>>',
      21: '<</Type/Pages/Count 3/Kids[22 0 R 7 0 R 9 0 R]>>',
      22: pageWith(1, '', '23 0 R'),
      23: deflated(drawn('forged')),
    };
    expect(shown(updated(base, { objects, root: 20 }))).toEqual([finding('rewrites the content of page 1')]);
  });

  test('replaces the font of all pages', () => {
    const pdf = update({ [font]: '<</Type/Font/Subtype/Type1/BaseFont/Courier>>' });
    expect(shown(pdf)).toEqual([1, 2, 3].map((at) => finding(`replaces fonts or pictures of page ${at}`)));
  });

  test('changes many pages, in one finding', () => {
    const pages = Array.from({ length: 12 }, (_, index) => `page ${index}`);
    const pdf = updated(original(pages), { objects: { [font]: '<</Type/Font/Subtype/Type3>>' }, root });
    expect(shown(pdf)).toEqual([finding('replaces fonts or pictures of 12 pages')]);
  });

  test('comes after a signature', () => {
    const pdf = updated(signed(base), { objects: { [content(1)]: deflated(drawn('forged')) }, root });
    expect(shown(pdf)).toEqual([
      'contradiction: The file was changed after it was signed: its third revision rewrites the content of page 1.',
    ]);
  });
});

/** Signs as programs do: a field on the first page, and a form in the catalogue. */
function signed(pdf: Buffer, isPacked = false): Buffer {
  return updated(pdf, {
    objects: {
      30: '<</Type/Sig/Filter/Adobe.PPKLite/ByteRange[0 10 20 30]/Contents<00>>>',
      31: '<</Type/Annot/Subtype/Widget/FT/Sig/T(s)/V 30 0 R/Rect[0 0 0 0]/P 5 0 R/F 132/AP<</N 32 0 R>>>>',
      32: { dict: '/Type/XObject/Subtype/Form/BBox[0 0 0 0]', data: '' },
      [page(1)]: pageWith(1, '/Annots[31 0 R]'),
      [root]: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[31 0 R]/SigFlags 3>>>>',
    },
    root,
    isPacked,
  });
}

/** A file with its first page in front, in two sections by design. */
function linearised(): Buffer {
  const text = base.toString('latin1');
  const object = (number: number) => new RegExp(`\\n${number} 0 obj[\\s\\S]*?endobj\\n`).exec(text)?.[0].slice(1) ?? '';
  const write = (from: string, list: readonly number[]) => {
    let bytes = from;
    const rows = list.map((number) => {
      const row = `${number} 1\n${String(bytes.length).padStart(10, '0')} 00000 n \n`;
      bytes += object(number);
      return row;
    });
    return { bytes, rows: rows.join('') };
  };
  const [first, rest] = [
    [root, tree, font, content(1), page(1)],
    [content(2), page(2), content(3), page(3)],
  ];
  const make = (firstAt: number, restAt: number, places: string) => {
    const head = `%PDF-1.7\n10 0 obj\n<</Linearized 1>>\nendobj\n${places}trailer\n<</Size 11/Root 1 0 R/Prev ${String(restAt).padStart(10, '0')}>>\n`;
    const front = write(head, first);
    const back = write(front.bytes, rest);
    const at = back.bytes.length;
    const end = `xref\n${back.rows}trailer\n<</Size 11>>\nstartxref\n${firstAt}\n%%EOF\n`;
    return { pdf: Buffer.from(back.bytes + end, 'latin1'), restAt: at, places: `xref\n${front.rows}` };
  };
  const firstAt = '%PDF-1.7\n10 0 obj\n<</Linearized 1>>\nendobj\n'.length;
  const { places } = make(firstAt, 0, `xref\n${'x'.repeat(5 * 24)}`);
  const { restAt, places: exact } = make(firstAt, 0, places);
  return make(firstAt, restAt, exact).pdf;
}

describe('a file is clean if', () => {
  test.each<[what: string, pdf: Buffer]>([
    ['it has one revision', base],
    ['it is signed', signed(base)],
    ['it is signed with packed objects', signed(base, true)],
    ['it is signed twice', signed(signed(base))],
    ['its signature gets certificates for later checks', updated(signed(base), dss())],
    ['a revision changes only the dates', update({ 20: '<</ModDate(D:2024)>>' }, { trailer: '/Info 20 0 R' })],
    ['a revision writes a page again, with the same content', update({ [content(2)]: deflated(drawn('two')) })],
    [
      'a revision writes a page again, in other words',
      update({ [page(1)]: ` ${pageWith(1, '').replace('595', '595.00')}` }),
    ],
    ['a revision adds a link', update({ 20: '<</Subtype/Link>>', [page(1)]: pageWith(1, '/Annots[20 0 R]') })],
    ['it is linearised', linearised()],
  ])('%s', (_, pdf) => {
    expect(factsOf(pdf).updates).toEqual([]);
  });

  test('it is linearised and signed, but not if a page is rewritten after that', () => {
    expect(factsOf(signed(linearised())).updates).toEqual([]);
    const objects = { [content(3)]: deflated(drawn('forged')) };
    expect(shown(updated(linearised(), { objects, root }))).toEqual([finding('rewrites the content of page 3')]);
  });
});

function dss(): Update {
  const catalog = '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[31 0 R]/SigFlags 3>>/DSS 40 0 R>>';
  return { objects: { 40: '<</Certs[41 0 R]>>', 41: { dict: '', data: 'a certificate' }, [root]: catalog }, root };
}

describe('a hostile file', () => {
  const chain = (prev: string) => {
    const pdf = new RawPdf();
    pdf.add('<</Type/Catalog>>');
    return pdf.build({ root: 1, trailer: prev });
  };

  test.each<[what: string, pdf: Buffer]>([
    ['whose sections follow themselves', chain(`/Prev ${chain('').indexOf('xref')}`)],
    ['whose older section is nowhere', chain('/Prev 99999999')],
    ['whose pages contain themselves', update({ [tree]: '<</Type/Pages/Kids[2 0 R 2 0 R]>>' })],
    ['with a table of endless rows', Buffer.from(`%PDF-1.7\nxref\n0 9999999999\n${'0000000000 00000 n \n'.repeat(9)}`)],
    ['with an unended string', Buffer.from('%PDF-1.7\nxref\n0 0\ntrailer\n<</Prev 9/A(((\nstartxref\n9\n%%EOF')],
    ['without anything', Buffer.from('%PDF-')],
  ])('%s gives no finding, and ends', (_, pdf) => {
    expect(factsOf(pdf).updates).toEqual([]);
  });

  test('with bytes before its signature is followed all the same', () => {
    const pdf = Buffer.concat([Buffer.from('mail header\n'), update({ [content(2)]: deflated(drawn('forged')) })]);
    expect(shown(pdf)).toEqual([finding('rewrites the content of page 2')]);
  });
});
