import { describe, expect, test } from 'vitest';
import { StatementError } from '../../../src/errors.ts';
import type { TextPage } from '../../../src/statements/pdf/text-page.ts';
import { readLines } from '../../../src/statements/read-lines.ts';
import type { Statement } from '../../../src/statements/statement.ts';
import { linesOf } from '../../../src/statements/text/lines.ts';
import { type Drawn, type DrawnLine, drawnPage } from '../text/drawn.ts';

/** Cells of a row: day, narration, debit, credit, balance. */
type Cells = readonly [day: string, narration: string, debit: string, credit: string, balance: string];

const titles: DrawnLine = [
  200,
  [40, 'Date'],
  [120, 'Narration'],
  { right: 400, text: 'Debit' },
  { right: 480, text: 'Credit' },
  { right: 560, text: 'Balance' },
];

function row(baseline: number, [day, narration, debit, credit, balance]: Cells): DrawnLine {
  const right = (text: string, at: number): Drawn[] => (text ? [{ right: at, text }] : []);
  const left = (text: string, at: number): Drawn[] => (text ? [[at, text]] : []);
  return [
    baseline,
    ...left(day, 40),
    ...left(narration, 120),
    ...right(debit, 400),
    ...right(credit, 480),
    ...right(balance, 560),
  ];
}

const head: readonly DrawnLine[] = [
  [50, [40, 'HARMATTAN BANK PLC']],
  [70, [40, 'Account Number: 1820410079']],
  [85, [40, 'Statement Period: 01-Jan-2024 to 31-Jan-2024']],
  [100, [40, 'Opening Balance: 1,000.00']],
  [115, [40, 'Closing Balance: 1,045.00']],
];
const life: readonly Cells[] = [
  ['05-Jan-2024', 'NIP TRANSFER', '', '100.00', '1,100.00'],
  ['06-Jan-2024', 'POS PURCHASE', '30.00', '', '1,070.00'],
  ['07-Jan-2024', 'ATM WITHDRAWAL', '20.00', '', '1,050.00'],
  ['08-Jan-2024', 'AIRTIME', '5.00', '', '1,045.00'],
];
const entries = [
  '2024-01-05 credit 100 NIP TRANSFER',
  '2024-01-06 debit 30 POS PURCHASE',
  '2024-01-07 debit 20 ATM WITHDRAWAL',
  '2024-01-08 debit 5 AIRTIME',
];

const rows = (list: readonly Cells[] = life, from = 220, step = 20) =>
  list.map((cells, index) => row(from + step * index, cells));
const readPages = (pages: readonly TextPage[], options?: Parameters<typeof readLines>[1]) =>
  readLines(pages.map(linesOf), options);
const page = (number: number, ...parts: readonly (readonly DrawnLine[])[]) => drawnPage(parts.flat(), number);
const shown = ({ transactions }: Statement) =>
  transactions.map(({ date, type, amount, narration }) => `${date.slice(0, 10)} ${type} ${amount} ${narration}`.trim());

function expectLife(...pages: readonly TextPage[]): Statement {
  const statement = readPages(pages);
  expect(shown(statement)).toEqual(entries);
  expect(statement.proof).toMatchObject({ proved: true, doubts: [] });
  return statement;
}

describe('pages of a statement', () => {
  test('are read into entries that prove themselves', () => {
    const statement = readPages([page(1, head, [titles], rows())], { bankCode: '901' });
    expect(shown(statement)).toEqual(entries);
    expect(statement).toMatchObject({
      account: { number: '1820410079' },
      period: { from: '2024-01-01', to: '2024-01-31' },
      openingBalance: 1_000,
      closingBalance: 1_045,
      proof: { proved: true },
      pages: 1,
    });
    expect(statement.transactions[1]).toEqual({
      type: 'debit',
      narration: 'POS PURCHASE',
      amount: 30,
      date: '2024-01-06T00:00:00.000Z',
      balance: 1_070,
      balancePrinted: true,
      bankCode: '901',
      page: 1,
      line: 8,
    });
  });

  test('may begin with a cover, and have titles on the first page of the table only', () => {
    const statement = expectLife(
      page(1, head),
      page(2, [titles], rows(life.slice(0, 2))),
      page(3, rows(life.slice(2), 60)),
    );
    expect(statement.transactions.map(({ page: on }) => on)).toEqual([2, 2, 3, 3]);
  });

  test('may have no titles', () => {
    expectLife(page(1, head, rows(life.slice(0, 2))), page(2, rows(life.slice(2), 60)));
  });

  test('may have the date of an entry on one page and its figures on the next, or the reverse', () => {
    const at = (y: number, [day, narration, debit, credit, balance]: Cells, isAbove: boolean): DrawnLine[] => [
      row(y, isAbove ? [day, narration, '', '', ''] : ['', narration, debit, credit, balance]),
      row(y + 12, isAbove ? ['', 'ON', debit, credit, balance] : [day, 'ON', '', '', '']),
    ];
    for (const isAbove of [true, false]) {
      const [one, two, three, four] = life.map((cells) => at(0, cells, isAbove)) as DrawnLine[][];
      const moved = (lines: readonly DrawnLine[] = [], y: number) =>
        lines.map(([baseline, ...texts]): DrawnLine => [baseline + y, ...texts]);
      const plain = row(320, ['09-Jan-2024', 'LEVY', '5.00', '', '1,040.00']);
      const statement = readPages([
        page(1, head.slice(0, 4), [titles], moved(one, 220), moved(two, 250), moved(three?.slice(0, 1), 280)),
        page(2, moved(three?.slice(1), 60), moved(four, 90), [[120, ...(plain.slice(1) as Drawn[])]]),
      ]);
      expect(shown(statement)).toEqual([...entries.map((text) => `${text} ON`), '2024-01-09 debit 5 LEVY']);
      expect(statement.proof.chain.broken).toEqual([]);
    }
  });

  test('may print narrations between the rows', () => {
    const under: DrawnLine[] = life.flatMap(([day, narration, ...figures], index) => [
      row(220 + 40 * index, [day, '', ...figures]),
      [232 + 40 * index, [40, narration], [200, 'IN LAGOS']],
    ]);
    const apart = [titles.filter((_, at) => at !== 2) as unknown as DrawnLine, [212, [40, 'Narration']] as DrawnLine];
    const statement = readPages([page(1, head, apart, under)]);
    expect(shown(statement)).toEqual(entries.map((text) => `${text} IN LAGOS`));
    expect(statement.proof.proved).toBe(true);
  });

  test('may print the balance before each entry too', () => {
    const withBefore = (baseline: number, text: string, cells: Cells): DrawnLine => [
      ...row(baseline, cells),
      { right: 320, text },
    ];
    const both = (first: string) => [
      withBefore(220, first, life[0] as Cells),
      ...life.slice(1).map((cells, at) => withBefore(240 + 20 * at, life[at]?.[4] ?? '', cells)),
    ];
    const titled: DrawnLine = [...titles, { right: 320, text: 'Balance Before' }];
    expectLife(page(1, head, [titled], both('1,000.00')));
    expect(readPages([page(1, head, [titled], both('900.00'))]).proof.proved).toBe(false);
    // Where the titles do not tell them apart, the balances do.
    expectLife(page(1, head, [[...titles, { right: 320, text: 'Balance' }]], both('1,000.00')));
  });

  test('may have account numbers that run into the dates', () => {
    const glued = life.map(([day, ...others]): Cells => [`1820410079${day}`, ...others]);
    const wide = glued.map(
      (cells, at): DrawnLine => [
        220 + 20 * at,
        [40, cells[0]],
        ...(row(0, ['', '', cells[2], cells[3], cells[4]]).slice(1) as Drawn[]),
        [170, cells[1]],
      ],
    );
    const statement = expectLife(page(1, [...head.slice(0, 1), ...head.slice(2)], [titles], wide));
    expect(statement.account.number).toBe('1820410079');
  });

  test('may repeat the titles, on each page and between rows', () => {
    const again = (baseline: number): DrawnLine => [baseline, ...(titles.slice(1) as Drawn[])];
    expectLife(
      page(1, head, [titles], rows(life.slice(0, 2))),
      page(2, [again(60)], rows(life.slice(2, 3), 80), [again(100)], rows(life.slice(3), 120)),
    );
  });

  test('may stand further left on a page without titles', () => {
    const moved = ({ pieces, ...others }: TextPage): TextPage => ({
      ...others,
      pieces: pieces.map((piece) => ({ ...piece, left: piece.left - 22, right: piece.right - 22 })),
    });
    const more = Array.from(
      { length: 6 },
      (_, at): Cells => ['09-Jan-2024', `LEVY NUMBER ${at}`, '1.00', '', `1,0${44 - at}.00`],
    );
    const statement = readPages([page(1, head.slice(0, 4), [titles], rows()), moved(page(2, rows(more, 60)))]);
    expect(shown(statement)).toEqual([...entries, ...more.map(([, narration]) => `2024-01-09 debit 1 ${narration}`)]);
    expect(statement.proof.chain.broken).toEqual([]);
  });

  test('may wrap a narration over lines and over the end of a page, between footers and heads', () => {
    const footer: DrawnLine = [800, [40, 'Deposits are insured up to NGN 5,000,000.00 per depositor']];
    const long: Cells = ['07-Jan-2024', 'ATM WITHDRAWAL', '20.00', '', '1,050.00'];
    const statement = readPages([
      page(1, head, [titles], rows(life.slice(0, 2)), [row(262, long), [274, [120, 'AT A MARKET']], footer]),
      page(2, [[60, [120, 'IN LAGOS']]], rows(life.slice(3), 90), [footer]),
    ]);
    expect(statement.transactions[2]?.narration).toBe('ATM WITHDRAWAL AT A MARKET IN LAGOS');
    expect(statement.proof.proved).toBe(true);
  });

  test('may print each day once, as a ditto mark, or as a heading', () => {
    const sameDay = life.map(([, ...others]): Cells => ['05-Jan-2024', ...others]);
    const onEach = (day: (at: number) => string) =>
      page(
        1,
        head,
        [titles],
        rows(sameDay.map(([first, ...others], at): Cells => [at === 0 ? first : day(at), ...others])),
      );
    const expected = entries.map((entry) => entry.replace(/^\S+/, '2024-01-05'));
    for (const statement of [readPages([onEach(() => '')]), readPages([onEach(() => '"')])]) {
      expect(shown(statement)).toEqual(expected);
      expect(statement.proof.proved).toBe(true);
    }
    const underHeading = page(
      1,
      head,
      [titles],
      [[220, [250, '05 January 2024']]],
      rows(
        sameDay.map(([, ...others], at): Cells => [`10:0${at}`, ...others]),
        240,
      ),
    );
    expect(readPages([underHeading]).transactions.map(({ date }) => date)).toEqual(
      [0, 1, 2, 3].map((minute) => `2024-01-05T10:0${minute}:00.000Z`),
    );
  });

  test('may break a long figure behind a comma', () => {
    const broken: readonly DrawnLine[] = [
      row(220, ['05-Jan-2024', 'NIP TRANSFER', '', '40,000,', '40,001,']),
      [231, { right: 480, text: '000.00' }, { right: 560, text: '000.00' }],
      row(255, ['06-Jan-2024', 'POS PURCHASE', '30.00', '', '40,000,']),
      [266, { right: 560, text: '970.00' }],
    ];
    const { transactions, proof } = readPages([page(1, head.slice(0, 4), [titles], broken)]);
    expect(transactions.map(({ amount, balance }) => [amount, balance])).toEqual([
      [40_000_000, 40_001_000],
      [30, 40_000_970],
    ]);
    expect(proof.chain.broken).toEqual([]);
  });

  test('may hold rows that are no entries, which state what they say', () => {
    const own: readonly Cells[] = [
      ['', 'Opening Balance', '', '', '1,000.00'],
      ...life,
      ['', 'TOTAL', '55.00', '100.00', ''],
      ['', 'Closing Balance', '', '', '1,045.00'],
    ];
    const statement = expectLife(page(1, head.slice(0, 3), [titles], rows(own)));
    expect(statement.proof.printed.map(({ figure }) => figure).sort()).toEqual([
      'closingBalance',
      'openingBalance',
      'totalCredit',
      'totalDebit',
    ]);
    expect(statement).toMatchObject({ openingBalance: 1_000, closingBalance: 1_045 });
  });

  test('hold no entry in a list of other things behind the account', () => {
    const orders: readonly DrawnLine[] = [
      row(340, ['09-Jan-2024', 'STANDING ORDER DUE', '70.00', '', '']),
      row(360, ['10-Jan-2024', 'LOAN INSTALMENT DUE', '80.00', '', '']),
    ];
    expectLife(page(1, head, [titles], rows(), [[320, [40, 'Upcoming payments']]], orders));
  });

  test('answer what can be worked out where little is printed, and say why it is not proved', () => {
    const statement = readPages([page(1, [titles], rows())]);
    expect(statement).toMatchObject({
      account: {},
      period: { from: '2024-01-05', to: '2024-01-08' },
      openingBalance: 1_000,
      closingBalance: 1_045,
      proof: {
        proved: false,
        doubts: ['no opening balance or totals are printed, so that a missing first entry would not show'],
      },
    });
    const unbalanced = readPages([
      page(
        1,
        [[200, ...(titles.slice(1, 5) as Drawn[])]],
        rows(life.map(([day, narration, debit, credit]): Cells => [day, narration, debit, credit, ''])),
      ),
    ]);
    expect(unbalanced.transactions.every(({ balance, balancePrinted }) => balance === null && !balancePrinted)).toBe(
      true,
    );
    expect(unbalanced).toMatchObject({ openingBalance: null, closingBalance: null, proof: { proved: false } });
  });
});

describe('several accounts', () => {
  const account = (number: string, list: readonly Cells[], at: number): readonly DrawnLine[] => [
    [at, [40, `Account Number: ${number}`]],
    [at + 15, [40, 'Opening Balance: 1,000.00']],
    [at + 40, ...(titles.slice(1) as Drawn[])],
    ...rows(list, at + 60),
  ];
  const both = [
    drawnPage([...account('1820410079', life.slice(0, 2), 60), ...account('9015226650', life.slice(0, 1), 400)], 1),
  ];

  test('of one file are parted at the heading of the second, on one page or on two', () => {
    expect(shown(readPages(both, { account: '0079' }))).toEqual(entries.slice(0, 2));
    expect(shown(readPages(both, { account: '6650' }))).toEqual(entries.slice(0, 1));
    const apart = [
      drawnPage(account('1820410079', life, 60), 1),
      drawnPage(account('9015226650', life.slice(0, 1), 90), 2),
    ];
    expect(shown(readPages(apart, { account: '0079' }))).toEqual(entries);
    expect(readPages(apart, { account: '6650' })).toMatchObject({
      account: { number: '9015226650' },
      openingBalance: 1_000,
      closingBalance: 1_100,
    });
  });

  test('are refused without a choice', () =>
    expect(() => readPages(both)).toThrow(/holds 2 accounts \(…0079, …6650\)/));

  test('of one number on several pages are one', () => {
    const twice = [
      drawnPage(account('1820410079', life.slice(0, 2), 60), 1),
      drawnPage(
        [[60, [40, 'Account Number: 1820410079']], [100, ...(titles.slice(1) as Drawn[])], ...rows(life.slice(2), 120)],
        2,
      ),
    ];
    expect(shown(readPages(twice))).toEqual(entries);
  });
});

describe('no table of transactions', () => {
  test.each<[string, readonly DrawnLine[]]>([
    ['a letter', [[100, [40, 'Dear customer, your balance on 05-Jan-2024 was 1,000.00.']]]],
    ['titles without rows', [titles]],
    [
      'rows whose balances do not follow',
      rows(life.map(([...cells], at): Cells => [cells[0], cells[1], cells[2], cells[3], `${at}.00`])),
    ],
  ])('is found in %s', (_what, drawn) => {
    expect(() => readPages([drawnPage(drawn)])).toThrow(StatementError);
    expect(() => readPages([drawnPage(drawn)])).toThrow(expect.objectContaining({ code: 'no_transaction_table' }));
  });

  test('is found where there are no pages', () =>
    expect(() => readPages([])).toThrow(expect.objectContaining({ code: 'no_transaction_table' })));
});
