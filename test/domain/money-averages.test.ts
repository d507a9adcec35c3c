import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { averageKobo, decimalFromKobo, divideRounded, type Kobo } from '../../src/domain/money.ts';

describe('a share of money', () => {
  test.each([
    [10, 4, 3],
    [-10, 4, -3],
    [9, 4, 2],
    [10, 0, 0],
    [0, 7, 0],
    [7, 2, 4],
    [-7, 2, -4],
  ])('of %d kobo in %d parts is %d, half away from zero', (total, parts, share) =>
    expect(averageKobo(total as Kobo, parts)).toBe(share),
  );

  test('is exact where numbers are not any more', () => {
    expect(divideRounded(90_071_992_547_409_935n, 10n)).toBe(9_007_199_254_740_994n);
    expect(averageKobo(27_021_597_764_222_976n, 3)).toBe(9_007_199_254_740_992);
  });

  test('times the parts is the total, but for half a kobo each', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
        fc.bigInt({ min: -1000n, max: 1000n }),
        (dividend, divisor) => {
          if (divisor === 0n) return;
          const rest = divideRounded(dividend, divisor) * divisor - dividend;
          const size = divisor < 0n ? -divisor : divisor;
          expect(2n * (rest < 0n ? -rest : rest) <= size).toBe(true);
        },
      ),
    );
  });
});

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [-50, '-0.50'],
  [1_250_000, '12500.00'],
  [-123_456_789, '-1234567.89'],
])('%d kobo are written %s', (kobo, text) => expect(decimalFromKobo(kobo as Kobo)).toBe(text));
