import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';

const guides = JSON.parse(readFileSync('docs/.vitepress/guides.json', 'utf8')) as readonly {
  readonly title: string;
  readonly files: readonly string[];
}[];

/** A line of the index: the guide's heading, and what its first sentence says it is for. */
function lineOf(file: string): string {
  const text = readFileSync(file, 'utf8');
  const named = /^# (.+)$/m.exec(text)?.[1];
  const heading = named ?? (file === 'examples/README.md' ? 'Examples' : posix.basename(file, '.md'));
  const paragraph =
    text
      .slice(named === undefined ? 0 : text.indexOf(named) + named.length)
      .trim()
      .split(/\n\n/)[0] ?? '';
  const [, sentence = ''] = /^([^#|<>-].*?[.:])(\s|$)/.exec(paragraph.replace(/\s+/g, ' ')) ?? [];
  const purpose = sentence.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1').replace(/:$/, '.');
  return `- [${heading}](${posix.relative('docs', file)})${purpose && purpose.length < 220 ? `: ${purpose}` : ''}`;
}

// After a change: npx vitest run test/docs/site-index.test.ts -u
test('the index of the guides has all of them, in the order of the site', async () => {
  const parts = guides.map(({ title, files }) => {
    const lines = files.filter((file) => file !== 'docs/README.md').map(lineOf);
    return `## ${title}\n\n${lines.join('\n')}\n`;
  });
  const head =
    'Every guide, in the order in which they are read. `npm run docs` builds them, with the API, into one searchable site in `docs/site`.';
  await expect(`# Guides\n\n${head}\n\n${parts.join('\n')}`).toMatchFileSnapshot('../../docs/README.md');
});

test('the navigation has every guide once', () => {
  const listed = guides.flatMap(({ files }) => files);
  const found = readdirSync('docs').filter((name) => name.endsWith('.md') && name !== 'index.md');
  expect(listed.filter((file) => /^docs\/[^/]+$/.test(file)).sort()).toEqual(
    found.map((name) => `docs/${name}`).sort(),
  );
  expect(new Set(listed).size).toBe(listed.length);
});
