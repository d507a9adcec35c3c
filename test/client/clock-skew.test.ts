import { describe, expect, test } from 'vitest';
import type { Clock } from '../../src/clock/clock.ts';
import { errorOf } from '../journeys/stage.ts';
import { setDebitStage, WANTED } from './debit-stage.ts';

const assumed = { resendAbsent: 'assuming-absence-means-it-never-arrived' } as const;
const notTaken = { result: 'not-taken', decidedBy: 'ops', reason: 'the list does not show it' } as const;

/** A debit that was taken and whose reply was lost; the merchant's clock is ahead of the service's, by some minutes at its intent and by others afterwards. */
async function lostReply(aheadAtIntent: number, aheadLater: number) {
  const stage = await setDebitStage();
  let ahead = aheadAtIntent;
  const { clock: real } = stage.server;
  const clock: Clock = { now: () => real.now() + ahead * 60_000, today: () => real.today(), sleep: (ms, signal) => real.sleep(ms, signal) };
  const kit = stage.process(stage.store, { clock });
  stage.troubles.debit = 'reset-after';
  const { debit } = await kit.collections.collect(stage.first, WANTED);
  expect(debit.outcome).toBe('unknown');
  stage.troubles.debit = undefined;
  ahead = aheadLater;
  const settle = async (how?: Parameters<typeof kit.collections.settle>[1]) => kit.collections.settle(await stage.loan(), how);
  return { ...stage, kit, debitId: debit.debitId, settle };
}

describe.each([
  ['by more than clocks may differ', 2.1, 2.1],
  ['by an hour, and was set right afterwards', 60, 0],
  ['by three hours, and was set right afterwards', 180, 0],
])('a merchant whose clock was ahead %s', (_how, atIntent, afterwards) => {
  test('never debits a second time: money that nothing explains may be the debit', async () => {
    const { settle, pass, loan, left, debitId, kit } = await lostReply(atIntent, afterwards);
    for (const minutes of [20, 2, 300, 2, 24 * 60, 2]) {
      await pass(minutes);
      await settle(assumed);
    }
    expect((await loan()).debits).toMatchObject([{ status: 'parked' }]);
    expect(await errorOf(settle({ debitId, ...notTaken }))).toMatchObject({ rule: 'verdict-agrees-with-service' });
    expect(await errorOf(kit.collections.collect(await loan(), { ...WANTED, amount: 60_001, debitDate: '2026-01-07' }))).toMatchObject({
      rule: 'debit-within-terms',
    });
    expect(left()).toBe(1);
    const { loan: settled } = await settle({ debitId, result: 'taken', decidedBy: 'ops', reason: 'the payer’s bank shows it' });
    expect(settled.balances).toMatchObject({ collected: 30_000, openDebits: 0, outstanding: 60_000 });
  });
});

test('a merchant whose clock is ahead by less finds the debit', async () => {
  const { settle } = await lostReply(1.9, 1.9);
  expect((await settle()).debits).toMatchObject([{ status: 'successful' }]);
});
