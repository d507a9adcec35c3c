import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { doors } from '../../doors.ts';
import { buildCopy, pack, root, type Tarball, temporaryFolder, tool } from './tarball.ts';

let folder: string;
let tarball: Tarball;

beforeAll(async () => {
  folder = await temporaryFolder();
  tarball = await pack(root, join(folder, 'first'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the tarball', () => {
  test('holds every door in both formats with types, and the licence texts', () => {
    const doorFiles = Object.keys(doors).flatMap((door) => ['js', 'cjs', 'd.ts', 'd.cts'].map((ending) => `dist/${door}.${ending}`));
    expect(tarball.files).toEqual(expect.arrayContaining([...doorFiles, 'dist/cli.js', 'dist/THIRD-PARTY.txt', 'LICENSE', 'README.md', 'CHANGELOG.md']));
  });

  test('holds nothing but the build and its papers', () => {
    expect(tarball.files.filter((file) => !/^(dist\/[^/]+\.(js|cjs|d\.ts|d\.cts|txt)|LICENSE|README\.md|CHANGELOG\.md|package\.json)$/.test(file))).toEqual([]);
  });

  // Two formats of every door, and of the declarations; the whole platform with its test kit and command line is in it, stores, worker and evidence,
  // and the reader of statements with its thread.
  test('stays small', () => {
    expect(tarball.size).toBeLessThan(1_200_000);
  });

  test('comes out the same to the byte from a second build', async () => {
    await buildCopy(join(folder, 'copy'));
    const second = await pack(join(folder, 'copy'), join(folder, 'second'));
    expect(second.sha256, 'differs: is dist older than src?').toBe(tarball.sha256);
  });

  test('passes publint and attw', async () => {
    await tool(folder, 'publint', 'run', tarball.file, '--strict');
    await tool(folder, 'attw', tarball.file, '--profile', 'node16');
  });

  test('mentions no type of a dependency in its declarations', async () => {
    for (const file of tarball.files.filter((name) => /\.d\.c?ts$/.test(name))) {
      const text = await readFile(join(root, file), 'utf8');
      expect(text.match(/["'](zod|undici|undici-types|form-data|p-retry|@fastify\/busboy|commander)(\/[^"']*)?["']/g), file).toBeNull();
    }
  });
});
