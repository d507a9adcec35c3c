import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const guide = readFileSync('docs/security.md', 'utf8');
const supply = guide.slice(guide.indexOf('## Dependencies')).replace(/\s+/g, ' ');
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, { dependencies?: Record<string, string>; hasInstallScript?: boolean }>;
};

/** Everything that is installed with the package: its dependencies and theirs, without peers. */
function installed(): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (names: readonly string[]) => {
    for (const name of names) {
      if (found.has(name)) continue;
      found.add(name);
      visit(Object.keys(packages[`node_modules/${name}`]?.dependencies ?? {}));
    }
  };
  visit(Object.keys(manifest.dependencies));
  return found;
}

test('the guide to security names every dependency at run time, every optional peer, and how many come along', () => {
  const direct = Object.keys(manifest.dependencies);
  expect(supply).toContain('Four packages at run time');
  expect(direct).toHaveLength(4);
  for (const name of [...direct, ...Object.keys(manifest.peerDependencies)]) expect(supply).toContain(`\`${name}\``);
  expect(supply).toContain(`${installed().size} packages are installed beside this one`);
});

test('none of them runs anything when it is installed', () => {
  expect([...installed()].filter((name) => packages[`node_modules/${name}`]?.hasInstallScript)).toEqual([]);
});
