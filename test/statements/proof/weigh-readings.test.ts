import { describe, expect, test } from 'vitest';
import { bestReading } from '../../../src/statements/proof/weigh-readings.ts';
import type { PrintedEntry } from '../../../src/statements/table/printed-rows.ts';
import { kobo, type PrintedCells, printedRow } from '../table/printed.ts';

/** A life of six entries over three days, oldest first: 100 in, 30 out, 20 out, 5 in, 40 out, 60 in, from 1,000. */
const life: readonly PrintedCells[] = [
  { date: '01-Jan-2024', credit: '100.00', balance: '1,100.00' },
  { date: '01-Jan-2024', debit: '30.00', balance: '1,070.00' },
  { date: '02-Jan-2024', debit: '20.00', balance: '1,050.00' },
  { date: '02-Jan-2024', credit: '5.00', balance: '1,055.00' },
  { date: '03-Jan-2024', debit: '40.00', balance: '1,015.00' },
  { date: '03-Jan-2024', credit: '60.00', balance: '1,075.00' },
];
const rows = (places: readonly number[] = [0, 1, 2, 3, 4, 5]): readonly PrintedEntry[] =>
  places.map((place, at) => printedRow({ ...life[place], line: at + 1 }));
const nothingStated = { known: {}, openings: [] };
const truth = [1_100, 1_070, 1_050, 1_055, 1_015, 1_075];

describe('the best reading of the rows', () => {
  test.each([
    ['oldest first', [0, 1, 2, 3, 4, 5]],
    ['newest first', [5, 4, 3, 2, 1, 0]],
    ['newest day first and its oldest entry first', [4, 5, 2, 3, 0, 1]],
    ['oldest day first and its newest entry first', [1, 0, 3, 2, 5, 4]],
  ])('finds the order of the account in rows that are printed %s', (_order, places) => {
    const reading = bestReading(rows(places), nothingStated);
    expect(reading.chain.entries.map(({ balance }) => (balance ?? 0) / 100)).toEqual(truth);
    expect([reading.chain.breaks, reading.disorder, reading.guessedDays]).toEqual([[], 0, 0]);
    expect(reading.days).toEqual(life.map(({ date }) => `2024-01-${date?.slice(0, 2)}`));
  });

  test('breaks least where none explains every balance', () => {
    const forged = rows([5, 4, 3, 2, 1, 0]).map((row, at) =>
      at === 2 ? printedRow({ ...life[3], balance: '1,055.50' }) : row,
    );
    const reading = bestReading(forged, nothingStated);
    expect(reading.chain.entries.map(({ balance }) => (balance ?? 0) / 100)).toEqual(truth.with(3, 1_055.5));
    expect(reading.chain.breaks.map(({ index }) => index)).toEqual([3, 4]);
  });

  test('starts from the stated balance from which the first entry follows', () => {
    const reading = bestReading(rows(), { known: {}, openings: [kobo(999), kobo(1_000)] });
    expect([reading.chain.opening, reading.chain.checked, reading.chain.breaks]).toEqual([kobo(1_000), 6, []]);
    expect(bestReading(rows(), { known: {}, openings: [kobo(999)] }).chain.breaks).toHaveLength(1);
  });

  test('gives rows without a date the day above where a bank prints each day once', () => {
    const once = life.map((cells, at) => {
      const { date, ...others } = cells;
      return printedRow(at % 2 === 0 ? cells : others);
    });
    const reading = bestReading(once, nothingStated);
    expect(reading.entries).toHaveLength(6);
    expect([reading.chain.breaks, reading.guessedDays]).toEqual([[], 0]);
  });

  test('takes a figure without a date in a footer for no entry', () => {
    const footer = printedRow({ words: 'Deposits are insured up to', balance: '5,000,000.00' });
    const many = Array.from({ length: 3 }, () => rows()).flat();
    expect(bestReading([...rows(), footer], nothingStated).entries).toHaveLength(6);
    expect(bestReading([...many.slice(0, 6), footer], nothingStated).chain.breaks).toEqual([]);
  });

  test('says how many days it had to guess, where nearly every row bears one', () => {
    const long = Array.from({ length: 20 }, (_, at) =>
      printedRow({ date: '01-Jan-2024', credit: '1.00', balance: `${at + 1}.00` }),
    );
    const holed = long.map((row, at) => (at === 10 ? { ...row, date: undefined } : row));
    expect(bestReading(holed, nothingStated)).toMatchObject({ guessedDays: 1, chain: { breaks: [] } });
    expect(bestReading(long, nothingStated).guessedDays).toBe(0);
  });

  test('finds out whether fees of their own column are taken, too', () => {
    const apart = [
      printedRow({ date: '01-Jan-2024', debit: '10.00', fee: '1.00', balance: '89.00' }),
      printedRow({ date: '02-Jan-2024', debit: '5.00', fee: '1.00', balance: '83.00' }),
    ];
    const reading = bestReading(apart, nothingStated);
    expect([
      reading.chain.entries.map(({ movement }) => movement),
      reading.chain.opening,
      reading.chain.breaks,
    ]).toEqual([[kobo(-11), kobo(-6)], kobo(100), []]);
    const within = [
      printedRow({ date: '01-Jan-2024', debit: '10.00', fee: '1.00', balance: '90.00' }),
      printedRow({ date: '02-Jan-2024', debit: '5.00', fee: '1.00', balance: '85.00' }),
    ];
    expect(bestReading(within, nothingStated).chain.entries.map(({ movement }) => movement)).toEqual([
      kobo(-10),
      kobo(-5),
    ]);
  });

  test('counts entries that are dated before the one they follow', () => {
    expect(
      bestReading([printedRow({ ...life[2] }), printedRow({ ...life[3], date: '01-Jan-2024' })], nothingStated)
        .disorder,
    ).toBe(1);
  });
});
