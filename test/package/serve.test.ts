import { spawn } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { firstLine, launch } from '../cli/running.ts';
import { collectable, deposit, endpoint, LOAN, payer, place, READ, stranger } from '../spec/black-box.ts';

/** Starts `serve --json` and reads its first line. */
async function serving(...args: string[]) {
  const launched = launch(['serve', '--port', '0', '--json', ...args]);
  const announced = JSON.parse(await firstLine(launched));
  return { ...launched, announced, box: stranger(announced.url) };
}

/** Runs a command that is to end by itself. */
async function run(...args: string[]) {
  const { out, err, ended } = launch(args);
  const code = await ended;
  return { code, out: out(), err: err() };
}

describe('repaykit serve --json', () => {
  test('says in its first line all that a lender needs, and answers there', async () => {
    const { announced, box, child, ended, out, err } = await serving(
      '--quiet',
      '--frozen',
      '--now',
      '2026-01-05T08:00:00Z',
    );
    expect(announced).toEqual({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      appId: '650000000000000000000001',
      businessId: '650000000000000000000002',
      publicKey: 'pk_test_repaykit',
      secretKey: 'sk_test_repaykit',
      webhookSecret: 'whsec_repaykit',
      segments: { mandate: 'mandates', discovery: 'discovery' },
    });
    expect((await box.control('GET /health')).json).toEqual({ status: 'ok', now: '2026-01-05T08:00:00.000Z' });
    await box.control('POST /payers', payer());
    await collectable(box);
    await box.moveTo('2026-01-31T07:00:00Z');
    expect((await box.mandate()).collectedAmount).toBe(10_000);
    child.kill('SIGTERM');
    expect([await ended, out().trim().split('\n').length, err()]).toEqual([0, 1, '']);
  });

  test('ends with Ctrl-C while a connection is open', async () => {
    const { box, child, ended } = await serving();
    await box.control('GET /health');
    child.kill('SIGINT');
    expect(await ended).toBe(0);
  });

  test('sends webhooks to --webhook-url, follows --policy and its --seed', async () => {
    const hook = await endpoint();
    const file = join(await mkdtemp(join(tmpdir(), 'policy-')), 'policy.json');
    await writeFile(file, '{ "dueHour": 9, "webhook": { "attempts": 2 } }');
    const flags = ['--frozen', '--now', '2026-01-05T08:00:00Z', '--webhook-url', hook.url, '--policy', file];
    const idOf = async (seed: string) => {
      const { box } = await serving(...flags, '--seed', seed);
      expect((await box.control('GET /policy')).json).toMatchObject({
        dueHour: 9,
        attemptsPerDueDate: 3,
        webhook: { attempts: 2 },
      });
      await box.control('POST /payers', payer());
      await place(box);
      await deposit(box);
      return (await box.send(READ, { body: { mandateId: LOAN } })).json.data.reference;
    };
    const [one, same, other] = [await idOf('3'), await idOf('3'), await idOf('4')];
    expect([same === one, other === one, hook.received.length]).toEqual([true, false, 3]);
  });

  test('flows with the time of the machine unless it is frozen', async () => {
    const { box } = await serving();
    const [one, machine] = [Date.parse((await box.control('GET /clock')).json.now), Date.now()];
    expect(Math.abs(one - machine)).toBeLessThan(60_000);
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(Date.parse((await box.control('GET /clock')).json.now)).toBeGreaterThan(one);
    const moved = (await box.advance('P1D')).json.now;
    expect(Date.parse(moved) - machine).toBeGreaterThan(86_000_000);
  });
});

describe('repaykit serve refuses, in one line on standard error and with a code that is not 0,', () => {
  test('a port that is taken', async () => {
    const http = createServer();
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void http.close());
    const port = String((http.address() as AddressInfo).port);
    const { code, out, err } = await run('serve', '--port', port);
    expect(err).toContain(port);
    expect([code !== 0, out, err.trim().split('\n').length]).toEqual([true, '', 1]);
  });

  test.each([
    [['--now', 'yesterday'], 'now'],
    [['--now', '2026-02-30T00:00:00Z'], 'now'],
    [['--port', 'http'], 'port'],
    [['--port', '70000'], 'port'],
    [['--seed', '1.5'], 'seed'],
    [['--webhook-url', 'nowhere'], 'webhook'],
    [['--webhook-url', 'http://8.8.8.8/'], 'allow-webhooks-to'],
    [['--policy', '/does/not/exist.json'], 'policy'],
    [['--host', '0.0.0.0'], 'control-token'],
    [['--speed', '9'], '--speed'],
    [['--port'], '--port'],
    [['surplus'], 'argument'],
  ])('%j', async (args, named) => {
    const { code, out, err } = await run('serve', ...args);
    expect([code !== 0, out]).toEqual([true, '']);
    expect(err).toContain(named);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(err).not.toMatch(/\n\s+at /);
  });
});

test('beyond loopback the control API wants its token, and other hosts their permission', async () => {
  const { announced, box } = await serving(
    '--host',
    '0.0.0.0',
    '--control-token',
    'sesame',
    '--allow-host',
    'ci.internal',
  );
  const status = async (headers: Record<string, string>) =>
    (await box.send('GET /_control/health', { headers })).status;
  expect([await status({}), await status({ 'x-repaykit-control': 'sesame' })]).toEqual([401, 200]);
  expect(announced.url).toMatch(/^http:\/\/(127\.0\.0\.1|0\.0\.0\.0):\d+$/);
});

test('in a library, a server whose time flows lets its process end, also when it was not closed', async () => {
  const entryPoint = new URL('../../dist/server.js', import.meta.url);
  const script = `import { createReferenceServer } from '${entryPoint}'; createReferenceServer({ flow: 'real' }).controls; console.log('made');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let out = '';
  child.stdout?.on('data', (chunk) => (out += chunk));
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0);
  expect(out).toBe('made\n');
});

test('help is there, with an example, and ends with code 0', async () => {
  const { code, out, err } = await run('serve', '--help');
  expect([code, err]).toEqual([0, '']);
  for (const flag of [
    '--port',
    '--host',
    '--now',
    '--seed',
    '--frozen',
    '--webhook-url',
    '--policy',
    '--json',
    '--allow-host',
    '--control-token',
    '--allow-webhooks-to',
    'Example',
  ]) {
    expect(out).toContain(flag);
  }
});
