import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { guides } from './code-blocks.ts';

const glossary = readFileSync('docs/glossary.md', 'utf8');

/** The rows of one table of the glossary. */
const wordsUnder = (heading: string) =>
  (glossary.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => /^\| (?!Term |Word )/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, word = '', meaning = '']) => ({ word, meaning }));

const service = wordsUnder('Terms of the service');
const ours = wordsUnder('Our words');

const prose = guides
  .filter((guide) => guide !== 'docs/glossary.md')
  .map((guide) => readFileSync(guide, 'utf8').toLowerCase());

describe('the glossary', () => {
  test.each([service, ours])('goes by the alphabet, each word once and with one meaning on one line', (...words) => {
    const sorted = words.map(({ word }) => word.toLowerCase());
    expect(sorted).toEqual([...new Set(sorted)].sort());
    for (const { word, meaning } of words) expect([word, meaning]).toEqual([word, expect.stringMatching(/[.\d…]$/)]);
  });

  test('explains a word in one place', () => {
    const words = [...service, ...ours].map(({ word }) => word);
    expect(words).toEqual([...new Set(words)]);
    expect(service.length).toBeGreaterThan(30);
  });

  test('needs few words of its own', () => expect(ours.length).toBeLessThanOrEqual(25));

  // A once key is an option in the guides.
  test.each([...service, ...ours])('$word is a word of a guide', ({ word }) => {
    const [stem = ''] = word
      .toLowerCase()
      .replace('once key', '`once`')
      .split(/(?<=\w)y$/);
    expect(prose.some((text) => text.includes(stem))).toBe(true);
  });

  test.each(
    'account attempt breakdown BVN cascade checkpoint consent debit duty evidence instalment intent lease mandate outbox outcome parked payer quarantine stage tenure world'.split(
      ' ',
    ),
  )('%s is explained', (word) => expect([...service, ...ours].some((each) => each.word === word)).toBe(true));

  test('says what the sections in errors and guides refer to', () =>
    expect(glossary).toMatch(/^## The specification\n\n\*Spec §n\.n\*/m));
});
