import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasKobo, isFiller, moneyOf } from '../../../src/statements/text/money.ts';
import type { MoneyStyle } from '../../../src/testing/statements/layouts/statement-layout.ts';
import { moneyText } from '../../../src/testing/statements/print/cells.ts';

const style: fc.Arbitrary<MoneyStyle> = fc.record({
  symbol: fc.constantFrom('', '₦', '₦ ', 'NGN', 'NGN ', 'N', '=N=', '#', '$', 'US$ ', '£', 'EUR '),
  grouping: fc.constantFrom(',', ' ', ''),
  negative: fc.constantFrom('minus', 'minus-after', 'parentheses'),
  signGap: fc.boolean(),
  plus: fc.boolean(),
  filler: fc.constant(''),
  braces: fc.boolean(),
  trimmed: fc.boolean(),
});

const read = (text: string) => {
  const money = moneyOf(text);
  return money && [money.magnitude, money.sign, ...(money.side ? [money.side] : [])];
};

describe('an amount', () => {
  test.each([
    ['1,234.56', [123_456, 0]],
    ['1234.56', [123_456, 0]],
    ['12,345,678.90', [1_234_567_890, 0]],
    ['0.00', [0, 0]],
    ['500', [50_000, 0]],
    ['7.5', [750, 0]],
    ['(20.00)', [2_000, -1]],
    ['-3.75', [375, -1]],
    ['3.75-', [375, -1]],
    ['- 3.75', [375, -1]],
    ['−3.75', [375, -1]],
    ['–3.75', [375, -1]],
    ['+3.75', [375, 1]],
    ['+ ₦3.75', [375, 1]],
    ['-₦1,000.00', [100_000, -1]],
    ['₦-1,000.00', [100_000, -1]],
    ['₦ 5,000.00', [500_000, 0]],
    ['NGN5,000.00', [500_000, 0]],
    ['N5,000.00', [500_000, 0]],
    ['=N=5,000.00', [500_000, 0]],
    ['{12.00}', [1_200, 0]],
    ["'12.00", [1_200, 0]],
    ['*12.00*', [1_200, 0]],
    ['1 234.56', [123_456, 0]],
    ['$1,000.00', [100_000, 0]],
    ['-$1,000.00', [100_000, -1]],
    ['US$ 1,000.00', [100_000, 0]],
    ['USD 1,000.00', [100_000, 0]],
    ['1,000.00 USD', [100_000, 0]],
    ['£(20.00)', [2_000, -1]],
    ['€20.00', [2_000, 0]],
    ['GH₵20.00', [2_000, 0]],
    ['KES 20.00', [2_000, 0]],
  ])('%s is read', (text, expected) => expect(read(text)).toEqual(expected));

  test.each([
    ['₦1.00', 'NGN'],
    ['N1.00', 'NGN'],
    ['=N= 1.00', 'NGN'],
    ['$1.00', 'USD'],
    ['US$1.00', 'USD'],
    ['-$1.00', 'USD'],
    ['1.00 usd', 'USD'],
    ['C$1.00', 'CAD'],
    ['£1.00', 'GBP'],
    ['1.00€', 'EUR'],
    ['GH₵1.00', 'GHS'],
    ['KSh 1.00', 'KES'],
    ['ZAR1.00CR', 'ZAR'],
    ['1.00', undefined],
    ['1.00 CR', undefined],
  ])('%s names its currency', (text, currency) => expect(moneyOf(text)?.currency).toBe(currency));

  test.each([
    ['1,000.00CR', 'credit'],
    ['CR 1,000.00', 'credit'],
    ['DRNGN1,000.00', 'debit'],
    ['Dr. 1,000.00', 'debit'],
    ['1,000.00 Cr', 'credit'],
    ['1,000.00C', 'credit'],
    ['1,000.00 CR.', 'credit'],
    ['1,000.00DR', 'debit'],
    ['1,000.00 D', 'debit'],
    ['1,000.00 OD', 'debit'],
  ])('%s says its side', (text, side) => expect(read(text)).toEqual([100_000, 0, side]));

  test.each([
    '',
    '-',
    'NGN',
    '12/05/2024',
    '1,23.00',
    ',123.45',
    '1,2345.00',
    '1.234,56',
    '1.234',
    '12.345.678',
    '08031234567.1.2',
    'REF 12.00',
    '12.00 PM',
    'A12.00',
    '12.00XR',
    '99999999999999.00',
  ])('%j is none', (text) => expect(moneyOf(text)).toBeUndefined());

  test('of any size, printed in any style, is read back', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 14), max: 10 ** 14 }), style, (kobo, look) => {
        const money = moneyOf(moneyText(kobo, look, { sign: true }));
        expect(money?.magnitude).toBe(Math.abs(kobo));
        expect(money?.sign).toBe(kobo < 0 ? -1 : look.plus ? 1 : 0);
      }),
      { numRuns: 500 },
    );
  });

  test('of any size keeps its side', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10 ** 12 }),
        style,
        fc.constantFrom('CR', ' CR', 'DR', ' DR'),
        (kobo, look, suffix) => {
          const money = moneyOf(moneyText(kobo, { ...look, braces: false }) + suffix);
          expect([money?.magnitude, money?.side]).toEqual([kobo, suffix.trim() === 'CR' ? 'credit' : 'debit']);
        },
      ),
    );
  });
});

describe('a cell without an amount', () => {
  test.each(['', '-', '--', '---', '–', '.', 'NIL', 'nil', 'N/A', '₦ -'])('may hold %j', (text) =>
    expect(isFiller(text)).toBe(true),
  );
  test.each(['0.00', '12', 'CR', 'x', 'NIL BALANCE'])('does not hold %j', (text) => expect(isFiller(text)).toBe(false));
});

describe('kobo', () => {
  test.each(['12.00', '1,200.50 CR', '(3.25)', '₦12.00'])('are printed in %s', (text) =>
    expect(hasKobo(text)).toBe(true),
  );
  test.each(['12', '1,200', '12.5', '12.345', '2024'])('are not printed in %s', (text) =>
    expect(hasKobo(text)).toBe(false),
  );
});
