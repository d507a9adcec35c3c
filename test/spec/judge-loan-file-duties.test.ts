import { describe, expect, it } from 'vitest';
import { type CollectingLoan, DISCLAIMER, type Loan } from '../../src/index.ts';
import { runDue } from '../../src/worker/index.ts';
import {
  BACKUP,
  BVN,
  CHOSEN_BY,
  collecting,
  consent,
  DISBURSED,
  type Lender,
  lender,
  opening,
  PAYER,
  PRIMARY,
  refusal,
  SCOPES,
  SPARE,
  selected,
  today,
  verified,
} from './judge-loan-file.ts';

const duties = async (of: Lender, loan: Loan) => (await of.another().loans.duties(loan)).map(({ duty }) => duty).sort();
const REVOKED = { revokedAt: '2026-01-05T09:00:00+01:00', channel: 'phone' };

async function verifying(of: Lender, backups: (typeof BACKUP)[] = []) {
  return of.kit.mandates.attachByMicroDeposit(await of.kit.mandates.place(await selected(of, { backups })));
}

describe('what the merchant owes while the payer proves the accounts', () => {
  it.each([
    [
      'rejected',
      async (of: Lender, mandateId: string) =>
        void (await of.server.controls.makeDeposit({ mandateId, ...PRIMARY, outcome: 'rejected' })),
    ],
    ['timed out', async (of: Lender) => void (await of.server.clock.advance('P8D'))],
  ])(
    'a primary that was %s: tell the payer, offer another choice; both end with the choice and the mandate stays',
    async (_, happen) => {
      const of = await lender();
      const loan = await verifying(of);
      expect(await duties(of, loan)).toEqual([]);
      await happen(of, loan.mandateId);
      const seen = await of.kit.mandates.refresh(loan);
      expect(seen.stage).toBe('verifying');
      const owed = await duties(of, seen);
      expect(owed).toContain('notify-payer');
      expect(owed).toContain('offer-reselection');
      expect(await refusal(of.kit.mandates.awaitActive(seen as never, { timeoutMs: 1_000 }))).toBe(
        'primary-not-verified',
      );
      for (const duty of (await of.kit.loans.duties(seen)).filter(({ isDischargeable }) => !isDischargeable))
        expect(await refusal(of.kit.loans.dischargeDuty(seen, { duty: duty.key, note: 'done, honest' }))).toBe(
          'duty-needs-its-deed',
        );
      const again = await of.kit.discovery.reselect(seen as never, {
        primaryAccount: SPARE,
        backupAccounts: [],
        chosenBy: { ...CHOSEN_BY, at: '2026-01-05T09:00:00+01:00' },
      });
      expect(await duties(of, again)).not.toContain('offer-reselection');
      const placed = await of.kit.mandates.attachByMicroDeposit(await of.kit.mandates.place(again));
      expect(placed.mandateId).toBe(loan.mandateId);
      await of.server.controls.makeDeposit({ mandateId: loan.mandateId, ...SPARE });
      const end = await of.kit.mandates.refresh(placed);
      expect([end.stage, end.primaryAccount.accountNumber]).toEqual(['verified', SPARE.accountNumber]);
    },
  );

  it('a primary that was disputed is waited for no longer, the payer is told, and no money is sent', async () => {
    const of = await lender();
    const loan = await verifying(of);
    await of.server.controls.makeDeposit({ mandateId: loan.mandateId, ...PRIMARY, outcome: 'disputed' });
    const seen = await of.kit.mandates.refresh(loan);
    expect([seen.stage, seen.mandateStatus]).toEqual(['verifying', 'disputed']);
    expect(await duties(of, seen)).toContain('notify-payer');
    expect(await refusal(of.kit.mandates.awaitActive(seen as never, { timeoutMs: 1_000 }))).toBe(
      'primary-not-verified',
    );
    expect(await refusal(of.kit.bureau.reportApproved(seen as never))).toBe('verification-before-approval');
  });

  it('nobody chooses again while nothing failed', async () => {
    const of = await lender();
    const loan = await verifying(of);
    expect(
      await refusal(
        of.kit.discovery.reselect(loan, { primaryAccount: SPARE, backupAccounts: [], chosenBy: CHOSEN_BY }),
      ),
    ).toBe('reselection-follows-failure');
  });
});

describe('what the merchant owes from the credit decision on', () => {
  it('reports, disbursement and delivery, each until it is done', async () => {
    const of = await lender();
    const loan = await verified(of);
    expect(await duties(of, loan)).toEqual([]);
    const approved = await of.kit.bureau.reportApproved(loan);
    expect(await duties(of, approved)).toEqual(['deliver-report', 'report-disbursement']);
    const disbursed = await of.kit.bureau.reportDisbursed(approved, DISBURSED);
    expect(await duties(of, disbursed)).toEqual(['deliver-report', 'deliver-report']);
    await runDue(of.kit);
    expect(await duties(of, disbursed)).toEqual([]);
  });

  it('a withdrawal before money was sent: abandon, and have the mandate released', async () => {
    const of = await lender();
    const loan = await verified(of);
    const { loan: revoked, follows } = await of.kit.mandates.requestCancellation(loan, {
      requestedAt: REVOKED.revokedAt,
      channel: 'branch',
    });
    expect(follows.code).toBe('abandon-and-release');
    expect(await duties(of, revoked)).toContain('abandon-loan');
    expect(await refusal(of.kit.bureau.reportApproved(revoked))).toBe('consent-stands');
    const ended = await of.kit.loans.abandon(revoked, { reason: 'the payer cancelled' });
    expect(await duties(of, ended)).toEqual(['release-mandate']);
    expect(await refusal(of.kit.mandates.revokeScope(ended as never, { scope: 'automatedDebit', ...REVOKED }))).toBe(
      'withdrawal-before-end',
    );
  });

  it('a withdrawal with something owed: record it or let it be; the platform is told', async () => {
    const of = await lender();
    const loan = await collecting(of);
    const { loan: revoked } = await of.kit.mandates.revokeScope(loan, { scope: 'automatedDebit', ...REVOKED });
    expect(await duties(of, revoked)).toContain('record-obligation');
    const owing = await of.kit.loans.recordObligation(revoked, { amount: 30_000, basis: 'clause 4' });
    expect(await duties(of, owing)).not.toContain('record-obligation');
    const { loan: twice } = await of.kit.mandates.requestCancellation(owing, {
      requestedAt: REVOKED.revokedAt,
      channel: 'phone',
    });
    expect(await duties(of, twice)).toContain('record-obligation');
  });

  it('a later backup is an opt-in of its own; none after repayment, in a dispute, or of what was not discovered', async () => {
    const of = await lender();
    const loan = await collecting(of);
    const add = (given: CollectingLoan, account: typeof BACKUP, at = '2026-01-05T09:00:00+01:00') =>
      of.another().mandates.addBackup(given, { account, chosenBy: { ...CHOSEN_BY, at } }, { by: 'micro-deposit' });
    expect(await refusal(add(loan, { accountNumber: '7000000999', bankCode: '011' }))).toBe('selection-is-discovered');
    expect(await refusal(add(loan, PRIMARY))).toBe('selection-is-distinct');
    expect(await refusal(add(loan, BACKUP, '2026-01-04T09:30:00+01:00'))).toBe('selection-is-the-payers');
    await of.fault({ operation: 'createConsent', kind: 'reset', when: 'after', times: 1 });
    await add(loan, BACKUP).catch(() => undefined);
    const more = await add((await of.kit.loans.get(loan.loanId)) as CollectingLoan, BACKUP);
    expect(more.backupAccounts.map(({ accountNumber }) => accountNumber)).toEqual([BACKUP.accountNumber]);
    const { mandate } = await of.server.controls.readMandate(loan.mandateId);
    expect(mandate.consents.map(({ accountNumber, primary }) => [accountNumber, primary])).toEqual([
      [PRIMARY.accountNumber, true],
      [BACKUP.accountNumber, false],
    ]);
    await of.kit.collections.collect(more, today(30_000));
    expect(await refusal(add(await of.kit.mandates.refresh(more), SPARE))).toBe('mandate-after-repayment');
  });
});

describe('placing and attaching with a service that fails', () => {
  const FAULTS = (['createConsent', 'attachByMicroDeposit'] as const).flatMap((operation) =>
    (['before', 'after'] as const).flatMap((when) =>
      (['reset', 'status', 'malformed', 'timeout'] as const).map((kind) => ({ operation, when, kind, times: 2 })),
    ),
  );
  it.each(FAULTS)(
    '$operation, $kind $when: called again it goes on with what is missing, each account once',
    async (fault) => {
      const of = await lender({ timeouts: { placeMs: 300, readMs: 300 } });
      let loan: Loan = await selected(of, { backups: [BACKUP, SPARE] });
      await of.fault(fault);
      for (let turn = 0; turn < 8 && loan.stage !== 'verifying'; turn += 1) {
        const kit = of.another();
        const now: Loan = loan;
        const next: Promise<Loan> =
          now.stage === 'selected' ? kit.mandates.place(now) : kit.mandates.attachByMicroDeposit(now as never);
        loan = await next.catch(() => kit.loans.get(now.loanId));
      }
      expect(loan.stage).toBe('verifying');
      const { mandate } = await of.server.controls.readMandate(loan.mandateId);
      expect(mandate.consents.map(({ accountNumber, primary }) => [accountNumber, primary])).toEqual([
        [PRIMARY.accountNumber, true],
        [BACKUP.accountNumber, false],
        [SPARE.accountNumber, false],
      ]);
      expect((await of.server.controls.violations()).items).toEqual([]);
    },
  );
});

describe('the receipt', () => {
  it('says each scope by itself, on which words, what was taken back, ends with the disclaimer and names nobody', async () => {
    const of = await lender();
    const input = {
      controller: { name: 'Àwòṣe Lenders', contact: 'care@lender.example' },
      withdrawalMethod: 'Call 0800',
    };
    const loan = await of.kit.loans.open(opening({ consent: consent() }));
    const before = await of.kit.loans.receipt(loan.loanId, input);
    expect(new Set(before.pii_processing.purposes.map(({ purpose_id, state }) => `${purpose_id} ${state}`))).toEqual(
      new Set(SCOPES.map((scope) => `${scope} given`)),
    );
    await of.kit.mandates.revokeScope(loan, { scope: 'cascadeDebit', ...REVOKED });
    const after = await of.another().loans.receipt(loan.loanId, input);
    expect(after.pii_processing.purposes.find(({ purpose_id }) => purpose_id === 'cascadeDebit')?.state).toBe(
      'withdrawn',
    );
    const text = JSON.stringify(after);
    for (const personal of [BVN, PAYER.name, PAYER.email, PAYER.mobileNumber, PAYER.address])
      expect(text).not.toContain(personal);
    expect(text).toContain(PAYER.payerId);
    expect(text).toContain(DISCLAIMER);
    expect(JSON.parse(text)).toEqual(after);
  });
});
