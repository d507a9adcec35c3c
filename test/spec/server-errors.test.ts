import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import {
  APP_ID,
  BANKS,
  type BlackBox,
  BUSINESS_ID,
  BVN,
  CREATE,
  collectable,
  DEBIT,
  LIST,
  LOAN,
  LOG,
  PUBLIC_KEY,
  place,
  placement,
  READ,
  refusal,
  SECRET_KEY,
  start,
} from './black-box.ts';

const DISCOVER = 'POST /v1/discovery/';

const PRODUCTS = 'POST /v1/erm/policy/products/type';

const CLAIM = 'POST /v1/erm/policy/products/claims';

const POLICIES = 'GET /v1/erm/policy/business/policies';

const read = { mandateId: LOAN };

/** Sends bytes as they are and answers what came back, or '' when the connection was ended without a word. */
function raw(
  box: BlackBox,
  bytes: string | Buffer,
  { endAfterMs }: { readonly endAfterMs?: number } = {},
): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(Number(new URL(box.url).port), '127.0.0.1', () => socket.write(bytes));
    const done = () => resolve(text);
    socket.on('data', (chunk) => {
      text += chunk;
      if (/\r\n\r\n/.test(text)) setTimeout(() => socket.destroy(), 20);
    });
    socket.on('error', done).on('close', done);
    if (endAfterMs !== undefined) setTimeout(() => socket.destroy(), endAfterMs);
  });
}

const statusLine = (text: string) => text.split('\r\n')[0];

describe('keys', () => {
  test.each([
    READ,
    DEBIT,
    `${LOG}?mandateId=${LOAN}`,
    `${LOG}/installment?mandateId=${LOAN}&breakdownId=${LOAN}`,
    `${LIST}?type=auto`,
    PRODUCTS,
    CLAIM,
    POLICIES,
  ])('%s wants the public key in token', async (target) => {
    const box = await start();
    const body = target.startsWith('GET') ? undefined : {};
    for (const headers of [
      { token: '' },
      { token: 'nonsense' },
      { token: SECRET_KEY },
      { token: '', authorization: `Bearer ${SECRET_KEY}` },
    ]) {
      expect(await box.send(target, { body, headers })).toMatchObject({ status: 401, json: refusal() });
    }
    expect((await box.send(target, { body })).status).not.toBe(401);
  });

  test('discovery wants the secret key as a bearer, the bank list the public one as a token', async () => {
    const box = await start();
    const discover = { bvn: BVN, type: 'bvn' };
    for (const authorization of [
      '',
      SECRET_KEY,
      `token ${SECRET_KEY}`,
      `Bearer ${PUBLIC_KEY}`,
      'Bearer nonsense',
      'Bearer ',
      'Bearer',
    ]) {
      expect(
        (await box.send(DISCOVER, { body: discover, headers: { token: '', authorization } })).status,
        authorization,
      ).toBe(401);
    }
    expect(
      (await box.send(DISCOVER, { body: discover, headers: { token: '', authorization: `bearer ${SECRET_KEY}` } }))
        .status,
    ).toBe(200);
    for (const authorization of ['', PUBLIC_KEY, `Bearer ${PUBLIC_KEY}`, `token ${SECRET_KEY}`, 'token nonsense']) {
      expect((await box.send(BANKS, { headers: { token: '', authorization } })).status, authorization).toBe(401);
    }
    expect((await box.send(BANKS, { headers: { token: '', authorization: `token ${PUBLIC_KEY}` } })).status).toBe(200);
  });

  test('of a world that does not exist are unknown', async () => {
    const box = await start();
    for (const token of ['pk_test_NO SUCH WORLD', 'pk_test_', 'pk_live_repaykit', `pk_test_${'x'.repeat(41)}`]) {
      expect((await box.send(READ, { body: read, headers: { token } })).status, token).toBe(401);
    }
  });
});

describe('bodies', () => {
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'nonsense',
  ])('of type %s are refused', async (type) => {
    const box = await start();
    expect(await box.send(READ, { raw: JSON.stringify(read), headers: { 'content-type': type } })).toMatchObject({
      status: 415,
      json: refusal(),
    });
  });

  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset=UTF-8'])(
    'of type %s are read',
    async (type) => {
      const box = await start();
      await place(box);
      expect((await box.send(READ, { raw: JSON.stringify(read), headers: { 'content-type': type } })).status).toBe(200);
    },
  );

  test.each([
    '',
    ' ',
    '{',
    '{"mandateId":',
    'nonsense',
    '{"a":1}x',
    "{'a':1}",
    '[]',
    'null',
    '"text"',
    '5',
    'true',
    '\uFEFF',
  ])('of %j are malformed', async (text) => {
    const box = await start();
    expect(await box.send(READ, { raw: text })).toMatchObject({ status: 400, json: refusal() });
  });

  test('that are no UTF-8 are malformed', async () => {
    const box = await start();
    expect((await box.send(READ, { raw: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]) })).status).toBe(
      400,
    );
  });

  test('nested deeply, or carrying __proto__, harm nothing', async () => {
    const box = await start();
    const deep = (open: string, close: string) => `{"mandateId":${open.repeat(200_000)}1${close.repeat(200_000)}}`;
    for (const text of [deep('[', ']'), deep('{"a":', '}'), '['.repeat(500_000)])
      expect((await box.send(READ, { raw: text })).status).toBe(400);
    const polluting = [
      `{"mandateId":"${LOAN}","__proto__":{"polluted":true,"email":"x@example.com"}}`,
      `{"mandateId":"${LOAN}","constructor":{"prototype":{"polluted":true}}}`,
      '{"__proto__":{"mandateId":"c0ffee00c0ffee00c0ffee00"}}',
    ];
    for (const text of polluting) expect([400, 404]).toContain((await box.send(READ, { raw: text })).status);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    const body = `{"__proto__":{"appId":"x"},${JSON.stringify(placement()).slice(1)}`;
    expect([200, 400]).toContain((await box.send(CREATE, { raw: body })).status);
    expect((await box.control('GET /health')).status).toBe(200);
  });

  test('may be as large as the limit and not a byte larger', async () => {
    const box = await start({ bodyLimit: 1_000 });
    const sized = (bytes: number) => {
      const text = JSON.stringify({ ...read, padding: '' });
      return text.replace('"padding":""', `"padding":"${'x'.repeat(bytes - text.length)}"`);
    };
    expect((await box.send(READ, { raw: sized(1_000) })).status).toBe(404);
    expect(await box.send(READ, { raw: sized(1_001) })).toMatchObject({ status: 413, json: refusal() });
    const chunked = `POST ${READ.slice(5)} HTTP/1.1\r\nhost: 127.0.0.1\r\ntoken: ${PUBLIC_KEY}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`;
    const chunk = `200\r\n${'x'.repeat(0x200)}\r\n`;
    expect(statusLine(await raw(box, `${chunked}${chunk.repeat(4)}0\r\n\r\n`))).toContain(' 413 ');
    expect((await box.control('GET /health')).status).toBe(200);
  });

  test('of 10 MB are taken by default, and no more', async () => {
    const box = await start();
    const body = (megabytes: number) => JSON.stringify({ ...read, padding: 'x'.repeat(megabytes * 1_000_000) });
    expect((await box.send(READ, { raw: body(9) })).status).toBe(404);
    expect((await box.send(READ, { raw: body(11) })).status).toBe(413);
  });
});

describe('a refusal', () => {
  test('lists every field that is wrong, and says nothing of values', async () => {
    const box = await start();
    const { status, json, text } = await box.send(CREATE, {
      body: {
        appId: APP_ID,
        businessId: BUSINESS_ID,
        accountNumber: '12345',
        bankCode: 'abcdef',
        email: 'secret-person',
        address: 5,
      },
    });
    expect(status).toBe(400);
    expect(json.data.fields.map((field: { path: string }) => field.path).sort()).toEqual([
      'accountNumber',
      'address',
      'bankCode',
      'email',
      'mobileNumber',
    ]);
    expect(text).not.toContain('secret-person');
  });

  test('is one sentence that a person can follow', async () => {
    const box = await start();
    const messageOf = async (target: string, body: unknown) => (await box.control(target, body)).json.message;
    expect(await messageOf('PATCH /policy', { signatures: 'perhaps' })).toBe(
      'The request does not have the right shape: signatures must be one of "matched" or "mismatched" or "manual".',
    );
    expect(await messageOf('PATCH /policy', { partialCollection: 'no' })).toMatch(
      /: partialCollection must be of type boolean, not string\.$/,
    );
    expect(await messageOf('PATCH /policy', { dueHour: 99 })).toMatch(/: dueHour must be less than 24\.$/);
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`field${index}`, 1]));
    expect(await messageOf('POST /clock', many)).toMatch(/; and 49\d\d more\.$/);
  });

  test('by a rule names the rule', async () => {
    const box = await start();
    await collectable(box);
    const { status, json } = await box.send(DEBIT, { body: { ...read, amount: 1, debitDate: '2026-02-01' } });
    expect([status, json]).toMatchObject([
      422,
      { ...refusal(), data: { rule: expect.stringMatching(/^[a-z][a-z-]+$/) } },
    ]);
  });

  test.each(['mandateId', 'breakdownId', 'type'])(
    'comes for a query parameter %s that is there twice or not at all',
    async (name) => {
      const box = await start();
      await collectable(box);
      const twice = await box.send(`${LOG}/installment?mandateId=${LOAN}&breakdownId=${LOAN}&${name}=x`);
      expect([400, 404]).toContain(twice.status);
    },
  );
});

describe('odd requests', () => {
  test('HEAD and OPTIONS are methods like any other', async () => {
    const box = await start();
    const head = await box.send(BANKS.replace('GET', 'HEAD'), {
      headers: { token: '', authorization: `token ${PUBLIC_KEY}` },
    });
    expect([[200, 405].includes(head.status), head.text]).toEqual([true, '']);
    expect((await box.send(BANKS.replace('GET', 'OPTIONS'))).status).toBe(405);
    expect((await box.send('HEAD /_control/health', { headers: { token: '' } })).text).toBe('');
    expect((await box.control('GET /health')).status).toBe(200);
  });

  test.each([
    'GARBAGE\r\n\r\n',
    'GET /_control/health HTTP/1.1\r\n\r\n',
    'GET /_control/health HTTP/9.9\r\nhost: localhost\r\n\r\n',
    'POST /v1/discovery/ HTTP/1.1\r\nhost: localhost\r\ncontent-length: nonsense\r\n\r\n',
    'POST /v1/discovery/ HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  ])('%j is answered 400 or ended, and the server lives on', async (text) => {
    const box = await start();
    expect(statusLine(await raw(box, text))).toMatch(/^$|^HTTP\/1\.1 4\d\d /);
    expect((await box.control('GET /health')).status).toBe(200);
  });

  test('paths with odd escapes are unknown, not a crash', async () => {
    const box = await start();
    for (const path of [
      '/v1/%',
      '/v1/%zz',
      '/v1/%00',
      '/%2e%2e/etc/passwd',
      '/_control/accounts/%/%',
      '/_control/mandates/%E0%A4%A',
      '//',
      '/v1//mandates',
      '/_control//health',
      '/_files/%2e%2e',
      `/${'a'.repeat(8_000)}`,
    ]) {
      const line = statusLine(
        await raw(box, `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ntoken: ${PUBLIC_KEY}\r\n\r\n`),
      );
      expect(line, path).toMatch(/^HTTP\/1\.1 4(00|04|05) /);
    }
    expect((await box.control('GET /health')).status).toBe(200);
  });

  test('an absolute target, a fragment and an empty query are read as a path', async () => {
    const box = await start();
    const get = (target: string) => raw(box, `GET ${target} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`).then(statusLine);
    expect(await get('/_control/health?')).toContain(' 200 ');
    expect(await get('/_control/health?x=%')).toContain(' 200 ');
    expect(await get(`${box.url}/_control/health`)).toMatch(/ (200|400|404) /);
  });

  test('headers that are huge, or there twice, end nothing', async () => {
    const box = await start();
    const request = (headers: string) =>
      raw(box, `POST ${READ.slice(5)} HTTP/1.1\r\nhost: 127.0.0.1\r\n${headers}content-length: 0\r\n\r\n`).then(
        statusLine,
      );
    expect(await request(`x-big: ${'x'.repeat(100_000)}\r\n`)).toMatch(/ 431 |^$/);
    expect(await request(`token: ${PUBLIC_KEY}\r\ntoken: ${PUBLIC_KEY}\r\n`)).toMatch(/ 4\d\d /);
    expect(await request(`token: nonsense\r\ntoken: ${PUBLIC_KEY}\r\n`)).toContain(' 401 ');
    expect((await box.control('GET /health')).status).toBe(200);
  });

  test('uploads that end in the middle leave nothing behind', async () => {
    const box = await start();
    const head = (type: string) =>
      `POST /v1/income/api/pdf-parser HTTP/1.1\r\nhost: 127.0.0.1\r\ntoken: ${PUBLIC_KEY}\r\ncontent-type: ${type}\r\ncontent-length: 100000\r\n\r\n`;
    await raw(
      box,
      `${head('multipart/form-data; boundary=b')}--b\r\ncontent-disposition: form-data; name="statement"; filename="a.pdf"\r\n\r\n%PDF-1.7`,
      {
        endAfterMs: 50,
      },
    );
    await raw(box, `${head('application/json')}{"a":`, { endAfterMs: 50 });
    expect((await box.control('GET /health')).status).toBe(200);
  });

  test('an answer names its length or its end, its type, and no framework', async () => {
    const box = await start();
    const text = await raw(box, 'GET /_control/health HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');
    expect(text).toMatch(/content-type: application\/json/i);
    expect(text).toMatch(/content-length: \d+/i);
    expect(text).not.toMatch(/x-powered-by/i);
  });
});

test('a trailing slash is part of a path; discovery has one, which many libraries take away', async () => {
  const box = await start();
  const headers = { token: '', authorization: `Bearer ${SECRET_KEY}` };
  expect((await box.send(DISCOVER, { body: { bvn: BVN, type: 'bvn' }, headers })).status).toBe(200);
  expect((await box.send('POST /v1/discovery', { body: { bvn: BVN, type: 'bvn' }, headers })).status).toBe(200);
  expect((await box.send(`${READ}/`, { body: read })).status).toBe(404);
  expect((await box.control('GET /health/')).status).toBe(404);
});
