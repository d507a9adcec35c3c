import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { entryPoints } from '../../../entry-points.ts';

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

const ofDocument = (file: string) =>
  [...loadedWith(file)].filter((each) => each.startsWith('build/') || each === 'src/wire/openapi.ts');

test.each([...Object.values(entryPoints), 'src/cli/main.ts'])('%s loads nothing of the document', (file) => {
  expect(ofDocument(file)).toEqual([]);
});

test('what compares with it does, when it is called', () => {
  expect(ofDocument('src/cli/drift/run-drift.ts')).toEqual(['src/wire/openapi.ts']);
});
