import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';

/** The files of src/wire that a file loads when it is imported, itself included. */
function loadedBy(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, target] of read(file).matchAll(/^import (?!type )[^;]*? from '(\.[^']+)'/gms)) {
    const path = posix.join(posix.dirname(file), String(target));
    if (!path.startsWith('..')) loadedBy(path, seen);
  }
  return seen;
}

const folder = new URL('../../src/wire/', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, folder), 'utf8');
const loadsZod = (file: string) =>
  [...loadedBy(file)].some((loaded) => /^import \* as z from 'zod\/mini'/m.test(read(loaded)));

describe('what a process pays for', () => {
  test.each([
    ...readdirSync(new URL('types/', folder)).map((file) => `types/${file}`),
    'webhooks/webhook-types.ts',
    'shapes/shape-issues.ts',
    'credentials.ts',
    'envelope.ts',
    'request-target.ts',
  ])('%s does not load the shapes', (file) => expect(loadsZod(file)).toBe(false));

  test('the table does', () => expect(loadsZod('operations.ts')).toBe(true));
});
