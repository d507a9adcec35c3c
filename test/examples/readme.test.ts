import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const readme = readFileSync('examples/README.md', 'utf8');
const programs = readdirSync('examples').filter((name) => name !== 'README.md' && name !== 'node_modules');

test.each(programs)('the table of examples leads to %s', (name) => {
  expect(readme).toMatch(new RegExp(`^\\| .*\\[${name}/?\\]\\(${name}(/[^)]+)?\\)`, 'm'));
});

/** Of 'repaykit/testing' and '@hono/node-server' what npm installs. */
const packageOf = (specifier: string) => specifier.match(/^(@[^/]+\/)?[^/]+/)?.[0] ?? specifier;

test('says of every package that a program imports that it has to be installed', () => {
  const sources = readdirSync('examples', { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.(ts|js)$/.test(name) && !/node_modules|dist\//.test(name),
  );
  // Behind `from` and in `import()`; a name with a scope also where it stands alone, as TypeScript must not see every import.
  const specifiers = sources.flatMap((name) => [
    ...readFileSync(join('examples', name), 'utf8').matchAll(/\b(?:from |import\()'([^'.]+)'|'(@[a-z-]+\/[a-z-]+)'/g),
  ]);
  const packages = new Set(
    specifiers.map(([, from = '', scoped = '']) => packageOf(from || scoped)).filter((name) => !isBuiltin(name)),
  );
  expect([...packages]).toEqual(
    expect.arrayContaining(['express', '@hono/node-server', '@electric-sql/pglite', 'esbuild']),
  );
  const installed = /## From the installed package\n(.*?)(?:\n## |$)/s.exec(readme)?.[1] ?? '';
  expect([...packages].filter((name) => name !== 'repaykit' && !installed.includes(name))).toEqual([]);
});
