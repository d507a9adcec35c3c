import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createReferenceServer } from '../../src/server/index.ts';
import { run, type Serving, serving } from './running.ts';

const urlOf = ({ out }: Serving): string => JSON.parse(out().split('\n')[0] as string).url;

describe('repaykit serve', () => {
  test('prints with --json one object that is all a test needs', async () => {
    const server = await serving(['--json', '--frozen', '--now', '2026-03-01T07:00:00Z']);
    expect(server.out().endsWith('}\n')).toBe(true);
    const { url, ...rest } = JSON.parse(server.out());
    expect(rest).toEqual({
      appId: '650000000000000000000001',
      businessId: '650000000000000000000002',
      publicKey: 'pk_test_repaykit',
      secretKey: 'sk_test_repaykit',
      webhookSecret: 'whsec_repaykit',
      segments: { mandate: 'mandates', discovery: 'discovery' },
    });
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await (await fetch(`${url}/_control/clock`)).json()).toEqual({
      now: '2026-03-01T07:00:00.000Z',
      flow: 'frozen',
    });
    expect(await server.stop()).toBe(0);
  });

  test('says at its address what it is and where to look', async () => {
    const reply = await fetch(`${urlOf(await serving(['--json', '--quiet']))}/`);
    expect([reply.status, await reply.json()]).toEqual([
      404,
      {
        status: false,
        error: true,
        data: { code: 'path_unknown' },
        message: expect.stringMatching(
          /reference server of repaykit.*operations are under \/v1 \(`repaykit openapi` .*GET \/_control\/health/,
        ),
      },
    ]);
  });

  test('flows with real time unless it is frozen', async () => {
    const before = Date.now();
    const url = urlOf(await serving(['--json']));
    const { now, flow } = (await (await fetch(`${url}/_control/clock`)).json()) as { now: string; flow: string };
    expect(flow).toBe('real');
    expect(Date.parse(now)).toBeGreaterThanOrEqual(before - 1_000);
    expect(Date.parse(now)).toBeLessThanOrEqual(Date.now());
  });

  test('shows a person where it is, its keys and a call to try', async () => {
    const { out } = await serving([]);
    expect(out()).toMatch(/http:\/\/127\.0\.0\.1:\d+[\s\S]*pk_test_repaykit[\s\S]*sk_test_repaykit[\s\S]*curl/);
  });

  test('takes a policy from a file', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'repaykit-')), 'policy.json');
    await writeFile(file, '{"dueHour":10}');
    const url = urlOf(await serving(['--json', '--policy', file]));
    expect(await (await fetch(`${url}/_control/policy`)).json()).toMatchObject({ dueHour: 10, attemptsPerDueDate: 3 });
    await writeFile(file, '{"dueHour":');
    expect((await run('serve', '--policy', file)).err).toMatch(/--policy: the file .* does not hold JSON/);
  });

  test('takes ids, keys and segments, and serves under them', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'repaykit-'));
    const [key, webhook] = [join(folder, 'secret-key'), join(folder, 'webhook-secret')];
    await writeFile(key, 'sk_test_mine\nnot read\n', { mode: 0o600 });
    await writeFile(webhook, 'whsec_mine\n', { mode: 0o600 });
    const ids = ['--app-id', 'app-1', '--business-id', 'business-1', '--public-key', 'pk_test_mine'];
    const segments = ['--mandate-segment', 'my-mandates', '--discovery-segment', 'my-discovery'];
    const { out } = await serving([
      '--json',
      ...ids,
      ...segments,
      '--secret-key-file',
      key,
      '--webhook-secret-file',
      webhook,
    ]);
    const { url, ...rest } = JSON.parse(out().split('\n')[0] as string);
    expect(rest).toEqual({
      appId: 'app-1',
      businessId: 'business-1',
      publicKey: 'pk_test_mine',
      secretKey: 'sk_test_mine',
      webhookSecret: 'whsec_mine',
      segments: { mandate: 'my-mandates', discovery: 'my-discovery' },
    });
    const discover = (secretKey: string, segment: string) =>
      fetch(`${url}/v1/${segment}/`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
        body: '{"bvn":"22200000001","type":"bvn"}',
      });
    expect((await discover('sk_test_mine', 'my-discovery')).status).toBeLessThan(400);
    expect((await discover('sk_test_repaykit', 'my-discovery')).status).toBe(401);
    expect((await discover('sk_test_mine', 'discovery')).status).toBe(404);
  });

  test('never repeats a secret that it refuses', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'repaykit-')), 'secret');
    await writeFile(file, 'pk_test_same ñ\n', { mode: 0o600 });
    const webhook = await run('serve', '--webhook-secret-file', file);
    const key = await run('serve', '--public-key', 'pk_test_same ñ', '--secret-key-file', file);
    expect([webhook.code, key.code]).toEqual([1, 1]);
    expect(webhook.err).toMatch(/--webhook-secret-file: must be text that a header can carry/);
    expect(key.err).toMatch(/--secret-key-file: must differ/);
    expect(webhook.err + key.err).not.toContain('pk_test_same');
  });

  test('answers control calls by their token where one is set', async () => {
    const url = urlOf(await serving(['--json', '--control-token', 'sesame']));
    expect((await fetch(`${url}/_control/health`)).status).toBe(401);
    expect((await fetch(`${url}/_control/health`, { headers: { 'x-repaykit-control': 'sesame' } })).status).toBe(200);
  });

  test.each([
    [['--port', 'many'], '--port'],
    [['--port', '70000'], 'port'],
    [['--now', 'tomorrow'], 'now'],
    [['--seed', '1.5'], '--seed'],
    [['--host', '0.0.0.0'], 'control token'],
    [['--webhook-url', 'http://8.8.8.8/'], 'webhook.url'],
    [['--policy', '/no/such/file'], '--policy'],
    [['--app-id', ''], '--app-id'],
    [['--mandate-segment', 'a/b'], '--mandate-segment'],
    [['--mandate-segment', 'same', '--discovery-segment', '..'], '--discovery-segment'],
    [['--secret-key-file', '/no/such/file'], '--secret-key-file'],
    [['--secret-key-file', '-', '--webhook-secret-file', '-'], '--webhook-secret-file'],
    [['--speed', '9'], '--speed'],
  ])('refuses %j in one line', async (args, named) => {
    const { code, out, err } = await run('serve', ...args);
    expect(code).not.toBe(0);
    expect(out).toBe('');
    expect(err).toContain(named);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
  });

  test('says in one line that its port is in use', async () => {
    await using other = createReferenceServer();
    const { port } = await other.listen();
    const { code, err } = await run('serve', '--port', String(port));
    expect([code, err]).toEqual([1, expect.stringMatching(/^repaykit: .*is in use by another program.*\n$/)]);
  });

  test('explains itself with an example', async () => {
    const { code, out } = await run('serve', '--help');
    expect(code).toBe(0);
    expect(out).toMatch(/--webhook-url[\s\S]*Example:\n {2}repaykit serve/);
  });

  test('an unknown command fails', async () => {
    const { code, err } = await run('serv');
    expect([code === 0, err]).toEqual([false, expect.stringMatching(/^repaykit: unknown command/)]);
  });
});
