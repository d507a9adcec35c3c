import { describe, expect, test } from 'vitest';
import { platformOperations } from '../../../src/server/endpoints/handlers.ts';
import { checkMerchant } from '../../../src/server/engine/world/refusals.ts';
import { BACKUP, dataOf, LoanStory, MANDATE_ID, PRIMARY, refusalOf, SECOND_BACKUP, TERMS } from './loan-story.ts';

describe('discovery', () => {
  test("shows a payer's accounts with their banks, inactive ones marked", () => {
    const { world } = new LoanStory();
    const accounts = dataOf(platformOperations.discoverAccounts(world, { bvn: '22200000001', type: 'bvn' }));
    expect(accounts).toHaveLength(4);
    expect(accounts[0]).toEqual({
      ...PRIMARY,
      bankName: 'Guaranty Trust Bank',
      accountName: 'ADA OBIORA',
      active: true,
    });
    expect(accounts[3]).toMatchObject({ active: false });
  });

  test('knows no payer under the two test BVNs', () => {
    const { world } = new LoanStory();
    for (const bvn of ['12345678901', '98765432101']) {
      expect(refusalOf(platformOperations.discoverAccounts(world, { bvn, type: 'bvn' })).status).toBe(404);
    }
  });
});

describe('placing a mandate', () => {
  test('answers with the whole document, the schedule included', () => {
    const mandate = new LoanStory().place(PRIMARY);
    expect(mandate).toMatchObject({
      _id: MANDATE_ID,
      bvn: '22200000001',
      status: 'pending',
      totalAmountDue: 30_000,
      outstandingBalance: 30_000,
      collectedAmount: 0,
      startDate: '2026-01-31',
      endDate: '2026-04-10',
      frequency: 'monthly',
      collectionMode: 'auto',
    });
    expect(mandate.consents).toEqual([
      {
        _id: expect.stringMatching(/^[0-9a-f]{24}$/),
        ...PRIMARY,
        accountName: 'ADA OBIORA',
        primary: true,
        active: false,
      },
    ]);
    expect(
      mandate.repaymentDetails?.breakdown.map(({ dueDate, amount, status }) => `${dueDate} ${amount} ${status}`),
    ).toEqual(['2026-01-31 10000 scheduled', '2026-03-01 10000 scheduled', '2026-03-31 10000 scheduled']);
  });

  test('mints an id where none is sent', () => {
    const story = new LoanStory();
    const a = dataOf(story.consent(PRIMARY, { mandateId: undefined }));
    const b = dataOf(story.consent(PRIMARY, { mandateId: undefined }));
    expect(a._id).toMatch(/^[0-9a-f]{24}$/);
    expect(b._id).not.toBe(a._id);
  });

  test('answers with an id of its own where the policy says so: the sent one still leads there in placements, and nowhere else', () => {
    const story = new LoanStory(undefined, { mandateIds: 'service' });
    const first = story.place(PRIMARY);
    expect(first._id).toMatch(/^[0-9a-f]{24}$/);
    expect(first._id).not.toBe(MANDATE_ID);
    expect(story.place(PRIMARY)).toEqual(first);
    expect(story.place(BACKUP, { mandateId: MANDATE_ID.toUpperCase() })._id).toBe(first._id);
    const { _id, consents } = story.place(SECOND_BACKUP, { mandateId: first._id });
    expect([_id, consents.length]).toEqual([first._id, 3]);
    expect(refusalOf(story.consent(BACKUP, { email: 'other@example.com' }))).toMatchObject({
      status: 409,
      code: 'mandate_conflict',
    });
    expect(refusalOf(story.consent(BACKUP, { bvn: '22200000002' }))).toMatchObject({
      status: 409,
      code: 'mandate_conflict',
    });
    expect(dataOf(platformOperations.getMandate(story.world, { mandateId: first._id }))._id).toBe(first._id);
    for (const refused of [
      platformOperations.getMandate(story.world, { mandateId: MANDATE_ID }),
      story.attachment(PRIMARY),
    ]) {
      expect(refusalOf(refused)).toMatchObject({
        status: 404,
        code: 'mandate_unknown',
        message: expect.stringContaining('the _id that the consent was answered'),
      });
    }
  });

  test('keeps the id of a mandate when the policy changes', () => {
    const story = new LoanStory();
    story.place(PRIMARY);
    story.world.policy = { ...story.world.policy, mandateIds: 'service' };
    expect(story.place(BACKUP)).toMatchObject({ _id: MANDATE_ID, consents: [PRIMARY, BACKUP] });
  });

  test('of the same account again changes nothing', () => {
    const story = new LoanStory();
    const first = story.place(PRIMARY);
    expect(story.place(PRIMARY)).toEqual(first);
    expect(story.place(PRIMARY, {})).toEqual(first);
  });

  test('adds further accounts as backups, in the order of the calls', () => {
    const story = new LoanStory();
    story.place(PRIMARY);
    story.place(BACKUP, {});
    const { consents } = story.place(SECOND_BACKUP);
    expect(consents.map(({ bankCode, primary }) => `${bankCode} ${primary}`)).toEqual([
      '058 true',
      '044 false',
      '057 false',
    ]);
  });

  test('contradicts another email, BVN or other terms of the same mandateId', () => {
    const story = new LoanStory();
    story.place(PRIMARY);
    expect(refusalOf(story.consent(BACKUP, { email: 'other@example.com' }))).toMatchObject({
      status: 409,
      code: 'mandate_conflict',
    });
    expect(refusalOf(story.consent(BACKUP, { bvn: '22200000002' }))).toMatchObject({
      status: 409,
      code: 'mandate_conflict',
    });
    expect(refusalOf(story.consent({ accountNumber: '0200000021', bankCode: '033' }))).toMatchObject({
      status: 409,
      code: 'mandate_conflict',
    });
    for (const other of [
      { totalAmountDue: 30_000.01 },
      { startDate: '2026-02-01' },
      { endDate: '2026-04-11' },
      { frequency: 'M' },
      { collectionMode: 'manual' as const },
      { repaymentDetails: { breakdown: [{ dueDate: '2026-01-31', amount: 30_000 }] } },
    ]) {
      expect(refusalOf(story.consent(BACKUP, other)), JSON.stringify(other)).toMatchObject({
        status: 409,
        code: 'terms_conflict',
      });
    }
    story.place(BACKUP, { email: 'Ada.Obiora@example.com', bvn: '22200000001' });
  });

  test('takes a second primary only before the first one is attached, or once it failed or timed out', () => {
    const story = new LoanStory();
    story.place(PRIMARY);
    story.attach(PRIMARY);
    expect(refusalOf(story.consent(BACKUP, { primary: true }))).toMatchObject({
      status: 409,
      code: 'primary_conflict',
    });
    story.place(BACKUP);
    expect(refusalOf(story.consent(BACKUP, { primary: true })).status).toBe(409);
    story.deposit(PRIMARY, { outcome: 'rejected' });
    expect(story.mandate().status).toBe('failed');
    const { consents, status } = story.place(BACKUP, { primary: true });
    expect(consents.map(({ primary }) => primary)).toEqual([false, true]);
    expect(status).toBe('pending');
  });

  test('takes the terms from the first call that has them', () => {
    const story = new LoanStory();
    expect(story.place(PRIMARY, {})).toMatchObject({
      totalAmountDue: 0,
      startDate: null,
      endDate: null,
      frequency: null,
      repaymentDetails: { breakdown: [] },
    });
    expect(story.place(BACKUP)).toMatchObject({ totalAmountDue: 30_000, startDate: '2026-01-31' });
  });

  test.each([
    [{ totalAmountDue: 30_000 }, 'startDate'],
    [{ ...TERMS, endDate: '2026-01-30' }, 'endDate'],
    [{ ...TERMS, frequency: 'fortnightly' }, 'frequency'],
    [{ ...TERMS, totalAmountDue: 0.02 }, 'totalAmountDue'],
    [{ ...TERMS, startDate: '1990-01-01', endDate: '2090-01-01', frequency: 'D' }, 'endDate'],
    [
      { ...TERMS, repaymentDetails: { breakdown: [{ dueDate: '2026-01-31', amount: 29_999.99 }] } },
      'repaymentDetails.breakdown',
    ],
    [
      { ...TERMS, repaymentDetails: { breakdown: [{ dueDate: '2026-05-31', amount: 30_000 }] } },
      'repaymentDetails.breakdown.0.dueDate',
    ],
  ])('refuses terms that cannot be: %j', (terms, path) => {
    const refusal = refusalOf(new LoanStory().consent(PRIMARY, terms));
    expect(refusal).toMatchObject({ status: 400 });
    expect(refusal.fields?.map((field) => field.path)).toContain(path);
  });

  test('takes a schedule of the merchant', () => {
    const breakdown = [
      { dueDate: '2026-02-10', amount: 1_000.5 },
      { dueDate: '2026-04-10', amount: 28_999.5 },
    ];
    const { frequency: _, ...terms } = TERMS;
    const mandate = new LoanStory().place(PRIMARY, { ...terms, repaymentDetails: { breakdown } });
    expect(mandate.repaymentDetails?.breakdown).toMatchObject(breakdown);
  });

  test('is refused for a tenure that has passed', () => {
    const story = new LoanStory();
    expect(
      refusalOf(story.consent(PRIMARY, { ...TERMS, startDate: '2025-01-01', endDate: '2026-01-14' })),
    ).toMatchObject({
      status: 422,
      rule: 'tenure-not-past',
    });
    story.place(PRIMARY, { ...TERMS, startDate: '2025-01-01', endDate: '2026-01-15' });
  });

  test('needs a BVN for an account that no bank knows', () => {
    const story = new LoanStory();
    const unknown = { accountNumber: '9999999999', bankCode: '058' };
    expect(refusalOf(story.consent(unknown)).fields).toMatchObject([{ path: 'bvn' }]);
    story.place(unknown, { bvn: '22200000001' });
  });
});

describe('the merchant', () => {
  test('must be the one of the world and approved', () => {
    const { world } = new LoanStory();
    const { appId, businessId } = world.merchant;
    expect(checkMerchant(world, { appId, businessId })).toBeUndefined();
    expect(checkMerchant(world, {})).toBeUndefined();
    expect(checkMerchant(world, { appId, businessId: appId })?.status).toBe(403);
    expect(checkMerchant(world, { appId: businessId })?.status).toBe(403);
    world.merchant.status = 'suspended';
    expect(checkMerchant(world, {})).toMatchObject({ status: 403, code: 'merchant_not_approved' });
  });
});
