import { readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { blocksOf, guides, sourceText } from './code-blocks.ts';
import { linksOf } from './markdown-links.ts';

const blocks = guides.flatMap(blocksOf);
const programs = blocks.filter(({ language }) =>
  /^(ts|tsx|mts|js|jsx|mjs|cjs|typescript|javascript|python)$/.test(language),
);
const others = blocks.filter(({ language, source }) => language === 'json' && source !== '');

describe('the code in the guides', () => {
  test('is there', () => expect(programs.length).toBeGreaterThan(20));

  test.each(programs)('$guide:$line shows what stands in $source', ({ source, text }) => {
    expect(source, 'name the file behind the language, as in ```ts docs/code/debits.ts#ask').toMatch(
      /^(examples|docs\/code)\//,
    );
    expect(text).toBe(sourceText(source));
  });

  test.each(others)('$guide:$line shows what stands in $source', ({ source, text }) => {
    expect(text).toBe(sourceText(source));
  });

  test('shows something of every program that is there for it, or links to it', () => {
    const linked = guides.flatMap((guide) => linksOf(guide).map(({ target }) => posix.join('docs', target)));
    const shown = new Set([...[...programs, ...others].map(({ source }) => source.split('#')[0]), ...linked]);
    expect(readdirSync('docs/code').filter((name) => name !== 'README.md' && !shown.has(`docs/code/${name}`))).toEqual(
      [],
    );
  });
});
