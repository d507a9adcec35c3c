import { describe, expect, test } from 'vitest';
import { readLines } from '../../../src/statements/read-lines.ts';
import { type Drawn, type DrawnLine, drawnLines } from '../text/drawn.ts';

const titles: readonly Drawn[] = [
  [40, 'Date'],
  [120, 'Narration'],
  { right: 400, text: 'Debit' },
  { right: 480, text: 'Credit' },
  { right: 560, text: 'Balance' },
];
const head: readonly DrawnLine[] = [
  [40, [40, 'Opening Balance 1,000.00']],
  [55, [40, 'Closing Balance 700.00']],
  [100, ...titles],
];

/** The figures of a debit of 100 with its text. */
const figures = (balance: string, text = 'ATM'): readonly Drawn[] => [
  [120, text],
  { right: 400, text: '100.00' },
  { right: 560, text: balance },
];

const daysOf = (...pages: readonly (readonly DrawnLine[])[]) => {
  const { transactions, proof } = readLines(pages.map((lines, index) => drawnLines(lines, index + 1)));
  return { days: transactions.map(({ date }) => date.slice(0, 10)), proved: proof.proved };
};

describe('a date whose parts stand below each other', () => {
  const day = (top: number, parts: readonly string[], row: readonly Drawn[] = [], at = 1): readonly DrawnLine[] =>
    parts.map((part, index) => [top + 11 * index, [40, part], ...(index === at ? row : [])]);
  const first = day(130, ['14-', 'AUG-', '25'], figures('900.00'));
  const third = (top: number) => day(top, ['25-', 'AUG-', '25'], figures('700.00'));
  const all = { days: ['2025-08-14', '2025-08-16', '2025-08-25'], proved: true };

  test('is the day of its entry, if the page ends after its first part', () => {
    const above = [...head, ...first, ...day(180, ['16-'])];
    expect(daysOf(above, [...day(30, ['AUG-', '25'], figures('800.00'), 0), ...third(80)])).toEqual(all);
  });

  test('is the day of its entry, if the page ends before the year and the figures', () => {
    const above = [...head, ...first, ...day(180, ['16-', 'AUG-'], [], 9)];
    expect(daysOf(above, [...day(30, ['25'], figures('800.00'), 0), ...third(80)])).toEqual(all);
  });

  test('is the day of its entry, if the page ends between the figures and the year', () => {
    const above = [...head, ...first, ...day(180, ['16-', 'AUG-'], figures('800.00'))];
    const sum: DrawnLine = [60, [120, 'Month to date'], { right: 560, text: '800.00' }];
    expect(daysOf(above, [[30, [40, '25']], sum, ...third(100)])).toEqual(all);
  });
});

test('a fee in a column of its own is an entry, if its row has no other amount', () => {
  const columns = [...titles.slice(0, 2), { right: 320, text: 'Fee' }, ...titles.slice(2)];
  const rows: readonly DrawnLine[] = [
    [130, [40, '14-Aug-2025'], ...figures('900.00')],
    [150, [40, '15-Aug-2025'], [120, 'NIP Charge'], { right: 320, text: '50.00' }, { right: 560, text: '850.00' }],
    [170, [40, '16-Aug-2025'], ...figures('750.00')],
    [190, [40, '17-Aug-2025'], [120, 'VAT'], { right: 320, text: '50.00' }, { right: 560, text: '700.00' }],
  ];
  const { transactions, proof } = readLines([drawnLines([...head.slice(0, 2), [100, ...columns], ...rows])]);
  expect(transactions.map(({ type, amount, narration }) => [type, amount, narration])).toEqual([
    ['debit', 100, 'ATM'],
    ['debit', 50, 'NIP Charge'],
    ['debit', 100, 'ATM'],
    ['debit', 50, 'VAT'],
  ]);
  expect(proof.doubts).toEqual([]);
});

describe('an amount below its sign', () => {
  const columns: readonly Drawn[] = [
    [40, 'Date'],
    [120, 'Narration'],
    { right: 480, text: 'Amount' },
    { right: 560, text: 'Balance' },
  ];
  const entry = (
    top: number,
    day: string,
    [sign, amount, balance]: readonly [string, string, string],
  ): readonly DrawnLine[] => [
    [top, [40, `${day}-Aug-2025`], [120, 'ATM'], { right: 440, text: sign }, { right: 560, text: balance }],
    [top + 12, { right: 480, text: amount }],
  ];
  const rows = [
    ...entry(130, '14', ['-', '400.00', '600.00']),
    ...entry(170, '15', ['+', '150.00', '750.00']),
    ...entry(210, '19', ['-', '50.00', '700.00']),
  ];

  test('belongs to it', () => {
    const { transactions, proof } = readLines([drawnLines([...head.slice(0, 2), [100, ...columns], ...rows])]);
    expect(transactions.map(({ type, amount, date }) => [type, amount, date.slice(0, 10)])).toEqual([
      ['debit', 400, '2025-08-14'],
      ['credit', 150, '2025-08-15'],
      ['debit', 50, '2025-08-19'],
    ]);
    expect(proof.doubts).toEqual([]);
  });

  test('does not take the day of another entry, if its own stands beside a balance', () => {
    const torn: readonly DrawnLine[] = [
      [130, [40, '14-Aug-2025'], [120, 'ATM'], { right: 480, text: '-400.00' }, { right: 560, text: '600.00' }],
      [170, [40, '15-Aug-2025'], [120, 'CASH'], { right: 560, text: '750.00' }],
      // Too far below to be joined.
      [196, { right: 480, text: '+150.00' }],
      [230, [40, '19-Aug-2025'], [120, 'ATM'], { right: 480, text: '-50.00' }, { right: 560, text: '700.00' }],
    ];
    const { proof } = readLines([drawnLines([...head.slice(0, 2), [100, ...columns], ...torn])]);
    expect(proof.proved).toBe(false);
  });
});
