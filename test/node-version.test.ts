import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeOldNode, LOWEST_NODE } from '../src/node-version.ts';

test('the lowest Node.js is the one that package.json declares', () => {
  expect(JSON.parse(readFileSync('package.json', 'utf8')).engines.node).toBe(`>=${LOWEST_NODE}`);
});

test.each(['0.12.18', '16.20.2', '18.20.8', '20.9.0', '20.18.0', '20.18.0-nightly'])(
  'Node.js %s is refused in one line',
  (node) => {
    expect(describeOldNode({ node })).toBe(
      `repaykit needs Node.js 20.18.1 or later, and this is Node.js ${node}: install a newer version from https://nodejs.org or with your version manager`,
    );
  },
);

test.each([
  [{ node: '20.18.1' }],
  [{ node: '20.19.0' }],
  [{ node: '22.0.0' }],
  [{ node: '27.0.0-nightly2026' }],
  [{ node: 'unknown' }],
  [{ node: '18.15.0', bun: '1.0.0' }],
  [{ node: '20.11.1', deno: '1.46.0' }],
  [{}],
  [undefined],
])('%j is not refused', (versions) => {
  expect(describeOldNode(versions)).toBeUndefined();
});
