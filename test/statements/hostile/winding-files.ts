import { addPages, at, pagesPdf, RawPdf } from '../pdf/raw-pdf.ts';
import type { HostileFile } from './hostile-file.ts';

const text = at(40, 700, '01/02/2023 a page with a text that is long enough 1,000.00');
const textless = ['no_transaction_table', 'no_text_layer'] as const;

/** A whole file written by hand, without a cross-reference table. */
function loose(...objects: readonly string[]): Buffer {
  return Buffer.from(
    `%PDF-1.7\n${objects.map((body, index) => `${index + 1} 0 obj\n${body}\nendobj\n`).join('')}trailer<</Root 1 0 R>>\n%%EOF`,
    'latin1',
  );
}

/** A page of one content stream, with more of a tree above it. */
const content = `<</Length ${text.length}>>stream\n${text}\nendstream`;

/** Forms that call the next one ten times each. */
function forms(depth: number, calls: number, isLoop = false): Buffer {
  const pdf = new RawPdf();
  const numbers = Array.from({ length: depth }, () => pdf.reserve());
  const root = addPages(pdf, ['/X0 Do'], { resources: () => `/XObject<</X0 ${numbers[0]} 0 R>>` });
  const bodies = numbers.map((_, index) => {
    const next = numbers[isLoop ? (index + 1) % depth : index + 1];
    const dict = `/Type/XObject/Subtype/Form/BBox[0 0 595 842]${next ? `/Resources<</XObject<</X ${next} 0 R>>>>` : ''}`;
    const body = next ? '/X Do\n'.repeat(calls) : text;
    return `<<${dict}/Length ${body.length}>>stream\n${body}\nendstream`;
  });
  numbers.forEach((number, index) => {
    pdf.set(number, bodies[index] ?? '');
  });
  return pdf.build({ root });
}

/** Files that lead a reader round and round. */
export const windingFiles: readonly HostileFile[] = [
  {
    name: 'a tree of pages that is its own branch',
    endings: ['damaged', 'no_text_layer'],
    make: () => loose('<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Count 2/Kids[2 0 R 2 0 R]>>'),
  },
  {
    name: 'two branches of pages that hold each other',
    endings: ['damaged'],
    make: () =>
      loose(
        '<</Type/Catalog/Pages 2 0 R>>',
        '<</Type/Pages/Count 1/Kids[3 0 R]>>',
        '<</Type/Pages/Parent 2 0 R/Count 1/Kids[2 0 R]>>',
      ),
  },
  {
    name: 'a tree of pages as deep as a well',
    endings: ['damaged', 'limit_exceeded', 'no_text_layer'],
    make: (isFull) => {
      const depth = isFull ? 60_000 : 20_000;
      const branches = Array.from({ length: depth }, (_, index) => `<</Type/Pages/Count 1/Kids[${index + 3} 0 R]>>`);
      return loose(
        '<</Type/Catalog/Pages 2 0 R>>',
        ...branches,
        `<</Type/Page/Parent ${depth + 1} 0 R/MediaBox[0 0 9 9]>>`,
      );
    },
  },
  ...[2 ** 31, 4_294_967_296, -5].map(
    (count): HostileFile => ({
      name: `a count of ${count} pages where there is one`,
      endings: ['read', ...textless, 'damaged', 'limit_exceeded'],
      make: () =>
        loose(
          '<</Type/Catalog/Pages 2 0 R>>',
          `<</Type/Pages/Count ${count}/Kids[3 0 R]>>`,
          '<</Type/Page/Parent 2 0 R/Contents 4 0 R/MediaBox[0 0 595 842]>>',
          content,
        ),
    }),
  ),
  {
    name: 'a page that stands in the tree a hundred thousand times',
    endings: ['limit_exceeded', 'damaged'],
    make: () =>
      loose(
        '<</Type/Catalog/Pages 2 0 R>>',
        `<</Type/Pages/Count 100000/Kids[${'3 0 R '.repeat(100_000)}]>>`,
        '<</Type/Page/Parent 2 0 R/Contents 4 0 R/MediaBox[0 0 595 842]>>',
        content,
      ),
  },
  {
    name: 'cross-reference tables that name each other as the one before',
    endings: ['read', ...textless, 'damaged'],
    make: () => {
      const pdf = pagesPdf([text]).toString('latin1');
      const xref = pdf.lastIndexOf('xref\n0');
      return Buffer.from(pdf.replace('/Root', `/Prev ${xref}/Root`), 'latin1');
    },
  },
  {
    name: 'a cross-reference stream of four billion entries of no width',
    endings: ['limit_exceeded', 'damaged'],
    make: () => {
      const body =
        '<</Type/XRef/Size 4294967295/Index[0 4294967295]/W[0 0 0]/Root 1 0 R/Length 1>>stream\n0\nendstream';
      return Buffer.from(`%PDF-1.7\n1 0 obj\n${body}\nendobj\nstartxref\n9\n%%EOF`);
    },
  },
  {
    name: 'a cross-reference table of four billion entries',
    endings: ['damaged', 'limit_exceeded', 'read', ...textless],
    make: () => Buffer.from(pagesPdf([text]).toString('latin1').replace('xref\n0 ', 'xref\n0 429496729'), 'latin1'),
  },
  {
    name: 'objects that are references to themselves',
    endings: ['damaged'],
    make: () => loose('1 0 R', '<</Type/Pages/Count 1/Kids 2 0 R>>', '3 0 R'),
  },
  {
    name: 'a stream whose length lies in the stream',
    endings: ['damaged', 'no_text_layer', 'no_transaction_table', 'read'],
    make: () =>
      loose(
        '<</Type/Catalog/Pages 2 0 R>>',
        '<</Type/Pages/Count 1/Kids[3 0 R]>>',
        '<</Type/Page/Parent 2 0 R/Contents 4 0 R/MediaBox[0 0 595 842]>>',
        `<</Length 4 0 R>>stream\n${text}\nendstream`,
      ),
  },
  {
    name: 'forms that come to ten billion calls',
    endings: ['limit_exceeded'],
    isEndless: true,
    make: () => forms(11, 10),
  },
  {
    name: 'forms in forms, a thousand deep',
    endings: ['no_transaction_table', 'no_text_layer', 'damaged', 'limit_exceeded'],
    make: () => forms(1_000, 1),
  },
  { name: 'a form that calls itself', endings: ['no_text_layer', 'damaged'], make: () => forms(1, 3, true) },
  { name: 'forms that call each other', endings: ['no_text_layer', 'damaged'], make: () => forms(5, 2, true) },
];
