import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { RepayKitOptions } from '../../src/index.ts';
import {
  debit,
  engineFor,
  errorOf,
  loopbackService,
  mandateId,
  respond,
  scheduledDebit,
} from '../http/loopback-service.ts';

type Adapters = NonNullable<RepayKitOptions['answers']>;

const bvn = '22200000001';
const input = { bvn, type: 'bvn' };
const theirs = [{ nuban: '0200000011', sort: '058', holder: 'BOLANLE ADEYEMI' }];
const account = { accountNumber: '0200000011', bankCode: '058', active: true };
const adaptTheirs = (raw: unknown) =>
  (raw as { found: typeof theirs }).found.map(({ nuban, sort }) => ({
    accountNumber: nuban,
    bankCode: sort,
    active: true,
  }));

async function engineAnswering(status: number, body: unknown, answers: Adapters) {
  const service = await loopbackService((response) => respond(response, status, body as object));
  return { service, engine: engineFor(service.url, { answers }) };
}

describe('an adapter', () => {
  test('turns the payload of an answer into what the client reads', async () => {
    const { engine } = await engineAnswering(
      200,
      { status: true, error: false, message: null, data: { found: theirs } },
      { discoverAccounts: adaptTheirs },
    );
    expect(await engine.call('discoverAccounts', input)).toEqual({ kind: 'accounts', accounts: [account] });
  });

  test('gets the whole body beside the payload, and in its place where there is none', async () => {
    const seen: unknown[] = [];
    const look = (...args: unknown[]) => {
      seen.push(args);
      return [account];
    };
    for (const body of [{ status: true, found: theirs }, { found: theirs }, theirs]) {
      const { engine } = await engineAnswering(200, body, { discoverAccounts: look });
      await engine.call('discoverAccounts', input);
    }
    expect(seen).toEqual([
      [
        { status: true, found: theirs },
        { status: true, found: theirs },
      ],
      [{ found: theirs }, { found: theirs }],
      [theirs, theirs],
    ]);
  });

  test.each([
    [500, { found: theirs }],
    [200, { status: false, error: true, message: 'no', data: { found: theirs } }],
    [200, { status: true, error: 'slow bank', data: { found: theirs } }],
  ])('never sees a failure: %j %j', async (status, body) => {
    const { engine } = await engineAnswering(status, body, { discoverAccounts: () => expect.unreachable() });
    expect(await errorOf(engine.call('discoverAccounts', input, { retries: 0 }))).toMatchObject({
      name: 'ServiceError',
    });
  });

  test.each<[string, () => unknown, RegExp]>([
    [
      'throws',
      () => (undefined as unknown as { x: { y: 1 } }).x.y,
      /the adapter answers\.discoverAccounts threw TypeError/,
    ],
    ['throws what is no error', () => Promise.reject.call(undefined as never, 1), /answers\.discoverAccounts threw/],
    ['returns a promise', async () => [account], /answers\.discoverAccounts returned a promise/],
    [
      'returns no list',
      () => ({ holder: 'BOLANLE ADEYEMI' }),
      /what the adapter answers\.discoverAccounts returned does not fit/,
    ],
    [
      'returns something that names no account',
      () => [account, { holder: 'BOLANLE ADEYEMI' }],
      /answers\.discoverAccounts returned does not fit/,
    ],
    ['returns nothing', () => undefined, /answers\.discoverAccounts returned does not fit/],
  ])('that %s is named, without a value', async (_what, discoverAccounts, message) => {
    const { engine } = await engineAnswering(200, { status: true, data: { found: theirs } }, {
      discoverAccounts,
    } as Adapters);
    const error = await errorOf(engine.call('discoverAccounts', input));
    expect(error).toMatchObject({
      name: 'AnswerError',
      operation: 'discoverAccounts',
      outcome: 'none',
      message: expect.stringMatching(message),
    });
    expect(inspect(error)).not.toContain('BOLANLE');
  });

  test('cannot make an account active that cannot be debited', async () => {
    const odd = { ...account, accountNumber: '02000****1' };
    const { engine } = await engineAnswering(
      200,
      { status: true, data: {} },
      { discoverAccounts: () => [odd, account] },
    );
    expect(await engine.call('discoverAccounts', input)).toEqual({
      kind: 'accounts',
      accounts: [{ ...odd, active: false }, account],
    });
  });

  test('keeps what it threw as the cause, which is not printed', async () => {
    const thrown = new Error(`no account of ${bvn}`);
    const discoverAccounts = () => {
      throw thrown;
    };
    const { engine } = await engineAnswering(200, { status: true, data: [] }, { discoverAccounts });
    const error = await errorOf(engine.call('discoverAccounts', input));
    expect(error.cause).toBe(thrown);
    expect(inspect(error)).not.toContain(bvn);
  });
});

describe('an adapter of a debit', () => {
  test('is held to the shape: what does not fit leaves the outcome unknown, and nothing is sent again', async () => {
    const { engine, service } = await engineAnswering(
      200,
      { status: true, data: { ok: 1 } },
      { collectManually: (raw) => raw as never },
    );
    expect(await errorOf(engine.call('collectManually', debit))).toMatchObject({
      name: 'AnswerError',
      outcome: 'unknown',
      operation: 'collectManually',
    });
    expect(service.seen).toHaveLength(1);
  });

  test('makes no success of what is no success', async () => {
    for (const body of [{ status: false, error: true, message: 'no' }, { result: 'ok' }, {}]) {
      const { engine } = await engineAnswering(200, body, { collectManually: () => scheduledDebit });
      await errorOf(engine.call('collectManually', debit));
    }
    const { engine } = await engineAnswering(
      200,
      { status: true, data: { ref: 1 } },
      { collectManually: () => scheduledDebit },
    );
    expect(await engine.call('collectManually', debit)).toEqual(scheduledDebit);
  });
});

describe('a list that comes page by page', () => {
  const log = {
    _id: 'c1',
    businessId: 'b1',
    mandateId,
    consentId: 'k1',
    collectionType: 'manual',
    status: 'successful',
    amount: 100,
    transactionRefence: 'r-1',
    createdAt: '2026-01-31T08:00:00.000Z',
  };
  const listed = async (body: object) => {
    const { engine } = await engineAnswering(200, { status: true, error: false, message: null, ...body }, {});
    const { data, isPartial } = await engine.call('listCollections', { type: 'manual' }).withResponse();
    return [data.length, isPartial === true];
  };

  test.each([
    { docs: [log, log] },
    { collections: [log, log] },
    { data: [log, log] },
    { data: { docs: [log, log] } },
    { docs: [log, log], totalDocs: 2, limit: 10, page: 1, totalPages: 1, hasNextPage: false, nextPage: null },
  ])('is read from %j, whole', async (data) => expect(await listed({ data })).toEqual([2, false]));

  test.each([
    [{ data: { docs: [log], hasNextPage: true } }, 1],
    [{ data: { docs: [log], totalPages: 2 } }, 1],
    [{ data: { docs: [log], totalDocs: 30, limit: 10, page: 3 } }, 1],
    [{ data: { docs: [], page: '2' } }, 0],
    [{ data: { collections: [log], pagination: { total: '12' } } }, 1],
    [{ data: { collections: [log, log], meta: { limit: 2 } } }, 2],
    [{ data: { data: [log], next: 'cursor' } }, 1],
    [{ data: [log], meta: { last_page: 4 } }, 1],
    [{ data: [log], totalPages: 4 }, 1],
    [{ data: [log], pagination: { nextCursor: 'x' } }, 1],
    [{ data: { docs: [], held: [log] } }, 0],
  ])('is known to be a part in %j', async (body, length) => expect(await listed(body)).toEqual([length, true]));

  test.each([
    { docs: [log, log] },
    { collections: [log, log] },
    { results: { items: [log, log] } },
    { data: null, docs: [log, log] },
    { data: '', requestId: 'x', collections: [log, log] },
  ])('is read beside the envelope from %j', async ({ data, ...beside }: { data?: unknown }) => {
    expect(await listed({ data, ...beside })).toEqual([2, false]);
  });

  test.each([
    {},
    { data: null },
    { data: null, requestId: 'x', meta: { page: 1 } },
    { data: [] },
    { data: '' },
    { docs: [] },
  ])('is empty in %j', async (body: object) => expect(await listed(body)).toEqual([0, false]));

  test.each([
    { debits: [log] },
    { data: null, debits: [log] },
    { data: null, collection: log },
    { docs: null },
    { Data: [] },
    { requestId: 'x' },
    { data: {} },
    { data: { debits: [] } },
    { data: { docs: {} } },
    { data: { message: 'none' } },
    { data: false },
  ])('is refused, not empty, in %j', async (body: object) => {
    await expect(listed(body)).rejects.toMatchObject({ name: 'AnswerError', outcome: 'none' });
  });

  test.each([{ data: { docs: [null] } }, { data: null, total: 3 }, { data: { docs: [], list: { rows: [log] } } }])(
    'is known to be a part in %j, which shows nothing of it',
    async (body: object) => {
      expect(await listed(body)).toEqual([0, true]);
    },
  );

  test('is read beside the envelope, and page by page, of banks, accounts, logs and attempts too', async () => {
    const { amount, createdAt } = log;
    const attempt = {
      ...{
        _id: 'a1',
        mandateId,
        instalmentReference: 'i-1',
        accountNumber: '0123456789',
        bankCode: '058',
        amount,
        createdAt,
      },
      ...{ status: 'failed', responseCode: '51', responseMessage: 'Insufficient funds', collectionType: 'auto' },
    };
    const ask = async (body: object) =>
      (await engineAnswering(200, { status: true, error: false, message: null, ...body }, {})).engine;
    const account = { accountNumber: '0123456789', bankCode: '058', active: true };
    for (const wrap of [(page: object) => ({ data: page }), (page: object) => page]) {
      expect(await (await ask(wrap({ banks: ['A Bank'] }))).call('listBanks', {})).toEqual([{ name: 'A Bank' }]);
      const found = await (await ask(wrap({ accounts: [account] }))).call('discoverAccounts', {
        bvn: '22200000009',
        type: 'bvn',
      });
      expect(found).toEqual({ kind: 'accounts', accounts: [account] });
      expect(await (await ask(wrap({ docs: [log] }))).call('collectionLog', { mandateId })).toEqual(log);
      expect(
        await (await ask(wrap({ docs: [attempt] }))).call('collectionAttempts', { mandateId, breakdownId: mandateId }),
      ).toEqual([attempt]);
    }
  });

  test('is not mistaken for a record that holds a list', async () =>
    expect(await listed({ data: { ...log, items: [] } })).toEqual([1, false]));
});
