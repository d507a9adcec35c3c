import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from './tarball.ts';

/** Licences that ask for no more than their text to travel along. */
const permissive = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', '0BSD', 'BlueOak-1.0.0'];

interface Manifest {
  readonly license?: string;
  readonly dependencies?: Record<string, string>;
}
const manifestOf = (name: string): Manifest =>
  JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'));

/** Packages, and all that comes along with them, by name. */
function withTheirs(names: readonly string[]): string[] {
  const found = new Set<string>();
  const visit = (name: string) => {
    if (found.has(name)) return;
    found.add(name);
    Object.keys(manifestOf(name).dependencies ?? {}).forEach(visit);
  };
  names.forEach(visit);
  return [...found].sort();
}

const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const notices = readFileSync(join(root, 'dist/THIRD-PARTY.txt'), 'utf8');
const bundled = withTheirs(['zod', 'p-retry', 'undici', 'preact']);

describe('the licences', () => {
  test.each([...withTheirs(Object.keys(own.dependencies)), ...bundled])('%s may be used by everyone', (name) => {
    expect(permissive).toContain(manifestOf(name).license);
  });

  test('of what is bundled travel along, word for word, and no others', () => {
    expect(bundled).toEqual(['is-network-error', 'p-retry', 'preact', 'undici', 'zod']);
    const sections = notices.split(/\n-{80}\n\n/);
    expect(sections.map((section) => section.split('\n')[0]).sort()).toEqual(bundled);
    for (const section of sections) expect(section).toContain('Permission is hereby granted, free of charge');
  });
});
