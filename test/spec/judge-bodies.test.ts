/** Judges what the control API makes of odd bodies, and what no output may show. */
import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  APP_ID,
  ATTACH,
  type BlackBox,
  BVN,
  CREATE,
  collectable,
  DEBIT,
  deposit,
  EMAIL,
  FIRST,
  LOAN,
  ok,
  PUBLIC_KEY,
  place,
  placement,
  READ,
  report,
  SECOND,
  start,
  TERMS,
} from './black-box.ts';

const payerOf = { bvn: '29900000099', name: 'Tola Sample', accounts: [] };

describe('a control body with a field that nobody knows is 400 and names it:', () => {
  test.each([
    ['POST /reset', {}],
    ['POST /clock', { advance: 'P1D' }],
    ['PATCH /policy', {}],
    ['PATCH /merchant', { status: 'approved' }],
    ['POST /payers', payerOf],
    [`PATCH /accounts/${FIRST.bankCode}/${FIRST.accountNumber}`, {}],
    ['POST /micro-deposits', { mandateId: LOAN, ...FIRST }],
    ['POST /signatures', { mandateId: LOAN, ...FIRST, outcome: 'matched' }],
    [`POST /mandates/${LOAN}/dispute`, {}],
    [`POST /mandates/${LOAN}/resolve-dispute`, { outcome: 'failed' }],
    ['PUT /webhook-endpoint', { url: 'http://127.0.0.1:9/' }],
    ['POST /faults', { kind: 'status' }],
    ['POST /snapshots', {}],
    ['POST /scenarios/happy-loan', {}],
    ['POST /policies', { productType: 'git', amount: 1_000 }],
  ])('%s', async (target, body) => {
    const box = await start();
    await place(box);
    const { status, json } = await box.control(target, { ...body, surpriseField: 1 });
    expect([status, json.status, json.error]).toEqual([400, false, true]);
    expect(json.data.fields).toEqual([{ path: 'surpriseField', message: expect.any(String) }]);
    expect((await box.control('GET /clock')).json.now).toBe('2026-01-05T08:00:00.000Z');
  });

  test('POST /snapshots/{id}/restore and /fork, and POST /webhooks/{id}/redeliver', async () => {
    const box = await start();
    await place(box);
    await deposit(box);
    const { id } = (await box.control('POST /snapshots', {})).json;
    const webhook = (await box.control('GET /webhooks')).json.items[0].id;
    for (const target of [
      `POST /snapshots/${id}/restore`,
      `POST /snapshots/${id}/fork`,
      `POST /webhooks/${webhook}/redeliver`,
    ]) {
      const { status, json } = await box.control(target, { surpriseField: 1 });
      expect([target, status, json.data?.fields]).toEqual([
        target,
        400,
        [{ path: 'surpriseField', message: expect.any(String) }],
      ]);
    }
  });
});

describe('a control call', () => {
  const raw = (box: BlackBox, target: string, body: string | Uint8Array, type = 'application/json') => {
    const [method, path] = target.split(' ');
    return box.send(`${method} /_control${path}`, { raw: body, headers: { token: '', 'content-type': type } });
  };

  test.each([
    ['no JSON', '{'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a number', '7'],
    ['depth', '['.repeat(200_000)],
    ['depth in objects', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`],
    ['bytes that are no UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ])('with %s is 400 in the envelope', async (_, body) => {
    const box = await start();
    const { status, json } = await raw(box, 'POST /reset', body);
    expect([status, json.status, json.error, typeof json.message, typeof json.data.code]).toEqual([
      400,
      false,
      true,
      'string',
      'string',
    ]);
  });

  test('with a body beyond the limit is 413', async () => {
    const box = await start();
    expect((await raw(box, 'POST /reset', `{"a":"${'x'.repeat(11_000_000)}"}`)).status).toBe(413);
  });

  test('that needs nothing needs no body', async () => {
    const box = await start();
    await place(box);
    for (const target of ['POST /reset', 'POST /snapshots'])
      expect((await box.control(target)).status).toBeLessThan(300);
    expect((await box.control('POST /clock')).status).toBe(400);
    expect((await box.control('PATCH /policy')).status).toBe(200);
  });

  test.each(['POST /payers', 'POST /faults', 'POST /snapshots', 'POST /scenarios/happy-loan', 'POST /policies'])(
    '%s makes something: 201',
    async (target) => {
      const bodies: Record<string, unknown> = {
        'POST /payers': payerOf,
        'POST /faults': { kind: 'reset' },
        'POST /policies': { productType: 'gadget', amount: 900 },
      };
      expect((await (await start()).control(target, bodies[target] ?? {})).status).toBe(201);
    },
  );

  test('from a foreign host is 403 in the envelope', async () => {
    const box = await start();
    const { hostname, port } = new URL(box.url);
    const status = await new Promise((resolve) => {
      request({ hostname, port, path: '/_control/health', headers: { host: 'evil.example' } }, (response) =>
        resolve(response.resume().statusCode),
      ).end();
    });
    expect(status).toBe(403);
  });

  test('finds a mandate in upper and lower case', async () => {
    const box = await start();
    const mandateId = 'ABCDEF00ABCDEF00ABCDEF00';
    await place(box, { mandateId });
    const lower = mandateId.toLowerCase();
    expect((await deposit(box, FIRST, { mandateId: lower })).status).toBe(200);
    expect((await box.control(`GET /mandates/${lower}`)).json.mandate._id).toBe(mandateId);
    expect((await box.control(`GET /explain?mandateId=${lower}`)).status).toBe(200);
    expect(
      (await report(box, 'loan.approved', { offerTerms: 'x', approvedAmount: 1, tenure: 'P3M' }, { mandateId: lower }))
        .status,
    ).toBe(201);
    expect((await box.mandate(lower)).status).toBe('active');
  });
});

describe('nothing personal and no key', () => {
  const planted = {
    phone: '08037654321',
    address: '99 Hidden Crescent',
    secret: 'sk_test_hidden-world',
    account: '7000000001',
  };

  test('comes through the journal, violations, near misses, explanations or refusals', async () => {
    const box = await start();
    const body = { ...placement(), mobileNumber: planted.phone, address: planted.address, bvn: BVN, ...TERMS };
    await ok(box.send(CREATE, { body }));
    await ok(box.send(ATTACH, { body: { ...placement(), mobileNumber: planted.phone, address: planted.address } }));
    const wrong = [
      await box.send(CREATE, { body: { ...body, bvn: '22200000001' } }),
      await box.send(CREATE, { body: { ...body, email: 'other.person@example.com' } }),
      await box.send(ATTACH, { body: { ...body, accountNumber: `${FIRST.accountNumber}9` } }),
      await box.send(ATTACH, { body: { ...body, accountNumber: Number(FIRST.accountNumber) } }),
      await box.send(READ, { body: { mandateID: LOAN, bvn: BVN, email: EMAIL } }),
      await box.send(READ, { body: { mandateId: EMAIL } }),
      await box.send(READ, { body: { mandateId: LOAN }, headers: { token: 'sk_live_very-secret-key' } }),
      await box.send(DEBIT, {
        body: { mandateId: LOAN, amount: 5, debitDate: '2026-01-06', accountNumber: FIRST.accountNumber },
      }),
      await box.send('POST /v1/discovery/', {
        body: { bvn: BVN, type: JSON.stringify({ bvn: BVN }) },
        headers: { token: '', authorization: planted.secret },
      }),
      await box.send(`GET /v1/mandates/consent/business/collection?type=auto&search=${BVN}`),
      await box.send(`GET /v1/${BVN}/${FIRST.accountNumber}?email=${EMAIL}&token=${PUBLIC_KEY}`),
      await box.send(`POST /v1/mandates/${EMAIL}`, { body: { appId: APP_ID, token: planted.secret } }),
      await report(box, 'loan.closed', {
        finalStatus: 'repaid',
        closeDate: '2026-01-05',
        payer: { bvn: BVN, phone: planted.phone },
      }),
      await box.control('POST /micro-deposits', { mandateId: LOAN, ...SECOND }),
      await box.control('POST /payers', { bvn: BVN, name: 'Ngozi Sample', accounts: [] }),
      await box.control('POST /payers', {
        bvn: '29900000078',
        name: 'Ngozi Sample',
        accounts: [{ ...FIRST, balance: 1 }],
      }),
      await box.control(`GET /accounts/999/${FIRST.accountNumber}`),
    ];
    const lists = await Promise.all(
      ['/requests', '/violations', '/near-misses', `/explain?mandateId=${LOAN}`].map((path) =>
        box.control(`GET ${path}`),
      ),
    );
    const shown = [...wrong.filter(({ status }) => status >= 400), ...lists].map(({ text }) => text);
    expect(wrong.filter(({ status }) => status >= 400).length).toBeGreaterThan(10);
    for (const value of [
      BVN,
      '22200000001',
      EMAIL,
      'other.person@',
      FIRST.accountNumber,
      SECOND.accountNumber,
      planted.phone,
      planted.address,
      planted.secret,
      'sk_live_very',
    ])
      for (const text of shown) expect(text).not.toContain(value);
  });

  test('is in an error of a scenario or digest either: digests mask the accounts', async () => {
    const box = await start();
    await collectable(box);
    await box.moveTo('2026-02-02T08:00:00Z');
    const { items } = (await box.control('GET /emails')).json;
    expect(items.map(({ date }: { date: string }) => date)).toEqual(['2026-01-31']);
    for (const value of [BVN, FIRST.accountNumber, 'NGOZI', 'Ngozi'])
      expect(items[0].text + items[0].html).not.toContain(value);
  });
});

describe('a refusal', () => {
  const fieldsOf = async (target: string, body: unknown) => {
    const { json } = await (await start()).control(target, body);
    return json.data.fields.map(({ path, message }: { path: string; message: string }) => `${path} ${message}`);
  };

  test.each([
    ['PATCH /policy', { attemptsPerDueDate: 0 }, 'attemptsPerDueDate must be at least 1'],
    ['PATCH /policy', { attemptsPerDueDate: 1.5 }, 'attemptsPerDueDate must be a whole number'],
    ['PATCH /policy', { attemptsPerDueDate: '2' }, 'attemptsPerDueDate must be of type number, not string'],
    ['PATCH /policy', { dueHour: 24 }, 'dueHour must be less than 24'],
    ['POST /faults', { kind: 'status', status: 600 }, 'status must be at most 599'],
    [
      'PUT /webhook-endpoint',
      { url: 'http://127.0.0.1:9/', secret: 'a\nb' },
      'secret must be text that a header can carry: printable ASCII, without spaces at its ends',
    ],
    [
      'PUT /webhook-endpoint',
      { url: 'http://127.0.0.1:9/', secret: '' },
      'secret must be text that a header can carry: printable ASCII, without spaces at its ends',
    ],
  ])('of %s %j says in words what is wanted', async (target, body, wanted) => {
    expect(await fieldsOf(target, body)).toEqual([wanted]);
  });

  test('says what to do once, not twice', async () => {
    const box = await start();
    const messages = [
      await box.send(CREATE, { raw: '' }),
      await box.send(CREATE, { raw: gzipSync('{}'), headers: { 'content-encoding': 'gzip' } }),
      await box.send('POST /_bureau/reports', { body: {}, headers: { token: '' } }),
      await box.send(READ, { body: { mandateId: LOAN }, headers: { token: '' } }),
    ].map(({ json }) => json.message);
    for (const message of messages) {
      const sentences = message.toLowerCase().match(/send [^.:]*/g) ?? [];
      expect([message, sentences.length]).toEqual([message, 1]);
    }
  });
});

test('a report that comes again with its mandate in the other case is the same report', async () => {
  const box = await start();
  await place(box);
  const content = { offerTerms: 'three instalments', approvedAmount: 28_000, tenure: 'P3M' };
  expect((await report(box, 'loan.approved', content, { reportId: 'r-1' })).status).toBe(201);
  const again = await report(box, 'loan.approved', content, { reportId: 'r-1', mandateId: LOAN.toUpperCase() });
  expect([again.status, again.json]).toEqual([200, { duplicate: true }]);
  expect((await report(box, 'loan.approved', { ...content, approvedAmount: 1 }, { reportId: 'r-1' })).status).toBe(409);
});

test('an explanation names the instalment it speaks of, and tells the next attempt once', async () => {
  const box = await start();
  await collectable(box);
  await box.control(`PATCH /accounts/${FIRST.bankCode}/${FIRST.accountNumber}`, { balance: 0 });
  await box.moveTo('2026-01-31T22:00:00Z');
  const { summary } = (await box.control(`GET /explain?mandateId=${LOAN}`)).json;
  expect(summary.split('2026-02-01 08:00 in Lagos')).toHaveLength(2);
  expect(summary).not.toMatch(/^It /);
});
