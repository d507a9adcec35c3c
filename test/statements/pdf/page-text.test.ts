import { describe, expect, test } from 'vitest';
import { linesOf } from '../../../src/statements/text/lines.ts';
import { pagesOf, wordsOf } from './opened.ts';
import { at, pagesPdf, show } from './raw-pdf.ts';

const place = ({ left, baseline, size }: { left: number; baseline: number; size: number }) =>
  [left, baseline, size].map((value) => Math.round(value * 10) / 10);

/** The first page of a PDF with one page, and where its pieces begin. */
async function firstPage(content: string, look: Parameters<typeof pagesPdf>[1] = {}) {
  const [page] = await pagesOf(pagesPdf([content], look));
  if (!page) throw new Error('a PDF without a page');
  return { ...page, at: Object.fromEntries(page.pieces.map((piece) => [piece.text, place(piece)])) };
}

/** A point of an upright page of 595 by 842, from its top left. */
const DATE = [40, 42, 9];

describe('a page of text', () => {
  test('has its origin at the top left of what is shown', async () => {
    const page = await firstPage(at(40, 800, 'Date'));
    expect(page.at).toEqual({ Date: DATE });
    const cropped = await firstPage(at(140, 900, 'Date'), {
      mediaBox: '[0 0 800 1000]',
      page: '/CropBox[100 100 695 942]',
    });
    expect(cropped.at).toEqual({ Date: DATE });
  });

  test('lies as it is shown when the page says that it is turned', async () => {
    // A quarter turn clockwise: what runs upwards on the sheet is level, and the sheet's left edge is on top.
    const turned = await firstPage(show('Date', [0, 9, -9, 0, 42, 40]), {
      page: '/Rotate 90',
      mediaBox: '[0 0 842 595]',
    });
    expect(turned.at).toEqual({ Date: DATE });
  });

  test.each([
    ['upwards', [0, 9, -9, 0, 42, 40], '[0 0 842 595]'],
    ['downwards', [0, -9, 9, 0, 800, 555], '[0 0 842 595]'],
    ['upside down', [-9, 0, 0, -9, 555, 42], '[0 0 595 842]'],
  ] as const)('is turned when its text runs %s', async (_way, matrix, mediaBox) => {
    const page = await firstPage(show('Date', matrix), { mediaBox });
    expect(page.at).toEqual({ Date: DATE });
  });

  test('is levelled when it was scanned askew', async () => {
    const [cos, sin] = [Math.cos(0.02), Math.sin(0.02)];
    const along = (x: number, text: string) =>
      show(text, [9 * cos, 9 * sin, -9 * sin, 9 * cos, 40 + x * cos, 700 + x * sin]);
    const { pieces } = await firstPage([along(0, 'Date'), along(200, 'Narration'), along(450, 'Balance')].join('\n'));
    const [first, ...others] = pieces.map(({ baseline }) => baseline);
    expect(pieces.map(({ left }) => Math.round(left - (pieces[0]?.left ?? 0)))).toEqual([0, 200, 450]);
    for (const other of others) expect(other).toBeCloseTo(first ?? 0, 3);
  });

  test('leaves a watermark out that runs across', async () => {
    const watermark = show('COPY', [60, 60, -60, 60, 150, 250]);
    expect(await wordsOf(pagesPdf([`${watermark}\n${at(40, 700, 'Date')}\n${at(40, 680, '01/02/2023')}`]))).toEqual([
      'Date',
      '01/02/2023',
    ]);
  });

  test('has letters in the order in which they stand, also if an operator writes them in another one', async () => {
    // `1` stands before `9`, in the place of the first letter.
    const swapped = 'BT /F1 10 Tf 100 700 Td [-556 (9) 1112 (1) -556 (,000.00)] TJ ET';
    const page = await firstPage(swapped);
    expect(linesOf(page).flatMap(({ words }) => words.map(({ text }) => text))).toEqual(['19,000.00']);
  });

  test('starts a new piece where an operator goes back to another column', async () => {
    const { pieces } = await firstPage('BT /F1 10 Tf 400 700 Td [(831,144) 30000 (TRF)] TJ ET');
    expect(pieces.map(({ text, left }) => [text, Math.round(left)])).toEqual([
      ['831,144', 400],
      ['TRF', 136],
    ]);
  });

  test('holds once what is drawn twice to look bold, and twice what stands twice', async () => {
    const bold = `${at(40, 700, 'Balance')}\n${at(40.3, 700, 'Balance')}\n${at(40, 699.8, 'Balance')}`;
    const column = `${at(40, 680, '0.00')}\n${at(40, 668, '0.00')}\n${at(80, 668, '0.00')}`;
    expect(await wordsOf(pagesPdf([`${bold}\n${column}\n${at(40, 700.1, 'Balance')}`]))).toEqual([
      'Balance',
      '0.00',
      '0.00',
      '0.00',
    ]);
  });

  test('holds no piece without a place', async () => {
    // PDF knows no exponents.
    const huge = '9'.repeat(300);
    const nowhere = [
      show('scaled to nothing', [0, 0, 0, 0, 40, 700]),
      `BT /F1 9 Tf 1 0 0 1 ${huge} 700 Tm (too far) Tj ET`,
      `BT /F1 ${huge} Tf 1 0 0 1 40 700 Tm (too large) Tj ET`,
      `q ${huge} 0 0 ${huge} 0 0 cm BT /F1 9 Tf ${huge} 0 0 ${huge} 0 0 Tm (endless) Tj ET Q`,
    ];
    const page = await firstPage([...nowhere, at(40, 700, 'Date')].join('\n'));
    expect(page.pieces.map(({ text }) => text)).toEqual(['Date']);
    for (const piece of page.pieces)
      expect([piece.left, piece.right, piece.baseline, piece.size].every(Number.isFinite)).toBe(true);
  });

  test('guesses how far a text runs whose font says nothing sensible of it', async () => {
    const fonts = (widths: string) => ({
      resources: () =>
        `/Font<</F2<</Type/Font/Subtype/TrueType/BaseFont/Odd/FirstChar 48/LastChar 57/Widths[${widths}]>>>>`,
    });
    for (const width of ['0', '-500']) {
      const pdf = pagesPdf(
        [show('0123456789', [9, 0, 0, 9, 300, 700], '/F2 1')],
        fonts(Array(10).fill(width).join(' ')),
      );
      const [piece] = (await pagesOf(pdf))[0]?.pieces ?? [];
      expect((piece?.right ?? 0) - (piece?.left ?? 0)).toBeGreaterThan(4);
      expect((piece?.right ?? 0) - (piece?.left ?? 0)).toBeLessThan(500);
    }
  });
});
