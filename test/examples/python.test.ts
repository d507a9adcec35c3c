import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { isFull } from '../size.ts';

const hasPytest = isFull && spawnSync('python3', ['-m', 'pytest', '--version'], { stdio: 'ignore' }).status === 0;

test.runIf(hasPytest)('pytest passes every test of the example', () => {
  const args = ['-m', 'pytest', '-p', 'no:cacheprovider', '-q', 'examples/python'];
  const env = { ...process.env, REPAYKIT: `${process.execPath} dist/cli.js`, PYTHONDONTWRITEBYTECODE: '1' };
  const { status, stdout, stderr } = spawnSync('python3', args, { encoding: 'utf8', env });
  expect([status, stderr], stdout).toEqual([0, '']);
  expect(stdout).toMatch(/^8 passed/m);
});
