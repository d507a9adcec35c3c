import { describe, expect, test } from 'vitest';
import type { PlainDate } from '../../../src/domain/calendar.ts';
import type { StatedFigure } from '../../../src/statements/facts/printed-figures.ts';
import { faultsIn, proveStatement } from '../../../src/statements/proof/prove-statement.ts';
import { bestReading } from '../../../src/statements/proof/weigh-readings.ts';
import type { StatementProof } from '../../../src/statements/statement.ts';
import { kobo, type PrintedCells, printedRow } from '../table/printed.ts';

/** Three entries from 1,000: 100 in, 30 out, 20 out. */
const life: readonly PrintedCells[] = [
  { date: '05-Jan-2024', narration: 'NIP/OPAY', credit: '100.00', balance: '1,100.00' },
  { date: '06-Jan-2024', narration: 'POS', debit: '30.00', balance: '1,070.00' },
  { date: '07-Jan-2024', narration: 'ATM', debit: '20.00', balance: '1,050.00', page: 2 },
];
const figures = {
  openingBalance: kobo(1_000),
  closingBalance: kobo(1_050),
  totalDebit: kobo(50),
  totalCredit: kobo(100),
  debitCount: 2,
  creditCount: 1,
  count: 3,
};
type Stated = Partial<Record<StatedFigure['figure'], number>>;

const january = { from: '2024-01-01' as PlainDate, to: '2024-01-31' as PlainDate };

function prove(rows: readonly PrintedCells[], stated: Stated, period?: typeof january): StatementProof {
  const list = Object.entries(stated).map(([figure, value]) => ({ figure, value }) as StatedFigure);
  const openings = stated.openingBalance === undefined ? [] : [kobo(stated.openingBalance / 100)];
  return proveStatement(bestReading(rows.map(printedRow), { known: period ?? {}, openings }), list, period);
}

const both: Stated = { openingBalance: figures.openingBalance, closingBalance: figures.closingBalance };
const totals: Stated = { totalDebit: figures.totalDebit, totalCredit: figures.totalCredit };
const counts: Stated = { debitCount: 2, creditCount: 1 };
const without = (key: keyof PrintedCells) => life.map(({ [key]: _left, ...cells }): PrintedCells => cells);
const changed = (at: number, cells: PrintedCells) =>
  life.map((row, index) => (index === at ? { ...row, ...cells } : row));

describe('a statement proves itself', () => {
  test.each<[string, Stated]>([
    ['its opening and closing balance', both],
    ['its totals', totals],
    ['its opening balance and its counts', { ...counts, openingBalance: figures.openingBalance }],
    ['its opening balance and the number of its entries', { count: 3, openingBalance: figures.openingBalance }],
    ['everything', figures],
  ])('by its balances and %s', (_what, stated) => {
    expect(prove(life, stated)).toMatchObject({ proved: true, confidence: 1, doubts: [], chain: { broken: [] } });
  });

  test('by its totals alone where it prints no balances', () => {
    expect(prove(without('balance'), totals)).toMatchObject({ proved: true, chain: { checked: 0 } });
    expect(prove(without('balance'), { ...totals, ...both }).proved).toBe(true);
  });

  test('with every figure it prints beside what its entries give, in naira', () => {
    expect(prove(life, figures).printed).toEqual([
      { figure: 'openingBalance', printed: 1_000, computed: 1_000, agrees: true },
      { figure: 'closingBalance', printed: 1_050, computed: 1_050, agrees: true },
      { figure: 'totalDebit', printed: 50, computed: 50, agrees: true },
      { figure: 'totalCredit', printed: 100, computed: 100, agrees: true },
      { figure: 'debitCount', printed: 2, computed: 2, agrees: true },
      { figure: 'creditCount', printed: 1, computed: 1, agrees: true },
      { figure: 'count', printed: 3, computed: 3, agrees: true },
    ]);
  });

  test('where several months are joined whose balances follow and whose totals add up', () => {
    const list: StatedFigure[] = [
      { figure: 'openingBalance', value: kobo(1_000) },
      { figure: 'closingBalance', value: kobo(1_070) },
      { figure: 'openingBalance', value: kobo(1_070) },
      { figure: 'closingBalance', value: kobo(1_050) },
      { figure: 'totalDebit', value: kobo(30) },
      { figure: 'totalDebit', value: kobo(20) },
      { figure: 'totalCredit', value: kobo(100) },
      { figure: 'totalCredit', value: 0 },
    ];
    const reading = bestReading(life.map(printedRow), { known: {}, openings: [kobo(1_000), kobo(1_070)] });
    expect(proveStatement(reading, list)).toMatchObject({ proved: true, doubts: [] });
    expect(proveStatement(reading, [...list, { figure: 'totalDebit', value: kobo(1) }]).proved).toBe(false);
    expect(proveStatement(reading, [...list, { figure: 'openingBalance', value: kobo(1_234) }]).proved).toBe(false);
  });
});

describe('a statement does not prove itself', () => {
  const doubtsOf = (rows: readonly PrintedCells[], stated: Stated, period?: typeof january) => {
    const proof = prove(rows, stated, period);
    expect(proof.proved).toBe(false);
    expect(proof.confidence).toBeLessThan(1);
    return proof.doubts;
  };

  test('where a balance does not follow, and says which', () => {
    const rows = changed(2, { balance: '1,040.00' });
    expect(doubtsOf(rows, { ...both, closingBalance: kobo(1_040) })).toEqual([
      '1 of the balances do not follow from the entries before them',
    ]);
    expect(prove(rows, both).chain.broken).toEqual([{ index: 2, page: 2, expected: 1_050, printed: 1_040 }]);
  });

  test('where the first balance does not follow from the printed opening one', () => {
    expect(doubtsOf(life, { ...figures, openingBalance: kobo(1_001) })).toHaveLength(1);
    expect(prove(life, { ...figures, openingBalance: kobo(1_001) }).chain.broken).toEqual([
      { index: 0, page: 1, expected: 1_101, printed: 1_100 },
    ]);
  });

  test.each(Object.entries(figures).filter(([figure]) => figure !== 'openingBalance'))(
    'where the printed %s is another',
    (figure, value) => {
      const proof = prove(life, { ...figures, [figure]: value + 1 });
      expect(proof.proved).toBe(false);
      expect(proof.printed.find((one) => one.figure === figure)?.agrees).toBe(false);
      expect(proof.printed.filter((one) => !one.agrees && one.figure !== figure)).toEqual([]);
      expect(proof.doubts).toHaveLength(1);
      expect(proof.doubts[0]).toMatch(/^the printed (closing balance|total of|number of)/);
    },
  );

  test('where the first entry could be missing', () => {
    expect(doubtsOf(life, {})).toEqual([
      'no opening balance or totals are printed, so that a missing first entry would not show',
    ]);
    expect(doubtsOf(life, { closingBalance: figures.closingBalance })).toHaveLength(1);
    expect(prove(life.slice(1), { closingBalance: figures.closingBalance }).proved).toBe(false);
  });

  test('where the last entry could be missing', () => {
    expect(doubtsOf(life, { openingBalance: figures.openingBalance })).toEqual([
      'no closing balance or totals are printed, so that a missing last entry would not show',
    ]);
  });

  test('by half of its totals or counts', () => {
    expect(doubtsOf(life, { totalDebit: figures.totalDebit })).toHaveLength(1);
    expect(doubtsOf(life, { debitCount: 2 })).toHaveLength(1);
  });

  test('by counts where nothing holds the amounts', () => {
    expect(doubtsOf(without('balance'), { ...counts, count: 3 })).toHaveLength(1);
    expect(doubtsOf(life, counts)).toEqual([
      'no opening balance or totals are printed, so that a missing first entry would not show',
    ]);
  });

  test('where there is nothing to hold it against', () => {
    expect(doubtsOf(without('balance'), {})).toEqual([
      'there are no balances and no printed totals to hold the entries against',
    ]);
    expect(doubtsOf(without('balance'), both)).toEqual([
      'there are no balances and no printed totals to hold the entries against',
    ]);
  });

  test('where nothing was read and equal balances are all that is printed', () => {
    const equal = { openingBalance: kobo(5), closingBalance: kobo(5) };
    expect(prove([], equal).proved).toBe(false);
    expect(prove([], { ...equal, totalDebit: 0, totalCredit: 0 }).proved).toBe(true);
  });

  test('where an entry is dated before the one it follows', () => {
    expect(doubtsOf(changed(2, { date: '05-Jan-2024' }), both)).toEqual([
      '1 entries are dated before the entry they follow',
    ]);
  });

  test('where an entry is dated outside the printed period', () => {
    expect(prove(life, both, january).proved).toBe(true);
    expect(doubtsOf(changed(2, { date: '01-Feb-2024' }), both, january)).toEqual([
      '1 entries are dated outside the period that is printed',
    ]);
    expect(doubtsOf(changed(0, { date: '31-Dec-2023' }), both, january)).toEqual([
      '1 entries are dated outside the period that is printed',
    ]);
  });

  test('where an entry bears a day that is not in the calendar', () => {
    expect(doubtsOf(changed(1, { date: '31-Feb-2024' }), both)).toContain(
      'an entry bears a day that is not in the calendar',
    );
  });

  test('where the day of an entry had to be guessed', () => {
    const rows = Array.from(
      { length: 20 },
      (_, at): PrintedCells => ({
        ...(at !== 10 && { date: '01-Jan-2024' }),
        narration: 'NIP',
        credit: '1.00',
        balance: `${at + 1}.00`,
      }),
    );
    expect(doubtsOf(rows, { openingBalance: 0, closingBalance: kobo(20) })).toEqual([
      '1 entries bear no day where others do',
    ]);
  });

  test('and is the less trusted the less could be checked', () => {
    const broken = prove(changed(1, { balance: '1.00' }), both).confidence;
    const [ends, bare] = [prove(life, {}).confidence, prove(without('balance'), {}).confidence];
    expect(broken).toBeLessThan(ends);
    expect(bare).toBeLessThan(ends);
    expect(Math.min(broken, bare)).toBeGreaterThan(0);
  });
});

describe('of two readings', () => {
  test('the one that leaves less unexplained is better', () => {
    const order = [
      prove(life, both),
      prove(life, {}),
      prove(without('balance'), {}),
      prove(changed(2, { balance: '1.00' }), both),
    ].map(faultsIn);
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(new Set(order).size).toBe(order.length);
    expect(order[0]).toBe(0);
  });
});
