import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
// The tests that the guides have their readers write; vitest takes them from there.
import '../../docs/code/getting-started-test.mts';

/** As a reader runs it, on the built package. */
const run = (...words: string[]) => spawnSync(process.execPath, words, { encoding: 'utf8', timeout: 120_000 });

test('the first program prints what the guide says', () => {
  const { status, stdout } = run('--import', './examples/typescript.js', 'docs/code/getting-started.ts');
  expect(status).toBe(0);
  const guide = readFileSync('docs/getting-started.md', 'utf8');
  expect(stdout).toBe(/^```text\n([\s\S]*?)^```$/m.exec(guide)?.[1]);
});

test('the program with require runs and prints nothing', () => {
  const { status, stdout, stderr } = run('docs/code/getting-started-cjs.cjs');
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
});

test('the test for node:test passes', () => {
  const { status, stdout } = run('--test', '--test-reporter=tap', 'docs/code/testing-node.mjs');
  expect(stdout).toMatch(/^# pass 1$/m);
  expect(status).toBe(0);
});
