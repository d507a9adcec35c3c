import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { OpenApiDocument } from '../../src/wire/openapi.ts';
import { run } from './running.ts';

const folder = mkdtempSync(join(tmpdir(), 'repaykit-openapi-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('repaykit openapi', () => {
  test('prints the document, the same bytes each time', async () => {
    const first = await run('openapi');
    expect([first.code, first.err]).toEqual([0, '']);
    expect(first.out).toMatch(/^\{\n {2}"openapi": "3\.1\.0",\n/);
    expect((await run('openapi')).out).toBe(first.out);
    const oneLine = (await run('openapi', '--json')).out;
    expect(oneLine).not.toContain('\n ');
    expect(JSON.parse(oneLine)).toEqual(JSON.parse(first.out));
  });

  test('prints the paths of a lender and the address of its service, in examples too', async () => {
    const { out } = await run(
      'openapi',
      '--mandate-segment',
      'm-1',
      '--discovery-segment',
      'd.2',
      '--base-url',
      'https://api.example.com/base/',
    );
    const { paths, servers, webhooks } = JSON.parse(out) as OpenApiDocument;
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/v1/m-1/m-1/consent/create', '/v1/d.2/']));
    expect(servers).toEqual([{ url: 'https://api.example.com/base', description: 'The service' }]);
    expect(JSON.stringify(webhooks.income_transaction)).toContain('"https://api.example.com/base/_files/');
    expect(out).not.toMatch(/127\.0\.0\.1|mandates\/consent/);
  });

  test('takes an address as it is, whatever its signs mean elsewhere', async () => {
    const { out } = await run('openapi', '--base-url', "https://api.example.com/$&/$'");
    expect(JSON.stringify((JSON.parse(out) as OpenApiDocument).webhooks.income_transaction)).toContain(
      `"https://api.example.com/$&/$'/_files/`,
    );
  });

  test('shows a played loan in its examples', async () => {
    const { paths, webhooks } = JSON.parse((await run('openapi')).out) as OpenApiDocument;
    const read = paths['/v1/mandates/consent/business/get-mandate']?.post;
    const answer = read?.responses[200];
    const examples = answer && 'content' in answer ? answer.content?.['application/json']?.examples : undefined;
    expect(examples?.pending?.value).toMatchObject({ data: { status: 'pending', collectedAmount: 0 } });
    expect(examples?.active?.value).toMatchObject({ data: { status: 'active', totalAmountDue: 90_000 } });
    const bodies = webhooks.collection?.post?.requestBody?.content['application/json']?.examples;
    expect(
      Object.values(bodies ?? {}).map(({ value }) => (value as { instalmentStatus: string }).instalmentStatus),
    ).toEqual(['success', 'partially paid', 'overdue']);
  });

  test('writes a file and says what is in it', async () => {
    const file = join(folder, 'openapi.json');
    expect(await run('openapi', '--out', file)).toEqual({
      code: 0,
      out: `wrote 15 operations and 9 webhooks to ${file}\n`,
      err: '',
    });
    expect(readFileSync(file, 'utf8')).toBe((await run('openapi')).out);
    const { out } = await run('openapi', '--out', file, '--json');
    expect(JSON.parse(out)).toEqual({ file, openapi: '3.1.0', operations: 15, webhooks: 9 });
  });

  test.each([
    [
      ['--mandate-segment', 'a/b'],
      'repaykit openapi: --mandate-segment: must be one path segment of letters, digits and -._~',
    ],
    [
      ['--discovery-segment', '..'],
      'repaykit openapi: --discovery-segment: must be one path segment of letters, digits and -._~',
    ],
    [
      ['--base-url', 'api.example.com'],
      '--base-url: must be an absolute http: or https: URL, without credentials, query and fragment',
    ],
    [
      ['--base-url', 'https://user:secret@api.example.com'],
      '--base-url: must be an absolute http: or https: URL, without credentials, query and fragment',
    ],
    [['--out', '/nowhere/openapi.json'], '--out: cannot be written'],
  ])('refuses %j in one line', async (flags, complaint) => {
    const { code, out, err } = await run('openapi', ...flags);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(complaint);
    expect(err).not.toContain('secret@');
    expect(err.trimEnd()).not.toContain('\n');
  });
});
