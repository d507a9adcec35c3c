import { expect, test } from 'vitest';
import { RowPlaces } from '../../../src/statements/integrity/row-places.ts';
import { findUnclearText } from '../../../src/statements/integrity/unclear-text.ts';
import { entry } from '../../cli/statement/sample-statement.ts';

const line = (page: number, number: number, baseline: number) => ({ page, line: number, baseline, words: [] });
const lines = [[line(1, 1, 100), line(1, 2, 120), line(1, 3, 140)], [line(2, 1, 120)]];
const transactions = [
  entry('2024-01-01', 1, 1, { page: 1, line: 1 }),
  entry('2024-01-02', 1, 2, { page: 1, line: 3 }),
  entry('2024-01-03', 1, 3, { page: 2, line: 1 }),
];
const places = new RowPlaces(lines, { transactions });

test('text belongs to the entry at its height', () => {
  expect(places.at(1, [141, 99, 101])).toEqual([0, 1]);
  expect(places.at(2, [118])).toEqual([2]);
});

test('text between entries, or on a page without any, belongs to none', () => {
  expect(places.at(1, [120, 400])).toEqual([]);
  expect(places.at(3, [100])).toEqual([]);
  expect([places.onLine(1, 3), places.onLine(1, 2)]).toEqual([1, undefined]);
});

test('hidden figures name the entries that they touch', () => {
  const piece = { text: '680,000.00', word: '680,000.00', left: 1, right: 50, baseline: 140, size: 9, font: 'F' };
  const hidden = { ...piece, sight: 'colour', isPart: false, isReplaced: false } as const;
  const { findings } = findUnclearText([{ page: 1, pieces: [hidden] }], places);
  expect(findings).toMatchObject([{ code: 'hidden_text', page: 1, rows: [1] }]);
});
