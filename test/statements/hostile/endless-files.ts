import { addPages, at, type PageLook, pagesPdf, RawPdf, show } from '../pdf/raw-pdf.ts';
import type { HostileFile } from './hostile-file.ts';

const text = at(40, 700, '01/02/2023 a page with a text that is long enough 1,000.00');

/** A page with a font of its own, which shows a few letters. */
function fontPdf(font: (pdf: RawPdf) => string): Buffer {
  return pagesPdf([`${show('abc', [9, 0, 0, 9, 40, 600], '/F2 1')}\n${text}`], {
    resources: (pdf) => `/Font<</F2 ${font(pdf)}>>`,
  });
}

/** A composite font with more of its descendant and of itself. */
function composite(pdf: RawPdf, descendant: string, more = ''): string {
  const cid = pdf.add(
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/Odd/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>${descendant}>>`,
  );
  return `${pdf.add(`<</Type/Font/Subtype/Type0/BaseFont/Odd/Encoding/Identity-H/DescendantFonts[${cid} 0 R]${more}>>`)} 0 R`;
}

/** A page whose content, or an object it needs, holds a value that costs more memory than it has letters. */
function valuePdf(value: string): Buffer {
  const pdf = new RawPdf();
  const root = addPages(pdf, [`/P ${value} DP\n${text}`]);
  return pdf.build({ root });
}

/** An object that inflates into a value and must be parsed, because the page's resources are in it. */
function resourcePdf(value: string): Buffer {
  const look: PageLook = { resources: () => `/ExtGState<</G ${value}>>` };
  return pagesPdf([`/G gs\n${text}`], look);
}

const many = (isFull: boolean, few: number, lots: number) => (isFull ? lots : few);
const anything = ['read', 'no_transaction_table', 'no_text_layer', 'damaged', 'limit_exceeded'] as const;
const over = ['limit_exceeded'] as const;

/** Files that cost a reader memory, or time, or both. */
export const endlessFiles: readonly HostileFile[] = [
  {
    name: 'millions of texts',
    endings: over,
    make: (isFull) =>
      pagesPdf([
        `BT /F1 9 Tf ${'1 0 0 1 40 700 Tm (a) Tj\n1 0 0 1 300 500 Tm (b) Tj\n'.repeat(many(isFull, 150_000, 1_200_000))}ET`,
      ]),
  },
  {
    name: 'hundreds of thousands of texts in one place',
    endings: over,
    make: () =>
      pagesPdf([
        `BT /F1 9 Tf ${Array.from({ length: 250_000 }, (_, index) => `1 0 0 1 40 700 Tm (${index}) Tj`).join('\n')} ET`,
      ]),
  },
  {
    name: 'millions of lines and not a text',
    endings: ['no_text_layer', 'limit_exceeded'],
    make: (isFull) => pagesPdf(['0 0 m 9 9 l S\n'.repeat(many(isFull, 500_000, 4_500_000))]),
  },
  {
    name: 'a string of fifty million letters',
    endings: anything,
    make: (isFull) => pagesPdf([`BT /F1 9 Tf 40 700 Td (${'x'.repeat(many(isFull, 10, 50) * 1e6)}) Tj ET`]),
  },
  {
    name: 'an array of thirty million numbers',
    endings: anything,
    make: (isFull) => valuePdf(`<</A[${'0 '.repeat(many(isFull, 15, 30) * 1e6)}]>>`),
  },
  {
    name: 'an array of fifteen million dictionaries',
    endings: over,
    make: () => valuePdf(`<</A[${'<<>>'.repeat(15e6)}]>>`),
  },
  {
    name: 'millions of names',
    endings: anything,
    make: () => valuePdf(`<</A[${Array.from({ length: 3e6 }, (_, index) => `/${index.toString(36)}`).join('')}]>>`),
  },
  {
    name: 'a dictionary of millions of keys',
    endings: anything,
    make: () => valuePdf(`<<${Array.from({ length: 3e6 }, (_, index) => `/${index.toString(36)} 0`).join('')}>>`),
  },
  {
    name: 'an object of an array in an array in an array',
    endings: anything,
    make: (isFull) => resourcePdf(`${'['.repeat(many(isFull, 2e5, 5e6))}0`),
  },
  {
    name: 'dictionaries in dictionaries',
    endings: anything,
    make: (isFull) => valuePdf('<</A'.repeat(many(isFull, 2e5, 5e6))),
  },
  {
    name: 'widths for four billion letters',
    endings: anything,
    make: () => fontPdf((pdf) => composite(pdf, '/W[0 4294967294 500]')),
  },
  {
    name: 'a simple font of two billion letters',
    endings: anything,
    make: () => fontPdf(() => '<</Type/Font/Subtype/TrueType/BaseFont/Odd/FirstChar 0/LastChar 2147483647/Widths[9]>>'),
  },
  {
    name: 'a map of sixteen million letters, many times',
    endings: anything,
    make: () => {
      const ranges = Array.from(
        { length: 40 },
        (_, index) =>
          `<${index.toString(16).padStart(2, '0')}000000> <${index.toString(16).padStart(2, '0')}fffffe> <0041>`,
      );
      const map = `/CIDInit/ProcSet findresource begin begincmap 1 begincodespacerange <00000000> <ffffffff> endcodespacerange ${ranges.length} beginbfrange ${ranges.join('\n')} endbfrange endcmap`;
      return fontPdf((pdf) => composite(pdf, '', `/ToUnicode ${pdf.deflated(map)} 0 R`));
    },
  },
  {
    name: 'a font that is no font',
    endings: anything,
    make: () =>
      fontPdf(
        (pdf) =>
          `<</Type/Font/Subtype/Type1/BaseFont/Odd/FontDescriptor<</FontName/Odd/Flags 4/FontFile ${pdf.deflated('%!PS-AdobeFont'.repeat(9_999))} 0 R>>>>`,
      ),
  },
  {
    name: 'a picture within the text that never ends',
    endings: anything,
    make: () => pagesPdf([`${text}\nBI /W 60000 /H 60000 /BPC 8 /CS /RGB ID ${'\0\x80EI'.repeat(200_000)}`]),
  },
  {
    name: 'a page as large as a country',
    endings: anything,
    make: () =>
      pagesPdf([text], { mediaBox: `[-${'9'.repeat(40)} 0 ${'9'.repeat(40)} 842]`, page: '/UserUnit 99999999' }),
  },
  {
    name: 'scripts, programs and addresses',
    endings: ['no_transaction_table', 'read'],
    make: () => {
      const launch =
        '/OpenAction<</S/Launch/F(/bin/sh)/Win<</F(cmd.exe)>>>>/AA<</WC<</S/JavaScript/JS(app.alert\\(1\\))>>>>/Names<</JavaScript<</Names[(a)<</S/JavaScript/JS(while\\(1\\);)>>]>>>>';
      const outside = (pdf: RawPdf) =>
        `/XObject<</X ${pdf.stream('/Type/XObject/Subtype/Form/BBox[0 0 9 9]/F<</FS/URL/F(http://127.0.0.1:9/x)>>/FFilter/FlateDecode', '')} 0 R>>`;
      const page =
        '/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(http://127.0.0.1:9/)>>>>]/AA<</O<</S/GoToR/F(http://127.0.0.1:9/y.pdf)>>>>';
      return pagesPdf([`/X Do\n${text}`], { catalog: launch, resources: outside, page });
    },
  },
];
