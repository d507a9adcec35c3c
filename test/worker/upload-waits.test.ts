import { describe, expect, test } from 'vitest';
import { ConfigurationError, StoreError } from '../../src/errors.ts';
import type { StatementWant, UploadAndWaitOptions } from '../../src/worker/index.ts';
import { errorOf } from '../journeys/fixture.ts';
import { other, person, type UploadFixture, uploadFixture } from './upload-fixture.ts';

const wanted = { want: 'transactions' } as const;
const others = { bvn: other.bvn, accountNumber: other.accountNumber };

/** Uploads, and lets the time go by without an event. */
async function unanswered(fixture: UploadFixture, options: Partial<UploadAndWaitOptions<'transactions'>> = {}) {
  const end = new Date(fixture.fixture.server.clock.now() + 60_000).toISOString();
  return errorOf(
    fixture.wait({ ...wanted, timeoutMs: 60_000, ...options }, { meanwhile: () => fixture.fixture.moveTo(end) }),
  );
}

describe('a wait for a statement', () => {
  test('passes over what is about another payer, another account or another bank', async () => {
    const fixture = await uploadFixture();
    const meanwhile = async () => {
      await fixture.deliver('income_transaction', other);
      await fixture.deliver('income_transaction', { accountNumber: other.accountNumber });
      await fixture.deliver('income_transaction', { bankCode: '044' });
      await fixture.deliver('income_transaction', { businessId: '65ffffffffffffffffffffff' });
      await fixture.deliver('income_transaction', { balance: 7 });
    };
    expect(await fixture.wait(wanted, { meanwhile })).toMatchObject({ event: { data: { balance: 7 } } });
  });

  test('passes over what was there before the upload began', async () => {
    const fixture = await uploadFixture();
    await fixture.deliver('income_transaction', { balance: 1 });
    expect(
      await fixture.wait(wanted, { meanwhile: () => fixture.deliver('income_transaction', { balance: 2 }) }),
    ).toMatchObject({ event: { data: { balance: 2 } } });
  });

  test('passes over what is kept aside', async () => {
    const fixture = await uploadFixture();
    const meanwhile = async () => {
      await fixture.deliver('income_transaction', { balance: 1 });
      await fixture.deliver('income_transaction', { balance: 2 });
    };
    const quarantining = {
      list: async (query: Parameters<typeof fixture.inbox.list>[0]) =>
        (await fixture.inbox.list(query)).map((item) =>
          item.body.includes('"balance":1,') ? { ...item, status: 'quarantined' as const } : item,
        ),
    };
    expect(await fixture.wait(wanted, { meanwhile, inbox: quarantining })).toMatchObject({
      event: { data: { balance: 2 } },
    });
  });

  test('finds its event among hundreds of others', async () => {
    const fixture = await uploadFixture();
    const meanwhile = async () => {
      for (let count = 0; count < 30; count += 1)
        await fixture.deliver('income_transaction', { ...other, balance: count });
      await fixture.deliver('income_transaction');
      for (let count = 0; count < 130; count += 1)
        await fixture.deliver('income_transaction', { ...other, balance: 100 + count });
    };
    expect((await fixture.wait(wanted, { meanwhile })).outcome).toBe('read');
  });

  test('ends on the client’s clock, says that the statement was uploaded, and leaves nothing behind', async () => {
    const fixture = await uploadFixture();
    const looks = countLooks(fixture);
    const error = await errorOf(
      fixture.wait(
        { ...wanted, timeoutMs: 60_000 },
        { inbox: looks.inbox, meanwhile: () => fixture.fixture.moveTo('2026-01-05T08:01:00Z') },
      ),
    );
    expect(error).toMatchObject({
      name: 'DeadlineError',
      deadlineMs: 60_000,
      outcome: 'unknown',
      retryable: false,
      attempts: 1,
    });
    expect(error.message).toBe(
      'Nothing came of the statement within 60000 ms. The statement was uploaded and its event may still come to the receiver: do not upload it again',
    );
    await looks.expectNoMore();
  });

  test('ends by its signal while it waits, and leaves nothing behind', async () => {
    const fixture = await uploadFixture();
    const looks = countLooks(fixture);
    const stop = new AbortController();
    const error = await errorOf(
      fixture.wait(
        { ...wanted, signal: stop.signal },
        { inbox: looks.inbox, meanwhile: () => stop.abort(new Error('the user left')) },
      ),
    );
    expect(error).toMatchObject({ name: 'AbortedError', outcome: 'unknown', cause: { message: 'the user left' } });
    expect(error.message).toContain('do not upload it again');
    await looks.expectNoMore();
  });

  test('ends by its signal before anything is sent', async () => {
    const fixture = await uploadFixture();
    expect(await errorOf(fixture.wait({ ...wanted, signal: AbortSignal.abort() }))).toMatchObject({
      name: 'AbortedError',
      outcome: 'none',
    });
    expect(await fixture.uploads()).toBe(0);
  });

  test('outlasts an inbox that fails for a moment, and names the failure where it lasts', async () => {
    const fixture = await uploadFixture();
    let listings = 0;
    const failing = (until: number) => ({
      list: async (query: Parameters<typeof fixture.inbox.list>[0]) => {
        listings += 1;
        if (listings > 1 && listings < until) throw new StoreError('the database is away');
        return fixture.inbox.list(query);
      },
    });
    expect(
      (await fixture.wait(wanted, { inbox: failing(4), meanwhile: () => fixture.deliver('income_transaction') }))
        .outcome,
    ).toBe('read');
    listings = 0;
    const lasting = failing(Number.POSITIVE_INFINITY);
    const error = await errorOf(
      fixture.wait(
        { ...wanted, timeoutMs: 60_000 },
        { inbox: lasting, meanwhile: () => fixture.fixture.moveTo('2026-01-05T08:01:00Z') },
      ),
    );
    expect(error).toMatchObject({ name: 'DeadlineError', cause: { message: 'the database is away' } });
  });

  test('sends nothing where the inbox cannot be read', async () => {
    const fixture = await uploadFixture();
    const inbox = { list: () => Promise.reject(new StoreError('the database is away')) };
    expect(await errorOf(fixture.wait(wanted, { inbox }))).toMatchObject({ name: 'StoreError' });
    expect(await fixture.uploads()).toBe(0);
    expect((await fixture.wait(wanted, { meanwhile: () => fixture.deliver('income_transaction') })).outcome).toBe(
      'read',
    );
  });

  test('throws what the upload throws, also where its effect is unknown and nothing came', async () => {
    const fixture = await uploadFixture();
    expect(await errorOf(fixture.wait(wanted, { input: { statement: Buffer.from('<html>') } }))).toMatchObject({
      name: 'InputError',
    });
    await fixture.fixture.server.controls.addFault({
      operation: 'uploadStatement',
      kind: 'status',
      status: 503,
      when: 'after',
      times: 1,
    });
    expect(await errorOf(fixture.wait(wanted))).toMatchObject({ name: 'ServiceError', outcome: 'unknown' });
    expect(await errorOf(fixture.wait(wanted))).toMatchObject({ rule: 'statement-is-single' });
  });

  test('uploads once under a key', async () => {
    const fixture = await uploadFixture();
    await fixture.wait({ ...wanted, once: 'statement-17' }, { meanwhile: () => fixture.deliver('income_transaction') });
    expect(await errorOf(fixture.wait({ ...wanted, once: 'statement-17' }))).toMatchObject({
      name: 'RuleError',
      rule: 'request-is-single',
    });
    expect(await fixture.uploads()).toBe(1);
  });

  test.each([
    ['want', { want: 'everything' }],
    ['want', undefined],
    ['timeoutMs', { ...wanted, timeoutMs: 0 }],
    ['timeoutMs', { ...wanted, timeoutMs: Number.NaN }],
    ['signal', { ...wanted, signal: 'stop' }],
    ['onProgress', { ...wanted, onProgress: 7 }],
    ['borrowerId', { ...wanted, borrowerId: ' ' }],
    ['assumeOnlyUploadInFlight', { ...wanted, assumeOnlyUploadInFlight: 'yes' }],
    ['patience', { ...wanted, patience: 1 }],
  ])('refuses a wrong %s before anything is sent', async (path, options) => {
    const { uploadAndWait } = await import('../../src/worker/index.ts');
    const fixture = await uploadFixture();
    const error = await errorOf(
      uploadAndWait(fixture.fixture.kit, fixture.inbox, person, options as UploadAndWaitOptions<StatementWant>),
    );
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error.issues).toMatchObject([{ path }]);
    expect(await fixture.uploads()).toBe(0);
  });

  test('refuses what is no inbox', async () => {
    const fixture = await uploadFixture();
    const error = await errorOf(fixture.wait(wanted, { inbox: { drain: () => undefined } as never }));
    expect(error.issues).toMatchObject([{ path: 'inbox' }]);
  });
});

describe('a second statement of a payer', () => {
  test('is refused while one is under way, whatever its account, and nothing of it is sent', async () => {
    const fixture = await uploadFixture();
    let refused: unknown;
    const meanwhile = async () => {
      refused = await errorOf(fixture.wait({ want: 'insight' }, { input: { accountNumber: other.accountNumber } }));
      await fixture.deliver('income_transaction');
    };
    expect((await fixture.wait(wanted, { meanwhile })).outcome).toBe('read');
    expect(refused).toMatchObject({
      name: 'RuleError',
      rule: 'statement-is-single',
      spec: 'Spec §6.4',
      outcome: 'none',
    });
    expect(await fixture.uploads()).toBe(1);
  });

  test('is taken when the first was answered, and each has the answer of its own', async () => {
    const fixture = await uploadFixture();
    const balances: unknown[] = [];
    for (const balance of [1, 2]) {
      const answer = await fixture.wait(wanted, {
        meanwhile: () => fixture.deliver('income_transaction', { balance }),
      });
      balances.push(answer.outcome === 'read' && answer.event.data.balance);
    }
    expect(balances).toEqual([1, 2]);
  });

  test('of another payer goes on beside it, and each has its own answer', async () => {
    const fixture = await uploadFixture();
    const second = fixture.wait(wanted, { input: others });
    const meanwhile = async () => {
      await fixture.deliver('income_transaction', { ...other, balance: 2 });
      await fixture.deliver('income_transaction', { balance: 1 });
    };
    expect(await fixture.wait(wanted, { meanwhile })).toMatchObject({ event: { data: { balance: 1 } } });
    expect(await second).toMatchObject({ event: { data: { balance: 2 } } });
  });

  test('is refused while the event of the first may still come late, and does not take it when it came', async () => {
    const fixture = await uploadFixture();
    await unanswered(fixture);
    expect(await errorOf(fixture.wait(wanted))).toMatchObject({ rule: 'statement-is-single' });
    expect(await errorOf(fixture.wait(wanted))).toMatchObject({
      rule: 'statement-is-single',
      message: expect.stringContaining('assumeEarlierUploadLost'),
    });
    await fixture.deliver('income_transaction', { balance: 1 });
    const answer = await fixture.wait(wanted, {
      meanwhile: () => fixture.deliver('income_transaction', { balance: 2 }),
    });
    expect(answer).toMatchObject({ event: { data: { balance: 2 } } });
    expect(await fixture.uploads()).toBe(2);
  });

  test('is taken an hour after an upload that nothing came of, or where that is stated to be lost', async () => {
    const fixture = await uploadFixture();
    await unanswered(fixture);
    const meanwhile = () => fixture.deliver('income_transaction', { balance: 2 });
    expect((await fixture.wait({ ...wanted, assumeEarlierUploadLost: true }, { meanwhile })).outcome).toBe('read');
    await unanswered(fixture);
    await fixture.fixture.moveTo('2026-01-05T09:02:00Z');
    expect(
      (await fixture.wait(wanted, { meanwhile: () => fixture.deliver('income_transaction', { balance: 3 }) })).outcome,
    ).toBe('read');
  });
});

/** Counts the looks into an inbox; after an end there must be none, however much time goes by. */
function countLooks(fixture: UploadFixture) {
  let looks = 0;
  const inbox = {
    list: (query: Parameters<typeof fixture.inbox.list>[0]) => {
      looks += 1;
      return fixture.inbox.list(query);
    },
  };
  return {
    inbox,
    async expectNoMore() {
      const before = looks;
      expect(before).toBeGreaterThan(0);
      await fixture.fixture.moveTo('2026-01-05T12:00:00Z');
      for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      expect(looks).toBe(before);
    },
  };
}
