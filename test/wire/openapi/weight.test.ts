import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { doors } from '../../../doors.ts';

/** The files that are loaded with a file: what it imports, and what that imports; types and what is imported on demand cost nothing. */
function loadedWith(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file) || !existsSync(file)) return seen;
  seen.add(file);
  for (const [, target] of readFileSync(file, 'utf8').matchAll(
    /^(?:import|export) (?!type )[^;]*?from '(\.[^']+)'/gms,
  )) {
    loadedWith(posix.join(posix.dirname(file), String(target)), seen);
  }
  return seen;
}

const ofContract = (files: Iterable<string>) => [...files].filter((file) => file.startsWith('src/wire/openapi/'));

test.each([...Object.values(doors), 'src/cli/main.ts'])('%s loads nothing of the contract', (file) => {
  expect(ofContract(loadedWith(file))).toEqual([]);
});

test('the command does, when it is called', () => {
  expect(ofContract(loadedWith('src/cli/openapi/print-openapi.ts')).length).toBeGreaterThan(10);
});
