import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createReferenceServer } from '../../../src/server/index.ts';
import { MANDATE_ID, PRIMARY, placement, STARTS } from '../merchant.ts';

const symbols = [Symbol.for('undici.globalDispatcher.1'), Symbol.for('undici.globalDispatcher.2')];
const globalDispatchers = () => symbols.map((symbol) => Object.getOwnPropertyDescriptor(globalThis, symbol)?.value);

/** A merchant's endpoint that counts what it received. */
async function endpoint() {
  const received: string[] = [];
  const http = createServer((request, response) => {
    received.push(`${request.method} ${request.url}`);
    request.resume().on('end', () => response.writeHead(204).end());
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void http.close());
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/hooks?from=bank`, received };
}

/** Posts JSON without Node's web classes: their first use sets a global dispatcher too. */
function post(url: string, body: unknown): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers: { 'content-type': 'application/json' } }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    });
    sent.on('error', reject).end(JSON.stringify(body));
  });
}

// These two run in this order: the last one loads undici's main entry, which does change the global dispatcher.
test("a server that ran and delivered a webhook leaves the process's global dispatcher alone", async () => {
  const merchant = await endpoint();
  expect(globalDispatchers()).toEqual([undefined, undefined]);
  await using server = createReferenceServer({ now: STARTS, webhook: { url: merchant.url } });
  const { url } = await server.listen();
  for (const path of ['mandates/consent/create', 'micro-deposit/create/mandate']) {
    expect(await post(`${url}/v1/mandates/${path}`, placement())).toBe(200);
  }
  await server.controls.makeDeposit({ mandateId: MANDATE_ID, ...PRIMARY });
  expect(merchant.received).toEqual(['POST /hooks?from=bank']);
  expect(globalDispatchers()).toEqual([undefined, undefined]);
});
