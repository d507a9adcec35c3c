/** The console of a reference server, over HTTP: what is served, and to whom. */
import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { serverConsole } from '../../src/console/index.ts';
import type { ReferenceServerOptions } from '../../src/server/options.ts';
import { createReferenceServer } from '../../src/server/reference-server.ts';

async function start(options: ReferenceServerOptions = {}) {
  const server = createReferenceServer({ now: '2026-01-05T08:00:00Z', console: serverConsole(), ...options });
  onTestFinished(() => server.close());
  return { server, ...(await server.listen()) };
}

/** `fetch` sets some headers itself, so these requests are made by hand. Resolves with the first bytes. */
function ask(port: number, path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', path, method, headers }, (answer) => {
      answer.once('data', (chunk) => {
        resolve({ status: answer.statusCode ?? 0, text: String(chunk) });
        sent.destroy();
      });
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, text: '' }));
    });
    sent.on('error', reject).end();
  });
}

test('the page and its two files weigh at most 60 kB, hold nothing inline, and allow no frame', async () => {
  const { url } = await start();
  const [page, script, style] = await Promise.all(
    ['', '/console.js', '/console.css'].map((path) => fetch(`${url}/_console${path}`)),
  );
  const texts = await Promise.all([page, script, style].map((each) => (each as Response).text()));
  expect(gzipSync(texts.join('')).length).toBeLessThan(60_000);
  expect(texts[0]).not.toMatch(/<script(?![^>]* src=)|<style| on\w+=| style=/);
  const policy = page?.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
  for (const each of [page, script, style]) {
    expect(each?.headers.get('cache-control')).toBe('no-store');
    expect(each?.headers.get('x-content-type-options')).toBe('nosniff');
  }
});

test('a document names its files by the path that it was asked by', async () => {
  const { url } = await start();
  for (const path of ['/_console', '/_console/'])
    expect(await (await fetch(url + path)).text()).toContain('src="/_console/console.js"');
  const odd = await (await fetch(`${url}/_console/"><script>alert(1)</script>/`)).text();
  expect(odd).not.toContain('<script>alert');
});

test('a foreign host gets nothing, and a page of another origin no changes', async () => {
  const { port } = await start();
  for (const path of ['/_console', '/_console/console.js', '/_console/-/live'])
    expect((await ask(port, path, { host: 'attacker.example' })).status).toBe(403);
  for (const site of ['cross-site', 'same-site'])
    expect((await ask(port, '/_console/-/live', { 'sec-fetch-site': site })).status).toBe(403);
  expect((await ask(port, '/_console/-/live', { 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  expect((await ask(port, '/_console', {}, 'POST')).status).toBe(405);
});

test('changes need the control token, where one is set, and the page does not', async () => {
  const { port } = await start({ controlToken: 'letmein' });
  expect((await ask(port, '/_console/-/live')).status).toBe(401);
  expect((await ask(port, '/_console/-/live', { 'x-repaykit-control': 'letmein' })).status).toBe(200);
  expect((await ask(port, '/_console')).status).toBe(200);
});

test('the stream reports changes of its own world only, and ends with the server', async () => {
  const { server, url } = await start();
  const response = await fetch(`${url}/_console/-/live`, { headers: { 'x-repaykit-world': 'mine' } });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toBe(': open\n\n');
  await server.clock.advance('P1D');
  await server.world('mine').clock.advance('P1D');
  expect((await reader?.read())?.value).toBe('data: ["clock"]\n\n');
  await server.close();
  await expect(reader?.closed).rejects.toThrow();
});

test('without the option there is no console', async () => {
  const server = createReferenceServer();
  onTestFinished(() => server.close());
  expect((await server.fetch('/_console')).status).toBe(404);
});

test('in process, the page and the stream are the same', async () => {
  const server = createReferenceServer({ console: serverConsole() });
  onTestFinished(() => server.close());
  expect(await (await server.fetch('/_console')).text()).toContain('<!doctype html>');
  const live = await server.fetch('/_console/-/live');
  const reader = live.body?.getReader();
  await reader?.read();
  await server.controls.snapshot();
  expect(new TextDecoder().decode((await reader?.read())?.value as Uint8Array)).toBe('data: ["control"]\n\n');
  await reader?.cancel();
});
