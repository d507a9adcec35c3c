import { describe, expect, test } from 'vitest';
import type { CollectingLoan } from '../../src/index.ts';
import { createFixture, errorOf } from '../journeys/fixture.ts';
import { ACCOUNTS, autoTerms } from '../journeys/people.ts';
import { walkTo } from '../journeys/walk.ts';

const cash = { amount: 20_000, date: '2026-01-05', reference: 'CASH-1' };
const bounced = {
  of: 'repayment',
  amount: 5_000,
  date: '2026-01-05',
  reference: 'B-1',
  reason: 'the cheque bounced',
} as const;

async function paid() {
  const fixture = await createFixture();
  const loan = await fixture.kit.loans.recordRepayment(await walkTo(fixture, 'collecting', { terms: autoTerms }), cash);
  return { fixture, kit: fixture.kit, loan };
}

describe('a reversal', () => {
  test('of a repayment makes it owed again', async () => {
    const { kit, loan } = await paid();
    const reversed = await kit.loans.recordReversal(loan, bounced);
    expect(reversed).toMatchObject({ balances: { repaidOutside: 15_000, outstanding: 75_000 }, reversals: [bounced] });
    expect((await kit.loans.duties(reversed)).map(({ key }) => key)).toContain('tell-platform:reversal:B-1');
  });

  test('of a collection makes it owed again, and a later reading does not count it twice', async () => {
    const { fixture, kit, loan } = await paid();
    expect(ACCOUNTS.primary.balance).toBeGreaterThan(30_000);
    await fixture.moveTo('2026-02-01T20:00:00Z');
    const collected = (await kit.loans.get(loan.loanId)) as CollectingLoan;
    expect(collected.balances).toMatchObject({ collected: 30_000, outstanding: 40_000 });
    const reversed = await kit.loans.recordReversal(collected, {
      ...bounced,
      of: 'collection',
      amount: 30_000,
      date: '2026-02-01',
      reason: 'chargeback',
    });
    expect(reversed.balances).toMatchObject({ collected: 0, repaidOutside: 20_000, outstanding: 70_000 });
    expect((await kit.mandates.refresh(reversed)).balances).toEqual(reversed.balances);
  });

  test('again answers the same, and with other facts under the same reference is refused', async () => {
    const { kit, loan } = await paid();
    const reversed = await kit.loans.recordReversal(loan, bounced);
    expect(await kit.loans.recordReversal(reversed, bounced)).toEqual(reversed);
    for (const change of [{ amount: 6_000 }, { date: '2026-01-04' }, { of: 'collection' as const }]) {
      expect(await errorOf(kit.loans.recordReversal(reversed, { ...bounced, ...change }))).toMatchObject({
        name: 'InputError',
        issues: [{ path: 'reference' }],
      });
    }
  });

  test('of more than came in is refused, earlier ones counted', async () => {
    const { kit, loan } = await paid();
    const once = await kit.loans.recordReversal(loan, { ...bounced, amount: 15_000 });
    const more = { ...bounced, reference: 'B-2', amount: 5_000.01 };
    expect(await errorOf(kit.loans.recordReversal(once, more))).toMatchObject({
      name: 'RuleError',
      rule: 'reversal-is-covered',
    });
    expect((await kit.loans.recordReversal(once, { ...more, amount: 5_000 })).balances.repaidOutside).toBe(0);
    expect(
      await errorOf(kit.loans.recordReversal(once, { ...more, reference: 'B-3', of: 'collection', amount: 0.01 })),
    ).toMatchObject({
      rule: 'reversal-is-covered',
    });
  });

  test('after the closure makes the closure untrue', async () => {
    const { kit, loan } = await paid();
    const repaid = await kit.loans.recordRepayment(loan, { ...cash, amount: 70_000, reference: 'CASH-2' });
    const closed = await kit.bureau.close(repaid, { finalStatus: 'repaid', closeDate: '2026-01-05' });
    const reversed = await kit.loans.recordReversal(closed, bounced);
    expect(reversed).toMatchObject({ stage: 'closed', balances: { outstanding: 5_000 } });
    expect((await kit.loans.duties(reversed)).map(({ duty }) => duty)).toContain('correct-closure');
  });

  test.each([
    [undefined, ['amount', 'date', 'reference', 'of', 'reason']],
    [{ ...bounced, of: 'debit', reason: ' ' }, ['of', 'reason']],
  ])('of %j reports every mistake', async (input, paths) => {
    const { kit, loan } = await paid();
    const error = await errorOf(kit.loans.recordReversal(loan, input as never));
    expect(error.issues.map(({ path }: { path: string }) => path)).toEqual(paths);
  });
});
