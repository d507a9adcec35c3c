import { beforeEach, describe, expect, test } from 'vitest';
import {
  createTestDelivery,
  type Inbox,
  type InboxQuery,
  memoryInbox,
  type TestDeliveryKind,
} from '../../../src/webhooks/index.ts';
import { uploadedFor } from '../../../src/worker/statements/belonging.ts';
import { StatementWatch, type WatchTerms } from '../../../src/worker/statements/statement-watch.ts';
import { other, person } from '../upload-fixture.ts';

const began = Date.parse('2026-01-05T08:00:00Z');
const MINUTE = 60_000;

let inbox: Inbox<undefined>;
let listed = 0;
let keys = 0;
beforeEach(() => {
  [inbox, listed, keys] = [memoryInbox({ rememberDone: 100_000 }), 0, 0];
});

function watching(terms: Partial<WatchTerms> = {}) {
  const upload = uploadedFor({ businessId: '650000000000000000000002', appId: '650000000000000000000001' }, person);
  const counting = {
    list: async (query: InboxQuery) => {
      const page = await inbox.list(query);
      listed += page.length;
      return page;
    },
  };
  return new StatementWatch({
    inbox: counting,
    upload,
    want: 'transactions',
    began,
    borrowerId: undefined,
    takesNameless: () => false,
    ...terms,
  });
}

/** Keeps an event, some minutes after the upload began; answers its key. */
async function keep(kind: TestDeliveryKind, fields: object = {}, minutes = 1): Promise<string> {
  keys += 1;
  const { body } = createTestDelivery(kind, fields, { secret: 's' });
  await inbox.store({
    key: `k${keys}`,
    kind: kind as 'policy',
    source: 'webhook',
    body,
    receivedAt: new Date(began + minutes * MINUTE).toISOString(),
  });
  return `k${keys}`;
}

const nameless = {
  businessId: '650000000000000000000002',
  bvn: undefined,
  accountNumber: undefined,
  bankCode: undefined,
};

describe('a watch for a statement', () => {
  test('reports nothing before the event is there, and reports it as soon as it is', async () => {
    const watch = watching();
    await watch.start();
    expect(await watch.find()).toBeUndefined();
    await keep('income_transaction');
    expect((await watch.find())?.outcome).toBe('read');
  });

  test('takes an event that a receiver dated a little before the upload began, and none that was there before', async () => {
    await keep('income_transaction', { balance: 1 }, -1);
    const watch = watching();
    await watch.start();
    expect(await watch.find()).toBeUndefined();
    await keep('income_transaction', { balance: 2 }, -4);
    expect(await watch.find()).toMatchObject({ event: { data: { balance: 2 } } });
  });

  test.each<[string, (data: object) => object]>([
    ['as JSON text', (data) => ({ data: JSON.stringify(data) })],
    ['in a record', (data) => ({ data: { id: 'r-1', record: data } })],
    ['in a record as JSON text', (data) => ({ data: { id: 'r-1', record: JSON.stringify(data) } })],
    ['in one more envelope with a record', (data) => ({ data: { data: { record: data } } })],
  ])('takes an event whose data come %s', async (_how, wrapped) => {
    const watch = watching();
    // An unreadable delivery does not stop it.
    await inbox.store({
      key: 'unreadable',
      kind: 'unknown',
      source: 'webhook',
      body: '<html>',
      receivedAt: new Date(began).toISOString(),
    });
    await watch.start();
    const { data } = JSON.parse(createTestDelivery('income_transaction', {}, { secret: 's' }).body);
    const body = JSON.stringify({ event: 'income_transaction', ...wrapped(data) });
    await inbox.store({
      key: 'k1',
      kind: 'income_transaction',
      source: 'webhook',
      body,
      receivedAt: new Date(began + MINUTE).toISOString(),
    });
    expect(await watch.find()).toMatchObject({ outcome: 'read', event: { data: { trans: data.trans } } });
  });

  test('does not take an event that is dated long before the upload began', async () => {
    const watch = watching();
    await watch.start();
    await keep('income_transaction', {}, -6);
    expect(await watch.find()).toBeUndefined();
  });

  test('looks past events that are dated long before by a clock that is wrong', async () => {
    const watch = watching();
    await watch.start();
    await keep('income_transaction', { balance: 2 });
    for (let count = 0; count < 19; count += 1) await keep('income_transaction', { ...other, balance: count }, -60);
    expect((await watch.find())?.outcome).toBe('read');
  });

  test('knows what was there before also where it is more than is read back', async () => {
    for (let count = 0; count < 700; count += 1) await keep('income_transaction', { balance: count }, -1);
    const watch = watching();
    await watch.start();
    expect(await watch.find()).toBeUndefined();
  });

  test('does not read back through a busy hour', async () => {
    for (let count = 0; count < 900; count += 1) await keep('income_transaction', { ...other, balance: count }, -30);
    await watching().start();
    expect(listed).toBeLessThan(600);
  });

  test('reads no more than what is new, and everything now and then', async () => {
    const watch = watching();
    await watch.start();
    for (let count = 0; count < 200; count += 1) await keep('income_transaction', { ...other, balance: count });
    await watch.find();
    listed = 0;
    for (let look = 0; look < 7; look += 1) await watch.find();
    expect(listed).toBeLessThanOrEqual(7 * 40);
    listed = 0;
    await watch.find();
    expect(listed).toBe(200);
    listed = 0;
    await watch.find({ isWhole: true });
    expect(listed).toBe(200);
  });

  test('finds an event behind some that it has seen', async () => {
    const late: string[] = [];
    const hiding = {
      list: async (query: InboxQuery) =>
        (await inbox.list({ ...query, limit: 1_000 })).filter(({ key }) => !late.includes(key)).slice(0, query.limit),
    };
    const watch = watching({ inbox: hiding });
    await watch.start();
    late.push(await keep('income_transaction'));
    for (let count = 0; count < 10; count += 1) await keep('income_transaction', { ...other, balance: count });
    await watch.find();
    late.pop();
    expect((await watch.find())?.outcome).toBe('read');
  });

  test('passes over what is kept aside, until it is replayed', async () => {
    const watch = watching();
    await watch.start();
    const key = await keep('income_transaction');
    await inbox.decide(key, { kind: 'quarantine', reason: 'not ours' });
    expect(await watch.find()).toBeUndefined();
    await inbox.decide(key, { kind: 'replay', now: began });
    expect((await watch.find())?.outcome).toBe('read');
  });

  test('passes over what has lost its body', async () => {
    const watch = watching();
    await watch.start();
    await inbox.store({
      key: 'k',
      kind: 'income_transaction',
      source: 'webhook',
      body: '',
      receivedAt: new Date(began).toISOString(),
    });
    expect(await watch.find()).toBeUndefined();
  });

  test('believes that a statement was read rather than that it was not', async () => {
    for (const kinds of [
      ['income_transaction', 'income_insight_failure'],
      ['income_insight_failure', 'income_transaction'],
    ] as const) {
      inbox = memoryInbox();
      const watch = watching();
      await watch.start();
      for (const kind of kinds) await keep(kind);
      expect((await watch.find())?.outcome).toBe('read');
    }
  });

  test('takes the one failure that names no payer, where that may be', async () => {
    const watch = watching({ takesNameless: () => true });
    await watch.start();
    await keep('income_insight_failure', nameless);
    expect((await watch.find())?.outcome).toBe('unreadable');
    expect([await watching().find(), watch.nameless]).toEqual([undefined, 1]);
  });

  test('takes none of two failures that name no payer, and then the one that names the payer', async () => {
    const watch = watching({ takesNameless: () => true });
    await watch.start();
    await keep('income_insight_failure', { ...nameless, message: 'a' });
    await keep('income_insight_failure', { ...nameless, message: 'b' });
    expect([await watch.find(), watch.nameless]).toEqual([undefined, 2]);
    await keep('income_insight_failure', { message: 'c' });
    expect(await watch.find()).toMatchObject({ reason: 'c' });
  });

  test('has no answer in the event of the other operation, or in a receipt', async () => {
    const watch = watching({ want: 'insight' });
    await watch.start();
    await keep('income_transaction');
    await keep('pdf_upload');
    expect([await watch.find(), watch.nameless]).toEqual([undefined, 0]);
  });
});
