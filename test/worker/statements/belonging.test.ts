import { describe, expect, test } from 'vitest';
import { belonging, KnownBorrowers, statementFacts, uploadedFor } from '../../../src/worker/statements/belonging.ts';

const upload = uploadedFor(
  { businessId: 'business', appId: 'app' },
  { bvn: '22200000001', accountNumber: '0123456789', bankCode: '058' },
);
const whole = {
  businessId: 'business',
  appId: 'app',
  bvn: '22200000001',
  accountNumber: '0123456789',
  bankCode: '058',
  borrowerId: 'b1',
};

function whose(
  data: object,
  { reported, learned = [] }: { readonly reported?: string; readonly learned?: readonly object[] } = {},
) {
  const borrowers = new KnownBorrowers(reported);
  for (const earlier of learned) borrowers.learn(statementFacts({ event: 'pdf_upload', data: earlier }), upload);
  return belonging(statementFacts({ event: 'income_insight', data }), upload, borrowers);
}

describe('an event', () => {
  test.each([
    ['everything', whole],
    ['the BVN', { bvn: whole.bvn }],
    ['the account number', { accountNumber: whole.accountNumber }],
    ['the account with its bank', { accountNumber: whole.accountNumber, bankCode: '058' }],
    ['digits that lost their zeros in front', { accountNumber: 123456789, bankCode: 58 }],
    ['documents instead of ids', { ...whole, businessId: { _id: 'business' }, borrowerId: { _id: 'b1', name: 'x' } }],
    ['a nested record beside it', { bvn: whole.bvn, record: { businessId: 'business', borrowerId: 'b1' } }],
    ['a nested record that names the payer', { id: 'i', record: { bvn: whole.bvn } }],
  ])('that names %s is the upload’s', (_what, data) => expect(whose(data)).toBe('ours'));

  test.each([
    ['business', { ...whole, businessId: 'another' }],
    ['app', { ...whole, appId: 'another' }],
    ['payer', { ...whole, bvn: '22200000002' }],
    ['account', { ...whole, accountNumber: '0123456780' }],
    ['bank', { ...whole, bankCode: '044' }],
    ['payer in its record', { ...whole, record: { bvn: '22200000002' } }],
    ['borrower in its record', { ...whole, record: { borrowerId: 'b2' } }],
  ])('with another %s is not', (_what, data) => expect(whose(data)).toBe('other'));

  test.each([
    ['nothing', {}],
    ['the business alone', { businessId: 'business' }],
    ['the bank alone', { bankCode: '058' }],
    ['a borrower that is not known', { businessId: 'business', borrowerId: 'b1' }],
    ['empty text', { bvn: '', accountNumber: 'null', borrowerId: null }],
    ['things that are no text', { bvn: true, accountNumber: [], borrowerId: {} }],
  ])('that names %s belongs to no payer', (_what, data) => expect(whose(data)).toBe('nameless'));

  test('beside `event` is read as in `data`', () => {
    expect(statementFacts({ event: 'income_insight', bvn: whole.bvn }).bvn).toEqual([whole.bvn]);
    expect(statementFacts('text')).toMatchObject({ bvn: [] });
  });
});

describe('a borrower', () => {
  const insight = { businessId: 'business', borrowerId: 'b1' };

  test('is the payer where an event with the BVN or the account said so, whatever account the BVN came with', () => {
    expect(whose(insight, { learned: [{ bvn: whole.bvn, borrowerId: 'b1' }] })).toBe('ours');
    expect(whose(insight, { learned: [{ bvn: whole.bvn, accountNumber: '0123456780', borrowerId: 'b1' }] })).toBe(
      'ours',
    );
    expect(
      whose(insight, { learned: [{ accountNumber: whole.accountNumber, bankCode: '058', borrowerId: 'b1' }] }),
    ).toBe('ours');
  });

  test('is another payer where an event with another BVN said so', () => {
    expect(whose(insight, { learned: [{ bvn: '22200000002', borrowerId: 'b1' }] })).toBe('other');
  });

  test('is unknown where events disagree, or named another account, bank or business', () => {
    const ours = { bvn: whole.bvn, borrowerId: 'b1' };
    expect(whose(insight, { learned: [ours, { bvn: '22200000002', borrowerId: 'b1' }] })).toBe('nameless');
    expect(whose(insight, { learned: [{ accountNumber: '0123456780', borrowerId: 'b1' }] })).toBe('nameless');
    expect(
      whose(insight, { learned: [{ accountNumber: whole.accountNumber, bankCode: '044', borrowerId: 'b1' }] }),
    ).toBe('nameless');
    expect(whose(insight, { learned: [{ ...ours, businessId: 'another' }] })).toBe('nameless');
    expect(whose(insight, { learned: [{ ...ours, record: { bvn: '22200000002' } }] })).toBe('nameless');
  });

  test('is the payer where the caller says so, and then no other is', () => {
    expect([whose(insight, { reported: 'b1' }), whose(insight, { reported: 'b2' })]).toEqual(['ours', 'other']);
  });
});
