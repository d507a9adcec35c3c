import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ReferenceServer } from '../../../src/server/index.ts';
import { MANDATE_ID, placement, type Send, type Sent, serverWithCaller, TERMS } from '../merchant.ts';

let server: ReferenceServer;
let send: Send;

beforeEach(() => {
  ({ server, send } = serverWithCaller());
});
afterEach(() => server.close());

async function missesOf(target: string, sent?: Sent) {
  const reply = await send(target, sent);
  const { items } = await server.controls.nearMisses();
  return { reply, items, message: reply.json.message as string };
}

const CREATE = 'POST /v1/mandates/mandates/consent/create';
const READ = 'POST /v1/mandates/consent/business/get-mandate';

describe('a path that leads nowhere', () => {
  test.each([
    ['another case', 'POST /v1/Mandates/consent/business/get-mandate', READ],
    ['a slash too many', 'POST /v1/mandates//consent/business/get-mandate', READ],
    ['a slash at the end', 'POST /v1/mandates/consent/business/get-mandate/', READ],
    ['a mistyped segment', 'POST /v1/mandate/consent/business/get-mandates', READ],
    ['a segment left out', 'POST /v1/mandates/consent/create', CREATE],
    ['the version left out', 'POST /mandates/consent/business/get-mandate', READ],
    ['an escaped segment', 'POST /v1/mandates%2Fconsent/business/get-mandate', READ],
    ['the segment as the specification writes it', 'POST /v1/%7Bmandate_segment%7D/consent/business/get-mandate', READ],
    ['the other segment name', 'POST /v1/mandates/', 'POST /v1/discovery/'],
    [
      'British spelling',
      'GET /v1/mandates/consent/business/collection-log/instalment',
      'GET /v1/mandates/consent/business/collection-log/installment',
    ],
    ['the bureau in the plural', 'POST /_bureau/report', 'POST /_bureau/reports'],
  ])('with %s gets the nearest route', async (_what, target, expected) => {
    const { items, reply, message } = await missesOf(target, target.startsWith('GET') ? {} : { body: {} });
    expect(reply.status).toBe(404);
    expect(items).toMatchObject([
      { kind: 'route', operation: null, status: 404, expected, at: '2026-01-05T08:00:00.000Z' },
    ]);
    expect(message).toContain(`Did you mean ${expected}?`);
  });

  test('that resembles none gets no hint', async () => {
    const { items, message } = await missesOf('GET /favicon.ico');
    expect(items).toEqual([]);
    expect(message).not.toContain('Did you mean');
  });

  test('of which only the method is wrong gets the method', async () => {
    const { items, reply } = await missesOf('GET /v1/mandates/consent/business/get-mandate');
    expect(reply.headers.get('allow')).toBe('POST');
    expect(items).toMatchObject([{ kind: 'method', sent: 'GET', expected: 'POST', status: 405 }]);
  });
});

describe('a key that is wrong', () => {
  test.each<[string, Record<string, string>, string, string]>([
    ['is missing', {}, 'headers', 'no key'],
    ['is of the wrong kind', { token: 'sk_test_repaykit' }, 'token', 'the secret key in token'],
    [
      'is in the wrong header',
      { authorization: 'Bearer pk_test_repaykit' },
      'authorization',
      'the public key in authorization, with scheme bearer',
    ],
    ['is in a header of another make', { 'x-api-key': 'pk_test_repaykit' }, 'x-api-key', 'the public key in x-api-key'],
    [
      'has a scheme word too many',
      { token: 'Bearer pk_test_repaykit' },
      'token',
      'the public key in token, with scheme bearer',
    ],
    ['belongs to no route', { token: 'pk_live_5f1c0ffee' }, 'token', 'an unknown key in token'],
  ])('because it %s gets what to send where', async (_what, headers, where, sent) => {
    const { items, reply, message } = await missesOf(READ, {
      body: { mandateId: MANDATE_ID },
      headers: { token: '', ...headers },
    });
    expect(reply.status).toBe(401);
    expect(items).toMatchObject([
      { kind: 'key', operation: 'getMandate', where, expected: 'header token with the public key' },
    ]);
    expect(items[0]?.sent).toContain(sent);
    expect(message.toLowerCase()).toContain(items[0]?.suggestion?.toLowerCase().replace(/\.$/, ''));
    expect(JSON.stringify(items)).not.toMatch(/[ps]k_(test|live)_/);
  });

  test('for discovery without its scheme word gets the scheme', async () => {
    const { items } = await missesOf('POST /v1/discovery/', {
      body: {},
      headers: { token: '', authorization: 'sk_test_repaykit' },
    });
    expect(items).toMatchObject([{ kind: 'key', expected: 'the secret key as Authorization: Bearer' }]);
    expect(items[0]?.suggestion).toContain('scheme word is missing');
  });
});

describe('a body of another kind', () => {
  test.each<[string, string, string, string]>([
    ['a URL-encoded form', `mandateId=${MANDATE_ID}`, 'application/x-www-form-urlencoded', 'a URL-encoded form'],
    ['a form declared as JSON', `mandateId=${MANDATE_ID}`, 'application/json', 'a URL-encoded form'],
    ['JSON that is cut off', `{"mandateId":"${MANDATE_ID}`, 'application/json', 'JSON'],
    ['JSON declared as text', `{"mandateId":"${MANDATE_ID}"}`, 'text/plain', 'JSON'],
    ['a multipart form', '--x\r\n', 'multipart/form-data; boundary=x', 'a multipart form'],
  ])('such as %s is recognised', async (_what, raw, type, looks) => {
    const { items, message } = await missesOf(READ, { raw, headers: { 'content-type': type } });
    expect(items).toMatchObject([{ kind: 'body', where: 'body', expected: 'application/json' }]);
    expect(items[0]?.sent.startsWith(looks)).toBe(true);
    expect(message).toContain('send a JSON object as application/json');
  });
});

describe('a field that is wrong', () => {
  const good = { ...placement(), ...TERMS };

  test.each<[string, object, string, string, RegExp]>([
    [
      'an amount as text',
      { totalAmountDue: '90000' },
      'totalAmountDue',
      'text of 5 characters, all digits',
      /JSON number/,
    ],
    [
      'a day the other way round',
      { startDate: '01/02/2026' },
      'startDate',
      'text of 10 characters, like DD/MM/YYYY',
      /YYYY-MM-DD/,
    ],
    [
      'a timestamp for a day',
      { endDate: '2026-04-01T00:00:00Z' },
      'endDate',
      'text of 20 characters, like a timestamp',
      /YYYY-MM-DD/,
    ],
    ['an account number as a number', { accountNumber: 100000011 }, 'accountNumber', 'number', /quotes/],
    ['spaces around a value', { accountNumber: ' 0100000011' }, 'accountNumber', 'text of 11 characters', /spaces/],
    ['a flag as text', { primary: 'true' }, 'primary', 'text of 4 characters', /true or false/],
    ['a fraction of a kobo', { totalAmountDue: 1.005 }, 'totalAmountDue', 'number', /two decimals/],
  ])('such as %s is shown by its kind, with what fixes it', async (_what, part, where, sent, suggestion) => {
    const { items, reply, message } = await missesOf(CREATE, { body: { ...good, ...part } });
    expect(reply.status).toBe(400);
    expect(items).toMatchObject([
      { kind: 'field', operation: 'createConsent', where, sent, suggestion: expect.stringMatching(suggestion) },
    ]);
    expect(message).toMatch(suggestion);
  });

  test('deep in a list is named by its path', async () => {
    const breakdown = [
      { dueDate: '2026-02-01', amount: 45_000 },
      { dueDate: '2026-03-01', amount: '45000' },
    ];
    const { items } = await missesOf(CREATE, { body: { ...good, repaymentDetails: { breakdown } } });
    expect(items).toMatchObject([
      { kind: 'field', where: 'repaymentDetails.breakdown.1.amount', sent: 'text of 5 characters, all digits' },
    ]);
  });

  test('that is missing under its name is found under another', async () => {
    const { items, message } = await missesOf(READ, { body: { mandate_id: MANDATE_ID } });
    expect(items).toMatchObject([
      {
        kind: 'field',
        where: 'mandateId',
        sent: 'nothing',
        suggestion: 'mandate_id was sent: did you mean mandateId?',
      },
      { kind: 'unknown-field', where: 'mandate_id', expected: 'mandateId' },
    ]);
    expect(message).toContain('did you mean mandateId?');
  });

  test('that is swapped between appId and businessId is pointed at', async () => {
    const { items } = await missesOf(CREATE, { body: { ...good, appId: good.businessId, businessId: good.appId } });
    expect(items).toMatchObject([
      {
        kind: 'merchant',
        where: 'appId, businessId',
        sent: 'text of 24 characters and text of 24 characters',
        status: 403,
      },
    ]);
  });
});

describe('a request that is taken', () => {
  test('although a field of it is nearly a known one is listed, and answered as ever', async () => {
    const { totalAmountDue, ...others } = TERMS;
    const { items, reply } = await missesOf(CREATE, {
      body: { ...placement(), ...others, totalAmountDue, collection_mode: 'manual' },
    });
    expect(reply.status).toBe(200);
    expect(items).toMatchObject([
      {
        kind: 'unknown-field',
        status: 200,
        where: 'collection_mode',
        expected: 'collectionMode',
        operation: 'createConsent',
      },
    ]);
  });

  test.each([
    ['bvnn', 'bvn'],
    ['totalAmount', 'totalAmountDue'],
    ['mode', 'collectionMode'],
    ['StartDate', 'startDate'],
  ])('with %s is asked for %s', async (name, expected) => {
    const { items } = await missesOf(CREATE, { body: { ...placement(), [name]: 'x' } });
    expect(items).toMatchObject([{ kind: 'unknown-field', where: name, expected }]);
  });

  test('with fields like no known one, or beside the known one, or none too many, is not listed', async () => {
    await send(CREATE, { body: { ...placement(), ...TERMS, note: 'x', de: 'x', start_date: '2026-02-01' } });
    await send(READ, { body: { mandateId: MANDATE_ID } });
    expect((await server.controls.nearMisses()).items).toEqual([]);
  });
});

test('the list holds a hundred, counts what fell out, and can be emptied', async () => {
  for (let count = 0; count < 103; count += 1) await send('POST /v1/mandates/consent/create');
  const { items, dropped } = (await send('GET /_control/near-misses')).json;
  expect([items.length, dropped]).toEqual([100, 3]);
  expect((await send('DELETE /_control/near-misses')).json).toEqual({ items: [], dropped: 0 });
});

test('no number of a person or an account, and no key, comes through a refused request into either list or an explanation', async () => {
  const planted = [
    '22299887766',
    '0987654321',
    '08031234567',
    'planted.person@example.com',
    'sk_test_planted',
    'Planted Street',
  ];
  const [bvn, accountNumber, mobileNumber, email, key, address] = planted as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const body = { ...placement(), ...TERMS, accountNumber, mobileNumber, email, address, bvn };
  await send(CREATE, {
    body: {
      ...body,
      totalAmountDue: accountNumber,
      startDate: bvn,
      [bvn]: accountNumber,
      [`bvn${bvn}`]: 1,
      mandateId: bvn,
    },
  });
  await send(CREATE, { body: { ...body, bvn: `${bvn}0`, accountNumber: Number(accountNumber), email: `${email} ` } });
  await send(CREATE, { body: { ...body, appId: 'f'.repeat(24), mandateId: bvn } });
  await send(CREATE, { body, headers: { token: key } });
  await send(READ, { body: { mandateId: MANDATE_ID }, headers: { token: `Bearer ${key}`, 'x-api-key': key } });
  await send(`POST /v1/discovery/${bvn}`, { body });
  await send(`POST /v1/mandates/consent/business/get-mandate/${accountNumber}`, { body });
  await send(READ, { raw: `bvn=${bvn}&account=${accountNumber}` });
  await send(CREATE, { body });
  await send(CREATE, { body: { ...body, email: 'other.planted@example.com' } });
  await send('PUT /v1/mandates/consent/business/manual/activate', {
    body: { mandateId: MANDATE_ID, amount: 1, debitDate: '2026-02-02' },
  });
  const lists = [
    await send('GET /_control/near-misses'),
    await send('GET /_control/violations'),
    await send(`GET /_control/explain?mandateId=${MANDATE_ID}`),
  ];
  expect(lists.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(lists.map(({ json }) => (json.items ?? json.findings).length > 0)).toEqual([true, true, true]);
  for (const { text } of lists) for (const value of planted) expect(text).not.toContain(value);
});

test('a control call with a mistyped path gets the nearest one', async () => {
  expect((await send('GET /_control/mandate/abc')).json.message).toBe(
    'No control call has this path. Did you mean GET /_control/mandates/{id}?',
  );
  expect((await send('GET /_control/near_misses')).json.message).toContain('Did you mean GET /_control/near-misses?');
  expect((await send('GET /_control/teapot')).json.message).toBe('No control call has this path.');
});

test('an explanation is asked for by the id of a mandate that is there', async () => {
  expect(await send('GET /_control/explain')).toMatchObject({
    status: 400,
    json: { data: { fields: [{ path: 'mandateId' }] } },
  });
  expect((await send(`GET /_control/explain?mandateId=${MANDATE_ID}`)).status).toBe(404);
  await send(CREATE, { body: placement() });
  const { json } = await send(`GET /_control/explain?mandateId=${MANDATE_ID}`);
  expect(json).toMatchObject({ mandateId: MANDATE_ID, verdict: 'blocked', now: '2026-01-05T08:00:00.000Z' });
  expect(await server.controls.explain(MANDATE_ID)).toEqual(json);
});
