import { describe, expect, test } from 'vitest';
import { errorOf } from '../journeys/fixture.ts';
import { debitFixture, doubtful, dyingStore, LATER, LOST, settle, WANTED } from './debit-fixture.ts';

describe('of two debits without answers', () => {
  test('each is found as itself', async () => {
    const stage = await doubtful('reset-after', LATER);
    stage.faults.debit = 'reset-after';
    await stage.kit.collections.collect(await stage.loan(), {
      amount: 20_000,
      debitDate: '2026-02-02',
      despiteUnknown: await stage.doubts(),
    });
    const { debits, loan } = await settle(stage);
    expect(debits.map(({ status }) => status)).toEqual(['scheduled', 'scheduled']);
    expect(new Set(loan.debits.map(({ reference }) => reference)).size).toBe(2);
  });

  test('the one that arrived does not hide that the other was lost', async () => {
    const stage = await doubtful(LOST);
    await stage.pass(5);
    stage.faults.debit = 'reset-after';
    await stage.kit.collections.collect(await stage.loan(), {
      ...WANTED,
      debitDate: '2026-01-06',
      despiteUnknown: await stage.doubts(),
    });
    await settle(stage);
    await stage.moveTo('2026-01-06T09:00:00Z');
    await settle(stage);
    await stage.pass(2);
    const { loan } = await settle(stage);
    expect(loan.debits.map(({ status }) => status).sort()).toEqual(['parked', 'successful']);
    expect(loan.balances).toMatchObject({ collected: 30_000, openDebits: 30_000 });
  });
});

describe('while the outcome of a debit is not known, another one for another day', () => {
  const next = { ...WANTED, debitDate: '2026-01-06' };

  test('is refused, and nothing leaves', async () => {
    const stage = await doubtful('reset-after');
    expect(await errorOf(stage.kit.collections.collect(await stage.loan(), next))).toMatchObject({
      rule: 'debit-after-unknown',
      outcome: 'none',
    });
    expect(stage.left()).toBe(1);
    await settle(stage);
    expect((await stage.kit.collections.collect(await stage.loan(), next)).debit.outcome).toBe('scheduled');
  });

  test('is refused where another process died over that, or still sends it, whatever this one remembers', async () => {
    const stage = await debitFixture();
    await errorOf(stage.process(dyingStore(stage.store)).collections.collect(stage.first, WANTED));
    expect((await stage.loan()).debits).toMatchObject([{ status: 'intended' }]);
    expect(await errorOf(stage.kit.collections.collect(stage.first, next))).toMatchObject({
      rule: 'debit-after-unknown',
    });
    expect(stage.left()).toBe(1);
  });

  test('is sent where the request names it; the loan file says so, and the amount still counts as taken', async () => {
    const stage = await doubtful(LOST);
    const despiteUnknown = await stage.doubts();
    const { loan, debit } = await stage.kit.collections.collect(await stage.loan(), {
      ...next,
      despiteUnknown: [...despiteUnknown, ...despiteUnknown],
    });
    expect(debit.outcome).toBe('scheduled');
    expect(loan.balances).toMatchObject({ openDebits: 60_000, collectable: 30_000 });
    expect((await stage.eventsOf()).filter(({ type }) => type === 'debit.intended').at(-1)).toMatchObject({
      despiteUnknown,
    });
    expect(loan.debits[1]).toMatchObject({ despiteUnknown });
  });

  test('is sent for the same day by no means', async () => {
    const stage = await doubtful(LOST);
    const request = { ...WANTED, despiteUnknown: await stage.doubts() };
    expect(await errorOf(stage.kit.collections.collect(await stage.loan(), request))).toMatchObject({
      rule: 'debit-is-single',
    });
  });

  test.each<[string, unknown, string]>([
    ['text', 'all', 'despiteUnknown'],
    ['a list with something else in it', [5], 'despiteUnknown.0'],
    ['a list with an empty id', [''], 'despiteUnknown.0'],
  ])('is refused where despiteUnknown is %s', async (_what, despiteUnknown, path) => {
    const stage = await doubtful(LOST);
    expect(
      await errorOf(stage.kit.collections.collect(await stage.loan(), { ...next, despiteUnknown } as never)),
    ).toMatchObject({
      name: 'InputError',
      issues: [{ path }],
    });
  });
});
