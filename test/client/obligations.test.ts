import { expect, test } from 'vitest';
import { errorOf } from '../journeys/fixture.ts';
import { debitFixture } from './debit-fixture.ts';

test('what was repaid elsewhere since an obligation was recorded is not debited again, unless it did not hold', async () => {
  const stage = await debitFixture();
  const { kit } = stage;
  const { loan } = await kit.mandates.requestCancellation(await stage.loan(), {
    requestedAt: '2026-01-05T08:00:00Z',
    channel: 'web',
  });
  const before = await kit.loans.recordRepayment(loan, { amount: 10_000, date: '2026-01-05', reference: 'BEFORE' });
  const owing = await kit.loans.recordObligation(before, { amount: 30_000, basis: 'clause 7' });
  const repaid = await kit.loans.recordRepayment(owing, { amount: 20_000, date: '2026-01-05', reference: 'SINCE' });
  const refused = await errorOf(kit.collections.collect(repaid, { amount: 10_001, debitDate: '2026-01-06' }));
  expect(refused).toMatchObject({ rule: 'debit-after-revocation', message: expect.stringContaining('₦10,000.00') });
  const bounced = {
    of: 'repayment',
    amount: 20_000,
    date: '2026-01-05',
    reference: 'BOUNCED',
    reason: 'the transfer was returned',
  } as const;
  const owed = await kit.loans.recordReversal(repaid, bounced);
  expect((await kit.collections.collect(owed, { amount: 30_000, debitDate: '2026-01-06' })).debit.outcome).toBe(
    'scheduled',
  );
});
