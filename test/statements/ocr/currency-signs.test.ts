import { describe, expect, test } from 'vitest';
import { type Glyph, textsWithNaira } from '../../../src/ocr/currency-signs.ts';

// In pixels.
const DIGIT = 10;
const NAIRA = 16;
const MINUS = 6;
const GAP = 2;

/** The letters of a word from the left, as the engine read them. `widths` are those of the first letters. */
function glyphs(text: string, widths: readonly number[] = [], unsure: string = ''): readonly Glyph[] {
  let left = 100;
  return [...text].map((letter, index) => {
    const width = widths[index] ?? (/[.,]/.test(letter) ? 3 : /[-+(]/.test(letter) ? MINUS : DIGIT);
    const confidence = index < unsure.length ? 84 : 99;
    const glyph = { text: letter, left, right: left + width, confidence, height: 15 };
    left += width + GAP;
    return glyph;
  });
}

const dollars = ['$1,250.00', '$40.00', '$2,000.00'].map((text) => glyphs(text));
const naira = ['#1,250.00', '%40.00', '§2,000.00'].map((text) => glyphs(text, [NAIRA]));
const signed = ['-#1,250.00', '+%40.00', '-§2,000.00'].map((text) => glyphs(text, [MINUS, NAIRA]));

/** The text of a word on a page with other figures. */
const textAmong = (others: readonly (readonly Glyph[])[], word: readonly Glyph[]) =>
  textsWithNaira([...others, word]).at(-1);

describe('a naira sign', () => {
  test('is read as other signs, which are wider than a digit', () => {
    expect(textsWithNaira(naira)).toEqual(['₦1,250.00', '₦40.00', '₦2,000.00']);
    expect(textsWithNaira(signed)).toEqual(['-₦1,250.00', '+₦40.00', '-₦2,000.00']);
  });

  test('is not a sign as wide as a digit', () => {
    expect(textsWithNaira(dollars)).toEqual(['$1,250.00', '$40.00', '$2,000.00']);
  });

  test('with its minus is no digit, but may hide the first one', () => {
    const together = MINUS + GAP + NAIRA;
    expect(textAmong(signed, glyphs('427,000.00', [together], '4'))).toBe('₦27,000.00');
    expect(textAmong(signed, glyphs('16.13', [together + GAP + DIGIT], '1'))).toBe('₦16.13');
  });

  test('and the first digit behind it may be read as one digit, where no figure has a sign', () => {
    expect(textAmong(naira, glyphs('890,000.00', [NAIRA + GAP + DIGIT], '8'))).toBe('₦890,000.00');
    expect(textAmong(naira, glyphs('890,000.00', [NAIRA], '8'))).toBe('₦90,000.00');
  });

  test('is the digit of which the engine is not sure, where other figures have the sign', () => {
    expect(textAmong(naira, glyphs('410,890.00', [12], '4'))).toBe('₦10,890.00');
    expect(textAmong(naira, glyphs('410,890.00', [12]))).toBe('410,890.00');
    expect(textAmong(dollars, glyphs('410,890.00', [12], '4'))).toBe('410,890.00');
    // Without its first digit, this is no figure.
    expect(textAmong(naira, glyphs('4,890.00', [12], '4'))).toBe('4,890.00');
  });

  test('is no digit that is as wide as the others, or wide with something below it', () => {
    expect(textAmong(naira, glyphs('268,953.57', [], '2'))).toBe('268,953.57');
    const [first, ...rest] = glyphs('268,953.57', [NAIRA], '2');
    const specked = [...(first ? [{ ...first, height: 31 }] : []), ...rest];
    expect(textAmong(naira, specked)).toBe('268,953.57');
  });

  test('is not found where a rule below makes digits wide, of which the engine is sure', () => {
    const balances = ['268,953.57', '268,653.57', '238,653.57'];
    expect(textsWithNaira(balances.map((text) => glyphs(text, [NAIRA])))).toEqual(balances);
  });

  test('changes no other word', () => {
    const words = ['Balance', '31-Dec-2024', '0123456789', '(#)', ''].map((text) => glyphs(text));
    expect(textsWithNaira([...naira, ...words]).slice(3)).toEqual(['Balance', '31-Dec-2024', '0123456789', '(#)', '']);
  });
});
