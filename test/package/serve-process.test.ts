import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { firstLine, launch, until } from '../cli/running.ts';
import { collectable, endpoint, LOAN, payer, READ, stranger } from '../spec/black-box.ts';

async function serving(args: readonly string[] = [], options?: Parameters<typeof launch>[1]) {
  const launched = launch(['serve', '--port', '0', '--json', ...args], options);
  const { url } = JSON.parse(await firstLine(launched));
  return { ...launched, url: url as string, box: stranger(url) };
}

/** Ends a process as Ctrl-C does; answers its exit code and how many milliseconds it took. */
async function interrupted({ child, ended }: Pick<ReturnType<typeof launch>, 'child' | 'ended'>) {
  const began = performance.now();
  child.kill('SIGINT');
  return { code: await ended, ms: performance.now() - began };
}

describe('Ctrl-C', () => {
  test('ends serve cleanly soon, whatever is open: a webhook without an answer, half a request, an idle connection', async () => {
    let isReached = false;
    const silent = createServer(() => {
      isReached = true;
    });
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      silent.closeAllConnections();
      silent.close();
    });
    const { url, box, child, ended, err } = await serving([
      '--frozen',
      '--now',
      '2026-01-05T08:00:00Z',
      '--webhook-url',
      `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`,
    ]);
    const sockets = [0, 1].map(() => connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    sockets[0]?.write('POST /v1/mandates/x HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 10\r\n\r\n{');
    await box.control('POST /payers', payer());
    const lost = collectable(box).catch(() => undefined);
    await until(() => isReached);
    const { code, ms } = await interrupted({ child, ended });
    expect([code, err()]).toEqual([0, '']);
    expect(ms).toBeLessThan(8_000);
    await lost;
  });

  test('ends a command that waits for an answer', async () => {
    let asked = false;
    const silent = createServer(() => {
      asked = true;
    });
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      silent.closeAllConnections();
      silent.close();
    });
    const launched = launch(['clock', '--url', `http://127.0.0.1:${(silent.address() as AddressInfo).port}`]);
    await until(() => asked);
    expect((await interrupted(launched)).code).toBe(1);
    expect(launched.err()).toBe('repaykit: stopped before the server answered\n');
  });
});

describe('serve in a pipe', () => {
  test('goes on when its reader goes away', async () => {
    const { box, child, ended } = await serving();
    child.stdout?.destroy();
    for (let count = 0; count < 5; count += 1)
      expect((await box.send(READ, { body: { mandateId: LOAN } })).status).toBe(404);
    expect((await interrupted({ child, ended })).code).toBe(0);
  });

  test('goes on, and ends, when its output is not read', async () => {
    const { box, child, ended } = await serving();
    child.stdout?.pause();
    const send = () => box.send(READ, { body: { mandateId: LOAN } });
    for (let count = 0; count < 30; count += 1) await Promise.all(Array.from({ length: 20 }, send));
    expect((await send()).status).toBe(404);
    const exited = new Promise((resolve) => child.on('exit', resolve));
    child.kill('SIGINT');
    expect(await exited).toBe(0);
    child.stdout?.resume();
    await ended;
  });

  // The error is thrown in the turn of the last answer, before the log is written.
  const throwing = `import http from 'node:http';
    const { end } = http.ServerResponse.prototype;
    http.ServerResponse.prototype.end = function (...rest) {
      if (this.req.headers.throws) queueMicrotask(() => { throw new Error('uncaught'); });
      return end.apply(this, rest);
    };`;

  test.each(['SIGINT', 'SIGTERM', 'an uncaught error'])('prints the line of every answer before %s', async (end) => {
    const { box, child, ended, out } = await serving([], {
      env: { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(throwing)}` },
    });
    const send = (headers = {}) => box.send(READ, { headers, body: { mandateId: LOAN } });
    for (let count = 0; count < 20; count += 1) await send();
    if (end === 'an uncaught error') await send({ throws: 'yes' }).catch(() => undefined);
    else child.kill(end as NodeJS.Signals);
    await ended;
    expect(out().match(/"type":"request"/g)).toHaveLength(end === 'an uncaught error' ? 21 : 20);
  });

  test('logs requests and webhooks as JSON, one a line', async () => {
    const hook = await endpoint();
    const { box, child, ended, out } = await serving([
      '--frozen',
      '--now',
      '2026-01-05T08:00:00Z',
      '--webhook-url',
      hook.url,
    ]);
    await box.control('POST /payers', payer());
    await collectable(box);
    await interrupted({ child, ended });
    const events = out()
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => JSON.parse(line));
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'request', operation: 'createConsent', mandateId: LOAN, status: 200 }),
    );
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'webhook',
        event: 'mandate.activated',
        status: 'delivered',
        receiverStatus: 200,
      }),
    );
  });

  test.each([
    ['shows no colours', {}, false],
    ['shows colours where FORCE_COLOR says so', { FORCE_COLOR: '1' }, true],
    ['shows none where NO_COLOR says so', { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
  ])('%s', async (_, env, coloured) => {
    const launched = launch(['serve', '--port', '0'], { env: { FORCE_COLOR: '', NO_COLOR: '', ...env } });
    await firstLine(launched);
    const url = /http:\/\/\S+/.exec(launched.out())?.[0] as string;
    await stranger(url).send(READ, { body: {} });
    await until(() => launched.out().includes('getMandate'));
    expect(launched.out().includes('\u001b[33m400')).toBe(coloured);
  });
});

test('control commands and trigger work across processes, with their exit codes', async () => {
  const { url } = await serving(['--frozen', '--now', '2026-01-05T08:00:00Z']);
  const ran = async (...args: string[]) => {
    const { ended, out, err } = launch(args, { env: { REPAYKIT_URL: url } });
    return [await ended, out(), err()];
  };
  expect(await ran('clock', 'advance', 'P1D', '--json')).toEqual([
    0,
    '{"now":"2026-01-06T08:00:00.000Z","ran":{"attempts":0,"timeouts":0,"expiries":0,"webhooks":0}}\n',
    '',
  ]);
  expect(await ran('clock', 'to', '2020-01-01T00:00:00Z')).toEqual([
    1,
    '',
    expect.stringMatching(/^repaykit: The clock stands at .*\n$/),
  ]);
  const hook = await endpoint(() => 401);
  expect((await ran('trigger', 'policy', '--to', hook.url))[0]).toBe(1);
  expect((await ran('trigger', 'policy', '--to', hook.url, '--broken', 'wrong-secret'))[0]).toBe(0);
});
