import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as errors from '../../src/errors.ts';

const guide = readFileSync('docs/errors.md', 'utf8');
const declared = readFileSync('src/repaykit-error.ts', 'utf8');

// The codes are a type, so they are read from where they are declared.
const codes = [...declared.slice(declared.indexOf('export type ErrorCode'), declared.indexOf('/** What an error knows')).matchAll(/'([a-z_]+)'/g)].map(
  (match) => match[1] as string,
);

it.each(codes)('the guide to errors tells the cause and the mend of %s', (code) => {
  expect(
    guide
      .split('\n')
      .find((line) => line.startsWith('|') && line.includes(`\`${code}\``))
      ?.split('|'),
  ).toHaveLength(6);
});

it('there are as many codes as the guide has, and every class is named', () => {
  expect(codes).toHaveLength(24);
  for (const name of Object.keys(errors).filter((key) => key.endsWith('Error') && key !== 'RepayKitError')) expect(guide).toContain(`\`${name}\``);
});
