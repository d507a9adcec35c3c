import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { RepayKit } from '../../src/index.ts';
import { REFERENCE_DEFAULTS } from '../../src/server/defaults.ts';
import { createReferenceServer } from '../../src/server/index.ts';
import { createFixture, errorOf } from '../journeys/fixture.ts';
import { manualTerms, openInput } from '../journeys/people.ts';
import { walkTo } from '../journeys/walk.ts';

const { appId, businessId, publicKey, secretKey, segments } = REFERENCE_DEFAULTS;

describe('closing', () => {
  test('happens at the end of the block that uses the client, over a port of its own', async () => {
    await using server = createReferenceServer();
    const { url } = await server.listen();
    let kept: RepayKit;
    {
      await using kit = new RepayKit({
        baseUrl: url,
        appId,
        businessId,
        publicKey,
        secretKey,
        segments,
        clock: server.clock,
      });
      expect((await kit.discovery.banks()).length).toBeGreaterThan(0);
      kept = kit;
    }
    expect(await errorOf(kept.discovery.banks())).toMatchObject({ name: 'AbortedError', outcome: 'none', attempts: 0 });
  });

  test('waits for the debit under way, and its outcome is on file', async () => {
    const fixture = await createFixture({ receivesWebhooks: false });
    const loan = await walkTo(fixture, 'collecting', { terms: manualTerms });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isSent = () => {};
    const sent = new Promise<void>((resolve) => {
      isSent = resolve;
    });
    const kit = fixture.newKit({
      transport: {
        reportsLeaving: true,
        close: async () => {},
        async send(request) {
          isSent();
          await held;
          return fixture.transport.send(request);
        },
      },
    });
    const collecting = kit.collections.collect(loan, { amount: 10_000, debitDate: '2026-02-01' });
    await sent;
    let isClosed = false;
    const closing = kit.close().then(() => {
      isClosed = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isClosed).toBe(false);
    release();
    expect((await collecting).debit.outcome).toBe('scheduled');
    await closing;
    expect(await fixture.kit.loans.get('loan-1')).toMatchObject({ debits: [{ status: 'scheduled' }] });
  });

  test('lets no debit begin: it is refused on file and nothing is sent', async () => {
    const fixture = await createFixture({ receivesWebhooks: false });
    const loan = await walkTo(fixture, 'collecting', { terms: manualTerms });
    const kit = fixture.newKit();
    await kit.close();
    const error = await errorOf(kit.collections.collect(loan, { amount: 10_000, debitDate: '2026-02-01' }));
    expect(error).toMatchObject({ name: 'AbortedError', outcome: 'none' });
    expect(await fixture.kit.loans.get('loan-1')).toMatchObject({ balances: { openDebits: 0 } });
    expect((await fixture.requests()).collectManually).toBeUndefined();
  });

  test('leaves files readable: they belong to the store', async () => {
    const fixture = await createFixture();
    await fixture.kit.loans.open(openInput());
    const kit = fixture.newKit();
    await kit.close();
    expect((await kit.loans.get('loan-1')).stage).toBe('consented');
  });
});

describe('the escape hatch', () => {
  test('sends a read with its checks and its response', async () => {
    const fixture = await createFixture();
    const { mandateId } = await walkTo(fixture, 'placed');
    const call = fixture.kit.request('getMandate', { mandateId });
    expect((await call)._id).toBe(mandateId);
    expect(await call.withResponse()).toMatchObject({
      response: { status: 200, attempts: 1 },
      data: { _id: mandateId },
    });
  });

  test.each(['collectManually', 'createClaim', 'uploadStatement', 'processIncome'] as const)(
    'refuses %s, which has a method that guards it',
    async (operation) => {
      const fixture = await createFixture();
      expect(await errorOf(fixture.kit.request(operation, {} as never))).toMatchObject({
        name: 'RuleError',
        rule: 'guarded-operation',
      });
      expect(await fixture.requests()).toEqual({});
    },
  );

  test.each(['dropTables', '__proto__', 'constructor', undefined])('knows no operation %s', async (operation) => {
    const { kit } = await createFixture();
    expect(await errorOf(kit.request(operation as never, {} as never))).toMatchObject({
      name: 'InputError',
      issues: [{ path: 'operation' }],
    });
  });
});

test('a store and a bureau of the lender’s own are used as they were promised', async () => {
  const fixture = await createFixture();
  const loan = await walkTo(fixture, 'collecting');
  expect(Object.keys(await fixture.requests())).toContain('submitBureauReport');
  expect((await fixture.store.load('loan-1'))?.events.length).toBe(loan.version);
  expect(await fixture.store.find(`mandate:${loan.mandateId}`, { limit: 2 })).toEqual({ loanIds: ['loan-1'] });
});

test('the client prints as its address', async () => {
  const fixture = await createFixture();
  expect(inspect({ kit: fixture.kit }, { depth: 10, showHidden: true })).toBe(
    `{ kit: RepayKit { ${fixture.server.url} } }`,
  );
});
