/** Judges `repaykit serve` and its companions as a stranger runs them: processes of the built command, a port, standard output. */
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { firstLine, type Launched, launch } from '../cli/running.ts';
import { type BlackBox, collectable, endpoint, LOAN, payer, SECOND, stranger } from '../spec/black-box.ts';

const PROGRAM = join(import.meta.dirname, '../../dist/cli.js');

/** A server in a process of its own, and what it announced. */
async function serve(...args: string[]) {
  const process = launch(['serve', '--port', '0', '--json', ...args]);
  const announced = JSON.parse(await firstLine(process));
  return { process, announced, box: stranger(announced.url) };
}

const FIXED = ['--frozen', '--now', '2026-01-05T08:00:00Z', '--seed', '7'];

/** Ends a server as Ctrl-C does; the exit code and the milliseconds it took. */
async function interrupt({ child, ended }: Launched): Promise<{ code: number | null; tookMs: number }> {
  const began = performance.now();
  child.kill('SIGINT');
  return { code: await ended, tookMs: performance.now() - began };
}

/** Runs a command to its end. */
function cli(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...args], (error, out, err) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, out, err }),
    );
  });
}

/** Much of what a lender's day holds, answered as text. */
async function aDayOfCalls(box: BlackBox): Promise<string[]> {
  const said: string[] = [];
  const note = (target: string, body?: unknown) =>
    box.control(target, body).then(({ status, text }) => said.push(`${target} ${status} ${text}`));
  await note('POST /payers', payer([4_000, 100_000, 0]));
  await note('POST /faults', { kind: 'status', operation: 'listCollections', probability: 0.5 });
  await collectable(box, { accounts: [{ accountNumber: '7000000001', bankCode: '011' }, SECOND] });
  await note('POST /scenarios/partial', {});
  for (let nth = 0; nth < 10; nth += 1)
    said.push((await box.send('GET /v1/mandates/consent/business/collection?type=auto')).text);
  await note('POST /clock', { to: '2026-12-31T00:00:00Z' });
  await note('POST /policies', { productType: 'git', amount: 5_000 });
  said.push(JSON.stringify(await box.mandate()));
  for (const list of [
    '/webhooks',
    '/requests',
    '/violations',
    '/near-misses',
    '/emails',
    '/bureau/reports',
    `/explain?mandateId=${LOAN}`,
  ])
    await note(`GET ${list}`);
  // Only the addresses of files name the port.
  return said.map((text) => text.replaceAll(box.url, ''));
}

describe('repaykit serve', () => {
  test('says first and in one line all that a test needs', async () => {
    const { announced } = await serve(...FIXED);
    expect(announced).toEqual({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      appId: '650000000000000000000001',
      businessId: '650000000000000000000002',
      publicKey: 'pk_test_repaykit',
      secretKey: 'sk_test_repaykit',
      webhookSecret: 'whsec_repaykit',
      segments: { mandate: 'mandates', discovery: 'discovery' },
    });
  });

  test('twice with the same seed and time answers the same calls with the same bytes', async () => {
    const [one, two] = await Promise.all([serve(...FIXED), serve(...FIXED)]);
    const [first, second] = await Promise.all([aDayOfCalls(one.box), aDayOfCalls(two.box)]);
    expect(second).toEqual(first);
    const other = await serve('--frozen', '--now', '2026-01-05T08:00:00Z', '--seed', '8');
    expect(await aDayOfCalls(other.box)).not.toEqual(first);
  });

  test('stands still where it is frozen, and flows where it is not', async () => {
    const [frozen, flowing] = await Promise.all([serve(...FIXED), serve('--now', '2026-01-05T08:00:00Z')]);
    const now = async (box: BlackBox) => (await box.control('GET /clock')).json.now;
    await expect.poll(() => now(flowing.box)).not.toBe('2026-01-05T08:00:00.000Z');
    expect(await now(frozen.box)).toBe('2026-01-05T08:00:00.000Z');
    expect(new Date(await now(flowing.box)).getTime() - Date.parse('2026-01-05T08:00:00Z')).toBeLessThan(600_000);
  });

  test('collects by itself when the hour comes, where time flows', async () => {
    const { box } = await serve('--now', '2026-01-30T06:59:58Z');
    const received = await endpoint();
    await box.control('PUT /webhook-endpoint', { url: received.url });
    await box.control('POST /payers', payer());
    await collectable(box);
    await box.moveTo('2026-01-31T06:59:59Z');
    await expect.poll(() => received.received.length).toBe(2);
    expect(received.received[1]?.json).toMatchObject({
      collectedOn: '2026-01-31T07:00:00.000Z',
      instalmentStatus: 'success',
    });
  });

  test('ends soon after Ctrl-C, whatever hangs: idle connections, unanswered calls, a deaf receiver', async () => {
    const { process, box } = await serve(...FIXED);
    const deaf = createServer(() => undefined);
    await new Promise<void>((resolve) => deaf.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      deaf.closeAllConnections();
      deaf.close();
    });
    await box.control('POST /payers', payer());
    await box.control('PUT /webhook-endpoint', {
      url: `http://127.0.0.1:${(deaf.address() as { port: number }).port}/`,
    });
    const idle = connect(Number(new URL(box.url).port), '127.0.0.1');
    await new Promise((resolve) => idle.once('connect', resolve));
    idle.on('error', () => undefined);
    await box.control('POST /faults', { kind: 'timeout', operation: 'getMandate' });
    const hanging = [box.mandate(), collectable(box)].map((call) => call.catch(() => 'broken'));
    await expect.poll(async () => (await box.control('GET /webhooks')).json.items.length).toBe(1);
    const { code, tookMs } = await interrupt(process);
    expect(code).toBe(0);
    expect(tookMs).toBeLessThan(8_000);
    expect(await Promise.all(hanging)).toEqual(['broken', 'broken']);
  });

  test('writes nothing personal into its log', async () => {
    const { process, box } = await serve(...FIXED);
    await aDayOfCalls(box);
    await interrupt(process);
    const log = process.out().split('\n').slice(1).join('\n') + process.err();
    expect(log).toContain('createConsent');
    for (const value of [
      '29900000077',
      '7000000001',
      '7000000002',
      'ngozi.sample',
      '08030000077',
      'Sample Close',
      'pk_test_',
      'sk_test_',
      'whsec_',
    ])
      expect(log).not.toContain(value);
  });
});

describe('the control commands', () => {
  test("print the server's own JSON, and fail with one line on standard error", async () => {
    const { announced, box } = await serve(...FIXED);
    const at = ['--json', '--url', announced.url];
    const moved = await cli('clock', 'advance', 'P1D', ...at);
    expect([moved.code, JSON.parse(moved.out)]).toEqual([
      0,
      { now: '2026-01-06T08:00:00.000Z', ran: { attempts: 0, timeouts: 0, expiries: 0, webhooks: 0 } },
    ]);
    const back = await cli('clock', 'to', '2026-01-01T00:00:00Z', ...at);
    expect([back.code, back.out, back.err.trimEnd().split('\n').length]).toEqual([1, '', 1]);
    const fault = await cli('fault', 'add', 'status', '--status', '503', '--times', '1', ...at);
    expect(JSON.parse(fault.out)).toMatchObject({ kind: 'status', status: 503, times: 1 });
    const scenario = JSON.parse((await cli('scenario', 'late-dispute', ...at)).out);
    expect((await box.control(`GET /mandates/${scenario.mandateId}`)).json.mandate.status).toBe('disputed');
    const explained = JSON.parse((await cli('explain', scenario.mandateId, ...at)).out);
    expect(explained.gate.open).toBe(false);
    const elsewhere = JSON.parse((await cli('clock', '--world', 'acme', ...at)).out);
    expect(elsewhere.now).toBe('2026-01-05T08:00:00.000Z');
  });

  test('trigger sends an event with the secret, and fails where the receiver does', async () => {
    const received = await endpoint((_, nth) => (nth === 1 ? 200 : 500));
    const args = ['trigger', 'collection.success', '--to', received.url, '--mandate-id', LOAN, '--json'];
    const sent = await cli(...args);
    expect([sent.code, typeof JSON.parse(sent.out)]).toEqual([0, 'object']);
    expect(received.received[0]?.headers['x-auth-signature']).toBe('whsec_repaykit');
    expect(received.received[0]?.json).toMatchObject({
      mandateId: LOAN,
      status: 'success',
      instalmentStatus: 'success',
    });
    expect((await cli(...args)).code).not.toBe(0);
  });
});
