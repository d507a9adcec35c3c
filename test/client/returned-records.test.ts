/** What the package gave out may come back as an input, with all its fields. */
import { describe, expect, test } from 'vitest';
import { createFixture } from '../journeys/fixture.ts';
import { chosenBy, manualTerms, openInput, transfer } from '../journeys/people.ts';
import { walkTo } from '../journeys/walk.ts';

const open = openInput(manualTerms, 'loan-2');
const cash = { amount: 5_000, date: '2026-01-05', reference: 'CASH-1' };
const debit = { amount: 10_000, debitDate: '2026-02-01' };
const dispute = { reference: 'D-1', reason: 'not mine', openedAt: '2026-01-05T08:00:00Z' };

describe('what the package gave out itself comes back as it is:', () => {
  test('accounts of a loan, with whatever the service says of them', async () => {
    const fixture = await createFixture();
    const discovered = await walkTo(fixture, 'discovered');
    const [primaryAccount, backup] = discovered.accounts.filter(({ active }) => active);
    const backupAccounts = [{ ...backup, tier: 3 }];
    const selected = await fixture.kit.discovery.select(discovered, {
      primaryAccount,
      backupAccounts,
      chosenBy,
    } as never);
    expect(selected.backupAccounts).toHaveLength(1);
  });

  test('terms, a report, a debit, a dispute and a duty', async () => {
    const fixture = await createFixture({ receivesWebhooks: false });
    const { kit } = fixture;
    const verified = await walkTo(fixture, 'verified', { terms: manualTerms });
    expect((await kit.loans.open({ ...open, terms: verified.terms })).stage).toBe('consented');
    const approved = await kit.bureau.reportApproved(verified, verified.terms);
    const collecting = await kit.bureau.awaitReported(await kit.bureau.reportDisbursed(approved, transfer));
    const [report] = collecting.reports;
    expect((await kit.bureau.release(collecting, report as never)).stage).toBe('collecting');

    const { loan: debited } = await kit.collections.collect(collecting, debit);
    const again = { ...(debited.debits[0] as object), debitDate: '2026-02-02' };
    const { loan: twice } = await kit.collections.collect(debited, again as never);
    expect(twice.debits).toHaveLength(2);

    const disputed = await kit.mandates.openDispute(twice, dispute);
    const [filed] = disputed.disputes;
    const resolution = { ...filed, outcome: 'dismissed', reason: 'looked into', resolvedAt: dispute.openedAt };
    const resolved = await kit.mandates.resolveDispute(disputed, resolution as never);
    expect(resolved.disputes).toMatchObject([{ outcome: 'dismissed' }]);
    expect((await kit.mandates.openDispute(resolved, resolved.disputes[0] as never)).disputes).toMatchObject([
      { outcome: 'dismissed' },
    ]);

    const paid = await kit.loans.recordRepayment(resolved, cash);
    const duties = await kit.loans.duties(paid);
    const reported = duties.find(({ isDischargeable }) => isDischargeable) ?? expect.fail('no duty to discharge');
    const left = await kit.loans.dischargeDuty(paid, {
      ...reported,
      duty: reported.key,
      note: 'told by mail',
    } as never);
    expect(left.map(({ key }) => key)).not.toContain(reported.key);
  });
});

test('what is recorded is what was given, even if its record changes or inherits its fields', async () => {
  const fixture = await createFixture({ receivesWebhooks: false });
  const loan = await walkTo(fixture, 'collecting');
  const row = { amount: 5_000, date: '2026-01-05', reference: 'CASH-1' };
  const recorded = fixture.kit.loans.recordRepayment(loan, row);
  Object.assign(row, { amount: 7_000, reference: 'CASH-2' });
  await recorded;
  await fixture.kit.loans.recordRepayment(loan, Object.create(row));
  const repayments = (await fixture.eventsOf()).filter(({ type }) => type === 'repayment.recorded');
  expect(repayments).toMatchObject([
    { amount: 500_000, reference: 'CASH-1' },
    { amount: 700_000, reference: 'CASH-2' },
  ]);
});
