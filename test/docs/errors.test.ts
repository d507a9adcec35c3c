import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { responseCategory, responseMessage } from '../../src/domain/response-codes.ts';
import * as errors from '../../src/errors.ts';

const guide = readFileSync('docs/errors.md', 'utf8');
const lines = guide.split('\n');
const declared = readFileSync('src/repaykit-error.ts', 'utf8');

// The codes are a type, so they are read from where they are declared.
const codes = [
  ...declared
    .slice(declared.indexOf('export type ErrorCode'), declared.indexOf('/** What an error knows'))
    .matchAll(/'([a-z_]+)'/g),
].map((match) => match[1] as string);
const classes = Object.keys(errors).filter((name) => name.endsWith('Error') && name !== 'RepayKitError');

describe.each(codes)('the guide to errors, of %s', (code) => {
  it('says in one row whose it is, what happened and what to do', () => {
    const cells = lines.find((line) => line.startsWith(`| [\`${code}\`](#${code}) |`))?.split(' | ');
    expect(cells).toHaveLength(4);
    expect(classes).toContain(cells?.[1]?.replaceAll('`', ''));
  });

  it('gives the cause and the fix in full', () => {
    const section = guide.split(`\n### ${code}\n`)[1]?.split(/\n##/)[0] ?? '';
    expect(section.split('**Mend.**').map((part) => part.trim().length > 20)).toEqual([true, true]);
  });
});

it('the guide to errors has every code, class and property', () => {
  expect(codes).toHaveLength(24);
  expect(lines.filter((line) => line.startsWith('### ')).sort()).toEqual(codes.map((code) => `### ${code}`).sort());
  for (const name of classes) expect(guide).toContain(`\`${name}\``);
  for (const name of ['name', 'code', ...Object.keys(new errors.ConflictError('x').toJSON())])
    expect(guide).toContain(`\`${name}\``);
});

it('the guide to errors groups the codes of banks as the client does', () => {
  const listed = lines.flatMap((line) => {
    const [, category, row = ''] = /^\| `([a-z-]+)` \| (`\w\w` .*) \|$/.exec(line) ?? [];
    return [...row.matchAll(/`(\w\w)` ([^·]+?)(?: ·|$)/g)].map(([, code = '', message]) => ({
      category,
      code,
      message,
    }));
  });
  expect(listed.length).toBeGreaterThan(30);
  for (const { category, code, message } of listed)
    expect([code, category, message]).toEqual([code, responseCategory(code), responseMessage(code)]);
});
