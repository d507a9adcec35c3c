import { describe, expect, test } from 'vitest';
import { errorOf } from '../journeys/fixture.ts';
import {
  type DebitFixture,
  debitFixture,
  doubtful,
  dyingStore,
  LATER,
  LOST,
  NO_LOG,
  SHOWS_NOTHING,
  settle,
  WANTED,
} from './debit-fixture.ts';

const statusAfter = async (stage: DebitFixture) => (await settle(stage)).debits[0]?.status;

describe('a debit whose answer was lost', () => {
  test.each(['reset-after', 'error-after', 'cut-after'] as const)(
    'is found by asking after %s, and ends as the service says',
    async (fault) => {
      const stage = await doubtful(fault, LATER);
      const found = await settle(stage);
      expect(found).toMatchObject({
        debits: [{ status: 'scheduled', nextLookAt: '2026-02-01T07:05:00.000Z' }],
        loan: { balances: { openDebits: 30_000 } },
      });
      expect(await stage.kinds()).toContain('debit.scheduled');
      await stage.moveTo('2026-02-01T07:05:00Z');
      const ended = await settle(stage);
      expect(ended.debits).toEqual([{ debitId: found.debits[0]?.debitId, status: 'successful' }]);
      expect(ended.loan.balances).toMatchObject({ collected: 30_000, openDebits: 0, outstanding: 60_000 });
      expect(stage.left()).toBe(1);
    },
  );

  test('is found and ended in one go, when its day is over', async () => {
    const stage = await doubtful('reset-after');
    await stage.pass(3);
    expect(await statusAfter(stage)).toBe('successful');
    expect((await stage.loan()).instalments[0]).toMatchObject({ collected: 30_000, status: 'success' });
    expect((await stage.loan()).reports.at(-1)?.event).toBe('repayment.successful');
  });

  test('is found by a refresh of the mandate too', async () => {
    const stage = await doubtful('reset-after', LATER);
    const { debits } = await stage.kit.mandates.refresh(await stage.loan());
    expect(debits).toMatchObject([{ status: 'scheduled', reference: expect.any(String) }]);
  });

  test('is found in the newest log, where the list leaves it out', async () => {
    const stage = await doubtful('reset-after', LATER);
    stage.faults.list = SHOWS_NOTHING;
    expect(await statusAfter(stage)).toBe('scheduled');
    await stage.moveTo('2026-02-01T07:05:00Z');
    expect(await statusAfter(stage)).toBe('successful');
  });
});

describe('a process that ends between intent and result', () => {
  test('leaves a debit that the next process finds, and never sends again', async () => {
    const stage = await debitFixture();
    await errorOf(stage.process(dyingStore(stage.store)).collections.collect(stage.first, LATER));
    expect((await stage.loan()).debits).toMatchObject([{ status: 'intended' }]);
    const next = stage.process();
    expect((await next.collections.settle(await stage.loan())).debits).toMatchObject([{ status: 'scheduled' }]);
    expect(stage.left()).toBe(1);
  });

  test.each([
    ['taken', 'successful'],
    ['not-taken', 'failed'],
  ] as const)(
    'leaves a debit about which a person can say that it was %s, once its process cannot wait any more',
    async (result, status) => {
      const stage = await debitFixture();
      stage.faults.debit = LOST;
      await errorOf(stage.process(dyingStore(stage.store)).collections.collect(stage.first, WANTED));
      const [debitId = ''] = await stage.doubts();
      const decide = async () =>
        stage.kit.collections.settle(await stage.loan(), {
          debitId,
          result,
          decidedBy: 'operations',
          reason: 'as the bank says',
        });
      await stage.pass(30);
      expect(await errorOf(decide())).toMatchObject({
        rule: 'verdict-needs-doubt',
        message: expect.stringContaining('2026-01-05T08:42:00.000Z'),
      });
      await stage.pass(11.9);
      expect(await errorOf(decide())).toMatchObject({ rule: 'verdict-needs-doubt' });
      expect((await stage.loan()).debits).toMatchObject([{ status: 'intended' }]);
      await stage.pass(0.1);
      expect(await statusAfter(stage)).toBe('unknown');
      await stage.pass(3);
      expect((await decide()).loan.debits).toMatchObject([{ status }]);
    },
  );

  test('leaves a debit that is parked, where the service never saw it', async () => {
    const stage = await debitFixture();
    stage.faults.debit = LOST;
    await errorOf(stage.process(dyingStore(stage.store)).collections.collect(stage.first, WANTED));
    for (const minutes of [1, 15, 2]) {
      await stage.pass(minutes);
      await settle(stage);
    }
    expect((await stage.loan()).debits).toMatchObject([{ status: 'parked' }]);
    expect(stage.left()).toBe(1);
  });
});

describe('a debit that the service does not show', () => {
  test('is open until its quiet window is over, and parked by the second reading after it', async () => {
    const stage = await doubtful(LOST);
    expect((await settle(stage)).debits).toMatchObject([{ status: 'unknown', nextLookAt: '2026-01-05T08:01:00.000Z' }]);
    await stage.pass(14.99);
    expect((await settle(stage)).debits).toMatchObject([{ status: 'unknown', nextLookAt: '2026-01-05T08:15:00.000Z' }]);
    await stage.pass(0.01);
    expect((await settle(stage)).debits).toMatchObject([{ status: 'unknown', nextLookAt: '2026-01-05T08:16:00.000Z' }]);
    await stage.pass(0.99);
    expect(await statusAfter(stage)).toBe('unknown');
    await stage.pass(0.01);
    const { debits, loan } = await settle(stage);
    expect(debits).toEqual([{ debitId: debits[0]?.debitId, status: 'parked' }]);
    expect(loan.balances).toMatchObject({ openDebits: 30_000, collectable: 60_000 });
    expect(await stage.kinds()).toEqual(['debit.intended', 'debit.unknown', 'debit.unseen', 'debit.parked']);
    expect(await errorOf(stage.kit.collections.collect(loan, WANTED))).toMatchObject({ rule: 'debit-is-single' });
    expect(stage.left()).toBe(1);
  });

  test('with a late date waits until that has passed', async () => {
    const stage = await doubtful(LOST, LATER);
    await stage.moveTo('2026-02-01T07:14:59Z');
    expect((await settle(stage)).debits).toMatchObject([{ status: 'unknown', nextLookAt: '2026-02-01T07:15:00.000Z' }]);
    await stage.moveTo('2026-02-01T07:15:00Z');
    await settle(stage);
    await stage.pass(1);
    expect(await statusAfter(stage)).toBe('parked');
  });

  test('is not parked by two readings that differ: something moves', async () => {
    const stage = await doubtful(LOST);
    await stage.pass(15);
    await settle(stage);
    await stage.kit.collections.collect(await stage.loan(), {
      amount: 1_000,
      debitDate: '2026-01-06',
      despiteUnknown: await stage.doubts(),
    });
    await stage.pass(1);
    expect(await statusAfter(stage)).toBe('unknown');
    await stage.pass(1);
    expect(await statusAfter(stage)).toBe('parked');
  });

  test('is found when it turns up late', async () => {
    const stage = await doubtful('reset-after', LATER);
    stage.faults.list = SHOWS_NOTHING;
    stage.faults.log = NO_LOG;
    // The mandate at the service has not collected yet, so that nothing speaks for it.
    await stage.moveTo('2026-01-31T10:00:00Z');
    expect(await statusAfter(stage)).toBe('unknown');
    stage.faults.list = undefined;
    expect(await statusAfter(stage)).toBe('scheduled');
  });

  test('is not absent where money moved that nothing explains: it is parked as that, an hour later', async () => {
    const stage = await doubtful('reset-after');
    stage.faults.list = SHOWS_NOTHING;
    stage.faults.log = NO_LOG;
    await stage.pass(40);
    expect(await statusAfter(stage)).toBe('unknown');
    await stage.pass(2);
    expect(await statusAfter(stage)).toBe('unknown');
    await stage.pass(33);
    expect(await statusAfter(stage)).toBe('unknown');
    await stage.pass(1);
    expect(await statusAfter(stage)).toBe('parked');
    expect((await stage.eventsOf()).at(-1)).toMatchObject({
      type: 'debit.parked',
      reason: expect.stringContaining('explains'),
    });
    stage.faults.list = undefined;
    expect(await statusAfter(stage)).toBe('successful');
  });
});

describe('a service that cannot be asked about a debit', () => {
  const list = (...data: readonly unknown[]) => ({
    status: 200,
    body: { status: true, error: false, message: null, data },
  });
  const decide = async (stage: DebitFixture, result: 'taken' | 'not-taken') =>
    stage.kit.collections.settle(await stage.loan(), {
      debitId: (await stage.loan()).debits[0]?.debitId ?? '',
      result,
      decidedBy: 'ops',
      reason: 'letter',
    });

  test.each([
    ['list', list(null, { createdAt: null, businessId: 7 })],
    ['log', list({ createdAt: null })],
  ] as const)(
    'in its %s shows a record that cannot be read: it is no proof of absence, and a person decides',
    async (where, odd) => {
      const stage = await doubtful(LOST);
      stage.faults[where] = odd;
      for (const minutes of [15, 1]) {
        await stage.pass(minutes);
        await settle(stage);
      }
      expect((await stage.loan()).debits).toMatchObject([
        { status: 'parked', parkedFor: expect.stringContaining('cannot be read') },
      ]);
      expect((await decide(stage, 'not-taken')).debits).toMatchObject([{ status: 'failed' }]);
    },
  );

  test.each([
    ['list', 404, 'taken', 'successful'],
    ['log', 500, 'not-taken', 'failed'],
  ] as const)(
    'because its %s answers %i: a day later a person decides that it was %s',
    async (where, status, result, end) => {
      const stage = await doubtful(LOST);
      stage.faults[where] = { status, body: { status: false, error: true, message: 'none found' } };
      await stage.pass(23 * 60);
      expect(await errorOf(settle(stage))).toMatchObject({ name: 'ServiceError' });
      expect(await errorOf(decide(stage, result))).toMatchObject({ name: 'ServiceError' });
      await stage.pass(2 * 60);
      expect(await errorOf(settle(stage))).toMatchObject({ name: 'ServiceError' });
      expect(await stage.kit.loans.duties(await stage.loan())).toMatchObject([{ duty: 'settle-debit' }]);
      expect((await decide(stage, result)).debits).toMatchObject([{ status: end }]);
      expect((await stage.eventsOf()).find(({ type }) => type === 'debit.settled')).toMatchObject({
        decision: { withoutAsking: true },
      });
    },
  );
});

describe('a service that took a debit, and cannot be asked about it any more', () => {
  const refusal = { status: false, error: true, message: 'none found', data: null };
  const readings: readonly (readonly [string, Partial<DebitFixture['faults']>])[] = [
    ['404', { list: { status: 404, body: refusal } }],
    ['500 for its log', { list: SHOWS_NOTHING, log: { status: 500, body: refusal } }],
    [
      'an envelope that says success and failure',
      { list: { status: 200, body: { status: true, error: true, data: [] } } },
    ],
    ['404 for its mandate', { mandate: { status: 404, body: refusal } }],
  ];

  async function scheduled(): Promise<DebitFixture> {
    const stage = await debitFixture();
    expect((await stage.kit.collections.collect(stage.first, LATER)).debit.outcome).toBe('scheduled');
    return stage;
  }

  test.each(readings)(
    'answers %s: from a day after its day on a person decides, with the same rule as for an unknown one',
    async (_what, faults) => {
      const stage = await scheduled();
      Object.assign(stage.faults, faults);
      await stage.moveTo('2026-02-02T07:14:00Z');
      await errorOf(settle(stage));
      expect((await stage.loan()).debits).toMatchObject([{ status: 'scheduled' }]);
      await stage.moveTo('2026-02-02T07:15:00Z');
      await errorOf(settle(stage));
      expect((await stage.loan()).debits).toMatchObject([
        { status: 'parked', parkedFor: expect.stringContaining('cannot be asked') },
      ]);
      const duties = await stage.kit.loans.duties(await stage.loan());
      expect(duties.map(({ duty }) => duty)).toContain('settle-debit');
      const [debit] = (await stage.loan()).debits;
      const word = { debitId: debit?.debitId ?? '', result: 'taken', decidedBy: 'ops', reason: 'letter' } as const;
      expect((await stage.kit.collections.settle(await stage.loan(), word)).debits).toMatchObject([
        { status: 'successful' },
      ]);
      expect(stage.left()).toBe(1);
    },
  );

  test('shows its end when it answers again, also after it was parked', async () => {
    const stage = await scheduled();
    stage.faults.list = { status: 404, body: refusal };
    await stage.moveTo('2026-02-02T08:00:00Z');
    await errorOf(settle(stage));
    stage.faults.list = undefined;
    expect(await statusAfter(stage)).toBe('successful');
  });
});

describe('a list that shows only a part', () => {
  const page = (data: object) => ({ status: 200, body: { status: true, error: false, message: null, data } });
  const part = page({ docs: [], totalDocs: 40, limit: 10, page: 1, totalPages: 4, hasNextPage: true });

  test('says nothing about a debit that is not in it: a person decides, and nothing is sent again', async () => {
    const stage = await doubtful(LOST);
    stage.faults.list = part;
    await stage.pass(15);
    expect(await statusAfter(stage)).toBe('unknown');
    await stage.pass(1);
    expect(await statusAfter(stage)).toBe('parked');
    expect((await stage.eventsOf()).at(-1)).toMatchObject({
      type: 'debit.parked',
      reason: expect.stringContaining('only a part'),
    });
    for (const minutes of [1, 1, 1]) {
      await stage.pass(minutes);
      await stage.kit.collections.settle(await stage.loan(), {
        resendAbsent: 'assuming-absence-means-it-never-arrived',
      });
    }
    expect(stage.left()).toBe(1);
    const [debit] = (await stage.loan()).debits;
    const decision = {
      debitId: debit?.debitId ?? '',
      result: 'not-taken',
      decidedBy: 'Ngozi',
      reason: 'the bank shows nothing',
    } as const;
    expect((await stage.kit.collections.settle(await stage.loan(), decision)).debits).toMatchObject([
      { status: 'failed' },
    ]);
  });

  test('shows what is in it', async () => {
    const stage = await doubtful('reset-after', LATER);
    const listed = await stage.kit.collections.list({ type: 'manual' });
    stage.faults.list = page({ collections: listed, pagination: { hasNextPage: true } });
    stage.faults.log = NO_LOG;
    expect(await statusAfter(stage)).toBe('scheduled');
  });
});

test('asking about a loan without open debits reads its mandate and answers nothing to look at', async () => {
  const stage = await debitFixture();
  expect(await settle(stage)).toMatchObject({ debits: [] });
  expect((await stage.requests()).listCollections).toBeUndefined();
});

test('several processes that ask at once come to one end', async () => {
  const stage = await doubtful('reset-after');
  const loan = await stage.loan();
  await Promise.all([stage.process(), stage.process(), stage.process()].map((kit) => kit.collections.settle(loan)));
  expect((await stage.kinds()).filter((type) => type === 'debit.settled')).toHaveLength(1);
});

test.each([
  [null, 'input'],
  [5, 'input'],
  ['resend', 'input'],
  [{ resendAbsent: true }, 'resendAbsent'],
  [{ resend: 'yes' }, 'resend'],
])('a manner of settling that is none is refused: %j', async (how, path) => {
  const stage = await debitFixture();
  expect(await errorOf(stage.kit.collections.settle(stage.first, how as never))).toMatchObject({
    name: 'InputError',
    message: expect.stringMatching(/^Debits cannot be settled like this: /),
    issues: [{ path }],
  });
});
