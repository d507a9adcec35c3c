import type { OcrReader, OcrWord } from '../../../src/statements/ocr/ocr-reader.ts';
import type { Recognise } from '../../../src/statements/ocr/scanned-pages.ts';
import { addPages, RawPdf, show } from '../pdf/raw-pdf.ts';

/** Lines of a statement that proves itself: the left edges of its words, in points, and the words. */
export const printedLines: readonly (readonly (readonly [left: number, text: string])[])[] = [
  [
    [40, 'Opening'],
    [80, 'Balance'],
    [130, '10,000.00'],
    [300, 'Closing'],
    [340, 'Balance'],
    [390, '12,350.50'],
  ],
  [
    [40, 'Date'],
    [120, 'Narration'],
    [300, 'Debit'],
    [380, 'Credit'],
    [460, 'Balance'],
  ],
  [
    [40, '01-Feb-2025'],
    [120, 'RENT'],
    [300, '2,000.00'],
    [460, '8,000.00'],
  ],
  [
    [40, '05-Feb-2025'],
    [120, 'SALARY'],
    [380, '5,000.50'],
    [460, '13,000.50'],
  ],
  [
    [40, '09-Feb-2025'],
    [120, 'AIRTIME'],
    [300, '150.00'],
    [460, '12,850.50'],
  ],
  [
    [40, '17-Feb-2025'],
    [120, 'FUEL'],
    [300, '500.00'],
    [460, '12,350.50'],
  ],
];

/** Words where a reader would find them in a picture of `dpi`; `change` gives another text for a word. */
export function wordsOfLines(dpi: number, change: (text: string) => string = (text) => text): readonly OcrWord[] {
  const pixels = dpi / 72;
  return printedLines.flatMap((line, index) =>
    line.map(([left, text]): OcrWord => {
      const bottom = (100 + 20 * index) * pixels;
      const edges = { left: left * pixels, right: (left + 5 * text.length) * pixels, top: bottom - 9 * pixels, bottom };
      return { text: change(text), confidence: 90, ...edges };
    }),
  );
}

/** A reader that gives the words of the lines, changed in one pass or in both. */
export function readerOf(change: (text: string, pass: 1 | 2) => string = (text) => text): OcrReader {
  return { readPage: async ({ dpi }, { pass }) => wordsOfLines(dpi, (text) => change(text, pass)) };
}

/** The same for a reading in this thread. */
export function recogniseWith(reader: OcrReader): Recognise {
  const { signal } = new AbortController();
  return (pictures) => Promise.all(pictures.map(({ picture, pass }) => reader.readPage(picture, { signal, pass })));
}

/** Content of a page: a picture over all of it. */
export const scanContent = 'q 595 0 0 842 0 0 cm /P Do Q';

/** A PDF whose pages show a grey picture. Each content may write more, and a stamp may lie over all pages. */
export function scanPdf(contents: readonly string[] = [scanContent], stamp?: string): Buffer {
  const pdf = new RawPdf();
  const [width, height] = [120, 170];
  const dict = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 8/ColorSpace/DeviceGray`;
  const picture = pdf.deflated(Buffer.alloc(width * height, 250), dict);
  const font = '/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>';
  const form = stamp && pdf.stream(`/Type/XObject/Subtype/Form/BBox[0 0 100 20]${font}`, write(stamp, 5, 5));
  const page = form ? `/Annots[<</Type/Annot/Subtype/Stamp/F 4/Rect[300 400 400 420]/AP<</N ${form} 0 R>>>>]` : '';
  return pdf.build({ root: addPages(pdf, contents, { resources: () => `/XObject<</P ${picture} 0 R>>`, page }) });
}

/** Text at a place of a page. `mode` 3 is invisible. */
export function write(text: string, x: number, y: number, mode = 0): string {
  return `BT ${mode} Tr ${show(text, [9, 0, 0, 9, x, y])} ET`;
}
