import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { entryPoints } from '../entry-points.ts';

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const manifest = read('package.json');
const lockfiles = ['.', 'examples/jest', 'test/bench', 'test/contract', 'test/examples/next-app'].map(
  (folder) => `${folder}/package-lock.json`,
);

/** Whether one alternative of a range of Node versions begins at 20 or below. */
const admitsNode20 = (range: string) =>
  range.split('||').some((part) => /^\s*(\*|\^?20\b|>=?\s*(1?\d|20)\b)/.test(part));

/** The entry of one entry point: types first, so that a resolver that stops at the first match finds them. */
function entryOf(entryPoint: string) {
  return {
    import: { types: `./dist/${entryPoint}.d.ts`, default: `./dist/${entryPoint}.js` },
    require: { types: `./dist/${entryPoint}.d.cts`, default: `./dist/${entryPoint}.cjs` },
  };
}

describe('the package', () => {
  test('opens exactly the entry points that are built', () => {
    const expected = Object.fromEntries(
      Object.keys(entryPoints).map((entryPoint) => [
        entryPoint === 'index' ? '.' : `./${entryPoint}`,
        entryOf(entryPoint),
      ]),
    );
    // As text, because the order of conditions matters.
    expect(JSON.stringify(manifest.exports, null, 2)).toBe(
      JSON.stringify({ ...expected, './package.json': './package.json' }, null, 2),
    );
  });

  test('opens them too for those who resolve as Node 10 did', () => {
    const { index: _main, ...others } = entryPoints;
    expect([manifest.main, manifest.types]).toEqual(['./dist/index.cjs', './dist/index.d.cts']);
    expect(manifest.typesVersions).toEqual({
      '*': Object.fromEntries(Object.keys(others).map((entryPoint) => [entryPoint, [`./dist/${entryPoint}.d.cts`]])),
    });
  });

  test('has no side effects, is published with provenance, and names no place that is not known', () => {
    expect(manifest.sideEffects).toBe(false);
    expect(manifest.publishConfig).toEqual({ access: 'public', provenance: true });
    for (const field of ['homepage', 'bugs', 'funding']) expect(manifest).not.toHaveProperty(field);
    // The workflow that publishes sets the repository: provenance wants the one that runs it.
    const { GITHUB_SERVER_URL, GITHUB_REPOSITORY } = process.env;
    expect([undefined, `git+${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}.git`]).toContain(manifest.repository?.url);
    expect(manifest.author).toBe('The repaykit authors');
  });

  test('documents every entry point', () => {
    expect(read('typedoc.json').entryPoints).toEqual(Object.values(entryPoints));
  });

  test('tells its change log about its own version', () => {
    const [newest] = [
      ...readFileSync('CHANGELOG.md', 'utf8').matchAll(/^## \[(.+)\] - (unreleased|\d{4}-\d{2}-\d{2})$/gm),
    ];
    expect(newest?.[1]).toBe(manifest.version);
  });

  test('carries the licence that it names', () => {
    expect(manifest.license).toBe('MIT');
    expect(readFileSync('LICENSE', 'utf8')).toMatch(/^MIT License\n\nCopyright \(c\) \d{4} The repaykit authors\n/);
  });

  test('runs nothing when it is installed', () => {
    const scripts = Object.keys(manifest.scripts);
    expect(scripts.filter((name) => /^(pre|post)?install$|^prepare$/.test(name))).toEqual([]);
  });
});

describe('the lockfile', () => {
  // npm leaves out platforms that it could not find and says nothing; `npm ci` then fails on those machines only.
  test.each(['rollup', '@biomejs/biome', 'esbuild'])('has a package of %s for every platform that it names', (name) => {
    const { packages } = read('package-lock.json');
    const found = Object.entries<{ optionalDependencies?: Record<string, string> }>(packages).filter(([path]) =>
      path.endsWith(`node_modules/${name}`),
    );
    expect(found).not.toHaveLength(0);
    for (const [, { optionalDependencies = {} }] of found) {
      const missing = Object.keys(optionalDependencies).filter(
        (platform) => !Object.keys(packages).some((path) => path.endsWith(`node_modules/${platform}`)),
      );
      expect(missing).toEqual([]);
    }
  });

  test.each(lockfiles)('in %s names nothing that refuses to run on Node 20', (path) => {
    const packages = Object.entries<{ engines?: { node?: string }; optional?: boolean }>(read(path).packages);
    const refusing = packages
      .filter(([, { engines, optional }]) => !optional && !admitsNode20(engines?.node ?? '*'))
      .map(([name]) => name);
    expect(refusing).toEqual([]);
  });
});
