import { describe, expect, test } from 'vitest';
import { displayWidth, fitText } from '../../src/cli/terminal/terminal-text.ts';

describe('a text takes as many cells as it is drawn over', () => {
  test.each([
    ['', 0],
    ['NIP/ADA', 7],
    ['₦5', 2],
    ['Ọ̀ṣun', 4],
    ['漢字', 4],
    ['🎉', 2],
    ['👩‍👩‍👧', 2],
    ['a\u200bb', 2],
  ])('%s', (text, width) => expect(displayWidth(text)).toBe(width));
});

describe('a text is fitted', () => {
  const fitted = (text: string, width: number, lines = 3) => fitText(text, { width, lines, mark: '…' });

  test('between words', () => expect(fitted('TRANSFER TO ADA FOR RENT', 12)).toEqual(['TRANSFER TO', 'ADA FOR RENT']));
  test('within a word that is longer than a line', () =>
    expect(fitted('NIP/000013/ADA/RENT', 10)).toEqual(['NIP/000013', '/ADA/RENT']));
  test('by leaving out what no line has room for', () =>
    expect(fitted('one two three four', 5, 2)).toEqual(['one', 'two…']));
  test('not at all where it fits', () => expect(fitted('one', 3, 1)).toEqual(['one']));
  test('into a column of any narrowness', () => expect(fitted('漢字', 1, 9)).toEqual(['漢', '字']));
  test('where lines may be of any length', () =>
    expect(fitted('x'.repeat(600), Number.POSITIVE_INFINITY)).toHaveLength(1));
});
