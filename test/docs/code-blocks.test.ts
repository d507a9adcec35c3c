import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { blocksOf, guides, sourceText } from './code-blocks.ts';

const programs = guides
  .flatMap(blocksOf)
  .filter(({ language }) => /^(ts|tsx|mts|js|jsx|mjs|cjs|typescript|javascript)$/.test(language));

describe('the code in the guides', () => {
  test('is there', () => expect(programs.length).toBeGreaterThan(20));

  test.each(programs)('$guide:$line shows what stands in $source', ({ source, text }) => {
    expect(source, 'name the file behind the language, as in ```ts docs/code/debits.ts#ask').toMatch(
      /^(examples|docs\/code)\//,
    );
    expect(text).toBe(sourceText(source));
  });

  test('shows something of every program that is there for it', () => {
    const shown = new Set(programs.map(({ source }) => source.split('#')[0]));
    expect(readdirSync('docs/code').filter((name) => name !== 'README.md' && !shown.has(`docs/code/${name}`))).toEqual(
      [],
    );
  });
});
