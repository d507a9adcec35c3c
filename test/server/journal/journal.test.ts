import { afterEach, describe, expect, test } from 'vitest';
import { createReferenceServer, type ReferenceServer, type ShownRequest } from '../../../src/server/index.ts';
import { caller, placement, type Send, STARTS } from '../merchant.ts';

const READ = 'POST /v1/mandates/consent/business/get-mandate';

let server: ReferenceServer;
let logged: { readonly request: ShownRequest; readonly world: string }[];
afterEach(() => server.close());
const start = (): Send => {
  logged = [];
  server = createReferenceServer({ now: STARTS, onRequest: (request, world) => logged.push({ request, world }) });
  return caller(server);
};
const journal = async () => (await server.controls.requests()).items;

describe('the journal', () => {
  test('keeps small requests whole, and the last thousand of them', async () => {
    const send = start();
    for (let count = 0; count < 1_002; count += 1) await send(READ, { body: { mandateId: String(count) } });
    const { items, dropped } = await server.controls.requests();
    expect([items.length, dropped, items.at(0)?.input, items.at(-1)?.input]).toEqual([
      1_000,
      2,
      { mandateId: '2' },
      { mandateId: '1001' },
    ]);
  });

  test('keeps of a large request the fields that are short', async () => {
    const send = start();
    await send(READ, {
      body: {
        mandateId: 'x',
        big: 'y'.repeat(5_000),
        list: [1, 2, 3],
        record: { a: 1 },
        short: 'z',
        ['n'.repeat(300)]: 1,
      },
    });
    expect((await journal())[0]?.input).toEqual({
      mandateId: 'x',
      big: '[text of 5000 letters]',
      list: '[list of 3]',
      record: '[record]',
      short: 'z',
    });
  });

  test.each([
    [
      'a record of many fields',
      Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`field${index}`, index])),
    ],
    ['a long list', Array.from({ length: 100_000 }, () => 1)],
    ['a long text', 'x'.repeat(500_000)],
    ['lists within lists', { deep: Array.from({ length: 50_000 }, () => [[]]) }],
  ])('stays small whatever is sent: %s', async (_name, body) => {
    const send = start();
    await send(READ, { body });
    expect(JSON.stringify(await journal()).length).toBeLessThan(3_000);
  });

  test('stays small whatever is asked for', async () => {
    const send = start();
    await send(`GET /v1/${'no.such-path/'.repeat(5_000)}`);
    await send(`GET /v1/mandates/consent/business/collection?type=auto&search=${'x'.repeat(50_000)}`);
    const [path, query] = await journal();
    expect(path?.path).toMatch(/^\/v1\/(no\.such-path\/)+…$/);
    expect(path?.path.length).toBeLessThanOrEqual(1_001);
    expect(query?.input).toEqual({ type: 'auto', search: '[text of 50000 letters]' });
  });
});

const BVN = '22298765432';
const ACCOUNT = '0198765432';
const SECRET = 'sk_test_planted-secret';
const planted = [BVN, ACCOUNT, SECRET, 'planted@example.com', '08098765432', 'Planted Street', 'Pl4ntedDocument'];

describe('what is planted in a request', () => {
  const ways: Readonly<Record<string, (send: Send) => Promise<unknown>>> = {
    'a body': (send) =>
      send('POST /v1/mandates/mandates/consent/create', {
        body: {
          ...placement({ accountNumber: ACCOUNT, bankCode: '058' }),
          bvn: BVN,
          email: 'planted@example.com',
          mobileNumber: '08098765432',
          address: 'Planted Street',
        },
      }),
    'a large body': (send) =>
      send(READ, {
        body: { bvn: BVN, accountNumber: ACCOUNT, email: 'planted@example.com', filler: ['x'.repeat(9_000)] },
      }),
    'a document': (send) =>
      send('POST /v1/mandates/mandate/create-mandate', {
        body: { ...placement(), file: 'Pl4ntedDocument'.repeat(10) },
      }),
    'a path': (send) => send(`GET /v1/${BVN}/${SECRET}?bvn=${BVN}`),
    'a query': (send) =>
      send(`GET /v1/mandates/consent/business/collection?type=auto&search=${BVN}&accountNumber=${ACCOUNT}`),
    'the key headers': (send) =>
      send(READ, { body: {}, headers: { token: SECRET, authorization: `Bearer ${SECRET}` } }),
    'a body that is no JSON': (send) => send(READ, { raw: `{"bvn":"${BVN}", ` }),
    'a control call': (send) => send(`GET /_control/mandates/${BVN}`, { headers: { 'x-repaykit-control': SECRET } }),
  };

  test.each(Object.keys(ways))('is masked in journal, log and lists of mistakes: %s', async (name) => {
    const send = start();
    await (ways[name] as (send: Send) => Promise<unknown>)(send);
    const lists = await Promise.all(
      ['requests', 'violations', 'near-misses', 'webhooks'].map((list) => send(`GET /_control/${list}`)),
    );
    const worlds = await server.world('planted-secret').controls.requests();
    const said = JSON.stringify([lists.map(({ json }) => json), worlds, logged]);
    expect(planted.filter((value) => said.includes(value))).toEqual([]);
  });

  test.each(Object.keys(ways))('is not quoted by an error: %s', async (name) => {
    const send = start();
    const { text, status } = (await (ways[name] as (send: Send) => Promise<unknown>)(send)) as {
      readonly text: string;
      readonly status: number;
    };
    if (status >= 400) expect(planted.filter((value) => text.includes(value))).toEqual([]);
  });

  test('is logged with the world it came to', async () => {
    const send = start();
    await send(READ, { body: {}, headers: { token: 'pk_test_acme' } });
    expect(logged).toMatchObject([{ world: 'acme', request: { id: 'req_1', operation: 'getMandate' } }]);
  });
});
