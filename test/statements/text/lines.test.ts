import { describe, expect, test } from 'vitest';
import type { TextPiece } from '../../../src/statements/pdf/piece-places.ts';
import { isMonospaced, linesOf, wordsOf } from '../../../src/statements/text/lines.ts';

const SIZE = 10;
const piece = (text: string, left: number, right: number): TextPiece => ({
  text,
  left,
  right,
  baseline: 100,
  size: SIZE,
  font: 'F1',
});
const words = (...pieces: TextPiece[]) => wordsOf(pieces).map(({ text }) => text);

describe('the words of a line', () => {
  test('are split at blanks, each with its own place', () => {
    const [first, second] = wordsOf([piece('NIP TRANSFER', 40, 104)]);
    expect([first?.text, first?.left, second?.text]).toEqual(['NIP', 40, 'TRANSFER']);
    expect(second?.right).toBeCloseTo(104, 6);
    expect((second?.left ?? 0) - (first?.right ?? 0)).toBeGreaterThan(1);
  });

  test('stand from left to right, in whatever order they are drawn', () => {
    expect(words(piece('Balance', 200, 240), piece('Date', 40, 60), piece('Debit', 120, 150))).toEqual([
      'Date',
      'Debit',
      'Balance',
    ]);
  });

  test('of a figure that is drawn in parts are one', () => {
    expect(words(piece('1,25', 40, 58), piece('0.00', 58.4, 78))).toEqual(['1,250.00']);
    expect(words(piece('1,25', 40, 58), piece('0.00', 57.5, 78))).toEqual(['1,250.00']);
  });

  test('of single letters are one word, with the blanks between words kept', () => {
    const letters = [...'ATM'].map((letter, at) => piece(letter, 40 + 7 * at, 47 + 7 * at));
    expect(words(...letters, piece('W', 65, 74), piece('D', 74, 81))).toEqual(['ATM', 'WD']);
  });

  test('a blank apart are two', () =>
    expect(words(piece('5,000.00', 40, 80), piece('9,000.00', 82.8, 122))).toEqual(['5,000.00', '9,000.00']));

  test('that lie over each other are two', () =>
    expect(words(piece('5,000.00', 40, 80), piece('COPY', 50, 90))).toEqual(['5,000.00', 'COPY']));

  test('of an amount and its CR or DR are one figure', () => {
    expect(words(piece('1,250.00', 40, 80), piece('CR', 83, 96))).toEqual(['1,250.00 CR']);
    expect(words(piece('1,250.00 DR', 40, 96))).toEqual(['1,250.00 DR']);
    expect(words(piece('1,250.00', 40, 80), piece('OD', 83, 97))).toEqual(['1,250.00 OD']);
  });

  test('CR is a word of its own after other words, before more of them, or far off', () => {
    expect(words(piece('NIP', 40, 56), piece('CR', 59, 72))).toEqual(['NIP', 'CR']);
    expect(words(piece('1,250.00', 40, 80), piece('CR', 95, 108))).toEqual(['1,250.00', 'CR']);
    expect(words(piece('1,250.00', 40, 80), piece('CR', 83, 96), piece('TRANSFER', 99, 150))).toEqual([
      '1,250.00',
      'CR',
      'TRANSFER',
    ]);
  });

  test('are without the rules that line printers draw with letters', () => {
    expect(words(piece('+------+------+', 40, 130))).toEqual([]);
    expect(words(piece('TRF|2MPT|77', 40, 100))).toEqual(['TRF|2MPT|77']);
    expect(words(piece('-', 40, 44), piece('--', 80, 88))).toEqual(['-', '--']);
  });

  test('are without the bars of a table, but with those of a narration', () => {
    const lines = (...texts: string[]) => {
      const pieces = texts.map((text, at) => ({ ...piece(text, 40, 160), baseline: 100 + 20 * at }));
      return linesOf({ page: 1, pieces, unclear: [] }).map((line) => line.words.map(({ text }) => text).join(' '));
    };
    expect(lines('| 02-Jan | 5,000.00 |', '| 03-Jan | 7,000.00 |')).toEqual(['02-Jan 5,000.00', '03-Jan 7,000.00']);
    expect(lines('Transfer | Wema', '| food |')).toEqual(['Transfer | Wema', '| food |']);
  });

  test('stand in equal cells where a page is set in one width', () => {
    const drawn = [piece('iiii WWWW', 40, 94)];
    expect(wordsOf(drawn, true).map(({ left, right }) => [left, right])).toEqual([
      [40, 64],
      [70, 94],
    ]);
    expect(wordsOf(drawn)[1]?.left).toBeLessThan(70);
  });
});

describe('a page', () => {
  test('is set in one width where all its letters take the same room', () => {
    expect(isMonospaced([piece('iiii', 0, 24), piece('WWWWWW', 0, 36)])).toBe(true);
    expect(isMonospaced([piece('iiii', 0, 12), piece('WWWWWW', 0, 36)])).toBe(false);
    expect(isMonospaced([piece('W', 0, 8)])).toBe(false);
  });
});
