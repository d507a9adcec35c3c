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
    .slice(declared.indexOf('export type ErrorCode'), declared.indexOf('export interface ErrorFacts'))
    .matchAll(/'([a-z_]+)'/g),
].map((match) => match[1] as string);
const classes = Object.keys(errors).filter((name) => name.endsWith('Error') && name !== 'RepayKitError');

const sectionOf = (code: string) => guide.split(`\n### ${code}\n`)[1]?.split(/\n##/)[0] ?? '';

describe.each(codes)('the guide to errors, of %s', (code) => {
  const row = lines.find((line) => line.startsWith('| `') && line.includes(`[\`${code}\`](#${code})`));
  const [, named = ''] = /^\| `(\w+)` \|/.exec(row ?? '') ?? [];

  it('lists it beside its class', () => {
    expect(classes).toContain(named);
    const chapter =
      guide
        .slice(0, guide.indexOf(`\n### ${code}\n`))
        .split('\n## ')
        .at(-1) ?? '';
    const opening = named === 'StatementError' ? chapter : sectionOf(code);
    expect(opening.split('\n\n').slice(0, 2).join()).toContain(`\`${named}\``);
  });

  it('gives the cause and the fix in full', () => {
    expect(
      sectionOf(code)
        .split('**Fix:**')
        .map((part) => part.trim().length > 20),
    ).toEqual([true, true]);
  });
});

it('the guide to errors has every code, class and property', () => {
  expect(codes).toHaveLength(25);
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
