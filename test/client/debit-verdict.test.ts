import { describe, expect, test } from 'vitest';
import type { CollectingLoan } from '../../src/index.ts';
import { errorOf } from '../journeys/fixture.ts';
import {
  type DebitFixture,
  debitFixture,
  dyingStore,
  LATER,
  LOST,
  NO_LOG,
  SHOWS_NOTHING,
  WANTED,
} from './debit-fixture.ts';

const person = { decidedBy: 'Ngozi, operations', reason: 'The bank’s statement shows no debit' };

interface Decided extends DebitFixture {
  readonly debitId: string;
  decide(result: 'taken' | 'not-taken', more?: object): Promise<CollectingLoan>;
}

async function doubtful(fault: DebitFixture['faults']['debit'] = LOST, wanted = WANTED): Promise<Decided> {
  const stage = await debitFixture();
  stage.faults.debit = fault;
  const { debit } = await stage.kit.collections.collect(stage.first, wanted);
  stage.faults.debit = undefined;
  const { debitId } = debit;
  const decide = async (result: 'taken' | 'not-taken', more: object = {}) =>
    (await stage.kit.collections.settle(await stage.loan(), { debitId, result, ...person, ...more })).loan;
  return { ...stage, debitId, decide };
}

async function parked(): Promise<Decided> {
  const stage = await doubtful();
  for (const minutes of [15, 1]) {
    await stage.pass(minutes);
    await stage.kit.collections.settle(await stage.loan());
  }
  expect((await stage.loan()).debits).toMatchObject([{ status: 'parked' }]);
  return stage;
}

describe('a person decides about a parked debit', () => {
  test('that nothing was taken: it has failed, with the decision as evidence, and its day is free again', async () => {
    const stage = await parked();
    const loan = await stage.decide('not-taken');
    expect(loan).toMatchObject({
      debits: [{ status: 'failed' }],
      balances: { collected: 0, openDebits: 0, collectable: 90_000 },
    });
    expect((await stage.eventsOf()).at(-1)).toMatchObject({
      type: 'debit.settled',
      debitId: stage.debitId,
      result: 'failed',
      collected: 0,
      decision: person,
    });
    expect((await stage.kit.collections.collect(loan, WANTED)).debit.outcome).toBe('scheduled');
  });

  test.each([
    [undefined, 30_000],
    [12_500, 12_500],
  ])('that it was taken, with %s: it counts as collected', async (amount, collected) => {
    const stage = await parked();
    const loan = await stage.decide('taken', amount === undefined ? {} : { amount });
    expect(loan).toMatchObject({ debits: [{ status: 'successful' }], balances: { collected, openDebits: 0 } });
    const settled = (await stage.eventsOf()).filter(({ type }) => type === 'debit.settled');
    expect(settled).toMatchObject([{ result: 'successful', collected: collected * 100, decision: person }]);
  });

  test('that it was taken, when the service shows it at last: it is this debit’s record, and no other parked one’s', async () => {
    const stage = await parked();
    stage.faults.debit = 'reset-after';
    stage.faults.list = SHOWS_NOTHING;
    stage.faults.log = NO_LOG;
    await stage.moveTo('2026-01-06T09:00:00Z');
    const { debit } = await stage.kit.collections.collect(await stage.loan(), {
      ...WANTED,
      debitDate: '2026-01-06',
      despiteUnknown: await stage.doubts(),
    });
    await stage.pass(90);
    await stage.kit.collections.settle(await stage.loan());
    await stage.pass(2);
    await stage.kit.collections.settle(await stage.loan());
    stage.faults.list = undefined;
    const loan = await stage.decide('taken', { debitId: debit.debitId });
    expect(loan.debits.map(({ status }) => status)).toEqual(['parked', 'successful']);
    expect(loan.debits[1]?.reference).toEqual(expect.any(String));
    expect(loan.balances).toMatchObject({ collected: 30_000, openDebits: 30_000 });
  });

  test('twice the same way: it is written down once', async () => {
    const stage = await parked();
    await stage.decide('taken');
    const events = await stage.eventsOf();
    expect((await stage.decide('taken')).version).toBe(events.length);
    expect(await errorOf(stage.decide('not-taken'))).toMatchObject({
      rule: 'verdict-needs-doubt',
      message: expect.stringContaining('successful'),
    });
    expect(await errorOf(stage.decide('taken', { amount: 5 }))).toMatchObject({ rule: 'verdict-needs-doubt' });
  });
});

describe('a decision is refused', () => {
  test('when asking finds the debit, which then is on file', async () => {
    const stage = await doubtful('reset-after', LATER);
    expect(await errorOf(stage.decide('not-taken'))).toMatchObject({ name: 'RuleError', rule: 'verdict-needs-doubt' });
    expect((await stage.loan()).debits).toMatchObject([{ status: 'scheduled' }]);
  });

  test('when the service shows how it ended, unless the decision says the same', async () => {
    const stage = await doubtful('reset-after');
    expect(await errorOf(stage.decide('not-taken'))).toMatchObject({
      rule: 'verdict-needs-doubt',
      message: expect.stringContaining('₦30,000.00'),
    });
    expect(await stage.decide('taken')).toMatchObject({ debits: [{ status: 'successful' }] });
    expect((await stage.eventsOf()).filter(({ type }) => type === 'debit.settled')).toHaveLength(1);
  });

  test('that nothing was taken, where money moved that nothing explains; that it was taken is not', async () => {
    const stage = await doubtful('reset-after');
    stage.faults.list = SHOWS_NOTHING;
    stage.faults.log = NO_LOG;
    await stage.pass(90);
    expect(await errorOf(stage.decide('not-taken'))).toMatchObject({ rule: 'verdict-agrees-with-service' });
    expect(await stage.decide('taken')).toMatchObject({ balances: { collected: 30_000, openDebits: 0 } });
  });

  test('that nothing was taken, before the quiet window is over', async () => {
    const stage = await doubtful();
    await stage.pass(14);
    const error = await errorOf(stage.decide('not-taken'));
    expect(error).toMatchObject({
      rule: 'verdict-after-quiet-window',
      message: expect.stringContaining('2026-01-05T08:15:00.000Z'),
    });
    await stage.pass(1);
    expect(await stage.decide('not-taken')).toMatchObject({ debits: [{ status: 'failed' }] });
  });

  test('about a debit on its way', async () => {
    const stage = await doubtful(LOST, LATER);
    stage.faults.debit = LOST;
    await errorOf(
      stage
        .process(dyingStore(stage.store))
        .collections.collect(await stage.loan(), { ...WANTED, despiteUnknown: await stage.doubts() }),
    );
    const debitId = (await stage.loan()).debits[1]?.debitId;
    expect(await errorOf(stage.decide('not-taken', { debitId }))).toMatchObject({
      rule: 'verdict-needs-doubt',
      message: expect.stringContaining('on its way'),
    });
  });

  test('of more than the debit', async () => {
    const stage = await parked();
    expect(await errorOf(stage.decide('taken', { amount: 30_000.01 }))).toMatchObject({ rule: 'verdict-within-debit' });
  });

  test('that nothing was taken, with an amount', async () => {
    const stage = await parked();
    expect(await errorOf(stage.decide('not-taken', { amount: 5 }))).toMatchObject({
      issues: [{ path: 'amount', message: "belongs to what was taken: leave it out of 'not-taken'" }],
    });
  });

  test('about a debit that the loan does not have', async () => {
    const stage = await parked();
    expect(await errorOf(stage.decide('taken', { debitId: 'another' }))).toMatchObject({
      name: 'InputError',
      message: "Unknown debit: debitId: the loan has no debit 'another': take it from loan.debits",
    });
  });

  test.each([
    [{ debitId: '' }, 'debitId'],
    [{ result: 'maybe' }, 'result'],
    [{ amount: 5 }, 'amount'],
    [{ result: 'taken', amount: 0.001 }, 'amount'],
    [{ result: 'taken', amount: 0 }, 'amount'],
    [{ decidedBy: ' ' }, 'decidedBy'],
    [{ decidedBy: 'x'.repeat(201) }, 'decidedBy'],
    [{ reason: undefined }, 'reason'],
    [{ reason: 'x'.repeat(501) }, 'reason'],
  ])('that is incomplete: %j', async (change, path) => {
    const stage = await doubtful();
    const asked = await stage.requests();
    expect(await errorOf(stage.decide('not-taken', change))).toMatchObject({
      name: 'InputError',
      message: expect.stringMatching(/^The decision cannot be recorded: /),
      issues: [{ path }],
    });
    expect(await stage.requests()).toEqual(asked);
  });
});
