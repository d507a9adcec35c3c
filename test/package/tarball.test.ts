import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entryPoints } from '../../entry-points.ts';
import { linksOf } from '../docs/markdown-links.ts';
import { sized } from '../size.ts';
import { output, pack, packElsewhere, root, type Tarball, temporaryFolder, tool } from './tarball.ts';

let folder: string;
let tarball: Tarball;
/** The tarball, unpacked. */
let contents: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  tarball = await pack(root, join(folder, 'first'));
  contents = join(folder, 'package');
  await mkdir(contents);
  await output(folder, 'tar', '-xzf', tarball.file);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const isCode = (file: string) => file.startsWith('dist/');

/** What files weigh packed, in bytes. */
async function weight(files: readonly string[]): Promise<number> {
  return gzipSync(Buffer.concat(await Promise.all(files.map((file) => readFile(join(contents, file))))), { level: 9 })
    .length;
}

describe('the tarball', () => {
  test('holds every entry point in both formats with types, and the licence texts', () => {
    const entryFiles = Object.keys(entryPoints).flatMap((entryPoint) =>
      ['js', 'cjs', 'd.ts', 'd.cts'].map((ending) => `dist/${entryPoint}.${ending}`),
    );
    expect(tarball.files).toEqual(
      expect.arrayContaining([
        ...entryFiles,
        'dist/cli.js',
        'dist/statement-worker.cjs',
        'dist/THIRD-PARTY.txt',
        'LICENSE',
      ]),
    );
  });

  test('holds the guides with their diagrams, the decisions and the examples', async () => {
    const guides = (await readdir(join(root, 'docs')))
      .filter((name) => name.endsWith('.md') && name !== 'index.md')
      .map((name) => `docs/${name}`);
    const papers = [
      'README.md',
      'CHANGELOG.md',
      'CONTRIBUTING.md',
      'SECURITY.md',
      'docs/decisions/README.md',
      'docs/diagrams/debit.svg',
      'examples/README.md',
      'examples/first-loan.ts',
    ];
    expect(guides.length).toBeGreaterThan(10);
    expect(tarball.files).toEqual(expect.arrayContaining([...guides, ...papers]));
  });

  test('holds nothing but the build and its papers', () => {
    const code = /^dist\/[^/]+\.(js|cjs|d\.ts|d\.cts|txt|json)$/;
    const papers =
      /^(docs\/[^/]+\.md|docs\/(code|decisions|diagrams)\/.+|examples\/.+|[A-Z]+\.md|LICENSE|package\.json)$/;
    expect(tarball.files.filter((file) => !code.test(file) && !papers.test(file))).toEqual([]);
    expect(
      tarball.files.filter((file) =>
        /node_modules|package-lock|__pycache__|\.pytest_cache|.\/dist\/|\.(tgz|log|env|pem|key|db|map)$/.test(file),
      ),
    ).toEqual([]);
  });

  // Decision 016. Two formats of every entry point and of its declarations, with the whole platform, the test kit, the stores and the reader of statements; and what one reads of it.
  test('stays small: code and papers each within their budget', async () => {
    expect(await weight(tarball.files.filter(isCode))).toBeLessThan(1_530_000);
    expect(await weight(tarball.files.filter((file) => !isCode(file)))).toBeLessThan(286_000);
    expect(tarball.size).toBeLessThan(1_970_000);
  });

  // Builds twice more, so by `npm run test:all` alone.
  test.runIf(sized(0, 1) === 1)(
    'comes out the same to the byte from a clone that was worked in, under another umask, time zone and language, by npm pack alone',
    {
      timeout: 600_000,
    },
    async () => {
      const second = await packElsewhere(join(folder, 'second'));
      expect(second.files).toEqual(tarball.files);
      expect(second.sha256, 'differs: is dist older than src?').toBe(tarball.sha256);
    },
  );

  test('passes publint and attw', async () => {
    await tool(folder, 'publint', 'run', tarball.file, '--strict');
    await tool(folder, 'attw', tarball.file);
  });

  test('mentions no type of a dependency in its declarations', async () => {
    for (const file of tarball.files.filter((name) => /\.d\.c?ts$/.test(name))) {
      const text = await readFile(join(contents, file), 'utf8');
      expect(
        text.match(/["'](zod|undici|undici-types|form-data|p-retry|@fastify\/busboy|commander)(\/[^"']*)?["']/g),
        file,
      ).toBeNull();
    }
  });

  test('has an end for every link of its papers, so that they can be read offline', () => {
    const papers = tarball.files.filter((file) => file.endsWith('.md'));
    const links = papers.flatMap((paper) => linksOf(join(contents, paper)).map(({ target }) => ({ paper, target })));
    // The sources and the pictures of pages are for those who have the repository: they would make the package larger.
    const within = links.filter(({ target }) => !/^([a-z][a-z\d+.-]*:|#|(\.\.\/)+src\/|pictures\/)/i.test(target));
    const lost = within.filter(
      ({ paper, target }) => !existsSync(join(contents, posix.dirname(paper), target.split('#')[0] ?? '')),
    );
    expect(within.length).toBeGreaterThan(50);
    expect(lost).toEqual([]);
  });
});
