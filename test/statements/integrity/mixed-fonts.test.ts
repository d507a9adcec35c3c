import { describe, expect, test } from 'vitest';
import { addPages, RawPdf, show } from '../pdf/raw-pdf.ts';
import { readInPlace } from '../reading/read-in-place.ts';

const COLUMNS = ['date', 'narration', 'debit', 'credit', 'balance'] as const;
type Column = (typeof COLUMNS)[number];

/** The font and size of a cell. F1 and F2 are regular, F3 is bold, F4 and F5 are two halves of one font. */
type StyleOf = (row: number, column: Column, text: string) => readonly [font: string, size: number] | undefined;

const places: Readonly<Record<Column, number>> = { date: 40, narration: 120, debit: 330, credit: 420, balance: 500 };
const amounts = [-30, -20, 500, -5, -70, 900, -15, -25, -12, 40];

const fonts = ['Courier', 'Helvetica-Bold', 'Times-Roman', 'Times-Italic'];
const fontIn = (pdf: RawPdf, base: string) => pdf.add(`<</Type/Font/Subtype/Type1/BaseFont/${base}>>`);

/** A statement of ten entries. Each cell has its own type. */
function statement(styleOf: StyleOf, letterByLetter = false): Uint8Array {
  const pdf = new RawPdf();
  let balance = 1_000;
  const money = (naira: number) => (naira === 0 ? '' : naira.toLocaleString('en', { minimumFractionDigits: 2 }));
  const rows = amounts.map((amount, index) => {
    balance += amount;
    const day = `${String(index + 1).padStart(2, '0')}-Jan-2024`;
    return [day, 'TRANSFER', money(Math.max(0, -amount)), money(Math.max(0, amount)), money(balance)];
  });
  const cell = (row: number, column: Column, text: string) => {
    const parts = letterByLetter && column !== 'narration' ? [...text] : [text];
    let x = places[column];
    return parts.map((part) => {
      const [font, size] = styleOf(row, column, part) ?? ['F1', 9];
      const drawn = show(part, [size, 0, 0, size, x, 640 - 20 * row], `/${font} 1`);
      x += /[.,]/.test(part) ? 2.5 : 5;
      return drawn;
    });
  };
  const titles = COLUMNS.flatMap((column) => cell(-1, column, column.toUpperCase()));
  const head = ['Opening Balance: 1,000.00', `Closing Balance: ${money(balance)}`].map((text, line) =>
    show(text, [9, 0, 0, 9, 40, 720 - 15 * line], '/F1 1'),
  );
  const table = rows.flatMap((cells, row) => cells.flatMap((text, at) => cell(row, COLUMNS[at] as Column, text)));
  const root = addPages(pdf, [[...head, ...titles, ...table].join('\n')], {
    // Beside the font of `addPages`.
    resources: () => `/Font<</F1 3 0 R${fonts.map((base, at) => `/F${at + 2} ${fontIn(pdf, base)} 0 R`).join('')}>>`,
  });
  return new Uint8Array(pdf.build({ root }));
}

async function mixedRows(styleOf: StyleOf, letterByLetter = false): Promise<unknown> {
  const { transactions, integrity } = await readInPlace(statement(styleOf, letterByLetter));
  expect(transactions.map(({ type, amount }) => (type === 'debit' ? -amount : amount))).toEqual(amounts);
  return integrity.findings.filter(({ code }) => code === 'mixed_fonts').flatMap(({ rows }) => rows);
}

describe('a figure is found that is set', () => {
  test('in another font than its column', async () => {
    expect(await mixedRows((row, column) => (row === 3 && column === 'balance' ? ['F2', 9] : undefined))).toEqual([3]);
  });

  test('in another size', async () => {
    expect(await mixedRows((row, column) => (row === 1 && column === 'balance' ? ['F1', 9.6] : undefined))).toEqual([
      1,
    ]);
  });

  test('in bold, where the rest of its row is not', async () => {
    const styleOf: StyleOf = (row, column) => (row === 4 && /debit|balance/.test(column) ? ['F3', 9] : undefined);
    expect(await mixedRows(styleOf)).toEqual([4]);
  });

  test('in another font, in a column of few figures', async () => {
    expect(await mixedRows((row, column) => (row === 5 && column === 'credit' ? ['F2', 9] : undefined))).toEqual([5]);
  });

  test('in another font from one entry on, as a forger has to', async () => {
    const styleOf: StyleOf = (row, column) => (row >= 7 && column === 'balance' ? ['F2', 9] : undefined);
    expect(await mixedRows(styleOf)).toEqual([7, 8, 9]);
  });

  test('with one digit in another font', async () => {
    const styleOf: StyleOf = (row, column, text) =>
      row === 2 && column === 'credit' && text === '5' ? ['F2', 9] : undefined;
    expect(await mixedRows(styleOf, true)).toEqual([2]);
  });
});

describe('figures are clean', () => {
  test.each<[string, StyleOf, boolean?]>([
    ['in one font', () => undefined],
    ['if each column has its own font', (_, column) => (column === 'balance' ? ['F2', 8] : undefined)],
    ['if credits are bold', (_, column) => (column === 'credit' ? ['F3', 9] : undefined)],
    ['if a whole row is bold', (row) => (row === 6 ? ['F3', 9] : undefined)],
    [
      'if a long figure is smaller',
      (_, column, text) => (column === 'balance' && text.length > 6 ? ['F1', 8] : undefined),
    ],
    ['if a program splits a font by digit', (_r, _c, text) => (/^[0-4]$/.test(text) ? ['F4', 9] : ['F5', 9]), true],
  ])('%s', async (_, styleOf, letterByLetter) => {
    expect(await mixedRows(styleOf, letterByLetter)).toEqual([]);
  });
});
