import { describe, expect, test } from 'vitest';
import { factsOf } from '../../../src/statements/integrity/file-revisions.ts';
import { createStatement } from '../../../src/testing/index.ts';
import { statementIn } from '../../../src/testing/statements/create-statement.ts';
import { layoutNamed } from '../../../src/testing/statements/layouts/layouts.ts';
import { addPages, RawPdf } from '../pdf/raw-pdf.ts';
import { readInPlace } from '../reading/read-in-place.ts';
import { deflated, drawn, numbers, original, pageWith, updated } from './updated-pdf.ts';

const { root, content, page } = numbers;

/** A file with an information dictionary. */
function withInfo(): Buffer {
  const pdf = new RawPdf();
  const catalog = addPages(pdf, ['one', 'two'].map(drawn));
  const info = pdf.add(`<</Producer(Qt 4.8.7)/CreationDate(D:20240405)>>`);
  return pdf.build({ root: catalog, trailer: `/Info ${info} 0 R/ID[<01><01>]` });
}

describe('a revision that touches the information dictionary', () => {
  const info = 8;
  const base = withInfo();
  const changeOf = (dictionary: string) =>
    factsOf(updated(base, { objects: { [info]: dictionary }, root, trailer: `/Info ${info} 0 R` })).infoChange;

  test('may add a date of change and itself', () => {
    expect(changeOf('<</Producer(Qt 4.8.7; signed by B)/CreationDate(D:20240405)/ModDate(D:20240406)>>')).toBe('none');
    expect(changeOf('<</Producer(Qt 4.8.7)/CreationDate<443a3230323430343035>>>')).toBe('none');
  });

  test('is found if it changes the day of making, or empties the dictionary', () => {
    expect(changeOf('<</Producer(Qt 4.8.7)/CreationDate(D:20240605)>>')).toBe('redated');
    expect(changeOf('<<>>')).toBe('removed');
  });

  test('may leave it out, which is no sign, unless a tool for metadata did it', () => {
    const pdf = updated(base, { objects: { 20: '<</Subtype/Link>>' }, root });
    expect(factsOf(pdf)).toMatchObject({ infoChange: 'none', expectsInfo: false });
    // Its comment stands before the objects that it writes.
    const marked = Buffer.concat([withInfo(), Buffer.from('%BeginExifToolUpdate\n')]);
    const removed = updated(marked, { objects: { 20: 'null' }, root, prev: base.lastIndexOf('xref\n0') });
    expect(factsOf(removed).infoChange).toBe('removed');
  });
});

describe('a file whose cross-references are damaged', () => {
  const forged = updated(original(), { objects: { [content(2)]: deflated(drawn('forged')) }, root }).toString('latin1');
  const message = 'The file was changed after it was made: its second revision rewrites the content of page 2.';

  test.each([
    ['points to nowhere', forged.replace(/\/Prev \d+/, '/Prev 7')],
    ['has no end', forged.replaceAll('startxref', 'startxerf')],
    ['counts its objects wrongly', forged.replaceAll(/(\d{10}) 00000 n/g, '0000000007 00000 x')],
  ])('and %s is compared by its objects', (_, text) => {
    expect(factsOf(Buffer.from(text, 'latin1')).updates).toMatchObject([{ code: 'incremental_update', message }]);
  });

  test('is clean if it has one revision', () => {
    const text = original().toString('latin1').replaceAll('startxref', 'startxerf');
    expect(factsOf(Buffer.from(text, 'latin1')).updates).toEqual([]);
  });
});

describe('a locked file with packed objects', () => {
  const layout = layoutNamed('classic');
  const { pdf } = statementIn(
    { ...layout, form: { ...layout.form, objectStreams: true } },
    { seed: 3, months: 1, ownerPassword: 'owner' },
  );
  const text = Buffer.from(pdf).toString('latin1');
  const catalog = Number(/\/Root (\d+) 0 R/.exec(text)?.[1]);
  const stream = Number(/(\d+) 0 obj\n<< \/Filter \/FlateDecode/.exec(text)?.[1]);
  const update = (objects: Parameters<typeof updated>[1]['objects']) =>
    factsOf(updated(Buffer.from(pdf), { objects, root: catalog })).updates;

  test('is found if a revision rewrites a stream, though its pages cannot be read', () => {
    expect(update({ [stream]: deflated('locked') })).toMatchObject([
      { message: 'The file was changed after it was made: its second revision rewrites what its pages draw.' },
    ]);
  });

  test('is clean if a revision adds a signature', () => {
    const form = { dict: '/Type/XObject/Subtype/Form/BBox[0 0 0 0]', data: '' };
    expect(update({ 900: '<</Type/Sig/ByteRange[0 1 2 3]>>', 901: form, [catalog]: '<</Type/Catalog>>' })).toEqual([]);
  });
});

describe('names in a file', () => {
  const withObject = (body: string, isPacked: boolean) =>
    factsOf(updated(original(), { objects: { 20: body, [page(1)]: pageWith(1, '') }, root, isPacked }));

  test.each([false, true])('are found, packed (%s) or not', (isPacked) => {
    expect(withObject('<</S/JavaScript/JS(a)>>', isPacked).hasScripts).toBe(true);
    expect(withObject('<</S/Launch/F(a.exe)>>', isPacked).launches).toBe(true);
    expect(withObject('<</Names<</EmbeddedFiles 9 0 R>>>>', isPacked).hasAttachments).toBe(true);
    expect(withObject('<</JavaScriptish/LaunchPad>>', isPacked)).toMatchObject({ hasScripts: false, launches: false });
  });
});

describe('a statement', () => {
  test('carries its findings, unless they are not wanted', async () => {
    const { pdf } = createStatement({ seed: 5, months: 1 });
    const text = Buffer.from(pdf).toString('latin1');
    const [catalog, tree] = [/\/Root (\d+) 0 R/, /\/Catalog \/Pages (\d+) 0 R/].map((one) =>
      Number(one.exec(text)?.[1]),
    );
    const layers = `<</Type/Catalog/Pages ${tree} 0 R/OCProperties<</OCGs[]/D<<>>>>>>`;
    const edited = updated(Buffer.from(pdf), { objects: { [catalog ?? 0]: layers }, root: catalog ?? 0 });
    expect((await readInPlace(new Uint8Array(edited))).integrity.findings).toMatchObject([
      { code: 'incremental_update' },
    ]);
    expect((await readInPlace(new Uint8Array(edited), { integrity: false })).integrity).toEqual({
      findings: [],
      skipped: true,
    });
  });
});
