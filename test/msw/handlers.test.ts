import http from 'node:http';
import https from 'node:https';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fetchTransport, memoryStore, RepayKit, type RepayKitOptions } from '../../src/index.ts';
import { loadMsw } from '../../src/msw/handlers.ts';
import { repaykitHandlers } from '../../src/msw/index.ts';
import { createReferenceServer, REFERENCE_DEFAULTS } from '../../src/server/index.ts';
import { createTestKit } from '../../src/testing/index.ts';
import { intercept } from './mocked-service.ts';

const BASE_URL = 'https://lending.example.com/sandbox';
const BANKS = `${BASE_URL}/v1/mandates/micro-deposit/bank-list`;
const KEY = { authorization: `token ${REFERENCE_DEFAULTS.publicKey}` };

function makeServer() {
  const server = createReferenceServer({ now: '2026-01-05T08:00:00Z' });
  onTestFinished(() => server.close());
  return server;
}

/** A lender's client that calls a service away from this machine. */
function makeClient(options: Partial<RepayKitOptions> = {}): RepayKit {
  const { appId, businessId, publicKey, secretKey, segments } = REFERENCE_DEFAULTS;
  const bureau = { submit: async () => undefined };
  const promises = { store: memoryStore(), bureau, repaymentReports: 'platform', allowMixedKeys: true } as const;
  const given = {
    baseUrl: BASE_URL,
    appId,
    businessId,
    publicKey,
    secretKey,
    segments,
    transport: fetchTransport(),
    ...promises,
  };
  const kit = new RepayKit({ ...given, retry: { retries: 0 }, ...options });
  onTestFinished(() => kit.close());
  return kit;
}

describe('the reference server behind msw', () => {
  test('is one handler for everything under the base URL', async () => {
    const handlers = repaykitHandlers(makeServer(), { baseUrl: BASE_URL });
    expect(handlers).toHaveLength(1);
    intercept(handlers);
    const answer = await fetch(BANKS, { headers: KEY });
    expect(((await answer.json()) as { data: unknown[] }).data.length).toBeGreaterThanOrEqual(20);
  });

  test('serves the client over fetch, bodies and refusals included', async () => {
    const server = makeServer();
    intercept(repaykitHandlers(server, { baseUrl: BASE_URL }));
    const kit = makeClient();
    const { mandateId } = await server.controls.scenario('partial');
    expect((await kit.mandates.get(mandateId)).collectedAmount).toBe(12_500);
    await expect(kit.mandates.get('f'.repeat(24))).rejects.toMatchObject({ name: 'ServiceError', status: 404 });
    expect((await kit.collections.list({ type: 'auto', status: 'successful' })).length).toBeGreaterThan(0);
  });

  test('takes an upload whole', async () => {
    const server = makeServer();
    intercept(repaykitHandlers(server, { baseUrl: BASE_URL }));
    const statement = new Uint8Array(Buffer.from(`%PDF-1.4\n${'x'.repeat(300_000)}`));
    const account = {
      bvn: '22200000001',
      accountName: 'Ada Obiora',
      accountNumber: '0100000011',
      accountType: 'savings',
    };
    const upload = { ...account, bankName: 'GTB', bankCode: '058', statement };
    await makeClient().income.uploadStatement(upload);
    const { items } = await server.controls.requests();
    expect(items).toMatchObject([{ operation: 'uploadStatement', status: 200 }]);
  });

  test.each([
    ['https', https, 'https://lending.example.com'],
    ['http', http, 'http://lending.example.com:8080'],
  ])('serves node:%s too', async (_name, client, baseUrl) => {
    intercept(repaykitHandlers(makeServer(), { baseUrl }));
    const status = await new Promise((resolve, reject) => {
      const call = client.request(`${baseUrl}/v1/mandates/micro-deposit/bank-list`, { headers: KEY }, (answer) =>
        resolve(answer.resume().statusCode),
      );
      call.on('error', reject).end();
    });
    expect(status).toBe(200);
  });

  test('lives by default where the server says it is', async () => {
    const server = makeServer();
    intercept(repaykitHandlers(server));
    const answer = await fetch(`${server.url}/_control/health`);
    expect(await answer.json()).toMatchObject({ status: 'ok' });
  });

  test('leaves every other address alone', async () => {
    const others = loadMsw().http.all(/.*/, async () => new Response(null, { status: 418 }));
    intercept([...repaykitHandlers(makeServer(), { baseUrl: 'https://lending.example.com/v' }), others]);
    for (const url of [
      'https://lending.example.com/v1/x',
      'https://lending.example.com.evil.example/v/1',
      'https://other.example/v/',
    ]) {
      expect((await fetch(url)).status).toBe(418);
    }
    expect(
      (await fetch('https://lending.example.com/v/v1/mandates/micro-deposit/bank-list', { headers: KEY })).status,
    ).toBe(200);
  });

  test('keeps the worlds of different keys apart', async () => {
    const server = makeServer();
    intercept(repaykitHandlers(server, { baseUrl: BASE_URL }));
    const { mandateId } = await server.world('apart').controls.scenario('time-out');
    const { publicKey, secretKey } = server.world('apart');
    expect((await makeClient({ publicKey, secretKey }).mandates.get(mandateId)).status).toBe('pending_timeout');
    await expect(makeClient().mandates.get(mandateId)).rejects.toMatchObject({ status: 404 });
  });

  test('carries a whole test kit over fetch', async () => {
    const kit = await createTestKit({ client: { transport: fetchTransport() } });
    onTestFinished(() => kit.close());
    intercept(repaykitHandlers(kit.server));
    const loan = await kit.loanAt('collecting');
    await kit.clock.advance({ months: 1 });
    expect((await kit.webhooks.waitFor('collection.success')).data.mandateId).toBe(loan.mandateId);
  });

  test('loses a connection as a network does', async () => {
    const server = makeServer();
    await server.controls.addFault({ operation: 'listBanks', kind: 'reset', times: 2 });
    intercept(repaykitHandlers(server, { baseUrl: BASE_URL }));
    await expect(fetch(BANKS, { headers: KEY })).rejects.toThrow(TypeError);
    const kit = makeClient();
    await expect(kit.discovery.banks()).rejects.toMatchObject({ name: 'ConnectionError' });
    expect(await kit.discovery.banks()).not.toEqual([]);
  });

  test('stays silent until the caller gives up', async () => {
    const server = makeServer();
    await server.controls.addFault({ operation: 'listBanks', kind: 'timeout', times: 1 });
    intercept(repaykitHandlers(server, { baseUrl: BASE_URL }));
    const kit = makeClient({ timeouts: { readMs: 100 } });
    await expect(kit.discovery.banks()).rejects.toMatchObject({ name: 'DeadlineError' });
    expect(await kit.discovery.banks()).not.toEqual([]);
  });

  test('is lost when its server was closed', async () => {
    const server = makeServer();
    intercept(repaykitHandlers(server, { baseUrl: BASE_URL }));
    await server.close();
    await expect(fetch(BANKS, { headers: KEY })).rejects.toThrow(TypeError);
  });

  test.each(['lending.example.com', 'ftp://lending.example.com', 'https://lending.example.com/?a=1'])(
    'refuses %s as a base URL',
    (baseUrl) => {
      expect(() => repaykitHandlers(makeServer(), { baseUrl })).toThrow(/baseUrl: must be an absolute http/);
    },
  );
});
