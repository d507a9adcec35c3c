import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readSources } from '../architecture/source.ts';

const guide = readFileSync('docs/compliance.md', 'utf8');

/** Where merchants meet rules; the reference server and the test kit have some of their own. */
const merchantsSide = /^src\/(domain|client|loan-file|evidence|worker|stores)\//;
const named = /(?:refused|shut|rule)\(\s*'([a-z]+(?:-[a-z]+)+)'|rule: '([a-z]+(?:-[a-z]+)+)'/g;
const rules = new Set(
  readSources('src')
    .filter(({ path }) => merchantsSide.test(path))
    .flatMap(({ path }) => [...readFileSync(path, 'utf8').matchAll(named)].map((match) => match[1] ?? match[2] ?? '')),
);

const rows = guide
  .slice(guide.indexOf('## All rules'))
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
  .map(([, rule = '', section = '', , , triedIn = '']) => ({ rule, section, triedIn }));

describe('the table of rules', () => {
  test('holds every rule of the source, once, and no other', () => {
    expect(rules.size).toBeGreaterThan(50);
    expect(rows.map(({ rule }) => rule).sort()).toEqual([...rules].sort());
  });

  // The rules of the sequence are tried as one table, stage by stage.
  test.each(rows)('$rule names its section and a test that tries it', ({ rule, section, triedIn }) => {
    expect(section).toMatch(/^(§\d(\.\d+)?(, §\d(\.\d+)?)*|of the duty)$/);
    expect(existsSync(triedIn)).toBe(true);
    if (triedIn !== 'test/domain/loan/stages.test.ts') expect(readFileSync(triedIn, 'utf8')).toContain(`'${rule}'`);
  });

  test('names only rules and duties that exist', () => {
    const codes = readFileSync('src/domain/loan/duties/duty.ts', 'utf8');
    const practices = guide.slice(guide.indexOf('## The seven'), guide.indexOf('## Consent taken back'));
    const words = [...practices.matchAll(/`([a-z]+(?:-[a-z]+)+)`/g)].map(([, word = '']) => word);
    expect(words.filter((word) => !rules.has(word) && !codes.includes(`'${word}'`))).toEqual([]);
  });

  test('has an answer to each of the seven practices', () => {
    const practices = guide
      .slice(guide.indexOf('| practice |'), guide.indexOf('## Consent taken back'))
      .trim()
      .split('\n')
      .slice(2);
    expect(practices).toHaveLength(7);
    for (const practice of practices)
      expect(
        practice
          .split('|')
          .every((cell, index, { length }) => index === 0 || index === length - 1 || cell.trim() !== ''),
      ).toBe(true);
  });
});
