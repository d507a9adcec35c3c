import { describe, expect, test } from 'vitest';
import { factsOf } from '../../../src/statements/integrity/file-revisions.ts';
import { lookFindings } from '../../../src/statements/integrity/page-looks.ts';
import { entry } from '../../cli/statement/sample-statement.ts';
import { RawPdf } from '../pdf/raw-pdf.ts';

interface PageMade {
  readonly fonts?: readonly string[];
  readonly box?: string;
  readonly more?: string;
  /** Are the fonts in a form that the page draws? */
  readonly isForm?: boolean;
}

/** A file of pages, each made in its own way. */
function file(pages: readonly PageMade[]): Uint8Array {
  const pdf = new RawPdf();
  const root = pdf.add('<</Type/Catalog/Pages 2 0 R>>');
  pdf.reserve();
  const kids = pages.map(({ fonts = ['AAAAAA+Sans'], box = '0 0 595 842', more = '', isForm = false }) => {
    const list = fonts.map((font, at) => `/F${at} ${pdf.add(`<</Type/Font/Subtype/TrueType/BaseFont/${font}>>`)} 0 R`);
    const own = `<</Font<<${list.join('')}>>>>`;
    const resources = isForm ? `<</XObject<</X ${pdf.stream(`/Subtype/Form/Resources${own}`, 'BT ET')} 0 R>>>>` : own;
    return pdf.add(`<</Type/Page/Parent 2 0 R/MediaBox[${box}]/Resources${resources}${more}>>`);
  });
  pdf.set(2, `<</Type/Pages/Count ${kids.length}/Kids[${kids.map((kid) => `${kid} 0 R`).join(' ')}]>>`);
  return pdf.build({ root });
}

const wide = { box: '0 0 842 595' };

/** The pages that differ, if entries are on the given pages, else on all. */
function differing(pages: readonly PageMade[], withEntries = pages.map((_, index) => index + 1)): unknown[] {
  const transactions = withEntries.map((page) => entry('2024-01-05', 1, 1, { page }));
  return lookFindings(factsOf(file(pages)).looks ?? [], { transactions }).map(({ page, rows }) => [page, rows]);
}

describe('a page differs from the others if it', () => {
  test.each<[string, readonly PageMade[], unknown[]]>([
    ['has fonts that no other has', [{}, { fonts: ['Serif', 'Serif-Bold'] }, {}], [[2, [1]]]],
    ['has other fonts, as the first one', [{ fonts: ['Serif'] }, {}, {}], [[1, [0]]]],
    ['has other fonts in a form', [{}, {}, { fonts: ['Serif'], isForm: true }], [[3, [2]]]],
    ['is of another paper', [{}, { box: '0 0 612 792' }, {}], [[2, [1]]]],
    ['is wide between upright ones', [{}, wide, {}], [[2, [1]]]],
    ['is wide, by its rotation', [{}, { more: '/Rotate 90' }, {}], [[2, [1]]]],
    ['is of another paper at the end', [{}, {}, { box: '0 0 612 842' }], [[3, [2]]]],
  ])('%s', (_, pages, expected) => {
    expect(differing(pages)).toEqual(expected);
  });
});

describe('pages are alike if they', () => {
  test.each<[string, readonly PageMade[]]>([
    ['share a font', [{ fonts: ['Sans', 'Logo'] }, {}, { fonts: ['Sans', 'Sans-Bold'] }]],
    ['have subsets of one font', [{}, { fonts: ['BBBBBB+Sans'] }, { fonts: ['CCCCCC+Sans'] }]],
    ['all have their own fonts', [{ fonts: ['A'] }, { fonts: ['B'] }, { fonts: ['C'] }]],
    ['are two, in two fonts', [{}, { fonts: ['Serif'] }]],
    ['name no font', [{ fonts: [] }, {}, {}]],
    ['differ by a rounding', [{}, { box: '0 0 595.28 841.89' }, {}]],
    ['begin upright, before a wide table', [{}, wide, wide]],
    ['end with a short page', [{}, {}, { box: '0 0 595 300' }]],
    ['are wide, and turned', [wide, { more: '/Rotate 90' }, wide]],
  ])('%s', (_, pages) => {
    expect(differing(pages)).toEqual([]);
  });

  test('have no entries, as covers and terms', () => {
    expect(differing([{ fonts: ['Serif'] }, {}, {}, { fonts: ['Mono'], ...wide }], [2, 3])).toEqual([]);
  });
});
