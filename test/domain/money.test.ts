import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatKobo,
  type Kobo,
  koboFromAnswer,
  koboFromNaira,
  maxKobo,
  minKobo,
  NO_MONEY,
  nairaFromKobo,
  splitKobo,
  subtractKobo,
  sumKobo,
} from '../../src/domain/money.ts';

/** Amounts up to the greatest that is read, in kobo. */
const kobo = fc.integer({ min: 0, max: 10 ** 14 }) as fc.Arbitrary<number> as fc.Arbitrary<Kobo>;

describe('reading naira from a lender', () => {
  test('every amount of at most two decimals is read to the kobo', () => {
    fc.assert(
      fc.property(kobo, (amount) => {
        // The text is the judge: JavaScript reads it as it reads source code and JSON.
        const text = `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;
        expect(koboFromNaira(Number(text))).toBe(amount);
      }),
    );
  });

  test('every amount with a third decimal is refused', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 9 }), fc.integer({ min: 1, max: 9 }), (hundredths, third) => {
        const text = `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}${third}`;
        expect(koboFromNaira(Number(text))).toBeUndefined();
      }),
    );
  });

  test.each([
    1.005,
    0.1 + 0.2,
    19.999999,
    -1,
    -0.01,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    10 ** 12 + 1,
    '100',
    null,
    undefined,
    5n,
    [1],
  ])('%s is refused', (amount) => {
    expect(koboFromNaira(amount)).toBeUndefined();
  });

  test.each([
    [0, 0],
    [-0, 0],
    [0.01, 1],
    [0.29, 29],
    [1.1, 110],
    [4.35, 435],
    [1_234_567.89, 123_456_789],
    [10 ** 12, 10 ** 14],
  ])('%d naira are %d kobo', (naira, amount) => {
    expect(koboFromNaira(naira)).toBe(amount);
  });

  test('what travels is read back as it was', () => {
    fc.assert(
      fc.property(kobo, (amount) => {
        expect(koboFromNaira(nairaFromKobo(amount))).toBe(amount);
      }),
    );
  });
});

describe('reading amounts from a service', () => {
  test('numbers and decimal texts of two decimals are read to the kobo, of either sign', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 12), max: 10 ** 12 }), (amount) => {
        expect(koboFromAnswer(amount / 100)).toBe(amount === 0 ? 0 : amount);
        const magnitude = Math.abs(amount);
        const text = `${amount < 0 ? '-' : ''}${Math.floor(magnitude / 100)}.${String(magnitude % 100).padStart(2, '0')}`;
        expect(koboFromAnswer(text)).toBe(amount);
      }),
    );
  });

  test.each([
    [1.005, 101],
    [-1.005, -101],
    [0.285, 29],
    ['1.004', 100],
    ['1234.56789', 123_457],
    [' 50.00 ', 5_000],
    ['+7', 700],
  ])('%s is rounded to %d kobo, half away from zero', (amount, expected) => {
    expect(koboFromAnswer(amount)).toBe(expected);
  });

  test.each([
    '',
    'null',
    '1,000.00',
    '₦50',
    '1e3',
    '.5',
    '5.',
    '0x10',
    '99999999999999',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    null,
    undefined,
    {},
    ['5'],
    true,
  ])('%s is no amount', (amount) => {
    expect(koboFromAnswer(amount)).toBeUndefined();
  });

  test.each([10 ** 12, '1000000000000.00', -(10 ** 12)])('%s is the greatest amount that is read', (amount) => {
    expect(Math.abs(koboFromAnswer(amount) ?? 0)).toBe(10 ** 14);
  });

  test.each([10 ** 12 + 1, 1e300, '1000000000000.01', -(10 ** 12) - 1, '-1000000000001'])(
    '%s is beyond what any loan holds, and no amount',
    (amount) => {
      expect(koboFromAnswer(amount)).toBeUndefined();
    },
  );
});

describe('splitting', () => {
  test('parts add up to the total, are equal but for the last, and the remainder is on the last', () => {
    fc.assert(
      fc.property(kobo, fc.integer({ min: 1, max: 400 }), (total, parts) => {
        const amounts = splitKobo(total, parts);
        expect(amounts).toHaveLength(parts);
        expect(sumKobo(amounts)).toBe(total);
        const [last, ...others] = [...amounts].reverse() as [Kobo, ...Kobo[]];
        expect(new Set(others).size).toBeLessThanOrEqual(1);
        for (const other of others) expect(last - other).toBeGreaterThanOrEqual(0);
        expect(last - (others[0] ?? last)).toBeLessThan(parts);
      }),
    );
  });

  test('₦100 in three is 33.33, 33.33 and 33.34', () => {
    expect(splitKobo(10_000 as Kobo, 3)).toEqual([3_333, 3_333, 3_334]);
  });

  test.each([0, -1, 1.5, Number.NaN])('there is nothing to split into %d parts', (parts) => {
    expect(splitKobo(100 as Kobo, parts)).toEqual([]);
  });
});

describe('sums and comparisons', () => {
  const [one, two] = [100 as Kobo, 200 as Kobo];

  test('amounts are added, taken away and compared', () => {
    expect(sumKobo([one, two, two])).toBe(500);
    expect(sumKobo([])).toBe(NO_MONEY);
    expect(subtractKobo(one, two)).toBe(-100);
    expect([minKobo(one, two), minKobo(two, one), maxKobo(one, two), maxKobo(two, one)]).toEqual([one, one, two, two]);
  });
});

describe('amounts for people', () => {
  test.each([
    [0, '₦0.00'],
    [5, '₦0.05'],
    [-50, '-₦0.50'],
    [5_000, '₦50.00'],
    [99_999, '₦999.99'],
    [100_000, '₦1,000.00'],
    [1_250_000, '₦12,500.00'],
    [123_456_789_012, '₦1,234,567,890.12'],
  ])('%d kobo are written %s', (amount, text) => {
    expect(formatKobo(amount as Kobo)).toBe(text);
  });

  test('what is written reads back as the amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 14), max: 10 ** 14 }), (amount) => {
        const text = formatKobo(amount as Kobo);
        expect(text).toMatch(/^-?₦\d{1,3}(,\d{3})*\.\d{2}$/);
        expect(Number(text.replace(/[^\d-]/g, ''))).toBe(amount);
      }),
    );
  });
});
