import { afterEach, describe, expect, test } from 'vitest';
import { RepayKit } from '../../../src/client/repay-kit.ts';
import {
  createReferenceServer,
  REFERENCE_DEFAULTS,
  type ReferenceServer,
  type ServerWorld,
} from '../../../src/server/index.ts';
import {
  BACKUP,
  BUSINESS_ID,
  caller,
  disburse,
  MANDATE_ID,
  PRIMARY,
  place,
  placement,
  readReply,
  type Send,
  STARTS,
  TERMS,
} from '../merchant.ts';

const READ = 'POST /v1/mandates/consent/business/get-mandate';
const LIST = 'GET /v1/mandates/consent/business/collection?type=auto';
const DISCOVER = 'POST /v1/discovery/';

let server: ReferenceServer;
afterEach(() => server.close());
const start = (options?: Parameters<typeof createReferenceServer>[0]) => {
  server = createReferenceServer({ now: STARTS, ...options });
  return server;
};

/** A caller with the keys of a world; control calls name it in their header. */
function callerOf(name: string): Send {
  const send = caller(server);
  return (target, sent = {}) => {
    const world = target.includes('/_control/') ? { 'x-repaykit-world': name } : { token: `pk_test_${name}` };
    return send(target, { ...sent, headers: { ...world, ...sent.headers } });
  };
}

/** One loan from placement to its first collection; what every call answered. */
async function liveALoan(send: Send): Promise<string[]> {
  const said: string[] = [];
  const listening: Send = async (target, sent) => {
    const reply = await send(target, sent);
    said.push(
      [target, reply.status, reply.headers.get('x-request-id'), reply.headers.get('date'), reply.text].join(' '),
    );
    return reply;
  };
  await place(listening);
  await listening('POST /_control/micro-deposits', { body: { mandateId: MANDATE_ID, ...PRIMARY } });
  await disburse(listening);
  await listening('POST /_control/clock', { body: { to: '2026-02-01T08:00:00Z' } });
  await listening(READ, { body: { mandateId: MANDATE_ID } });
  await listening(LIST);
  for (const list of ['requests', 'webhooks', 'bureau/reports', 'faults', 'violations', 'near-misses', 'emails'])
    await listening(`GET /_control/${list}`);
  return said;
}

describe('a world', () => {
  test('begins with the first call that carries its key, and knows nothing of the others', async () => {
    start();
    await place(callerOf('acme'));
    expect((await callerOf('acme')(READ, { body: { mandateId: MANDATE_ID } })).status).toBe(200);
    expect((await callerOf('other')(READ, { body: { mandateId: MANDATE_ID } })).status).toBe(404);
    expect((await caller(server)(READ, { body: { mandateId: MANDATE_ID } })).status).toBe(404);
  });

  test('is changed by calls alone: what a call answered belongs to its caller', async () => {
    start();
    type Changeable<Value> = { -readonly [Name in keyof Value]: Changeable<Value[Name]> };
    const own = <Value>(value: Value) => value as Changeable<Value>;
    const policy = own(await server.controls.policy());
    policy.attemptsPerDueDate = 7;
    policy.webhook.attempts = 9;
    own((await server.controls.readAccount(PRIMARY)).script).push('51');
    for (const { controls } of [server, server.world('acme')]) {
      expect(await controls.policy()).toMatchObject({ attemptsPerDueDate: 3, webhook: { attempts: 1 } });
      expect(await controls.readAccount(PRIMARY)).toMatchObject({ script: [] });
    }
  });

  test('is opened by its secret key as well as by its public one', async () => {
    start();
    const send = caller(server);
    await server.world('acme').controls.addPayer({
      bvn: '33300000001',
      name: 'Bola Sample',
      accounts: [{ ...PRIMARY, accountNumber: '0900000001', balance: 1 }],
    });
    const ask = { body: { bvn: '33300000001', type: 'bvn' } };
    expect(
      (await send(DISCOVER, { ...ask, headers: { authorization: 'Bearer sk_test_acme' } })).json.data,
    ).toHaveLength(1);
    expect((await send(DISCOVER, { ...ask, headers: { authorization: 'Bearer sk_test_repaykit' } })).status).toBe(404);
  });

  test('is not opened by the wrong one of its keys', async () => {
    start();
    const { status, json } = await caller(server)(DISCOVER, {
      body: {},
      headers: { authorization: 'Bearer pk_test_acme' },
    });
    expect([status, json.data.code]).toEqual([401, 'key_wrong_kind']);
  });

  test.each(['pk_test_', 'pk_test_UPPER', 'pk_test_a_b', `pk_test_${'a'.repeat(41)}`, 'pk_live_acme', 'acme'])(
    'is not opened by %s',
    async (token) => {
      start();
      expect(await caller(server)(READ, { body: {}, headers: { token } })).toMatchObject({
        status: 401,
        json: { data: { code: 'key_unknown' } },
      });
    },
  );

  test('keeps the same merchant ids, and refuses others', async () => {
    start();
    const stranger = { ...placement(), ...TERMS, businessId: 'f'.repeat(24) };
    expect((await callerOf('acme')('POST /v1/mandates/mandates/consent/create', { body: stranger })).status).toBe(403);
    expect(
      (
        await callerOf('acme')('POST /v1/mandates/mandates/consent/create', {
          body: { ...stranger, businessId: BUSINESS_ID },
        })
      ).status,
    ).toBe(200);
  });

  test('has a clock of its own', async () => {
    start();
    await server.world('acme').clock.advance('P1M');
    expect(server.world('acme').clock.today()).toBe('2026-02-05');
    expect([server.clock.today(), server.world('other').clock.today()]).toEqual(['2026-01-05', '2026-01-05']);
    expect((await callerOf('acme')(READ, { body: {} })).headers.get('date')).toBe('Thu, 05 Feb 2026 08:00:00 GMT');
  });

  test('has an endpoint of its own, and begins with that of the server', async () => {
    const received: string[] = [];
    const handle = (where: string) => async () => {
      received.push(where);
      return new Response();
    };
    start({ webhook: { handler: handle('handler') } });
    await server.world('silent').controls.setWebhookEndpoint({ url: null });
    for (const name of ['acme', 'silent']) {
      await place(callerOf(name));
      await server.world(name).controls.makeDeposit({ mandateId: MANDATE_ID, ...PRIMARY });
    }
    expect(received).toEqual(['handler']);
    expect((await server.world('silent').controls.webhooks()).items).toMatchObject([{ status: 'no-endpoint' }]);
  });

  test('serves its policy documents under an address that names it, without a key', async () => {
    start();
    const claim = {
      amount: 10,
      policy_number: 'POL-GIT-5001',
      payment_details: { bank_name: 'Sample Bank', account_number: '0123456789', sort_code: '044' },
    };
    const { json } = await callerOf('acme')('POST /v1/erm/policy/products/claims', { body: claim });
    const { pathname } = new URL(json.data.claim.policy.document_url);
    expect(pathname).toMatch(/^\/_files\/acme\.[0-9a-f]{24}$/);
    const file = await server.fetch(pathname);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect((await server.fetch(pathname.replace('acme.', ''))).status).toBe(200);
    expect((await server.fetch(pathname.replace('acme', 'nobody'))).status).toBe(404);
    expect((await server.fetch('/_files/')).status).toBe(404);
  });

  test('lists the calls that its key sent to nowhere, and the default world the rest', async () => {
    start();
    await callerOf('acme')('GET /v1/nothing');
    await callerOf('acme')(DISCOVER, { body: {} });
    await caller(server)('GET /v1/nowhere', { headers: { token: '' } });
    expect((await server.world('acme').controls.requests()).items.map(({ path, status }) => [path, status])).toEqual([
      ['/v1/nothing', 404],
      ['/v1/discovery/', 401],
    ]);
    expect((await server.controls.requests()).items.map(({ path }) => path)).toEqual(['/v1/nowhere']);
  });
});

describe('the handle of a world', () => {
  test('names it, its keys and where it is', async () => {
    start();
    expect(server.world('acme')).toMatchObject({
      name: 'acme',
      publicKey: 'pk_test_acme',
      secretKey: 'sk_test_acme',
      url: server.url,
    });
    const { url } = await server.listen();
    expect(server.world('acme').url).toBe(url);
  });

  test('called repaykit is the server itself, with the configured keys', async () => {
    start({ merchant: { publicKey: 'pk_live_a', secretKey: 'sk_live_b' } });
    expect(server.world('repaykit')).toMatchObject({
      name: 'repaykit',
      publicKey: 'pk_live_a',
      secretKey: 'sk_live_b',
    });
    await server.world('repaykit').clock.advance('P1D');
    expect(server.clock.today()).toBe('2026-01-06');
  });

  test.each(['', 'UPPER', 'a b', 'a'.repeat(41), '../x'])('is not given for %j', (name) => {
    start();
    expect(() => server.world(name)).toThrow(/1 to 40 small letters, digits and dashes/);
  });
});

describe('a client', () => {
  test('with the keys of a world lives in it, through the one dispatcher', async () => {
    start();
    const kitOf = ({ publicKey, secretKey, clock }: ServerWorld) => {
      const { appId, businessId, segments } = REFERENCE_DEFAULTS;
      return new RepayKit({
        baseUrl: server.url,
        appId,
        businessId,
        publicKey,
        secretKey,
        segments,
        transport: server.dispatcher,
        clock,
      });
    };
    await place(callerOf('acme'));
    expect((await kitOf(server.world('acme')).mandates.get(MANDATE_ID))._id).toBe(MANDATE_ID);
    await expect(kitOf(server.world('other')).mandates.get(MANDATE_ID)).rejects.toMatchObject({
      serviceCode: 'mandate_unknown',
    });
    expect((await server.world('acme').controls.requests()).items.map(({ operation }) => operation)).toContain(
      'getMandate',
    );
  });
});

describe('configured keys', () => {
  test('open the default world, and no key made from their names opens another', async () => {
    start({ merchant: { publicKey: 'pk_test_mine', secretKey: 'sk_test_mine' } });
    expect((await caller(server)(READ, { body: {}, headers: { token: 'pk_test_mine' } })).status).toBe(400);
    expect((await caller(server)(READ, { body: {}, headers: { token: 'pk_test_repaykit' } })).status).toBe(401);
    expect(server.world('mine').name).toBe('repaykit');
  });
});

describe('control calls', () => {
  test('go to the world that their header names', async () => {
    start();
    await callerOf('acme')('POST /_control/clock', { body: { advance: 'P2D' } });
    expect((await callerOf('acme')('GET /_control/clock')).json.now).toBe('2026-01-07T08:00:00.000Z');
    expect((await callerOf('repaykit')('GET /_control/clock')).json.now).toBe('2026-01-05T08:00:00.000Z');
  });

  test.each(['UPPER', 'a_b', '', 'a'.repeat(41), '../x'])('with the header %j are 400', async (name) => {
    start();
    const reply = await server.fetch('/_control/clock', { headers: { 'x-repaykit-world': name } });
    expect(await readReply(reply)).toMatchObject({
      status: 400,
      json: { data: { fields: [{ path: 'x-repaykit-world' }] } },
    });
  });

  test('of a foreign page open no world', async () => {
    start();
    const foreign = { headers: { origin: 'https://evil.example', 'x-repaykit-world': 'acme' } };
    expect(
      (await server.fetch('/_control/clock', { method: 'POST', ...foreign, body: '{"advance":"P1D"}' })).status,
    ).toBe(403);
    expect(server.world('acme').clock.today()).toBe('2026-01-05');
  });
});

describe('the same calls on the same seed', () => {
  test('give the same bytes in every world, whatever the others do in between', async () => {
    start({ seed: 7 });
    const alone = await liveALoan(callerOf('alone'));
    expect(alone).toHaveLength(15);
    const noise = async () => {
      const send = callerOf('noise');
      for (let round = 0; round < 20; round += 1) {
        await place(send, round % 2 ? PRIMARY : BACKUP);
        await send('GET /v1/nothing');
        await server.world('noise').clock.advance('P1D');
      }
    };
    const [first, second, byDefault] = await Promise.all([
      liveALoan(callerOf('first')),
      liveALoan(callerOf('second')),
      liveALoan(caller(server)),
      noise(),
    ]);
    expect(first).toEqual(alone);
    expect(second).toEqual(alone);
    expect(byDefault).toEqual(alone);
  });

  test('give the same bytes again after a reset', async () => {
    start();
    const world: ServerWorld = server.world('acme');
    const before = await liveALoan(callerOf('acme'));
    await world.controls.reset();
    expect(await liveALoan(callerOf('acme'))).toEqual(before);
  });
});
