import { describe, expect, test } from 'vitest';
import { anchorAtFigures, bandsOf, type ColumnBand, type Cutting } from '../../../src/statements/table/column-bands.ts';
import { findHeader, type TitledColumn } from '../../../src/statements/table/find-header.ts';
import { type Drawn, type DrawnLine, drawnLines } from '../text/drawn.ts';

const byFigures: Cutting = { anchors: 'figures', noise: 0.01 };
const byTitles: Cutting = { anchors: 'titles', noise: 0.01 };

function columnsOf(...titles: Drawn[]): readonly TitledColumn[] {
  const header = findHeader(drawnLines([[50, ...titles]]), 0);
  if (!header) throw new Error('these are no titles');
  return header.columns;
}

/** Twelve rows: the text of each column by the number of the row. */
function rows(...cells: ((row: number) => Drawn | undefined)[]) {
  return drawnLines(
    Array.from(
      { length: 12 },
      (_, row): DrawnLine => [100 + 15 * row, ...cells.map((cell) => cell(row)).filter((drawn) => drawn !== undefined)],
    ),
  );
}

const money = (row: number) => ['5.00', '1,250.00', '95,000.00', '1,200,300.00'][row % 4] as string;
const day = (row: number): Drawn => [40, `${10 + row}-Jan-2024`];
const text = (row: number): Drawn => [110, ['NIP TRANSFER', 'POS PURCHASE AT A MARKET', 'ATM'][row % 3] as string];

/** Which column the middle of a place belongs to. */
function roleAt(bands: readonly ColumnBand[], x: number): string | undefined {
  return bands.find((band) => x >= band.from && x < band.to)?.role;
}

describe('the strip of a column', () => {
  const titles = columnsOf(
    [40, 'Date'],
    [110, 'Narration'],
    { right: 400, text: 'Debit' },
    { right: 480, text: 'Credit' },
    { right: 560, text: 'Balance' },
  );
  const entries = rows(
    day,
    text,
    (row) => (row % 2 ? { right: 400, text: money(row) } : undefined),
    (row) => (row % 2 ? undefined : { right: 480, text: money(row) }),
    (row) => ({ right: 560, text: money(row + 1) }),
  );

  test.each([byFigures, byTitles])('holds its entries, by %j', (cutting) => {
    const bands = bandsOf(titles, entries, cutting);
    expect([40, 95, 110, 230, 345, 400, 425, 480, 505, 560].map((x) => roleAt(bands, x))).toEqual(
      ['date', 'narration', 'debit', 'credit', 'balance'].flatMap((role) => [role, role]),
    );
  });

  test('follows the figures where titles stand at the left of wide columns and figures at the right', () => {
    const leftTitles = columnsOf([40, 'Date'], [110, 'Narration'], [300, 'Debit'], [390, 'Credit'], [480, 'Balance']);
    const right = rows(
      day,
      text,
      (row) => (row % 2 ? { right: 385, text: money(row) } : undefined),
      (row) => (row % 2 ? undefined : { right: 475, text: money(row) }),
      (row) => ({ right: 575, text: money(row + 1) }),
    );
    const bands = bandsOf(leftTitles, right, byFigures);
    expect([325, 385, 415, 475, 515, 575].map((x) => roleAt(bands, x - 1))).toEqual([
      'debit',
      'debit',
      'credit',
      'credit',
      'balance',
      'balance',
    ]);
  });

  test('holds figures that begin below each other', () => {
    const left = rows(
      day,
      text,
      (row) => (row % 2 ? [300, money(row)] : undefined),
      (row) => (row % 2 ? undefined : [390, money(row)]),
      (row) => [480, money(row + 1)],
    );
    const bands = bandsOf(
      columnsOf([40, 'Date'], [110, 'Narration'], [300, 'Debit'], [390, 'Credit'], [480, 'Balance']),
      left,
      byFigures,
    );
    expect([300, 359, 390, 449, 480, 539].map((x) => roleAt(bands, x))).toEqual([
      'debit',
      'debit',
      'credit',
      'credit',
      'balance',
      'balance',
    ]);
  });

  test('holds figures that stand around one middle', () => {
    const centred = rows(
      day,
      text,
      (row) => (row % 2 ? { centre: 340, text: money(row) } : undefined),
      (row) => (row % 2 ? undefined : { centre: 430, text: money(row) }),
      (row) => ({ centre: 520, text: money(row + 1) }),
    );
    const middles = columnsOf(
      [40, 'Date'],
      [110, 'Narration'],
      { centre: 340, text: 'Debit' },
      { centre: 430, text: 'Credit' },
      { centre: 520, text: 'Balance' },
    );
    const bands = bandsOf(middles, centred, byFigures);
    expect([311, 369, 401, 459, 491, 549].map((x) => roleAt(bands, x))).toEqual([
      'debit',
      'debit',
      'credit',
      'credit',
      'balance',
      'balance',
    ]);
  });

  test('of the narration leaves a neighbour without a title alone', () => {
    const withBranch = rows(
      day,
      text,
      () => [250, 'YABA'],
      (row) => ({ right: 480, text: money(row) }),
      (row) => ({ right: 560, text: money(row + 1) }),
    );
    const bands = bandsOf(
      columnsOf([40, 'Date'], [110, 'Narration'], { right: 480, text: 'Amount' }, { right: 560, text: 'Balance' }),
      withBranch,
      byFigures,
    );
    expect([110, 225, 250, 268, 430].map((x) => roleAt(bands, x))).toEqual(
      ['date', 'narration', 'narration', 'text', 'text', 'amount'].slice(1),
    );
  });
});

describe('columns of amounts', () => {
  const titles = columnsOf([40, 'Date'], [110, 'Narration'], [300, 'Debit'], [390, 'Credit'], [480, 'Balance']);
  const placeOf = (columns: readonly TitledColumn[], role: string) => columns.find((column) => column.role === role);

  test('stand where their figures end below each other, in the order of their titles', () => {
    const figures = rows(
      day,
      (row) => (row % 2 ? { right: 385, text: money(row) } : undefined),
      (row) => (row % 2 ? undefined : { right: 475, text: money(row) }),
      (row) => ({ right: 575, text: money(row + 1) }),
    );
    const anchored = anchorAtFigures(titles, figures);
    expect(['debit', 'credit', 'balance'].map((role) => placeOf(anchored, role)?.right)).toEqual([385, 475, 575]);
    expect(placeOf(anchored, 'narration')).toEqual(placeOf(titles, 'narration'));
  });

  test('stand where their figures begin below each other', () => {
    const figures = rows(
      day,
      (row) => (row % 2 ? [320, money(row)] : undefined),
      (row) => (row % 2 ? undefined : [410, money(row)]),
      (row) => [500, money(row + 1)],
    );
    expect(['debit', 'credit', 'balance'].map((role) => placeOf(anchorAtFigures(titles, figures), role)?.left)).toEqual(
      [320, 410, 500],
    );
  });

  test('are recognised by what fills an empty cell, too', () => {
    const filled = rows(
      day,
      (row) => ({ right: 385, text: row === 0 ? money(row) : '-' }),
      (row) => ({ right: 475, text: money(row) }),
      (row) => ({ right: 575, text: money(row) }),
    );
    expect(placeOf(anchorAtFigures(titles, filled), 'debit')?.right).toBe(385);
  });

  test('keep their titles where a column is too empty to judge, or where figures stand in no column', () => {
    const sparse = rows(
      day,
      (row) => ({ right: 475, text: money(row) }),
      (row) => ({ right: 575, text: money(row) }),
    );
    expect(anchorAtFigures(titles, sparse)).toBe(titles);
    const scattered = rows(day, (row) => ({ right: 300 + 20 * row, text: money(row) }));
    expect(anchorAtFigures(titles, scattered)).toBe(titles);
  });
});
