import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import {
  BVN,
  CREATE,
  collectable,
  deposit,
  disburse,
  endpoint,
  FIRST,
  LOAN,
  place,
  placement,
  READ,
  SECRET_KEY,
  start,
  stranger,
  TERMS,
  THIRD,
} from './black-box.ts';

const DISCOVER = 'POST /v1/discovery/';

const asSecret = { token: '', authorization: `Bearer ${SECRET_KEY}` };

const ACCOUNT = `/accounts/${FIRST.bankCode}/${FIRST.accountNumber}`;

const REFUSAL = { status: false, error: true, message: expect.any(String), data: { code: expect.any(String) } };

describe('health and reset', () => {
  test('health says ok and the time', async () => {
    const box = await start();
    const { status, json } = await box.control('GET /health');
    expect([status, json]).toEqual([200, { status: 'ok', now: '2026-01-05T08:00:00.000Z' }]);
  });

  test('a reset empties everything but the webhook endpoint', async () => {
    const hook = await endpoint();
    const box = await start();
    await box.control('PUT /webhook-endpoint', { url: hook.url, secret: 'whsec_other' });
    await box.control('PATCH /policy', { dueHour: 10 });
    await box.control('PATCH /merchant', { status: 'suspended' });
    await box.control('PATCH /merchant', { status: 'approved' });
    await collectable(box);
    await box.moveTo('2026-02-01T00:00:00Z');
    const reply = await box.control('POST /reset', {});
    expect([reply.status < 300, (await box.control('GET /health')).json.now]).toEqual([
      true,
      '2026-01-05T08:00:00.000Z',
    ]);
    expect((await box.send(READ, { body: { mandateId: LOAN } })).status).toBe(404);
    expect((await box.send(DISCOVER, { body: { bvn: BVN, type: 'bvn' }, headers: asSecret })).status).toBe(404);
    expect((await box.control(`GET ${ACCOUNT}`)).status).toBe(404);
    for (const list of ['webhooks', 'bureau/reports'])
      expect((await box.control(`GET /${list}`)).json).toEqual({ items: [], dropped: 0 });
    expect((await box.control('GET /policy')).json.dueHour).toBe(8);
    await box.send(CREATE, { body: { ...placement(), ...TERMS, bvn: BVN } });
    await box.send('POST /v1/mandates/micro-deposit/create/mandate', { body: placement() });
    hook.received.length = 0;
    await deposit(box);
    expect(hook.received.map(({ headers }) => headers['x-auth-signature'])).toEqual(['whsec_other']);
  });

  test('a reset takes an instant, also an earlier one, and a seed', async () => {
    const box = await start();
    expect((await box.control('POST /reset', { now: '2025-06-01T00:00:00Z', seed: 7 })).json.now).toBe(
      '2025-06-01T00:00:00.000Z',
    );
    for (const wrong of [{ now: 'soon' }, { seed: 1.5 }, { seed: '7' }, { speed: 2 }]) {
      const { status, json } = await box.control('POST /reset', wrong);
      expect([status, json]).toMatchObject([400, { ...REFUSAL, data: { fields: [{ path: Object.keys(wrong)[0] }] } }]);
    }
    expect((await box.control('GET /clock')).json.now).toBe('2025-06-01T00:00:00.000Z');
  });

  test('the same seed, time and calls give the same bytes; another seed other ids', async () => {
    const story = async (seed: number) => {
      const box = await start({ seed });
      await collectable(box);
      await box.moveTo('2026-03-10T00:00:00Z');
      const lists = ['GET /webhooks', 'GET /requests', 'GET /bureau/reports', `GET /mandates/${LOAN}`];
      const texts = [];
      for (const list of lists) texts.push((await box.control(list)).text);
      return texts;
    };
    const [one, same, other] = [await story(5), await story(5), await story(6)];
    expect(same).toEqual(one);
    expect(other[0]).not.toBe(one[0]);
  });
});

describe('the clock', () => {
  test.each([
    ['2026-01-31T08:00:00Z', 'P1M', '2026-03-01T08:00:00.000Z'],
    ['2026-01-31T23:30:00Z', 'P1M', '2026-02-28T23:30:00.000Z'],
    ['2028-02-29T08:00:00Z', 'P1Y', '2029-03-01T08:00:00.000Z'],
    ['2026-01-05T08:00:00Z', 'P30D', '2026-02-04T08:00:00.000Z'],
    ['2026-01-05T08:00:00Z', 'P1W', '2026-01-12T08:00:00.000Z'],
    ['2026-01-05T08:00:00Z', 'PT4H', '2026-01-05T12:00:00.000Z'],
    ['2026-01-05T08:00:00Z', 'PT90M', '2026-01-05T09:30:00.000Z'],
    ['2026-01-05T08:00:00Z', 'P1DT2H3M4S', '2026-01-06T10:03:04.000Z'],
    ['2026-01-05T08:00:00Z', 'PT0S', '2026-01-05T08:00:00.000Z'],
  ])('from %s goes on by %s to %s', async (now, advance, then) => {
    const box = await start({ now });
    expect((await box.advance(advance)).json).toEqual({
      now: then,
      ran: { attempts: 0, timeouts: 0, expiries: 0, webhooks: 0 },
    });
    expect((await box.control('GET /clock')).json.now).toBe(then);
  });

  test('goes to an instant, whatever its offset, and never backwards', async () => {
    const box = await start();
    expect((await box.moveTo('2026-02-01T09:00:00+01:00')).json.now).toBe('2026-02-01T08:00:00.000Z');
    const back = await box.moveTo('2026-02-01T07:59:59Z');
    expect([back.status, back.json]).toMatchObject([422, REFUSAL]);
    expect((await box.moveTo('2026-02-01T08:00:00Z')).status).toBeLessThan(300);
  });

  test('ends with the year 9999', async () => {
    const box = await start({ now: '9999-12-30T00:00:00Z' });
    for (const far of ['P9999Y', 'P99999999999Y', 'P2D']) expect((await box.advance(far)).status).toBe(422);
    expect((await box.advance('P1D')).json.now).toBe('9999-12-31T00:00:00.000Z');
  });

  test.each([
    [{}],
    [{ advance: 'P1D', to: '2027-01-01T00:00:00Z' }],
    [{ advance: '30 days' }],
    [{ advance: 'P' }],
    [{ advance: 'P-1D' }],
    [{ advance: '-P1D' }],
    [{ advance: 86_400 }],
    [{ to: '2026-02-30T00:00:00Z' }],
    [{ to: '2026-02-01' }],
    [{ to: 'tomorrow' }],
    [{ to: null }],
    [{ forward: 'P1D' }],
    [[]],
    [null],
    ['P1D'],
  ])('refuses %j', async (body) => {
    const box = await start();
    const { status, json } = await box.control('POST /clock', body);
    expect([status, json]).toMatchObject([400, REFUSAL]);
    expect((await box.control('GET /clock')).json.now).toBe('2026-01-05T08:00:00.000Z');
  });

  test('runs what is due in order of time, and has delivered everything when it answers', async () => {
    const hook = await endpoint();
    const box = await start({ webhook: { url: hook.url } });
    await collectable(box);
    await box.control(`PATCH ${ACCOUNT}`, { balance: 10_000 });
    hook.received.length = 0;
    const { json } = await box.moveTo('2026-04-01T00:00:00Z');
    expect(json.ran).toMatchObject({ timeouts: 0, expiries: 1, webhooks: hook.received.length });
    const times = hook.received.map((one) => one.json.collectedOn ?? one.json.data.occurredAt);
    expect(times).toEqual([...times].sort());
    expect(hook.received.at(-1)?.json.event).toBe('mandate.expired');
  });

  test('lets a webhook handler re-read at once: what it hears is already true', async () => {
    let seen: unknown;
    const hook = await endpoint(async ({ json }) => {
      if (json.instalmentStatus)
        seen = [(await box.control('GET /clock')).json.now, (await box.mandate()).collectedAmount];
      return 200;
    });
    const box = await start({ webhook: { url: hook.url } });
    await collectable(box);
    await box.moveTo('2026-02-20T00:00:00Z');
    expect(seen).toEqual(['2026-01-31T07:00:00.000Z', 10_000]);
  });
});

describe('payers and accounts', () => {
  test('a payer is made with 201 and can be discovered', async () => {
    const box = await start();
    const account = { accountNumber: '7100000001', bankCode: '044', balance: 12.5 };
    const { status } = await box.control('POST /payers', {
      bvn: '29911111111',
      name: 'Tunde Sample',
      accounts: [account],
    });
    expect(status).toBe(201);
    const { json } = await box.send(DISCOVER, { body: { bvn: '29911111111', type: 'bvn' }, headers: asSecret });
    expect(json.data).toMatchObject([{ accountNumber: '7100000001', bankCode: '044', active: true }]);
    expect((await box.control('GET /accounts/044/7100000001')).json).toMatchObject(account);
  });

  test.each([
    ['no bvn', { bvn: undefined }, 'bvn'],
    ['a short bvn', { bvn: '123' }, 'bvn'],
    ['no name', { name: undefined }, 'name'],
    ['no accounts', { accounts: undefined }, 'accounts'],
    ['an account without a number', { accounts: [{ bankCode: '044', balance: 1 }] }, 'accounts.0.accountNumber'],
    [
      'an account without a balance',
      { accounts: [{ accountNumber: '7100000001', bankCode: '044' }] },
      'accounts.0.balance',
    ],
    [
      'a sub-kobo balance',
      { accounts: [{ accountNumber: '7100000001', bankCode: '044', balance: 0.001 }] },
      'accounts.0.balance',
    ],
    ['a field too many', { age: 40 }, 'age'],
  ])('a payer with %s is refused', async (_, wrong, path) => {
    const box = await start();
    const good = {
      bvn: '29911111111',
      name: 'Tunde Sample',
      accounts: [{ accountNumber: '7100000001', bankCode: '044', balance: 1 }],
    };
    const { status, json } = await box.control('POST /payers', { ...good, ...wrong });
    expect([status, json]).toMatchObject([400, { ...REFUSAL, data: { fields: [{ path }] } }]);
    expect((await box.control('POST /payers', good)).status).toBe(201);
  });

  test('an account is read and changed by its path', async () => {
    const box = await start();
    expect((await box.control(`GET ${ACCOUNT}`)).json).toMatchObject({ ...FIRST, balance: 100_000, active: true });
    expect(
      (
        await box.control(`PATCH ${ACCOUNT}`, {
          balance: 12.34,
          active: false,
          declineWith: '91',
          script: ['51', '00'],
        })
      ).json,
    ).toMatchObject({
      balance: 12.34,
      active: false,
      declineWith: '91',
      script: ['51', '00'],
    });
    expect((await box.control(`PATCH ${ACCOUNT}`, { declineWith: null })).json.declineWith).toBeNull();
    for (const wrong of [
      { balance: -1 },
      { balance: '5' },
      { balance: 0.001 },
      { active: 'yes' },
      { declineWith: 51 },
      { script: '51' },
      { colour: 'red' },
    ]) {
      expect((await box.control(`PATCH ${ACCOUNT}`, wrong)).status, JSON.stringify(wrong)).toBe(400);
    }
    for (const path of ['/accounts/999/7999999999', '/accounts/058/7000000001']) {
      expect((await box.control(`GET ${path}`)).status).toBe(404);
      expect((await box.control(`PATCH ${path}`, { balance: 1 })).status).toBe(404);
    }
  });
});

describe('policy, merchant and endpoint', () => {
  test('the policy shows its defaults and takes any of its parts', async () => {
    const box = await start();
    expect((await box.control('GET /policy')).json).toMatchObject({
      attemptsPerDueDate: 3,
      attemptGapHours: 4,
      dueHour: 8,
      partialCollection: true,
      microDepositHours: 168,
      signatures: 'matched',
      webhook: { attempts: 1 },
    });
    const { status, json } = await box.control('PATCH /policy', { partialCollection: false, webhook: { attempts: 3 } });
    expect([status, json]).toMatchObject([200, { partialCollection: false, dueHour: 8, webhook: { attempts: 3 } }]);
  });

  test.each([
    [{ attemptsPerDueDate: 0 }],
    [{ attemptsPerDueDate: 1.5 }],
    [{ attemptGapHours: -1 }],
    [{ dueHour: 24 }],
    [{ dueHour: '8' }],
    [{ partialCollection: 'no' }],
    [{ microDepositHours: 0 }],
    [{ readinessMinutes: -1 }],
    [{ signatures: 'perhaps' }],
    [{ webhook: { attempts: 0 } }],
    [{ webhook: 3 }],
    [{ unknown: 1 }],
  ])('a policy of %j is refused', async (wrong) => {
    const box = await start();
    const before = (await box.control('GET /policy')).text;
    const { status, json } = await box.control('PATCH /policy', wrong);
    expect([status, json]).toMatchObject([400, REFUSAL]);
    expect(json.data.fields[0].path.split('.')[0]).toBe(Object.keys(wrong)[0]);
    expect((await box.control('GET /policy')).text).toBe(before);
  });

  test('the merchant is approved, and can be something else', async () => {
    const box = await start();
    expect((await box.control('GET /merchant')).json).toMatchObject({ status: 'approved' });
    expect((await box.control('PATCH /merchant', { status: 'in-review' })).json).toMatchObject({ status: 'in-review' });
    for (const wrong of [{ status: 'happy' }, {}, { state: 'approved' }])
      expect((await box.control('PATCH /merchant', wrong)).status).toBe(400);
  });

  test('an endpoint is a URL near by; a secret left out stays as it is', async () => {
    const hook = await endpoint();
    const box = await start();
    for (const url of [
      'nowhere',
      '',
      'ftp://127.0.0.1/',
      'http://8.8.8.8/hooks',
      'http://169.254.169.254/',
      5,
      undefined,
    ]) {
      expect((await box.control('PUT /webhook-endpoint', { url })).status, String(url)).toBe(400);
    }
    await box.control('PUT /webhook-endpoint', { url: hook.url, secret: 'whsec_mine' });
    await box.control('PUT /webhook-endpoint', { url: hook.url });
    await place(box);
    await deposit(box);
    expect(hook.received.map(({ headers }) => headers['x-auth-signature'])).toEqual(['whsec_mine']);
  });
});

describe('a control call', () => {
  test('on something unknown is answered in the envelope', async () => {
    const box = await start();
    expect(await box.control('GET /nothing')).toMatchObject({ status: 404, json: REFUSAL });
    expect(await box.control(`GET /mandates/${'d'.repeat(24)}`)).toMatchObject({ status: 404, json: REFUSAL });
    expect(await box.control('GET /mandates/xyz')).toMatchObject({ json: REFUSAL });
    expect(await box.control('DELETE /clock')).toMatchObject({ status: 405, json: REFUSAL });
    expect((await box.control('DELETE /clock')).headers.get('allow')).toMatch(/GET/);
    expect(await box.send('POST /_control/clock', { raw: '{"advance":' })).toMatchObject({
      status: 400,
      json: REFUSAL,
    });
    expect(await box.control('POST /webhooks/wh_999/redeliver')).toMatchObject({ status: 404, json: REFUSAL });
  });

  test('addressed to a foreign host is refused, also when it comes to the right port', async () => {
    const box = await start();
    const addressed = async (host: string, path = '/_control/health') => {
      const { statusCode, body } = await request(box.url + path, { headers: { host } });
      await body.dump();
      return statusCode;
    };
    const { port } = new URL(box.url);
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, 'localhost', `[::1]:${port}`])
      expect(await addressed(host), host).toBe(200);
    for (const host of ['evil.example', `evil.example:${port}`, 'localhost.evil.example', '127.0.0.1.evil.example'])
      expect(await addressed(host), host).toBe(403);
  });

  test('made by a page of another site is refused; pages of this machine may make them', async () => {
    const box = await start();
    const from = async (origin: string) =>
      (await box.send('POST /_control/clock', { body: { advance: 'PT1S' }, headers: { origin } })).status;
    for (const origin of ['http://evil.example', 'https://localhost.evil.example', 'null', 'nonsense'])
      expect(await from(origin), origin).toBe(403);
    for (const origin of [box.url, 'http://localhost:3000']) expect(await from(origin), origin).toBe(200);
  });

  test('wants the token where one is set, and the operations do not', async () => {
    const box = await start({ controlToken: 'sesame' });
    expect((await box.control('GET /health')).status).toBe(401);
    expect((await box.send('GET /_control/health', { headers: { 'x-repaykit-control': 'nonsense' } })).status).toBe(
      401,
    );
    expect((await box.send('GET /_control/health', { headers: { 'x-repaykit-control': 'sesame' } })).status).toBe(200);
    expect((await box.send(READ, { body: { mandateId: LOAN } })).status).toBe(404);
    expect(stranger(box.url).url).toBe(box.url);
  });

  test('tells the inside of a mandate', async () => {
    const box = await start();
    await collectable(box);
    await place(box, { accounts: [THIRD] });
    await disburse(box).catch(() => undefined);
    const { status, json } = await box.control(`GET /mandates/${LOAN}`);
    expect([status, Object.keys(json).sort()]).toEqual([200, ['events', 'gate', 'mandate', 'repaymentDetails']]);
    expect(json).toMatchObject({
      mandate: { _id: LOAN, status: 'active' },
      gate: { open: true },
      repaymentDetails: { breakdown: [{ amount: 10_000 }, {}, {}] },
    });
    expect(json.events.length).toBeGreaterThan(0);
  });
});
