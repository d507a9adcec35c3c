import { expect, test } from 'vitest';
import { manualTerms, transfer } from '../journeys/people.ts';
import { errorOf, setStage } from '../journeys/stage.ts';
import { walkTo } from '../journeys/walk.ts';
import { setDebitStage } from './debit-stage.ts';

test('a repayment that lies ahead in Lagos lowers nothing; one of today does', async () => {
  const stage = await setDebitStage();
  await stage.moveTo('2026-01-05T22:59:00Z');
  const repayment = { amount: 1, date: '2026-01-06', reference: 'CASH-1' };
  expect(await errorOf(stage.kit.loans.recordRepayment(await stage.loan(), repayment))).toMatchObject({ code: 'input_invalid', issues: [{ path: 'date' }] });
  await stage.moveTo('2026-01-05T23:00:00Z');
  expect((await stage.kit.loans.recordRepayment(await stage.loan(), repayment)).balances.repaidOutside).toBe(1);
});

test('money that is sent tomorrow in Lagos is not reported as sent, so that nothing is collected before', async () => {
  const stage = await setStage();
  const loan = await walkTo(stage, 'approved', { terms: manualTerms });
  await stage.moveTo('2026-01-05T22:59:00Z');
  const sent = { ...transfer, date: '2026-01-06' };
  expect(await errorOf(stage.kit.bureau.reportDisbursed(loan, sent))).toMatchObject({ code: 'input_invalid', issues: [{ path: 'date' }] });
  await stage.moveTo('2026-01-05T23:00:00Z');
  expect((await stage.kit.bureau.reportDisbursed(loan, sent)).stage).toBe('disbursed');
});

test('what was repaid elsewhere since an obligation was recorded is not debited again, unless it did not hold', async () => {
  const stage = await setDebitStage();
  const { kit } = stage;
  const { loan } = await kit.mandates.requestCancellation(await stage.loan(), { requestedAt: '2026-01-05T08:00:00Z', channel: 'web' });
  const before = await kit.loans.recordRepayment(loan, { amount: 10_000, date: '2026-01-05', reference: 'BEFORE' });
  const owing = await kit.loans.recordObligation(before, { amount: 30_000, basis: 'clause 7' });
  const repaid = await kit.loans.recordRepayment(owing, { amount: 20_000, date: '2026-01-05', reference: 'SINCE' });
  const refused = await errorOf(kit.collections.collect(repaid, { amount: 10_001, debitDate: '2026-01-06' }));
  expect(refused).toMatchObject({ rule: 'debit-after-revocation', message: expect.stringContaining('₦10,000.00') });
  const bounced = { of: 'repayment', amount: 20_000, date: '2026-01-05', reference: 'BOUNCED', reason: 'the transfer was returned' } as const;
  const owed = await kit.loans.recordReversal(repaid, bounced);
  expect((await kit.collections.collect(owed, { amount: 30_000, debitDate: '2026-01-06' })).debit.outcome).toBe('scheduled');
});
