import { expect, test } from 'vitest';
import { paintWith, textTable } from '../../src/cli/terminal/terminal-text.ts';

const plain = paintWith(false);

test('a table aligns its columns and ends no line with blanks', () => {
  const rows = [
    ['a', { text: '₦5.00', isRight: true }, ''],
    ['bcd', { text: '₦50.00', isRight: true }, 'x'],
  ];
  expect(textTable(rows, plain, ['name', 'amount'])).toBe('  name  amount\n  a      ₦5.00\n  bcd   ₦50.00  x\n');
});

test('a table aligns what is drawn over more or fewer cells than it has letters', () => {
  expect(
    textTable(
      [
        ['漢', 'x'],
        ['Ọ̀ṣun', 'y'],
      ],
      plain,
    ),
  ).toBe('  漢    x\n  Ọ̀ṣun  y\n');
});

test('a head stands where its column does', () => {
  expect(textTable([[{ text: '12', isRight: true }]], plain, [{ text: 'n', isRight: true }])).toBe('   n\n  12\n');
});

test('a table without rows is nothing, also with a head', () => {
  expect(textTable([], plain, ['name'])).toBe('');
});

test('colours change nothing about the columns', () => {
  const rows = [
    [{ text: 'ok', colour: 'green' as const }, 'x'],
    ['failed', 'y'],
  ];
  const bare = textTable(rows, paintWith(true)).replaceAll(new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g'), '');
  expect(bare).toBe(textTable(rows, plain));
});
