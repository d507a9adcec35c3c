import { describe, expect, test } from 'vitest';
import { computeInsight, explainInsight } from '../../../src/statements/insight/compute-insight.ts';
import { entries } from './sample-entries.ts';

const recurring = (text: string) => computeInsight(entries(text)).recurrent_debt_sum;
/** The same debit on several days. */
const debits = (narration: string, days: readonly string[], amount = 100) =>
  days.map((day) => `-${amount} ${day} ${narration}`).join('\n');
const monthly = ['2026-01-10', '2026-02-10', '2026-03-10'];

describe('a debit is recurring', () => {
  test('if it repays a loan or pays rent, once is enough', () => {
    expect(recurring('-100 2026-01-10 LOAN REPAYMENT FAIRMONEY 1122\n-30 2026-01-11 NIP CR/ADA OKONKWO/rent')).toBe(
      130,
    );
  });

  test('if it goes to one counterparty month by month, whatever the bank and the remark', () => {
    expect(
      recurring(
        '-100 2026-01-10 NIP CR/ADA OKONKWO/GTB\n-110 2026-02-10 NIP CR/ADA OKONKWO/UBA\n-90 2026-03-11 TRF FRM OLA ADE TO ADA OKONKWO|thanks',
      ),
    ).toBe(300);
    expect(recurring(debits('NETFLIX.COM LOS GATOS', monthly))).toBe(300);
  });

  test.each([
    [
      'every week through three months',
      [
        '2026-01-10',
        '2026-01-17',
        '2026-01-24',
        '2026-01-31',
        '2026-02-07',
        '2026-02-14',
        '2026-02-21',
        '2026-02-28',
        '2026-03-07',
      ],
      900,
    ],
    ['every fortnight', ['2026-01-10', '2026-01-24', '2026-02-07', '2026-02-21', '2026-03-07'], 500],
    ['every 20 days', ['2026-01-10', '2026-01-30', '2026-02-19', '2026-03-11'], 0],
    ['every 35 days', ['2026-01-10', '2026-02-14', '2026-03-21'], 300],
    ['every 36 days', ['2026-01-10', '2026-02-15', '2026-03-23'], 0],
  ])('if it repeats regularly: %s', (_words, days, sum) => {
    expect(recurring(`${debits('NIP CR/ADA OKONKWO/GTB', days)}\n-1 2026-03-30 POS PRCH 1 PEARLWAY STORES`)).toBe(sum);
  });

  test('in three months, or in two of a statement of two', () => {
    expect(recurring(debits('NIP CR/ADA OKONKWO/GTB', monthly.slice(0, 2)))).toBe(200);
    expect(
      recurring(`${debits('NIP CR/ADA OKONKWO/GTB', monthly.slice(0, 2))}\n-1 2026-03-30 POS PRCH 1 PEARLWAY STORES`),
    ).toBe(0);
  });

  test('if all its amounts are within 10 % of their median', () => {
    const amounts = (last: number) =>
      `-100 2026-01-10 NIP CR/ADA OKONKWO/GTB\n-90 2026-02-10 NIP CR/ADA OKONKWO/GTB\n-${last} 2026-03-10 NIP CR/ADA OKONKWO/GTB`;
    expect(recurring(amounts(110))).toBe(300);
    expect(recurring(amounts(111))).toBe(0);
  });

  test.each([
    'MTN AIRTIME TOPUP 0803',
    'ATM WITHDRAWAL PEARLWAY STORES',
    'SMS ALERT CHARGES KEFFI',
    'Auto-save to OWealth Balance',
    'REVERSAL KEFFI GRAINS',
    'SELF TRANSFER 1122',
    'PIGGYVEST AUTOSAVE',
    'BET9JA WALLET FUNDING',
    'POS PRCH 1 PEARLWAY',
    'NIP CR/MAMA NKEM FOODSTUFF/GTB',
  ])('but never if it is %s', (narration) => expect(recurring(debits(narration, monthly))).toBe(0));

  test('weekly only at equal amounts: what differs is the market', () => {
    const days = ['01-03', '01-10', '01-17', '01-24', '01-31', '02-07', '02-14', '02-21', '02-28', '03-07'];
    const paid = (second: number) =>
      days.map((day, at) => `-${at % 2 ? second : 100} 2026-${day} NIP CR/ADA OKONKWO/GTB`).join('\n');
    expect(recurring(paid(104))).toBe(1020);
    expect(recurring(paid(112))).toBe(0);
  });

  test('but not if it goes to an own account, or to a relative', () => {
    const sum = (payee: string) =>
      computeInsight(entries(debits(`NIP CR/${payee}/GTB`, monthly)), { accountName: 'Tunde Adeola Bayo' })
        .recurrent_debt_sum;
    expect([sum('BAYO TUNDE'), sum('BAYO KEMI'), sum('OKONKWO ADA')]).toEqual([0, 0, 300]);
  });

  test('if it is an instalment of school fees, or a premium paid twice', () => {
    expect(recurring('-100 2026-01-10 NIP CR/CREST COLLEGE/SCH FEES INSTALMENT 1')).toBe(100);
    expect(recurring('-100 2026-01-10 LEADWELL ASSURANCE PREMIUM\n-100 2026-04-10 LEADWELL ASSURANCE PREMIUM')).toBe(
      200,
    );
    expect(recurring('-100 2026-01-10 LEADWELL ASSURANCE PREMIUM\n-1 2026-04-10 STAMP DUTY')).toBe(0);
  });

  test('but not if it came back', () => {
    expect(
      recurring('-100 2026-01-10 LOAN REPAYMENT FAIRMONEY 1122\n+100 2026-01-11 REVERSAL LOAN REPAYMENT 1122'),
    ).toBe(0);
  });

  test('and says why', () => {
    const { entries: explained } = explainInsight(
      entries(
        `${debits('NETFLIX.COM LOS GATOS', monthly)}\n-1 2026-03-11 HOUSE RENT\n-1 2026-03-11 LOAN REPAYMENT\n-1 2026-03-12 POS PRCH 1 PEARLWAY STORES`,
      ),
    );
    expect(explained.map((entry) => entry.recurringBecause)).toEqual([
      'pattern',
      'pattern',
      'pattern',
      'rent',
      'loan',
      undefined,
    ]);
  });
});
