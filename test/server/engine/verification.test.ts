import { describe, expect, test } from 'vitest';
import type { AccountKey } from '../../../src/domain/identifiers.ts';
import {
  judgeSignature,
  makeDeposit,
  openDispute,
  resolveDispute,
} from '../../../src/server/engine/mandates/mandate-inside.ts';
import { patchPolicy } from '../../../src/server/engine/mandates/settings.ts';
import { BACKUP, dataOf, LoanStory, MANDATE_ID, PRIMARY, refusalOf } from './loan-story.ts';

function attached(): LoanStory {
  const story = new LoanStory();
  story.place(PRIMARY);
  story.attach(PRIMARY);
  return story;
}

describe('the ₦50 deposit', () => {
  test('names the consents and the accounts to transfer to; repeated, the answer is the same', () => {
    const story = new LoanStory();
    story.place(PRIMARY);
    const answer = story.attachment(PRIMARY);
    expect(answer).toMatchObject({ message: expect.stringContaining('₦50.00') });
    expect(dataOf(answer)).toMatchObject({
      mandate: { _id: MANDATE_ID, consents: [story.mandate().consents[0]?._id] },
    });
    expect(dataOf(answer).transfer_destinations[0]).toEqual({
      bank_name: 'Access Bank',
      account_number: '9000000044',
      icon: expect.any(String),
    });
    expect(story.attachment(PRIMARY)).toEqual(answer);
  });

  test('needs an account that was placed, and the same email', () => {
    const story = new LoanStory();
    story.place(PRIMARY);
    expect(refusalOf(story.attachment(BACKUP))).toMatchObject({ status: 422, rule: 'attach-needs-placement' });
    expect(refusalOf(story.attachment(PRIMARY, 'other@example.com'))).toMatchObject({ status: 409 });
  });

  test('activates the account and is reported once', () => {
    const story = attached();
    expect(story.deposit(PRIMARY)).toMatchObject({ status: 'active', active: true, mandateStatus: 'active' });
    expect(story.received.map(({ payload }) => payload)).toEqual([
      {
        event: 'mandate.activated',
        data: {
          mandateId: MANDATE_ID,
          businessId: '650000000000000000000002',
          consentId: story.mandate().consents[0]?._id,
          ...PRIMARY,
          status: 'active',
          occurredAt: '2026-01-15T09:00:00.000Z',
        },
      },
    ]);
    expect(story.balance(PRIMARY)).toBe(250_000);
  });

  test('from another account proves nothing: the account stays pending', () => {
    const story = attached();
    expect(story.deposit(PRIMARY, { from: BACKUP })).toMatchObject({ status: 'pending' });
    expect(story.deposit(PRIMARY, { from: BACKUP, outcome: 'rejected' })).toMatchObject({ status: 'pending' });
    expect(story.received).toEqual([]);
    expect(story.deposit(PRIMARY, { from: PRIMARY })).toMatchObject({ status: 'active' });
  });

  test('rejected, or into an inactive account, fails the account', () => {
    const rejected = attached();
    expect(rejected.deposit(PRIMARY, { outcome: 'rejected' })).toMatchObject({
      status: 'failed',
      mandateStatus: 'failed',
    });
    expect(rejected.received[0]?.payload).toMatchObject({
      event: 'mandate.failed',
      data: { status: 'failed', reason: expect.any(String) },
    });
    const inactive = attached();
    inactive.bank(PRIMARY, { active: false });
    expect(inactive.deposit(PRIMARY)).toMatchObject({ status: 'failed' });
  });

  test('disputed makes the mandate disputed without a webhook, whichever account it was', () => {
    const story = attached();
    story.deposit(PRIMARY);
    story.place(BACKUP);
    story.attach(BACKUP);
    story.received.length = 0;
    expect(story.deposit(BACKUP, { outcome: 'disputed' })).toMatchObject({
      status: 'disputed',
      mandateStatus: 'disputed',
    });
    expect(story.received).toEqual([]);
  });

  test('is a conflict on an account that is settled or not attached, and unknown on no mandate', () => {
    const story = attached();
    story.place(BACKUP);
    const deposit = (account: AccountKey & { readonly mandateId?: string }) =>
      makeDeposit(story.world, { mandateId: MANDATE_ID, ...account });
    expect(refusalOf(deposit(BACKUP))).toMatchObject({ status: 409, code: 'account_not_attached' });
    story.deposit(PRIMARY);
    expect(refusalOf(deposit(PRIMARY))).toMatchObject({ status: 409, code: 'account_settled' });
    expect(refusalOf(deposit({ ...PRIMARY, mandateId: 'f'.repeat(24) })).status).toBe(404);
  });

  test('that never comes times the account out after 168 hours, without a webhook', async () => {
    const story = attached();
    expect(await story.until('2026-01-22T08:59:59.999Z')).toMatchObject({ timeouts: 0 });
    expect(story.mandate().status).toBe('pending');
    expect(await story.until('2026-01-22T09:00:00Z')).toMatchObject({ timeouts: 1 });
    expect(story.mandate().status).toBe('pending_timeout');
    expect(story.received).toEqual([]);
    story.attach(PRIMARY);
    expect(story.mandate().status).toBe('pending_timeout');
  });
});

describe('a signature', () => {
  test('is judged at once by the policy', () => {
    const matched = new LoanStory();
    matched.place(PRIMARY);
    expect(dataOf(matched.signature(PRIMARY))).toMatchObject({
      successful: true,
      responseCode: '00',
      resultType: 1,
      hasResult: true,
      error: null,
    });
    expect(matched.mandate().status).toBe('active');
    const mismatched = new LoanStory(undefined, { signatures: 'mismatched' });
    mismatched.place(PRIMARY);
    expect(dataOf(mismatched.signature(PRIMARY))).toMatchObject({
      successful: false,
      responseCode: '63',
      resultType: 0,
    });
    expect(mismatched.signature(PRIMARY)).toMatchObject({ ok: true, data: { successful: false } });
    mismatched.afterwards(undefined);
    expect(mismatched.events()).toEqual(['mandate.failed']);
  });

  test('is judged by a control call where the policy leaves it open, before or after it is submitted', () => {
    const story = new LoanStory();
    patchPolicy(story.world, { signatures: 'manual' });
    const judged = (account: AccountKey, outcome: 'matched' | 'mismatched') =>
      dataOf(judgeSignature(story.world, { mandateId: MANDATE_ID, ...account, outcome }));
    story.place(PRIMARY);
    story.signature(PRIMARY);
    expect(story.mandate().status).toBe('pending');
    expect(judged(PRIMARY, 'matched')).toMatchObject({ status: 'active' });
    story.place(BACKUP);
    expect(judged(BACKUP, 'mismatched')).toMatchObject({ status: 'pending' });
    expect(dataOf(story.signature(BACKUP))).toMatchObject({ successful: false });
    expect(story.mandate().status).toBe('active');
  });

  test('cannot be judged on an account that a deposit settled', () => {
    const story = attached();
    story.deposit(PRIMARY);
    expect(
      refusalOf(judgeSignature(story.world, { mandateId: MANDATE_ID, ...PRIMARY, outcome: 'mismatched' })).status,
    ).toBe(409);
    expect(refusalOf(story.signature(PRIMARY)).status).toBe(409);
  });
});

describe('a dispute', () => {
  test('pauses collecting; reinstated, what passed is due at the next 08:00', async () => {
    const story = LoanStory.collecting();
    dataOf(openDispute(story.world, { reason: 'not mine' }, MANDATE_ID));
    expect(story.inside().gate).toMatchObject({ open: false, rule: 'debit-is-undisputed' });
    expect(await story.until('2026-02-10T12:00:00Z')).toMatchObject({ attempts: 0 });
    expect(story.statuses()?.[0]).toBe('scheduled');
    dataOf(resolveDispute(story.world, { outcome: 'reinstated' }, MANDATE_ID));
    expect(story.mandate().status).toBe('active');
    await story.until('2026-02-11T06:59:59Z');
    expect(story.reported()).toEqual([]);
    await story.until('2026-02-11T07:00:00Z');
    expect(story.reported()).toEqual(['success 10000 2026-02-11']);
  });

  test('between two attempts ends the day without webhook or miss', async () => {
    const story = LoanStory.collecting();
    story.bank(PRIMARY, { balance: 0 });
    await story.until('2026-01-31T08:00:00Z');
    openDispute(story.world, {}, MANDATE_ID);
    resolveDispute(story.world, { outcome: 'reinstated' }, MANDATE_ID);
    await story.until('2026-01-31T22:00:00Z');
    expect(story.reported()).toEqual([]);
    expect(story.tries(0)).toHaveLength(1);
    expect(story.log()).toMatchObject({ status: 'failed' });
    await story.until('2026-02-01T22:00:00Z');
    expect(story.reported()).toEqual(['overdue 0 2026-02-01']);
  });

  test('upheld fails every account, each announced', () => {
    const story = LoanStory.collecting({ accounts: [PRIMARY, BACKUP] });
    openDispute(story.world, {}, MANDATE_ID);
    const inside = dataOf(resolveDispute(story.world, { outcome: 'failed' }, MANDATE_ID));
    story.afterwards(undefined);
    expect(inside.mandate.consents.map(({ status }) => status)).toEqual(['failed', 'failed']);
    expect(story.events()).toEqual(['mandate.failed', 'mandate.failed']);
    expect(story.mandate().status).toBe('failed');
  });

  test('of a deposit, reinstated, gives the payer a fresh window', async () => {
    const story = attached();
    await story.until('2026-01-20T09:00:00Z');
    story.deposit(PRIMARY, { outcome: 'disputed' });
    await story.until('2026-02-01T09:00:00Z');
    expect(story.mandate().status).toBe('disputed');
    dataOf(resolveDispute(story.world, { outcome: 'reinstated' }, MANDATE_ID));
    expect(story.mandate().status).toBe('pending');
    await story.until('2026-02-08T08:59:59Z');
    expect(story.mandate().status).toBe('pending');
    await story.until('2026-02-08T09:00:00Z');
    expect(story.mandate().status).toBe('pending_timeout');
  });

  test('is opened once and resolved once', () => {
    const story = LoanStory.collecting();
    expect(refusalOf(resolveDispute(story.world, { outcome: 'failed' }, MANDATE_ID)).status).toBe(409);
    openDispute(story.world, {}, MANDATE_ID);
    expect(refusalOf(openDispute(story.world, {}, MANDATE_ID)).status).toBe(409);
  });

  test('still open at the end of the tenure, the mandate expires', async () => {
    const story = LoanStory.collecting();
    openDispute(story.world, {}, MANDATE_ID);
    expect(await story.until('2026-04-10T23:00:00Z')).toMatchObject({ expiries: 1 });
    expect(story.mandate().status).toBe('expired');
    expect(story.statuses()).toEqual(['overdue', 'overdue', 'overdue']);
    expect(story.events()).toEqual(['mandate.expired']);
  });
});
