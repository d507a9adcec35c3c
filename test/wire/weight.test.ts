import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** The files of src/wire that a file loads when it is imported, itself included. */
function loadedBy(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, target] of read(file).matchAll(/^import (?!type )[^;]*? from '\.\/([^']+)'/gms))
    loadedBy(String(target), seen);
  return seen;
}

const read = (file: string) => readFileSync(new URL(`../../src/wire/${file}`, import.meta.url), 'utf8');
const loadsZod = (file: string) =>
  [...loadedBy(file)].some((loaded) => /^import \* as z from 'zod'/m.test(read(loaded)));

describe('what a process pays for', () => {
  test.each([
    ...readdirSync(new URL('../../src/wire', import.meta.url)).filter((file) => file.endsWith('-types.ts')),
    'credentials.ts',
    'envelope.ts',
    'request-target.ts',
    'shape-issues.ts',
  ])('%s does not load the shapes', (file) => expect(loadsZod(file)).toBe(false));

  test('the table does', () => expect(loadsZod('operations.ts')).toBe(true));
});
