import { describe, expect, it } from 'vitest';
import type { CollectingLoan } from '../../src/index.ts';
import { runDue } from '../../src/worker/index.ts';
import {
  BACKUP,
  booksHold,
  bureauInMemory,
  collecting,
  DISBURSED,
  lender,
  PRIMARY,
  refusal,
  SCOPES,
  selected,
  today,
  verified,
} from './judge-loan-file.ts';

const REPAID = { date: '2026-01-05', reference: 'CASH-1' };
const REVOKED = { revokedAt: '2026-01-05T09:00:00+01:00', channel: 'phone' };

async function debtor(change: Parameters<typeof collecting>[1] = {}) {
  const of = await lender();
  const loan = await collecting(of, change);
  const collect = (given: CollectingLoan, amount: number, date?: string) =>
    refusal(of.kit.collections.collect(given, today(amount, date)));
  return { of, loan, collect };
}

describe('how much may be debited, spec §1', () => {
  it('all that is outstanding may be debited, and not one kobo more', async () => {
    const { of, loan, collect } = await debtor();
    expect(await collect(loan, 30_000.01)).toBe('debit-within-terms');
    expect(await of.puts()).toBe(0);
    expect(await collect(loan, 30_000)).toBe('allowed');
    expect(await of.puts()).toBe(1);
  });

  it('open debits count, whatever date they are for; what they left may be debited', async () => {
    const { of, loan, collect } = await debtor();
    const { loan: one } = await of.kit.collections.collect(loan, today(10_000.55, '2026-01-06'));
    const { loan: two } = await of.kit.collections.collect(one, today(10_000.44, '2026-01-07'));
    expect(two.balances).toMatchObject({ openDebits: 20_000.99, collectable: 9_999.01, outstanding: 30_000 });
    expect(await collect(two, 9_999.02, '2026-01-08')).toBe('debit-within-terms');
    expect(await collect(two, 9_999.01, '2026-01-08')).toBe('allowed');
  });

  it('repayments elsewhere lower the ceiling, their reversal lifts it again', async () => {
    const { of, loan, collect } = await debtor();
    const paid = await of.kit.loans.recordRepayment(loan, { amount: 29_999.99, ...REPAID });
    expect(await collect(paid, 0.02)).toBe('debit-within-terms');
    const back = await of.kit.loans.recordReversal(paid, {
      of: 'repayment',
      amount: 0.01,
      date: '2026-01-05',
      reference: 'R-1',
      reason: 'bounced',
    });
    expect(back.balances).toMatchObject({ repaidOutside: 29_999.98, outstanding: 0.02 });
    expect(await collect(back, 0.02)).toBe('allowed');
  });

  it('a repayment while a debit is open leaves no room; recorded twice under its reference it counts once', async () => {
    const { of, loan, collect } = await debtor();
    const { loan: open } = await of.kit.collections.collect(loan, today(20_000, '2026-01-09'));
    const paid = await of.kit.loans.recordRepayment(open, { amount: 10_000, ...REPAID });
    const again = await of.another().loans.recordRepayment(open, { amount: 10_000, ...REPAID });
    expect(again.balances).toEqual(paid.balances);
    expect(paid.balances).toMatchObject({ outstanding: 20_000, collectable: 0 });
    expect(await collect(again, 0.01, '2026-01-10')).toBe('debit-within-terms');
    expect(await refusal(of.kit.loans.recordRepayment(again, { amount: 11, ...REPAID }))).not.toBe('allowed');
  });

  it('more than is outstanding is neither repaid nor reversed, to the kobo', async () => {
    const { of, loan } = await debtor();
    expect(await refusal(of.kit.loans.recordRepayment(loan, { amount: 30_000.01, ...REPAID }))).toBe(
      'repayment-is-owed',
    );
    const reverse = (given: CollectingLoan, amount: number, reference: string) =>
      refusal(
        of.kit.loans.recordReversal(given, {
          of: 'repayment',
          amount,
          date: '2026-01-05',
          reference,
          reason: 'bounced',
        }),
      );
    expect(await reverse(loan, 0.01, 'R-0')).toBe('reversal-is-covered');
    const paid = await of.kit.loans.recordRepayment(loan, { amount: 30_000, ...REPAID });
    expect(await reverse(paid, 30_000.01, 'R-1')).toBe('reversal-is-covered');
    expect(await reverse(paid, 30_000, 'R-2')).toBe('allowed');
    expect(await reverse(paid, 0.01, 'R-3')).toBe('reversal-is-covered');
  });

  it('a collection is reversed by money that the platform collected only', async () => {
    const { of, loan, collect } = await debtor();
    const { loan: sent } = await of.kit.collections.collect(loan, today(30_000));
    const full = await of.kit.mandates.refresh(sent);
    expect(full.balances).toMatchObject({ collected: 30_000, outstanding: 0, collectable: 0 });
    expect(await collect(full, 0.01)).toBe('debit-after-repayment');
    const wrong = { amount: 1, date: '2026-01-05', reference: 'R-1', reason: 'disputed' };
    expect(await refusal(of.kit.loans.recordReversal(full, { of: 'repayment', ...wrong }))).toBe('reversal-is-covered');
    const back = await of.kit.loans.recordReversal(full, { of: 'collection', ...wrong, amount: 500 });
    expect(back.balances).toMatchObject({ collected: 29_500, outstanding: 500 });
    expect(booksHold(back)).toBe(true);
    expect(await refusal(of.kit.bureau.close(back, { finalStatus: 'repaid', closeDate: '2026-01-05' }))).toBe(
      'closure-is-true',
    );
  });

  it.each([0, -1, 0.001, Number.NaN, Number.POSITIVE_INFINITY, 1e15, '100', null])(
    'an amount of %s is no amount',
    async (amount) => {
      const { of, loan, collect } = await debtor();
      expect(await collect(loan, amount as number)).not.toBe('allowed');
      expect(await of.puts()).toBe(0);
      expect((await of.kit.loans.get(loan.loanId)).version).toBe(loan.version);
    },
  );
});

describe('when it may be debited', () => {
  it('the debit date is today or later, and within the tenure', async () => {
    const { of, loan, collect } = await debtor();
    expect(await collect(loan, 1, '2026-01-04')).toBe('debit-date-not-past');
    expect(await collect(loan, 1, '2026-04-01')).toBe('debit-within-tenure');
    expect(await collect(loan, 1, '2026-02-30')).toContain('InputError');
    expect(await collect(loan, 1, '2026-03-31')).toBe('allowed');
    expect(await of.puts()).toBe(1);
  });

  it('one open debit for a mandate and date; other dates have their own, and the date is free again after its end', async () => {
    const { of, loan, collect } = await debtor();
    const { loan: open } = await of.kit.collections.collect(loan, today(1, '2026-01-06'));
    expect(await collect(open, 2, '2026-01-06')).toBe('debit-is-single');
    expect(await refusal(of.another().collections.collect(loan, today(2, '2026-01-06')))).toBe('debit-is-single');
    const { loan: other } = await of.kit.collections.collect(open, today(3, '2026-01-07'));
    await of.server.clock.to('2026-01-06T12:00:00Z');
    const later = await of.kit.mandates.refresh(other);
    expect(later.debits.map(({ status }) => status)).toEqual(['successful', 'scheduled']);
    expect(await collect(later, 4, '2026-01-06')).toBe('allowed');
    expect(await of.puts()).toBe(3);
  });

  it('two processes ask for the same day at once: one debit goes out', async () => {
    const { of, loan } = await debtor();
    const kits = Array.from({ length: 5 }, () => of.another());
    const answers = await Promise.all(kits.map((kit) => refusal(kit.collections.collect(loan, today(10_000)))));
    expect(answers.filter((answer) => answer === 'allowed')).toHaveLength(1);
    for (const answer of answers.filter((one) => one !== 'allowed'))
      expect(answer).toMatch(/^debit-is-single$|ConflictError/);
    expect(await of.puts()).toBe(1);
    expect(await of.booked(loan.mandateId)).toBe(1);
  });

  it('after the tenure nothing is debited: this is no recovery', async () => {
    const { of, loan, collect } = await debtor();
    await of.server.clock.to('2026-03-31T22:59:00Z'); // 23:59 in Lagos
    expect(await collect(loan, 1, '2026-03-31')).toBe('allowed');
    await of.server.clock.to('2026-03-31T23:00:00Z');
    expect(await collect((await of.kit.loans.get(loan.loanId)) as CollectingLoan, 1, '2026-04-01')).toBe(
      'debit-within-tenure',
    );
    expect(await of.puts()).toBe(1);
  });
});

describe('whether it may be debited at all', () => {
  it('not before the bureau has acknowledged the disbursement, by whichever process', async () => {
    const bureau = bureauInMemory();
    bureau.mood = () => new Error('closed for lunch');
    const of = await lender({ bureau });
    const approved = await of.kit.bureau.reportApproved(await verified(of));
    const disbursed = await of.kit.bureau.reportDisbursed(approved, DISBURSED);
    expect(await refusal(of.kit.collections.collect(disbursed as never, today(1)))).toBe('debit-needs-disbursement');
    await runDue(of.kit);
    expect((await of.kit.loans.get(disbursed.loanId)).stage).toBe('disbursed');
    bureau.mood = (reportId) => (reportId.startsWith('loan.approved') ? undefined : new Error('still closed'));
    await of.server.clock.advance('PT10M');
    await runDue(of.another());
    expect(await refusal(of.kit.collections.collect(disbursed as never, today(1)))).toBe('debit-needs-disbursement');
    expect(await of.puts()).toBe(0);
  });

  it('in mode auto never on demand', async () => {
    const { of, loan, collect } = await debtor({ terms: { collectionMode: 'auto' } });
    expect(await collect(loan, 1)).toBe('debit-is-manual');
    expect(await of.puts()).toBe(0);
  });

  it('not in a dispute with the merchant; after it was dismissed again, after it was upheld never', async () => {
    const { of, loan, collect } = await debtor();
    const filed = (reference: string) => ({ reference, reason: 'not my loan', openedAt: '2026-01-05T08:30:00+01:00' });
    const ended = { reason: 'looked into', resolvedAt: '2026-01-05T09:00:00+01:00' };
    const one = await of.kit.mandates.openDispute(loan, filed('D-1'));
    const both = await of.another().mandates.openDispute(one, filed('D-2'));
    expect(await collect(both, 1)).toBe('debit-is-undisputed');
    expect(await collect(loan, 1)).toBe('debit-is-undisputed');
    const half = await of.kit.mandates.resolveDispute(both, { ...ended, reference: 'D-1', outcome: 'dismissed' });
    expect(await collect(half, 1)).toBe('debit-is-undisputed');
    const none = await of.kit.mandates.resolveDispute(half, { ...ended, reference: 'D-2', outcome: 'dismissed' });
    expect(await collect(none, 1)).toBe('allowed');
    const third = await of.kit.mandates.openDispute(none, filed('D-3'));
    const upheld = await of.kit.mandates.resolveDispute(third, { ...ended, reference: 'D-3', outcome: 'upheld' });
    expect(await collect(upheld, 1, '2026-01-06')).toBe('debit-is-undisputed');
    expect(await of.puts()).toBe(1);
  });

  it('not while the service says disputed, once that was read; again when reinstated', async () => {
    const { of, loan, collect } = await debtor();
    await of.server.controls.openDispute(loan.mandateId);
    const disputed = await of.kit.mandates.refresh(loan);
    expect(disputed.mandateStatus).toBe('disputed');
    expect(await collect(disputed, 1)).toMatch(/^debit-is-undisputed$|^debit-needs-active-mandate$/);
    expect(await of.puts()).toBe(0);
    await of.server.controls.resolveDispute(loan.mandateId, { outcome: 'reinstated' });
    expect(await collect(await of.kit.mandates.refresh(disputed), 1)).toBe('allowed');
  });

  it.each(['automatedDebit'] as const)(
    'after %s was taken back nothing, until an obligation is recorded, and then at most that',
    async (scope) => {
      const { of, loan, collect } = await debtor();
      const { loan: revoked, follows } = await of.kit.mandates.revokeScope(loan, { scope, ...REVOKED });
      expect(follows.code).toBe('obligation-outstanding');
      expect(await collect(revoked, 1)).toBe('debit-after-revocation');
      expect(await refusal(of.kit.loans.recordObligation(revoked, { amount: 30_000.01, basis: 'clause 4' }))).toBe(
        'obligation-is-owed',
      );
      const owing = await of.kit.loans.recordObligation(revoked, { amount: 500, basis: 'clause 4' });
      expect(await collect(owing, 500.01)).toBe('debit-after-revocation');
      expect(await collect(owing, 500)).toBe('allowed');
      const open = (await of.kit.loans.get(loan.loanId)) as CollectingLoan;
      expect(await collect(open, 0.01, '2026-01-06')).toBe('debit-after-revocation');
      const { loan: again } = await of.kit.mandates.requestCancellation(open, {
        requestedAt: '2026-01-05T09:00:00+01:00',
        channel: 'branch',
      });
      expect(await collect(again, 0.01, '2026-01-07')).toBe('debit-after-revocation');
      expect(await of.puts()).toBe(1);
    },
  );

  it('a repayment elsewhere counts against a recorded obligation', async () => {
    const { of, loan, collect } = await debtor();
    const { loan: revoked } = await of.kit.mandates.revokeScope(loan, { scope: 'automatedDebit', ...REVOKED });
    const owing = await of.kit.loans.recordObligation(revoked, { amount: 30_000, basis: 'clause 4' });
    const paid = await of.kit.loans.recordRepayment(owing, { amount: 29_000, ...REPAID });
    expect(await collect(paid, 1_000.01)).not.toBe('allowed');
    expect(await collect(paid, 1_000)).toBe('allowed');
  });

  it('what the payer took back before money was sent stops everything that follows, and an obligation is not owed', async () => {
    for (const scope of SCOPES) {
      const of = await lender();
      const loan = await verified(of);
      const { loan: revoked, follows } = await of.kit.mandates.revokeScope(loan, { scope, ...REVOKED });
      expect(follows.code).toMatch(/^abandon|^nothing-new$|^no-new-accounts$/);
      if (follows.code.startsWith('abandon'))
        expect(await refusal(of.kit.bureau.reportApproved(revoked))).toBe('consent-stands');
      expect(await refusal(of.kit.loans.recordObligation(revoked as never, { amount: 1, basis: 'b' }))).toBe(
        'disbursement-before-obligation',
      );
    }
  });

  it('a withdrawal is never dated before the grant, nor ahead', async () => {
    const { of, loan } = await debtor();
    const revoke = (revokedAt: string) =>
      refusal(of.kit.mandates.revokeScope(loan, { scope: 'automatedDebit', channel: 'phone', revokedAt }));
    expect(await revoke('2026-01-05T08:54:59+01:00')).toBe('withdrawal-follows-consent');
    expect(await revoke('2026-01-05T08:05:01Z')).toBe('evidence-is-past');
    expect(await revoke('2026-01-05T08:05:00Z')).toBe('allowed');
  });

  it('money is not sent without an active primary account, also when it was active before', async () => {
    const of = await lender();
    const approved = await of.kit.bureau.reportApproved(await verified(of));
    expect(await of.kit.loans.mayDisburse(approved)).toMatchObject({ allowed: true });
    await of.server.controls.openDispute(approved.mandateId);
    expect(await of.kit.loans.mayDisburse(approved)).toMatchObject({
      allowed: false,
      spec: expect.stringMatching(/^Spec §/),
    });
    await of.server.controls.resolveDispute(approved.mandateId, { outcome: 'failed' });
    expect(await of.kit.loans.mayDisburse(approved)).toMatchObject({
      allowed: false,
      rule: 'disbursement-needs-active-primary',
    });
    expect(await refusal(of.kit.bureau.reportDisbursed(approved, { ...DISBURSED, amount: 28_000.01 }))).toBe(
      'disbursement-within-approval',
    );
  });

  it('without its deposit the primary never becomes active, whatever the backups do', async () => {
    const of = await lender();
    const verifying = await of.kit.mandates.attachByMicroDeposit(
      await of.kit.mandates.place(await selected(of, { backups: [BACKUP] })),
    );
    await of.server.controls.makeDeposit({ mandateId: verifying.mandateId, ...BACKUP });
    const seen = await of.kit.mandates.refresh(verifying);
    expect(seen.stage).toBe('verifying');
    expect(await refusal(of.kit.bureau.reportApproved(seen as never))).toBe('verification-before-approval');
    await of.server.controls.makeDeposit({ mandateId: verifying.mandateId, ...PRIMARY });
    expect((await of.kit.mandates.refresh(verifying)).stage).toBe('verified');
  });
});
