import { describe, expect, test } from 'vitest';
import { openDispute, resolveDispute } from '../../../src/server/engine/mandates/mandate-inside.ts';
import { patchMerchant } from '../../../src/server/engine/mandates/settings.ts';
import { BACKUP, dataOf, LoanStory, MANDATE_ID, PRIMARY, SECOND_BACKUP, TERMS } from '../engine/loan-story.ts';
import { explain, finding, MASKED, rules } from './explained-story.ts';

describe('while a loan runs, the explanation names', () => {
  test('a due date that has not come', () => {
    const story = LoanStory.collecting();
    expect(explain(story)).toMatchObject({
      verdict: 'scheduled',
      nextAttempt: '2026-01-31T07:00:00.000Z',
      gate: { open: true, since: '2026-01-15T09:00:00.000Z' },
    });
    expect(explain(story).findings).toMatchObject([
      { rule: 'debit-on-due-date', spec: 'Spec §1.6', effect: 'delays', until: '2026-01-31T07:00:00.000Z' },
    ]);
    expect(explain(story).summary).toContain('the first attempt is at 2026-01-31 08:00 in Lagos');
  });

  test('a closure that was reported', async () => {
    const story = LoanStory.collecting();
    await story.until('2026-01-20T09:00:00Z');
    story.report('loan.closed', { finalStatus: 'written_off', closeDate: '2026-01-20' });
    expect(finding(story, 'debit-before-closure')).toMatchObject({
      spec: 'Spec §6.3',
      effect: 'blocks',
      since: '2026-01-20T09:00:00.000Z',
    });
    expect(explain(story).verdict).toBe('ended');
  });

  test('a dispute, since when and why', async () => {
    const story = LoanStory.collecting();
    await story.until('2026-01-20T09:00:00Z');
    dataOf(openDispute(story.world, { reason: 'never signed' }, MANDATE_ID));
    expect(explain(story)).toMatchObject({
      verdict: 'blocked',
      gate: { open: false, rule: 'debit-is-undisputed', since: '2026-01-20T09:00:00.000Z' },
      summary: expect.stringContaining('never signed'),
    });
  });

  test('a merchant that is suspended or in review', async () => {
    const story = LoanStory.collecting();
    await story.until('2026-01-20T09:00:00Z');
    dataOf(patchMerchant(story.world, { status: 'suspended' }));
    expect(finding(story, 'merchant-is-approved')).toMatchObject({
      spec: 'Spec §1',
      since: '2026-01-20T09:00:00.000Z',
      message: expect.stringContaining('suspended'),
    });
    dataOf(patchMerchant(story.world, { status: 'approved' }));
    expect(rules(story)).not.toContain('merchant-is-approved');
  });

  test('the gate that was shut when an instalment fell due, although it is open now', async () => {
    const story = LoanStory.collecting();
    await story.until('2026-01-30T09:00:00Z');
    dataOf(openDispute(story.world, {}, MANDATE_ID));
    await story.until('2026-02-03T09:00:00Z');
    dataOf(resolveDispute(story.world, { outcome: 'reinstated' }, MANDATE_ID));
    const { findings, gate, nextAttempt, instalments } = explain(story);
    expect(gate).toEqual({ open: true, since: '2026-02-03T09:00:00.000Z' });
    expect(findings.find(({ rule }) => rule === 'debit-is-undisputed')).toMatchObject({
      effect: 'explains',
      since: '2026-01-30T09:00:00.000Z',
      until: '2026-02-03T09:00:00.000Z',
      instalmentReference: instalments[0]?.instalmentReference,
    });
    expect(nextAttempt).toBe('2026-02-04T07:00:00.000Z');
    expect(instalments[0]?.why).toContain('08:00');
  });

  test('nothing of a gate that was shut and opened before an instalment fell due', async () => {
    const story = LoanStory.collecting();
    story.bank(PRIMARY, { balance: 0 });
    await story.until('2026-01-16T09:00:00Z');
    dataOf(openDispute(story.world, {}, MANDATE_ID));
    await story.until('2026-01-18T09:00:00Z');
    dataOf(resolveDispute(story.world, { outcome: 'reinstated' }, MANDATE_ID));
    await story.until('2026-02-01T06:00:00Z');
    expect(rules(story)).toEqual(['rest-is-tried-daily', 'all-accounts-declined']);
  });

  test('an instalment that fell due before there was a mandate', async () => {
    const story = LoanStory.collecting({ terms: { startDate: '2026-01-10' } });
    const passed = finding(story, 'passed-due-dates-follow');
    expect(passed).toMatchObject({
      spec: 'Spec §3.4',
      effect: 'explains',
      since: '2026-01-10T07:00:00.000Z',
      until: '2026-01-15T09:00:00.000Z',
    });
    expect(finding(story, 'rest-is-tried-daily')?.message).toContain('next at 2026-01-16 08:00 in Lagos');
    await story.until('2026-01-16T09:00:00Z');
    expect(explain(story).instalments[0]?.status).toBe('success');
    expect(rules(story)).not.toContain('passed-due-dates-follow');
  });

  test('a few of very many attempts', async () => {
    const story = LoanStory.collecting({ policy: { attemptsPerDueDate: 10, attemptGapHours: 1 } });
    story.bank(PRIMARY, { declineWith: '91' });
    await story.until('2026-02-11T20:00:00Z');
    const [first] = explain(story).instalments;
    expect([first?.attempts.length, first?.earlierAttempts]).toEqual([100, 20]);
    expect(first?.attempts.at(-1)?.at).toBe('2026-02-11T16:00:00.000Z');
  });

  test('that a manual mandate is debited on demand, and the debit that is scheduled', () => {
    const story = LoanStory.collecting({ terms: { collectionMode: 'manual' } });
    expect(finding(story, 'debit-is-on-demand')).toMatchObject({ spec: 'Spec §4.7', effect: 'blocks' });
    expect(explain(story)).toMatchObject({ verdict: 'blocked', nextAttempt: null });
    dataOf(story.collect(5_000, '2026-01-20'));
    expect(finding(story, 'debit-is-scheduled')).toMatchObject({ effect: 'delays', until: '2026-01-20T07:00:00.000Z' });
    expect(explain(story)).toMatchObject({ verdict: 'scheduled', nextAttempt: '2026-01-20T07:00:00.000Z' });
  });

  test('a debit on demand for which the gate was shut', async () => {
    const story = LoanStory.collecting({ terms: { collectionMode: 'manual' } });
    dataOf(story.collect(5_000, '2026-01-20'));
    dataOf(openDispute(story.world, {}, MANDATE_ID));
    await story.until('2026-01-20T12:00:00Z');
    expect(finding(story, 'debit-is-checked-again')).toMatchObject({
      effect: 'explains',
      since: '2026-01-15T09:00:00.000Z',
    });
  });

  test("every account's code, and which of the day's attempts comes next", async () => {
    const story = LoanStory.collecting({ accounts: [PRIMARY, BACKUP] });
    story.bank(PRIMARY, { balance: 10 });
    story.bank(BACKUP, { declineWith: '91' });
    await story.until('2026-01-31T08:00:00Z');
    expect(finding(story, 'all-accounts-declined')?.message).toBe(
      'At 2026-01-31 08:00 in Lagos every account that could be debited declined: account ******0011 at bank 058: 51 Insufficient funds; account ******0012 at bank 044: 91 Beneficiary bank not available.',
    );
    expect(finding(story, 'attempts-per-due-date')).toMatchObject({
      message: "The day's attempt 2 of 3 is at 2026-01-31 12:00 in Lagos.",
      until: '2026-01-31T11:00:00.000Z',
    });
    const { accounts, instalments } = explain(story);
    expect(accounts).toMatchObject([{ ...MASKED, balance: 10, debitable: true }, { accountNumber: '******0012' }]);
    expect(instalments[0]?.attempts).toMatchObject([
      {
        ...MASKED,
        at: '2026-01-31T07:00:00.000Z',
        responseCode: '51',
        meaning: 'Insufficient funds',
        amount: 10_000,
        status: 'failed',
      },
      { responseCode: '91' },
    ]);
    expect(instalments[1]?.why).toContain('fall due on 2026-03-01');
  });

  test('an unknown outcome, and when the bank is asked again', async () => {
    const story = LoanStory.collecting();
    story.bank(PRIMARY, { declineWith: '97' });
    await story.until('2026-01-31T08:00:00Z');
    expect(finding(story, 'unknown-debits-are-settled-first')).toMatchObject({
      effect: 'delays',
      since: '2026-01-31T07:00:00.000Z',
      until: '2026-01-31T11:00:00.000Z',
    });
    expect(explain(story)).toMatchObject({ verdict: 'asking', instalments: [{ status: 'processing' }, {}, {}] });
  });

  test('what was collected in part, and that the rest is tried daily', async () => {
    const story = LoanStory.collecting();
    story.bank(PRIMARY, { balance: 4_000 });
    await story.until('2026-02-01T00:00:00Z');
    expect(finding(story, 'what-is-there-is-taken')).toMatchObject({
      spec: 'Spec §6.1',
      message: expect.stringContaining('₦4,000.00 of ₦10,000.00'),
    });
    expect(finding(story, 'rest-is-tried-daily')).toMatchObject({
      effect: 'delays',
      message: expect.stringContaining('2026-04-10'),
    });
  });

  test('an overdue instalment that is tried every day', async () => {
    const story = LoanStory.collecting();
    story.bank(PRIMARY, { balance: 0 });
    await story.until('2026-02-02T20:00:00Z');
    expect(explain(story)).toMatchObject({
      nextAttempt: '2026-02-03T07:00:00.000Z',
      instalments: [{ status: 'overdue' }, {}, {}],
    });
    expect(finding(story, 'rest-is-tried-daily')).toBeDefined();
    expect(finding(story, 'all-accounts-declined')?.since).toBe('2026-02-02T15:00:00.000Z');
  });

  test('an account that is locked for the day', async () => {
    const story = LoanStory.collecting({ policy: { dailyLock: true, attemptsPerDueDate: 8, attemptGapHours: 1 } });
    story.bank(PRIMARY, { balance: 0 });
    await story.until('2026-01-31T11:30:00Z');
    expect(finding(story, 'account-is-not-locked')).toMatchObject({ ...MASKED, until: '2026-01-31T23:00:00.000Z' });
    await story.until('2026-02-01T06:00:00Z');
    expect(rules(story)).not.toContain('account-is-not-locked');
  });

  test('an account that its bank made inactive', () => {
    const story = LoanStory.collecting();
    story.bank(PRIMARY, { active: false });
    expect(finding(story, 'account-is-active-at-its-bank')).toMatchObject(MASKED);
  });
});

describe('at the end, the explanation names', () => {
  test('full repayment', async () => {
    const story = LoanStory.collecting();
    await story.until('2026-04-01T09:00:00Z');
    expect(explain(story)).toMatchObject({
      verdict: 'repaid',
      outstandingBalance: 0,
      summary: expect.stringContaining('fully repaid'),
    });
    expect(finding(story, 'loan-is-repaid')).toMatchObject({ spec: 'Spec §1', since: '2026-03-31T07:00:00.000Z' });
    expect(explain(story).instalments[0]?.why).toBe('Collected in full at 2026-01-31 08:00 in Lagos.');
  });

  test('the last attempt of the tenure, then the expiry', async () => {
    const story = LoanStory.collecting();
    story.bank(PRIMARY, { balance: 0 });
    await story.until('2026-04-10T20:00:00Z');
    expect(finding(story, 'debit-within-tenure')).toMatchObject({
      effect: 'blocks',
      until: '2026-04-10T23:00:00.000Z',
    });
    await story.until('2026-04-12T00:00:00Z');
    const { findings, verdict, status } = explain(story);
    expect({ verdict, status }).toEqual({ verdict: 'ended', status: 'expired' });
    expect(findings[0]).toMatchObject({ rule: 'debit-within-tenure', since: '2026-04-10T23:00:00.000Z' });
  });
});

test('the history, replayed, knows which account was the primary at each time', async () => {
  const story = new LoanStory();
  story.place(BACKUP, { ...TERMS, primary: false });
  story.place(PRIMARY, { primary: true });
  for (const account of [BACKUP, PRIMARY]) story.attach(account);
  story.deposit(BACKUP);
  story.deposit(PRIMARY, { outcome: 'rejected' });
  expect(explain(story).gate.rule).toBe('debit-needs-active-mandate');
  expect(finding(story, 'debit-needs-active-mandate')?.since).toBe('2026-01-15T09:00:00.000Z');
  await story.until('2026-01-16T09:00:00Z');
  story.place(BACKUP, { primary: true });
  expect(rules(story)).not.toContain('debit-needs-active-mandate');
  expect(explain(story).gate.rule).toBe('debit-needs-disbursement');
});

test('the history, replayed, always agrees with the gate', async () => {
  const story = LoanStory.collecting({ accounts: [PRIMARY, BACKUP, SECOND_BACKUP] });
  const steps = [
    () => openDispute(story.world, {}, MANDATE_ID),
    () => resolveDispute(story.world, { outcome: 'reinstated' }, MANDATE_ID),
    () => patchMerchant(story.world, { status: 'in-review' }),
    () => patchMerchant(story.world, { status: 'approved' }),
    () => openDispute(story.world, {}, MANDATE_ID),
    () => resolveDispute(story.world, { outcome: 'failed' }, MANDATE_ID),
    () => story.consent({ accountNumber: '0100000014', bankCode: '011' }, { primary: true }),
  ];
  for (const [day, step] of steps.entries()) {
    await story.until(`2026-01-${16 + day}T09:00:00Z`);
    dataOf(step() as Parameters<typeof dataOf>[0]);
    const { gate } = explain(story);
    expect(gate.open).toBe(story.inside().gate.open);
    expect(gate.since).toBe(
      gate.rule === 'debit-needs-active-mandate' && day === 6
        ? '2026-01-21T09:00:00.000Z'
        : `2026-01-${16 + day}T09:00:00.000Z`,
    );
    const side = explain(story).findings.find((each) => each.rule === gate.rule);
    if (!gate.open) expect(side?.since).toBe(gate.since);
  }
});
