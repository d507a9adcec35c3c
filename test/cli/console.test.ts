import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFixture } from '../journeys/fixture.ts';
import { run, runWith } from './running.ts';

const handed: { config?: unknown } = {};
Object.assign(globalThis, { [Symbol.for('repaykit.test.console')]: handed });

async function configFile() {
  const folder = await mkdtemp(join(tmpdir(), 'repaykit-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'repaykit.config.mjs');
  await writeFile(file, `export default () => globalThis[Symbol.for('repaykit.test.console')].config;`);
  return file;
}

/** Starts the command and answers its link. */
async function opened(...args: readonly string[]) {
  const fixture = await createFixture();
  handed.config = { kit: fixture.newKit(), inbox: fixture.receiver };
  const stop = new AbortController();
  let out = '';
  const file = await configFile();
  const ended = await new Promise<{ code: Promise<{ code: number | null }> }>((resolve) => {
    const code = runWith(
      {
        stop: stop.signal,
        out: (text) => {
          out += text;
          resolve({ code });
        },
      },
      'console',
      '--config',
      file,
      ...args,
    );
  });
  const end = async () => {
    stop.abort();
    return (await ended.code).code;
  };
  onTestFinished(() => void end());
  const [, url = '', token = ''] = /(http:\/\/127\.0\.0\.1:\d+\/[\w-]+)\/#token=(\S+)/.exec(out) ?? [];
  return { out, url, token, end };
}

/** The status that a browser would get whose name for this machine an attacker chose. */
function statusFor(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(`${url}/-/session`, { headers: { host } }, ({ statusCode }) => resolve(statusCode))
      .on('error', reject)
      .end();
  });
}

const own = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };

test('repaykit console prints a link that works once, only reads, and ends with Ctrl-C', async () => {
  const { out, url, token, end } = await opened();
  expect(out).toContain('It only reads.');
  expect((await fetch(`${url}/-/session`)).status).toBe(401);
  const enter = () => fetch(`${url}/-/enter`, { method: 'POST', headers: own, body: JSON.stringify({ token }) });
  const entered = await enter();
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
  expect(await (await fetch(`${url}/-/session`, { headers: { cookie } })).json()).toMatchObject({
    name: 'reader',
    actions: [],
    hasInbox: true,
  });
  expect((await enter()).status).toBe(403);
  expect(await statusFor(url, 'attacker.example')).toBe(403);
  expect(await end()).toBe(0);
});

test('with --allow it acts in the name of --as', async () => {
  const { out, url, token } = await opened('--allow', 'settle', 'unmask', '--as', 'Ada');
  expect(out).toContain('You may: settle, unmask. Each goes on file as Ada.');
  const entered = await fetch(`${url}/-/enter`, { method: 'POST', headers: own, body: JSON.stringify({ token }) });
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
  const session = (await (await fetch(`${url}/-/session`, { headers: { cookie } })).json()) as {
    actions: { name: string }[];
  };
  expect(session.actions.map(({ name }) => name)).toEqual(['settle', 'unmask']);
});

test('wrong flags are refused before anything is opened', async () => {
  const file = await configFile();
  expect(await run('console', '--config', file, '--port', 'many')).toMatchObject({
    code: 1,
    err: expect.stringContaining('--port'),
  });
  expect(await run('console', '--config', file, '--allow', 'settle')).toMatchObject({
    code: 1,
    err: expect.stringContaining('--as'),
  });
  expect(await run('console', '--config', file, '--allow', 'everything')).toMatchObject({
    code: 1,
    err: expect.stringContaining('--allow'),
  });
});
