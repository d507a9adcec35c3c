import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const readme = readFileSync('examples/README.md', 'utf8');
const programs = readdirSync('examples').filter((name) => name !== 'README.md' && name !== 'node_modules');

test.each(programs)('the table of examples leads to %s', (name) => {
  expect(readme).toMatch(new RegExp(`^\\| .*\\[${name}/?\\]\\(${name}\\)`, 'm'));
});
