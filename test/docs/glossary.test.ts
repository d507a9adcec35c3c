import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { guides } from './code-blocks.ts';

const words = readFileSync('docs/glossary.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| word |'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, word = '', meaning = '']) => ({ word, meaning }));

const prose = guides
  .filter((guide) => guide !== 'docs/glossary.md')
  .map((guide) => readFileSync(guide, 'utf8').toLowerCase());

describe('the glossary', () => {
  test('goes by the alphabet, each word once and with one meaning on one line', () => {
    const sorted = words.map(({ word }) => word.toLowerCase());
    expect(sorted).toEqual([...new Set(sorted)].sort());
    expect(words.length).toBeGreaterThan(80);
    for (const { word, meaning } of words) expect([word, meaning]).toEqual([word, expect.stringMatching(/[.\d`…]$/)]);
  });

  // "To place" is used in all its forms, a once key as an option.
  test.each(words)('$word is a word of a guide', ({ word }) => {
    const [stem = ''] = word
      .toLowerCase()
      .replace('once key', '`once`')
      .split(/(?<=\w)y$/);
    expect(prose.some((text) => text.includes(stem))).toBe(true);
  });

  test.each(
    'account attempt breakdown BVN cascade checkpoint commitment consent debit duty evidence gate hint instalment intent lease mandate news outbox parked payer quarantine stage tenure unknown world'.split(
      ' ',
    ),
  )('%s is explained', (word) => expect(words.some((each) => each.word === word)).toBe(true));
});
