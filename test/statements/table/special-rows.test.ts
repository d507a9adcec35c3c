import { describe, expect, test } from 'vitest';
import { type PrintedEntry, sortRows } from '../../../src/statements/table/printed-rows.ts';
import { kobo, type PrintedCells, printedRow } from './printed.ts';

const opening = printedRow({ narration: 'Opening Balance', balance: '1,000.00' });
const closing = printedRow({ narration: 'Closing Balance', balance: '700.00' });
const entry = (cells: PrintedCells = {}) =>
  printedRow({ date: '05-Jan-2024', narration: 'ATM', debit: '150.00', balance: '850.00', ...cells });
const last = entry({ date: '06-Jan-2024', balance: '700.00' });

const entriesOf = (rows: readonly PrintedEntry[]) => [...sortRows(rows).tables()][0];
const figuresOf = (rows: readonly PrintedEntry[]) => sortRows(rows).figures.map(({ figure, value }) => [figure, value]);

describe('rows of a table', () => {
  test('are parted into entries and what the others state', () => {
    const rows = [opening, entry(), last, closing];
    expect(entriesOf(rows)).toEqual([entry(), last]);
    expect(figuresOf(rows)).toEqual([
      ['openingBalance', kobo(1_000)],
      ['closingBalance', kobo(700)],
    ]);
  });

  test('that are balances between entries state nothing, because each page may carry one', () => {
    const rows = [opening, entry(), printedRow({ narration: 'Balance B/F', balance: '850.00' }), last];
    expect(figuresOf(rows)).toEqual([['openingBalance', kobo(1_000)]]);
    expect(entriesOf(rows)).toEqual([entry(), last]);
  });

  test('state a balance also in a column of amounts', () => {
    expect(figuresOf([printedRow({ narration: 'Balance B/F', credit: '1,000.00' }), entry()])).toEqual([
      ['openingBalance', kobo(1_000)],
    ]);
    expect(figuresOf([printedRow({ narration: 'Balance B/F', debit: '40.00' }), entry()])).toEqual([
      ['openingBalance', kobo(-40)],
    ]);
    expect(figuresOf([printedRow({ narration: 'Balance B/F', amount: '-40.00' }), entry()])).toEqual([
      ['openingBalance', kobo(-40)],
    ]);
    expect(figuresOf([printedRow({ narration: 'Balance B/F', balance: '40.00 DR' }), entry()])).toEqual([
      ['openingBalance', kobo(-40)],
    ]);
  });

  test('state totals where there is one sum of all, and not those of pages or months', () => {
    const total = (narration: string) => printedRow({ narration, debit: '300.00', credit: '0.00' });
    const stated = [
      ['totalDebit', kobo(300)],
      ['totalCredit', 0],
    ];
    expect(figuresOf([entry(), last, total('Total')])).toEqual(stated);
    expect(figuresOf([entry(), last, total('Page Total')])).toEqual([]);
    expect(figuresOf([entry(), total('Total'), last, total('Total')])).toEqual([]);
    expect(figuresOf([entry(), total('Page Total'), last, total('Grand Total')])).toEqual(stated);
    expect(figuresOf([entry(), last, total('Month total')])).toEqual([]);
  });

  test('that are drawn on both sides of the end of a page are one', () => {
    expect(entriesOf([entry(), entry({ page: 2 })])).toHaveLength(1);
    expect(entriesOf([entry(), entry()])).toHaveLength(2);
    expect(entriesOf([entry(), entry({ page: 2, balance: '700.00' })])).toHaveLength(2);
    // Without a balance two payments may look alike.
    const { balance: _balance, ...bare } = { date: '05-Jan-2024', narration: 'ATM', debit: '150.00', balance: '' };
    expect(entriesOf([printedRow(bare), printedRow({ ...bare, page: 2 })])).toHaveLength(2);
  });

  test('behind the end of the account may be of another table', () => {
    const loan = printedRow({ date: '07-Jan-2024', narration: 'LOAN REPAYMENT DUE', debit: '99.00' });
    const tables = [...sortRows([opening, entry(), last, closing, loan]).tables()];
    expect(tables.map((table) => table.length)).toEqual([3, 2, 2]);
    expect(tables[1]).toEqual([entry(), last]);
  });
});
