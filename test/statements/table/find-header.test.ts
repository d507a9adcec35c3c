import { describe, expect, test } from 'vitest';
import { findHeader } from '../../../src/statements/table/find-header.ts';
import { type Drawn, type DrawnLine, drawnLines, textLines } from '../text/drawn.ts';

const entry: DrawnLine = [
  300,
  [40, '02-Jan-2024'],
  [120, 'NIP TRANSFER'],
  { right: 420, text: '5,000.00' },
  { right: 560, text: '95,000.00' },
];

function rolesIn(lines: readonly DrawnLine[]): readonly string[] | undefined {
  return findHeader(drawnLines(lines), 0)?.columns.map(({ role }) => role);
}

describe('the header of a table', () => {
  test('is found among the lines of a page, with the place of each title', () => {
    const lines = textLines(
      'HARMATTAN BANK PLC',
      'Account Name: ADEWOYIN EKAETTE     Opening Balance: 100,000.00',
      'Date         Narration             Debit        Credit        Balance',
      '02-Jan-2024  NIP TRANSFER          5,000.00                   95,000.00',
    );
    const header = findHeader(lines, 0);
    expect([header?.from, header?.to]).toEqual([2, 3]);
    expect(header?.columns.map(({ role, left }) => [role, left])).toEqual([
      ['date', 40],
      ['narration', 105],
      ['debit', 215],
      ['credit', 280],
      ['balance', 350],
    ]);
  });

  test('may have titles of two and three lines, at the top, the middle and the bottom', () => {
    const lines: readonly DrawnLine[] = [
      [100, [40, 'Actual']],
      [106, [200, 'Transaction'], [480, 'Balance']],
      [112, [40, 'Transaction'], [330, 'Debits'], [400, 'Credits']],
      [118, [200, 'description'], [480, 'After']],
      [124, [40, 'Date']],
      entry,
    ];
    expect(rolesIn(lines)).toEqual(['date', 'narration', 'debit', 'credit', 'balance']);
    expect(findHeader(drawnLines(lines), 0)).toMatchObject({ from: 0, to: 5 });
  });

  test('may have titles of three lines in all columns', () => {
    const lines: readonly DrawnLine[] = [
      [100, [40, 'Trans-'], [110, 'Value'], [200, 'Narration /'], [330, 'Amount'], [400, 'Amount'], [480, 'Running']],
      [
        112,
        [40, 'action'],
        [110, 'Date'],
        [200, 'Particulars of'],
        [330, 'Debited'],
        [400, 'Credited'],
        [480, 'Ledger'],
      ],
      [124, [40, 'Date'], [110, '(Posted)'], [200, 'Transaction'], [330, '(NGN)'], [400, '(NGN)'], [480, 'Balance']],
      entry,
    ];
    expect(rolesIn(lines)).toEqual(['date', 'valueDate', 'narration', 'debit', 'credit', 'balance']);
    expect(findHeader(drawnLines(lines), 0)).toMatchObject({ from: 0, to: 3 });
  });

  test('may break a word over its lines', () => {
    expect(
      rolesIn([
        [100, [40, 'Transac-']],
        [112, [40, 'tion Date'], [200, 'Narration'], [400, 'Debit'], [460, 'Credit'], [520, 'Balance']],
        entry,
      ]),
    ).toEqual(['date', 'narration', 'debit', 'credit', 'balance']);
  });

  test('may have a title over a group of columns', () => {
    const group: DrawnLine = [100, [40, 'Value'], [400, 'Amounts in naira']];
    const columns: DrawnLine = [112, [40, 'Date'], [200, 'Details'], [380, 'Debit'], [450, 'Credit'], [520, 'Balance']];
    expect(rolesIn([group, columns, entry])).toEqual(['valueDate', 'narration', 'debit', 'credit', 'balance']);
  });

  test('may have titles a blank apart over their own second lines', () => {
    const lines: readonly DrawnLine[] = [
      [
        100,
        [40, 'Payment'],
        [81, 'Operation'],
        [132, 'Details of Payment'],
        [400, 'Balance'],
        [470, 'Sum'],
        [520, 'Balance'],
      ],
      [115, [40, 'Date'], [81, 'Date'], [400, 'before'], [520, 'after']],
      [300, [40, '02-Jan-2024'], [132, 'NIP TRANSFER'], { right: 435, text: '9.00' }, { right: 490, text: '1.00' }],
    ];
    expect(rolesIn(lines)).toEqual(['date', 'date', 'narration', 'before', 'amount', 'balance']);
  });

  test('may set its letters apart', () => {
    const spaced = (text: string, left: number): Drawn[] =>
      [...text].map((letter, index) => [left + 7 * index, letter]);
    const lines: DrawnLine[] = [
      [
        100,
        ...spaced('Date', 40),
        ...spaced('Narration', 100),
        ...spaced('Debit', 300),
        ...spaced('Credit', 400),
        ...spaced('Balance', 500),
      ],
      entry,
    ];
    expect(rolesIn(lines)).toEqual(['date', 'narration', 'debit', 'credit', 'balance']);
  });

  test('may have titles that stand only a blank apart', () => {
    expect(
      rolesIn([
        [100, [40, 'Post Date'], [90, 'Value Date Particulars'], [380, 'Withdrawals Lodgements'], [500, 'Balance']],
        entry,
      ]),
    ).toEqual(['date', 'valueDate', 'narration', 'debit', 'credit', 'balance']);
  });

  test('may have titles whose words stand wide apart', () => {
    expect(
      rolesIn([[100, [40, 'Posting'], [87, 'Date'], [200, 'Narration'], [400, 'Amount'], [500, 'Balance']], entry]),
    ).toEqual(['date', 'narration', 'amount', 'balance']);
  });

  describe.each([
    ['one line', [[100, [40, 'Date'], [120, 'Narration'], [250, 'Reference'], [400, 'Debit'], [480, 'Balance']]]],
    [
      'two lines',
      [
        [100, [40, 'Trans'], [120, 'Narration'], [250, 'Reference'], [400, 'Debit'], [480, 'Balance']],
        [112, [40, 'Date'], [480, 'After']],
      ],
    ],
  ] satisfies [string, DrawnLine[]][])('of %s', (_, titles) => {
    const below = titles.at(-1)?.[0] === 112 ? 124 : 112;
    test.each<[string, Drawn[]]>([
      ['under its title', [[120, 'TO A FRIEND']]],
      ['under two titles', [[120, 'TRANSFER TO A FRIEND IN LAGOS STATE']]],
      ['with the words of titles', [[180, 'DEPOSIT']]],
      [
        'in two columns',
        [
          [120, 'CASH DEPOSIT'],
          [250, 'ACCOUNT'],
        ],
      ],
    ])('ends above the rest of an entry %s', (_where, text) => {
      const header = findHeader(drawnLines([...titles, [below, ...text], entry]), 0);
      expect(header).toMatchObject({ from: 0, to: titles.length });
    });

    test('begins below the rest of an entry', () => {
      const lines = drawnLines([[88, [120, 'TRANSFER TO A FRIEND IN LAGOS STATE']], ...titles, entry]);
      expect(findHeader(lines, 0)).toMatchObject({ from: 1, to: titles.length + 1 });
    });
  });

  test('knows a column that it cannot name', () => {
    expect(
      rolesIn([
        [100, [40, 'Date'], [100, 'Narration'], [250, 'Gibberish'], [400, 'Debit'], [460, 'Credit'], [520, 'Balance']],
        entry,
      ]),
    ).toEqual(['date', 'narration', 'text', 'debit', 'credit', 'balance']);
  });

  test.each([
    ['a line of facts', 'Account Name   Account Number   Currency   Balance'],
    ['a sentence with such words', 'Please check the date, the amount and the balance of each entry below.'],
    ['a summary without days', 'Opening Balance    Total Debit    Total Credit    Closing Balance'],
    ['titles with figures', 'Date 12/05/2024   Narration   Debit 5,000.00   Balance 95,000.00'],
    ['an entry', '02-Jan-2024  NIP TRANSFER DATE AMOUNT   5,000.00   95,000.00'],
    ['a day and a balance alone', 'Date   Balance'],
  ])('is not %s', (_what, text) => expect(findHeader(textLines(text), 0)).toBeUndefined());

  test('is looked for from a line on, where a page repeats it', () => {
    const titles = 'Date   Narration   Debit   Credit   Balance';
    const lines = textLines(titles, '02-Jan-2024  NIP  5.00    95.00', titles);
    expect([findHeader(lines, 0)?.from, findHeader(lines, 1)?.from, findHeader(lines, 3)]).toEqual([0, 2, undefined]);
  });
});
