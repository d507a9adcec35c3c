/** What comes from forms, JSON and spreadsheets is seldom a number or a day: the refusal says what it is, at every input that takes one. */
import { describe, expect, test } from 'vitest';
import type { RepayKit } from '../../src/index.ts';
import { createFixture, errorOf } from '../journeys/fixture.ts';
import { choice, chosenBy, manualTerms, openInput, PRIMARY, transfer } from '../journeys/people.ts';
import { type ROAD, walkTo } from '../journeys/walk.ts';

// biome-ignore lint/suspicious/noExplicitAny: what callers without a compiler pass
type Act = (kit: RepayKit, loan: any, value: any) => Promise<unknown>;

const open = openInput(manualTerms, 'loan-2');
const inTerms = (field: string, value: unknown) => ({ ...open, terms: { ...open.terms, [field]: value } }) as never;
const [grant, ...grants] = open.consent.scopes;
const cash = { amount: 5_000, date: '2026-01-05', reference: 'CASH-1' };

const amounts: readonly (readonly [step: string, at: (typeof ROAD)[number], path: string, act: Act])[] = [
  ['open', 'consented', 'terms.totalAmountDue', ({ loans }, _, value) => loans.open(inTerms('totalAmountDue', value))],
  ['open', 'consented', 'terms.approvedAmount', ({ loans }, _, value) => loans.open(inTerms('approvedAmount', value))],
  [
    'open',
    'consented',
    'terms.breakdown.0.amount',
    ({ loans }, _, amount) => loans.open(inTerms('breakdown', [{ dueDate: '2026-02-01', amount }])),
  ],
  [
    'reportDisbursed',
    'approved',
    'amount',
    ({ bureau }, loan, amount) => bureau.reportDisbursed(loan, { ...transfer, amount }),
  ],
  [
    'collect',
    'collecting',
    'amount',
    ({ collections }, loan, amount) => collections.collect(loan, { amount, debitDate: '2026-02-01' }),
  ],
  [
    'recordRepayment',
    'collecting',
    'amount',
    ({ loans }, loan, amount) => loans.recordRepayment(loan, { ...cash, amount }),
  ],
  [
    'recordReversal',
    'collecting',
    'amount',
    ({ loans }, loan, amount) => loans.recordReversal(loan, { ...cash, amount, of: 'repayment', reason: 'x' }),
  ],
  [
    'recordObligation',
    'collecting',
    'amount',
    ({ loans }, loan, amount) => loans.recordObligation(loan, { amount, basis: 'clause 7' }),
  ],
  [
    'reportRestructured',
    'collecting',
    'schedule.0.amount',
    ({ bureau }, loan, amount) =>
      bureau.reportRestructured(loan, { schedule: [{ dueDate: '2026-05-01', amount }], reason: 'x' }),
  ],
  [
    'settle',
    'collecting',
    'amount',
    ({ collections }, loan, amount) =>
      collections.settle(loan, { debitId: 'd', result: 'taken', amount, decidedBy: 'a', reason: 'b' }),
  ],
];

const days: typeof amounts = [
  ['open', 'consented', 'terms.startDate', ({ loans }, _, value) => loans.open(inTerms('startDate', value))],
  ['open', 'consented', 'terms.endDate', ({ loans }, _, value) => loans.open(inTerms('endDate', value))],
  [
    'reportDisbursed',
    'approved',
    'date',
    ({ bureau }, loan, date) => bureau.reportDisbursed(loan, { ...transfer, date }),
  ],
  [
    'collect',
    'collecting',
    'debitDate',
    ({ collections }, loan, debitDate) => collections.collect(loan, { amount: 5_000, debitDate }),
  ],
  ['recordRepayment', 'collecting', 'date', ({ loans }, loan, date) => loans.recordRepayment(loan, { ...cash, date })],
  [
    'close',
    'collecting',
    'closeDate',
    ({ bureau }, loan, closeDate) => bureau.close(loan, { finalStatus: 'written_off', closeDate }),
  ],
];

const others: readonly (readonly [path: string, value: unknown, message: string, act: Act])[] = [
  [
    'payer.bvn',
    22_233_300_007,
    'is a number, but must be the 11 digits of the BVN, as text',
    ({ loans }, _, bvn) => loans.open({ ...open, payer: { ...open.payer, bvn } }),
  ],
  [
    'payer.mobileNumber',
    8_031_112_223,
    'is a number, but must be a phone number of 7 to 15 digits, as text',
    ({ loans }, _, mobileNumber) => loans.open({ ...open, payer: { ...open.payer, mobileNumber } }),
  ],
  [
    'bvn',
    22_233_300_007,
    'is a number, but must be the bvn of the payer, as text',
    ({ loans }, _, bvn) => loans.list({ bvn }),
  ],
  [
    'primaryAccount.accountNumber',
    200_000_011,
    'is a number, but must be a 10-digit NUBAN, as text',
    ({ discovery }, loan, accountNumber) =>
      discovery.select(loan, { ...choice, primaryAccount: { ...PRIMARY, accountNumber } }),
  ],
  [
    'consent.scopes.0.grantedAt',
    new Date(0),
    'is a Date: give the time of the grant as ISO 8601 with its offset, such as its toISOString()',
    ({ loans }, _, grantedAt) =>
      loans.open({ ...open, consent: { ...open.consent, scopes: [{ ...grant, grantedAt }, ...grants] } } as never),
  ],
  [
    'chosenBy.at',
    '2026-01-05T08:00:00',
    'has no offset: give the time of the choice as ISO 8601 with its offset, such as Z or +01:00 at its end',
    ({ discovery }, loan, at) => discovery.select(loan, { ...choice, chosenBy: { ...chosenBy, at } }),
  ],
];

describe('an amount', () => {
  test.each(amounts)('of %s that is invalid is refused (%s, %s)', async (_step, at, path, act) => {
    const fixture = await createFixture({ receivesWebhooks: false });
    const loan = await walkTo(fixture, at, { terms: manualTerms });
    for (const [value, message] of [
      ['120000', /^is a string, but must be a number in naira above zero/],
      ['120,000.00', /^is a string, /],
      [120_000n, /^is a bigint, /],
      [Number.NaN, /^is NaN, /],
      [-5_000, /^is negative: /],
      [0.001, /^has more than two decimals/],
    ] as const) {
      const error = await errorOf(act(fixture.kit, loan, value));
      expect(error).toMatchObject({ name: 'InputError', issues: [{ path, message: expect.stringMatching(message) }] });
      expect(error.message).not.toContain('incomplete');
    }
  });
});

describe('a day', () => {
  test.each(days)('of %s that is invalid is refused (%s, %s)', async (_step, at, path, act) => {
    const fixture = await createFixture({ receivesWebhooks: false });
    const loan = await walkTo(fixture, at, { terms: manualTerms });
    for (const [value, message] of [
      [new Date(0), /^is a Date: give the day in Lagos as text/],
      [20_260_105, /^is a number, but must be a day as text/],
      [null, /^is null: /],
      ['2026-01-05T08:00:00Z', /^is a time: /],
      ['05/01/2026', /^must be a real date, YYYY-MM-DD$/],
    ] as const) {
      const error = await errorOf(act(fixture.kit, loan, value));
      expect(error).toMatchObject({ name: 'InputError', issues: [{ path, message: expect.stringMatching(message) }] });
    }
  });
});

test.each(others)('%s that is %o is described', async (path, value, message, act) => {
  const fixture = await createFixture({ receivesWebhooks: false });
  const loan = await walkTo(fixture, 'discovered');
  expect(await errorOf(act(fixture.kit, loan, value))).toMatchObject({
    name: 'InputError',
    issues: [{ path, message }],
  });
});
