import { describe, expect, it } from 'vitest';
import { type CollectingLoan, memoryStore, type RepayKit, RuleError } from '../../src/index.ts';
import { runDue } from '../../src/worker/index.ts';
import {
  BACKUP,
  booksHold,
  CHOSEN_BY,
  collecting,
  DISBURSED,
  type Lender,
  lender,
  opening,
  PRIMARY,
  refusal,
  SCOPES,
  SPARE,
  today,
} from './judge-loan-file.ts';

/** Four processes do the same step at once; each either has it done or is told that another one was first. */
async function race<T>(of: Lender, step: (kit: RepayKit) => Promise<T>): Promise<T> {
  const answers = await Promise.allSettled(Array.from({ length: 4 }, () => step(of.another())));
  for (const answer of answers)
    if (answer.status === 'rejected')
      expect(answer.reason).toMatchObject({ name: expect.stringMatching(/^(ConflictError|StaleLoanError)$/) });
  const done = answers.find((answer) => answer.status === 'fulfilled');
  if (!done) throw new Error('nobody got through');
  return done.value;
}

describe('four processes at every step of one loan', () => {
  it('one file, one mandate, one report of each kind', async () => {
    const of = await lender();
    const input = opening();
    const consented = await race(of, (kit) => kit.loans.open(input));
    const found = await race(of, (kit) => kit.discovery.discover(consented));
    const choice = { primaryAccount: PRIMARY, backupAccounts: [BACKUP], chosenBy: CHOSEN_BY };
    const chosen = await race(of, (kit) => kit.discovery.select(found, choice));
    const placed = await race(of, (kit) => kit.mandates.place(chosen));
    const attached = await race(of, (kit) => kit.mandates.attachByMicroDeposit(placed));
    await of.server.controls.makeDeposit({ mandateId: attached.mandateId, ...PRIMARY });
    const verified = await race(of, (kit) => kit.mandates.refresh(attached));
    const approved = await race(of, (kit) => kit.bureau.reportApproved(verified as never));
    await race(of, (kit) => kit.bureau.reportDisbursed(approved, DISBURSED));
    await race(of, (kit) => runDue(kit));
    const loan = (await of.kit.loans.get(input.loanId)) as CollectingLoan;
    expect(loan.stage).toBe('collecting');
    expect((await of.atBureau()).map(({ event }) => event)).toEqual(['loan.approved', 'loan.disbursed']);
    const { mandate } = await of.server.controls.readMandate(loan.mandateId);
    expect(mandate.consents.map(({ accountNumber }) => accountNumber)).toEqual([
      PRIMARY.accountNumber,
      BACKUP.accountNumber,
    ]);
    expect((await of.kit.loans.list()).loans).toHaveLength(1);
    expect((await of.server.controls.violations()).items).toEqual([]);
  });

  it('a dispute that is filed while debits are asked for: none goes out after it is on file', async () => {
    const of = await lender();
    const loan = await collecting(of);
    const asked = Array.from({ length: 5 }, (_, nth) =>
      refusal(of.another().collections.collect(loan, today(10, `2026-01-0${nth + 5}`))),
    );
    const disputed = of
      .another()
      .mandates.openDispute(loan, { reference: 'D', reason: 'not mine', openedAt: '2026-01-05T08:00:00Z' });
    for (const answer of await Promise.all(asked))
      expect(answer).toMatch(/^allowed$|^debit-is-undisputed$|^debit-after-unknown$|ConflictError|StaleLoanError/);
    await disputed.catch(() =>
      of.kit.mandates.openDispute(loan, { reference: 'D', reason: 'not mine', openedAt: '2026-01-05T08:00:00Z' }),
    );
    const puts = await of.puts();
    const now = (await of.kit.loans.get(loan.loanId)) as CollectingLoan;
    expect(now.debits).toHaveLength(puts);
    expect(await refusal(of.kit.collections.collect(now, today(10, '2026-01-20')))).toBe('debit-is-undisputed');
    expect(await of.puts()).toBe(puts);
  });

  it('a claim under one key is made once, whoever asks', async () => {
    const of = await lender();
    const { number } = await of.server.controls.addPolicy({ productType: 'gadget', amount: 5_000 });
    const payment_details = { bank_name: 'A Bank', account_number: '7000000101', sort_code: '011' };
    const claim = (kit: RepayKit, amount = 10) =>
      refusal(
        Promise.resolve(
          kit.insurance.claim(
            { amount, policy_number: number, attachments: [], payment_details },
            { once: 'ìbéèrè-7' },
          ),
        ),
      );
    const answers = await Promise.all(Array.from({ length: 6 }, () => claim(of.another())));
    expect(answers.filter((answer) => answer === 'allowed').length).toBeGreaterThanOrEqual(1);
    for (const answer of answers) expect(answer).toMatch(/^allowed$|^request-is-single$/);
    expect(await claim(of.another(), 11)).toBe('request-is-the-same');
    expect(await of.sent('createClaim')).toBe(1);
  });
});

describe('what comes in twice', () => {
  it('by a debit under way and by the payer’s own hand stays on the books and is given back', async () => {
    const of = await lender();
    const { loan: open } = await of.kit.collections.collect(await collecting(of), today(30_000));
    const paid = await of.kit.loans.recordRepayment(open, { amount: 30_000, date: '2026-01-05', reference: 'CASH-1' });
    expect((await of.kit.loans.duties(paid)).map(({ duty }) => duty)).toContain('tell-platform');
    const twice = await of.kit.mandates.refresh(paid);
    expect(twice.balances).toMatchObject({
      collected: 30_000,
      repaidOutside: 30_000,
      outstanding: 0,
      overpaid: 30_000,
      collectable: 0,
    });
    expect(booksHold(twice)).toBe(true);
    const refund = (loan: CollectingLoan) =>
      of.kit.loans.duties(loan).then((duties) => duties.find(({ duty }) => duty === 'refund-overpayment'));
    expect(await refund(twice)).toMatchObject({ isDischargeable: false });
    const back = { of: 'collection', date: '2026-01-05', reason: 'paid twice' } as const;
    const half = await of.kit.loans.recordReversal(twice, { ...back, amount: 29_999.99, reference: 'B-1' });
    expect(half.balances).toMatchObject({ overpaid: 0.01, outstanding: 0 });
    expect(await refund(half)).toBeDefined();
    const even = await of.kit.loans.recordReversal(half, { ...back, amount: 0.01, reference: 'B-2' });
    expect(even.balances).toMatchObject({ overpaid: 0, outstanding: 0 });
    expect(await refund(even)).toBeUndefined();
    expect(await refusal(of.kit.collections.collect(even, today(0.01)))).toBe('debit-after-repayment');
  });

  it('in mode auto, because the platform was not told', async () => {
    const of = await lender();
    const loan = await collecting(of, { terms: { collectionMode: 'auto' } });
    const paid = await of.kit.loans.recordRepayment(loan, { amount: 25_000, date: '2026-01-05', reference: 'CASH-1' });
    expect(await of.kit.loans.duties(paid)).toContainEqual(
      expect.objectContaining({ duty: 'tell-platform', until: '2026-01-31' }),
    );
    await of.server.clock.to('2026-04-02T12:00:00Z');
    const now = await of.kit.mandates.refresh(paid);
    expect(now.balances).toMatchObject({ collected: 30_000, overpaid: 25_000, outstanding: 0 });
    expect((await of.kit.loans.duties(now)).map(({ duty }) => duty)).toContain('refund-overpayment');
  });
});

describe('what each scope that is taken back after the money was sent stops, spec §1.1', () => {
  it.each([
    ['accountDiscovery', 'nothing-new', 'allowed', 'allowed'],
    ['mandatePlacement', 'no-new-accounts', 'allowed', 'consent-stands'],
    ['automatedDebit', 'obligation-outstanding', 'debit-after-revocation', 'consent-stands'],
    ['bureauReporting', 'reports-go-on', 'allowed', 'allowed'],
    ['cascadeDebit', 'obligation-outstanding', 'debit-after-revocation', 'consent-stands'],
  ] as const)('%s: %s; debits %s, another backup %s', async (scope, code, debits, backups) => {
    expect(SCOPES).toContain(scope);
    const of = await lender();
    const loan = await collecting(of, { backups: [BACKUP] });
    const { loan: revoked, follows } = await of.kit.mandates.revokeScope(loan, {
      scope,
      channel: 'phone',
      revokedAt: '2026-01-05T08:00:00Z',
    });
    expect(follows.code).toBe(code);
    expect(revoked.revokedScopes).toEqual([scope]);
    expect(await refusal(of.another().collections.collect(loan, today(1)))).toBe(debits);
    const backup = { account: SPARE, chosenBy: { ...CHOSEN_BY, at: '2026-01-05T08:00:00Z' } };
    expect(await refusal(of.another().mandates.addBackup(revoked, backup, { by: 'micro-deposit' }))).toBe(backups);
    const again = await of
      .another()
      .mandates.revokeScope(revoked, { scope, channel: 'branch', revokedAt: '2026-01-05T08:01:00Z' });
    expect(again.loan.version).toBe((await of.kit.loans.get(loan.loanId)).version);
  });
});

describe('a loan that is taken over with a debit under way', () => {
  it('knows it: its amount and day are taken', async () => {
    const of = await lender();
    const began = await collecting(of);
    await of.kit.collections.collect(began, today(29_000, '2026-01-09'));
    const fresh = of.another({ store: memoryStore() });
    const adopted = await fresh.loans.adopt({
      ...opening({ loanId: 'taken-over' }),
      mandateId: began.mandateId,
      primaryAccount: PRIMARY,
      backupAccounts: [],
      chosenBy: CHOSEN_BY,
      adoptedBy: 'ops',
      reason: 'migration',
      evidence: [],
      disbursement: { ...DISBURSED, reported: true },
    });
    const loan = adopted as CollectingLoan;
    expect(loan.balances).toMatchObject({ openDebits: 29_000, collectable: 1_000 });
    expect(await refusal(fresh.collections.collect(loan, today(1_000.01, '2026-01-10')))).toBe('debit-within-terms');
    await of.server.clock.to('2026-01-10T12:00:00Z');
    await runDue(fresh);
    const paid = await fresh.mandates.refresh((await fresh.loans.get('taken-over')) as CollectingLoan);
    expect(paid.balances).toMatchObject({ collected: 29_000, openDebits: 0, outstanding: 1_000 });
    expect(booksHold(paid)).toBe(true);
  });
});

describe('a refusal', () => {
  it('names its rule and its section, says what to do, and repeats nothing personal', async () => {
    const of = await lender();
    const loan = await collecting(of);
    const error = await of.kit.collections.collect(loan, today(30_001)).catch((reason) => reason);
    expect(error).toBeInstanceOf(RuleError);
    expect(error).toMatchObject({
      code: 'rule_refused',
      rule: 'debit-within-terms',
      spec: expect.stringMatching(/^Spec §1/),
      outcome: 'none',
      retryable: false,
    });
    expect(JSON.stringify(error)).not.toMatch(/29900000088|7000000101|Adéṣọlá/);
  });
});
