import { describe, expect, test } from 'vitest';
import type { SettleResult } from '../../src/client/workflows/debits/settle-debits.ts';
import { errorOf } from '../journeys/fixture.ts';
import { FIRST_BACKUP, PRIMARY, SECOND_BACKUP } from '../journeys/people.ts';
import { type DebitFixture, debitFixture, LATER, LOST, NO_LOG, SHOWS_NOTHING, WANTED } from './debit-fixture.ts';

const assumed = { resendAbsent: 'assuming-absence-means-it-never-arrived' } as const;

interface Resending extends DebitFixture {
  settle(how?: object): Promise<SettleResult>;
}

async function doubtful(fault: DebitFixture['faults']['debit'] = LOST, wanted = WANTED): Promise<Resending> {
  const stage = await debitFixture();
  stage.faults.debit = fault;
  await stage.kit.collections.collect(stage.first, wanted);
  stage.faults.debit = undefined;
  return { ...stage, settle: async (how = assumed) => stage.kit.collections.settle(await stage.loan(), how) };
}

/** Two readings that show nothing, the second of which may send again. */
async function twice(stage: Resending, how?: object): Promise<SettleResult> {
  await stage.pass(15);
  await stage.settle(how);
  await stage.pass(1);
  return stage.settle(how);
}

describe('on the written assumption that absence means it never arrived, a debit', () => {
  test('is sent again after two readings: a new debit, whose intent and the end of the old one are one entry', async () => {
    const stage = await doubtful();
    const { debits, loan } = await twice(stage);
    expect(debits).toMatchObject([{ status: 'failed' }, { status: 'scheduled' }]);
    expect(loan.debits.map(({ amount, debitDate }) => [amount, debitDate])).toEqual([
      [30_000, '2026-01-05'],
      [30_000, '2026-01-05'],
    ]);
    expect(new Set(loan.debits.map(({ debitId }) => debitId)).size).toBe(2);
    expect(loan.balances.openDebits).toBe(30_000);
    const events = (await stage.eventsOf()).slice(-4);
    expect(events).toMatchObject([
      { type: 'debit.parked' },
      { type: 'debit.settled', result: 'failed', decision: { decidedBy: 'resendAbsent' } },
      { type: 'debit.intended' },
      { type: 'debit.scheduled' },
    ]);
    expect(stage.left()).toBe(2);
  });

  test('is not sent again before its window, by one reading, or by two that follow within a minute', async () => {
    const stage = await doubtful();
    await stage.settle();
    await stage.pass(15);
    await stage.settle();
    await stage.pass(0.9);
    expect((await stage.settle()).debits).toMatchObject([{ status: 'unknown' }]);
    expect(stage.left()).toBe(1);
  });

  test('is not sent again when it is found', async () => {
    const stage = await doubtful('reset-after');
    expect((await twice(stage)).debits).toEqual([]);
    expect((await stage.loan()).debits).toMatchObject([{ status: 'successful' }]);
    expect(stage.left()).toBe(1);
  });

  test('is not sent again while money moved that nothing explains, however late', async () => {
    const stage = await doubtful('reset-after');
    stage.faults.list = SHOWS_NOTHING;
    stage.faults.log = NO_LOG;
    for (const minutes of [80, 2, 2, 1_440]) {
      await stage.pass(minutes);
      await stage.settle();
    }
    expect((await stage.loan()).debits).toMatchObject([{ status: 'parked' }]);
    expect(stage.left()).toBe(1);
  });

  test('that the service took, and shows nowhere later, is not sent again: it did arrive', async () => {
    const stage = await debitFixture();
    expect((await stage.kit.collections.collect(stage.first, LATER)).debit.outcome).toBe('scheduled');
    const settle = async () => stage.kit.collections.settle(await stage.loan(), assumed);
    for (const account of [PRIMARY, FIRST_BACKUP, SECOND_BACKUP]) await stage.server.bank.setBalance(account, 0);
    stage.faults.list = { status: 404, body: { status: false, error: true, message: 'none found', data: null } };
    await stage.moveTo('2026-02-02T07:15:00Z');
    expect(await errorOf(settle())).toMatchObject({ name: 'ServiceError' });
    stage.faults.list = SHOWS_NOTHING;
    stage.faults.log = NO_LOG;
    for (const minutes of [1, 60, 60]) {
      await stage.pass(minutes);
      await settle();
    }
    expect((await stage.loan()).debits).toMatchObject([{ status: 'parked', reference: expect.any(String) }]);
    expect(stage.left()).toBe(1);
  });

  test('that was parked before is sent again, after a reading of its own where the service shows something else by now', async () => {
    const stage = await doubtful();
    await twice(stage, {});
    await stage.kit.collections.collect(await stage.loan(), {
      amount: 1_000,
      debitDate: '2026-01-06',
      despiteUnknown: await stage.doubts(),
    });
    expect((await stage.settle()).debits).toMatchObject([{ status: 'parked' }, { status: 'scheduled' }]);
    await stage.pass(0.5);
    await stage.settle();
    expect(stage.left()).toBe(2);
    await stage.pass(0.5);
    expect((await stage.settle()).debits.map(({ status }) => status)).toEqual(['failed', 'scheduled', 'scheduled']);
    expect(stage.left()).toBe(3);
  });

  test('whose day is over is sent for today', async () => {
    const stage = await doubtful(LOST, LATER);
    await stage.moveTo('2026-02-03T09:00:00Z');
    await stage.settle();
    await stage.pass(1);
    expect((await stage.settle()).loan.debits.at(-1)).toMatchObject({ debitDate: '2026-02-03', status: 'scheduled' });
  });

  test('stays parked where a guard refuses it now', async () => {
    const stage = await doubtful();
    await stage.pass(15);
    await stage.settle();
    await stage.server.controls.openDispute(stage.first.mandateId);
    await stage.pass(1);
    expect((await stage.settle()).debits).toMatchObject([{ status: 'parked' }]);
    expect(stage.left()).toBe(1);
  });

  test('stays parked while the outcome of another one is not known', async () => {
    const stage = await doubtful();
    await stage.pass(15);
    await stage.settle();
    stage.faults.debit = LOST;
    await stage.kit.collections.collect(await stage.loan(), { ...LATER, despiteUnknown: await stage.doubts() });
    await stage.pass(1);
    expect((await stage.settle()).debits).toMatchObject([{ status: 'parked' }, { status: 'unknown' }]);
    expect(stage.left()).toBe(2);
  });

  test('stays parked where the loan was repaid meanwhile', async () => {
    const stage = await doubtful();
    await stage.pass(15);
    await stage.settle();
    await stage.kit.loans.recordRepayment(await stage.loan(), {
      amount: 90_000,
      date: '2026-01-05',
      reference: 'CASH',
    });
    await stage.pass(1);
    expect((await stage.settle()).debits).toMatchObject([{ status: 'parked' }]);
    expect(stage.left()).toBe(1);
  });

  test('that is lost again is asked about again, from its own intent', async () => {
    const stage = await doubtful();
    await stage.pass(15);
    await stage.settle();
    stage.faults.debit = LOST;
    await stage.pass(1);
    expect((await stage.settle()).debits).toMatchObject([
      { status: 'failed' },
      { status: 'unknown', nextLookAt: '2026-01-05T08:17:00.000Z' },
    ]);
    expect(stage.left()).toBe(2);
  });

  test('that cannot be sent ends as refused', async () => {
    const stage = await doubtful();
    await stage.pass(15);
    await stage.settle();
    stage.faults.debit = 'refused';
    await stage.pass(1);
    expect((await stage.settle()).debits).toMatchObject([{ status: 'failed' }, { status: 'refused' }]);
  });

  test('that is sent, but cannot be written down, is an error', async () => {
    const stage = await doubtful();
    await stage.pass(15);
    await stage.settle();
    await stage.pass(1);
    const strict: typeof stage.store = {
      ...stage.store,
      append: async (...given) => {
        if (given[2].some(({ body }) => body.includes('"debit.scheduled"'))) throw new Error('no room for this');
        return stage.store.append(...given);
      },
    };
    const { collections } = stage.process(strict);
    expect(await errorOf(collections.settle(await stage.loan(), assumed))).toMatchObject({
      name: 'StoreError',
      outcome: 'unknown',
    });
    expect((await stage.loan()).debits).toMatchObject([{ status: 'failed' }, { status: 'unknown' }]);
  });

  test('is sent again once, though several processes ask', async () => {
    const stage = await doubtful();
    await stage.pass(15);
    await stage.settle();
    await stage.pass(1);
    const loan = await stage.loan();
    await Promise.all(
      [stage.process(), stage.process(), stage.process()].map((kit) => kit.collections.settle(loan, assumed)),
    );
    expect(stage.left()).toBe(2);
    expect((await stage.loan()).balances.openDebits).toBe(30_000);
  });
});

test('without the assumption nothing is sent again, however often it is asked', async () => {
  const stage = await doubtful();
  await twice(stage, {});
  for (let day = 0; day < 5; day += 1) {
    await stage.pass(1_440);
    await stage.settle({ resendAbsent: undefined });
  }
  expect(stage.left()).toBe(1);
});

test('another assumption is refused', async () => {
  const stage = await doubtful();
  expect(await errorOf(stage.settle({ resendAbsent: 'always' }))).toMatchObject({ name: 'InputError' });
});
