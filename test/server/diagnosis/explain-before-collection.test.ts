import { describe, expect, test } from 'vitest';
import { judgeSignature } from '../../../src/server/engine/mandates/mandate-inside.ts';
import { BACKUP, LoanStory, MANDATE_ID, PRIMARY, TERMS } from '../engine/loan-story.ts';
import { explain, finding, MASKED, rules } from './explained-story.ts';

function placed(terms: object = TERMS): LoanStory {
  const story = new LoanStory();
  story.place(PRIMARY, terms);
  return story;
}

function attached(): LoanStory {
  const story = placed();
  story.attach(PRIMARY);
  return story;
}

describe('before anything can be collected, the explanation names', () => {
  test('terms that are missing, until they come', () => {
    const story = placed({});
    expect(finding(story, 'debit-needs-terms')).toMatchObject({
      spec: 'Spec §2.2',
      effect: 'blocks',
      since: '2026-01-15T09:00:00.000Z',
    });
    story.place(PRIMARY);
    expect(rules(story)).not.toContain('debit-needs-terms');
  });

  test('an account that is placed and not attached', () => {
    const story = placed();
    expect(finding(story, 'account-is-attached')).toMatchObject({
      ...MASKED,
      spec: 'Spec §4.4',
      effect: 'blocks',
      since: '2026-01-15T09:00:00.000Z',
    });
    expect(explain(story)).toMatchObject({ verdict: 'blocked', status: 'pending', nextAttempt: null });
    story.attach(PRIMARY);
    expect(rules(story)).not.toContain('account-is-attached');
  });

  test('a deposit that is awaited, and until when', () => {
    const story = attached();
    expect(finding(story, 'deposit-is-awaited')).toMatchObject({
      ...MASKED,
      spec: 'Spec §3.1',
      since: '2026-01-15T09:00:00.000Z',
      until: '2026-01-22T09:00:00.000Z',
    });
    expect(explain(story).gate).toMatchObject({
      open: false,
      rule: 'debit-needs-active-mandate',
      spec: 'Spec §3.4',
      since: '2026-01-15T09:00:00.000Z',
    });
    story.deposit(PRIMARY);
    expect(rules(story)).not.toContain('deposit-is-awaited');
  });

  test('a deposit from another account', async () => {
    const story = attached();
    await story.until('2026-01-16T09:00:00Z');
    story.deposit(PRIMARY, { from: BACKUP });
    expect(finding(story, 'deposit-comes-from-the-account')).toMatchObject({
      ...MASKED,
      spec: 'Spec §4.4',
      since: '2026-01-16T09:00:00.000Z',
      until: '2026-01-22T09:00:00.000Z',
    });
    story.deposit(PRIMARY);
    expect(rules(story)).not.toContain('deposit-comes-from-the-account');
  });

  test('a deposit that was rejected, and a signature that does not match', async () => {
    const story = attached();
    await story.until('2026-01-16T09:00:00Z');
    story.deposit(PRIMARY, { outcome: 'rejected' });
    expect(finding(story, 'account-is-accepted')).toMatchObject({
      ...MASKED,
      since: '2026-01-16T09:00:00.000Z',
      message: expect.stringContaining('rejected'),
    });
    const signed = placed();
    signed.signature(PRIMARY);
    expect(rules(signed)).not.toContain('account-is-accepted');
    judgeSignature(signed.world, { mandateId: MANDATE_ID, ...PRIMARY, outcome: 'mismatched' });
    expect(finding(signed, 'account-is-accepted')?.message).toContain('signature');
  });

  test('a signature that waits for the bank', () => {
    const story = new LoanStory(undefined, { signatures: 'manual' });
    story.place(PRIMARY);
    story.signature(PRIMARY);
    expect(finding(story, 'signature-is-judged')).toMatchObject({ spec: 'Spec §4.5', effect: 'blocks' });
    judgeSignature(story.world, { mandateId: MANDATE_ID, ...PRIMARY, outcome: 'matched' });
    expect(rules(story)).not.toContain('signature-is-judged');
  });

  test('a disputed deposit', () => {
    const story = attached();
    story.deposit(PRIMARY, { outcome: 'disputed' });
    expect(finding(story, 'deposit-is-undisputed')).toMatchObject({
      ...MASKED,
      effect: 'blocks',
      since: '2026-01-15T09:00:00.000Z',
    });
    expect(explain(story).gate.rule).toBe('debit-is-undisputed');
  });

  test('a deposit that never came', async () => {
    const story = attached();
    await story.until('2026-01-23T09:00:00Z');
    expect(finding(story, 'deposit-comes-in-time')).toMatchObject({
      ...MASKED,
      since: '2026-01-22T09:00:00.000Z',
      effect: 'blocks',
    });
    expect(explain(story).status).toBe('pending_timeout');
  });

  test('a primary account that is not active while backups are', () => {
    const story = attached();
    story.place(BACKUP);
    story.attach(BACKUP);
    story.deposit(BACKUP);
    expect(finding(story, 'primary-goes-first')).toMatchObject({ ...MASKED, spec: 'Spec §1.4', effect: 'blocks' });
    story.deposit(PRIMARY);
    expect(rules(story)).not.toContain('primary-goes-first');
  });

  test('a backup that is passed over, which blocks nothing', () => {
    const story = LoanStory.collecting();
    story.place(BACKUP);
    expect(finding(story, 'account-is-attached')).toMatchObject({ accountNumber: '******0012', effect: 'explains' });
    expect(explain(story)).toMatchObject({ verdict: 'scheduled', gate: { open: true } });
    expect(rules(story)).toEqual(['debit-on-due-date', 'account-is-attached']);
  });

  test('the time until an account is ready', async () => {
    const story = LoanStory.collecting({ policy: { readinessMinutes: 90 } });
    expect(finding(story, 'account-is-ready')).toMatchObject({
      ...MASKED,
      effect: 'delays',
      since: '2026-01-15T09:00:00.000Z',
      until: '2026-01-15T10:30:00.000Z',
    });
    await story.until('2026-01-15T10:30:00Z');
    expect(rules(story)).not.toContain('account-is-ready');
  });

  test('that the loan is not approved, then that it is not disbursed', () => {
    const story = attached();
    story.deposit(PRIMARY);
    expect(rules(story).slice(0, 2)).toEqual(['debit-needs-disbursement', 'reports-in-order']);
    story.report('loan.approved', { offerTerms: 'plain', approvedAmount: 30_000, tenure: 'P3M' });
    expect(rules(story)[0]).toBe('debit-needs-disbursement');
    expect(rules(story)).not.toContain('reports-in-order');
    story.report('loan.disbursed', { amount: 30_000, date: '2026-01-15', reference: 'transfer-1' });
    expect(rules(story)).toEqual(['debit-on-due-date']);
  });
});
