import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { entryPoints } from '../entry-points.ts';
import { filesBelow } from './architecture/source.ts';

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

  test('has its own version at the top of the change log', () => {
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

/**
 * Retired words, and what replaces them. A word that is also plain English is here only in the form that was retired.
 * Names are read word by word, too: `toldBefore` is `told before`.
 */
const retired: readonly (readonly [word: RegExp, instead: string])[] = [
  [/doors?/, 'entry points (package), endpoints (server)'],
  [/skins?/, 'adapters'],
  [/un(heard|told)|hear(s|d|ing|ings)?|doorbell|rang|ringing/, 'sync, sync request, notification'],
  [/[a-z]\w*News|news[A-Z]\w*|pieces? of news/, 'state change'],
  [/told|tells? (amount|day|one loan)|tellers?/, 'notified, notifier; describe, report'],
  [/(in|own) turn|wrong-?values?/, 'mutex, rate limiter; describe…Problem'],
  [/held work|let go|give back|put off/, 'lease, release, requeue, defer'],
  [/lanes|shelf|shelves|desk|errands?|ears?/, 'concurrency limiter, store, queue, delivery job, recorder'],
  [/struck|troubled|breath|patien(t|ce)|rhythm/, 'faulted, faulty, tick, timeout, schedule'],
  [/mend(s|ed|ing)?/, 'fix'],
  [/not right|(go(es|ing|ne)?|went) wrong/, 'is invalid, fails'],
  [/whoever|nobody/, 'the caller, no one'],
  [/what (came|comes) of|(is|are|was|were) there to|wants/, 'the result of; exists for; needs'],
  [/meanings/, 'descriptions'],
  [/surroundings|circumstances?/, 'context'],
];

/** Texts with such a word that stay, and why. */
const kept: Readonly<Record<string, string>> = {
  'closure-is-told': 'the public name of a rule',
  'mend-report': 'the public name of a duty, stored in loan files',
  isTold: 'a public field of reports',
  toldElsewhere: 'hashed into the keys of stored deliveries',
  'told-elsewhere': 'part of stored deliveries',
  DeclineCircumstances: 'a former name, in the change log',
  unheardForMs: 'a former name, in the change log',
  'instalments-heard': 'a former name, in the change log',
  StruckBy: 'a former name, in the change log',
  '-- Whoever takes the same label waits here': 'in the text of a migration',
  '-- A claim that nobody has ended': 'in the text of a migration',
  'is 0 while nobody holds': 'in the text of migrations',
  'error occurred|went wrong|exception': 'what services say',
  'Out-patient': 'of hospitals',
  'status|teller|currency': 'the title of a column in statements',
  'y(ears?)?': 'a unit of time',
};

describe('the words', () => {
  const isRead = (path: string) => /\.(ts|js|md)$/.test(path);
  const papers = ['CHANGELOG.md', 'CONTRIBUTING.md', 'README.md', ...filesBelow('src'), ...filesBelow('examples')];
  const lines = papers.filter(isRead).flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .map((text, at) => ({ place: `${path}:${at + 1}`, text })),
  );
  const names = [...filesBelow('src'), ...filesBelow('test')].map((path) => ({ place: path, text: path }));
  const inWords = (text: string) => text.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();

  test('are the ones in use', () => {
    const found = [...lines, ...names].flatMap(({ place, text }) => {
      const rest = Object.keys(kept).reduce((left, each) => left.replaceAll(each, ''), text);
      const forms = [rest, inWords(rest), inWords(rest).replaceAll('-', ' ')].join('\n');
      return retired.flatMap(([word, instead]) => {
        const [used] = forms.match(new RegExp(`\\b(?:${word.source})\\b`)) ?? [];
        return used === undefined ? [] : [`${place}: ${used} → ${instead}`];
      });
    });
    expect(found).toEqual([]);
  });
});
