import { describe, expect, test } from 'vitest';
import { computeInsight } from '../../../src/statements/insight/compute-insight.ts';
import { entries } from './sample-entries.ts';

// Three months over a new year, worked out by hand below.
const statement = entries(`
  +3000.00 =4000.00 2025-11-28 SALARY PAYMENT NOV 2025 KEFFI GRAINS PLC
  -600.00 =3400.00 2025-11-29 LOAN REPAYMENT FAIRMONEY 112233
  -50.00 =3350.00 2025-11-29 STAMP DUTY
  +3000.00 =6350.00 2025-12-27 NIP/UBA/KEFFI GRAINS PLC/DEC SALARY
  -600.00 =5750.00 2025-12-29 LOAN REPAYMENT FAIRMONEY 445566
  -100.50 =5649.50 2025-12-30 DSTV SUBSCRIPTION MULTICHOICE 7012345678
  +2000.00 =7649.50 2025-12-30 LOAN DISBURSEMENT CARBON MFB 998877
  +3000.00 =10649.50 2026-01-28 REMITA/KEFFI GRAINS PLC/SAL JAN 2026
  -11000.00 =-350.50 2026-01-30 NIP CR/ADA OKONKWO/GTB
`);
const insight = computeInsight(statement, {
  businessId: 'b-1',
  borrowerId: 'p-1',
  period: { from: '2025-11-28', to: '2026-01-31' },
  openingBalance: 1000,
});

describe('the insight of a statement', () => {
  test('names the lender and the borrower', () => {
    expect(insight).toMatchObject({ success: true, businessId: 'b-1', borrowerId: 'p-1' });
  });

  test('divides the credits that are income by the active months', () => {
    expect(insight).toMatchObject({
      average_monthly_income: '3000.00',
      averageMonthlyIncome: '3000.00',
      number_of_active_months: '3',
      numberOfActiveMonths: '3',
    });
  });

  test('adds up all that came and went', () => {
    expect(insight).toMatchObject({ totalMoneyReceive: '11000.00', totalMoneySpent: '12350.50' });
    expect(insight.creditBreakdown).toMatchObject({
      monthlyCredit: { 'November 2025': 3000, 'December 2025': 5000, 'January 2026': 3000 },
      monthlyDebit: { 'November 2025': 650, 'December 2025': 700.5, 'January 2026': 11000 },
    });
  });

  test('sets recurring debits against the income of the month and of all', () => {
    expect(insight).toMatchObject({
      recurrent_expenses_debt: { 'November 2025': 600, 'December 2025': 600, 'January 2026': 0 },
      recurrent_debt_sum: 1200,
      average_monthly_recurring_debt_expenses: '400.00',
      EDTI: { 'November 2025': 20, 'December 2025': 20, 'January 2026': 0 },
      average_monthly_edti: '13.33',
      annual_edti: '13.33',
    });
    expect(insight.DTI_reason).toBe(
      'Low: recurring debts and expenses of ₦400.00 a month take 13.33 % of an average monthly income of ₦3,000.00, inside the one-third limit of the CBN.',
    );
  });

  test('recommends three times what a third of the income leaves, rounded down to a hundred naira', () => {
    expect(insight.eligibleAmount).toBe('1800.00');
    expect(computeInsight(statement, { tenureMonths: 6, capRatio: 0.5 }).eligibleAmount).toBe('6600.00');
    expect(computeInsight(statement, { capRatio: 0.13 }).eligibleAmount).toBe('0.00');
    expect(
      computeInsight(entries('+1000 2026-01-01 NIP/GTB/ADA OKONKWO/pay\n+1000.99 2026-02-01 NIP/GTB/OLA ADE/pay'))
        .eligibleAmount,
    ).toBe('1000.00');
  });

  test('reaches a round recommendation that is one', () => {
    // 0.35 × 28,000 / 2 × 3 is 14,700 exactly, though not in floating point.
    const two = entries('+14000 2026-01-01 NIP/GTB/ADA OKONKWO/pay\n+14000 2026-02-11 NIP/GTB/OLA ADE/pay');
    expect(computeInsight(two, { capRatio: 0.35 }).eligibleAmount).toBe('14700.00');
  });

  test('shows the balance at the end of each month', () => {
    expect(insight).toMatchObject({
      balance: { 'November 2025': 3350, 'December 2025': 7649.5, 'January 2026': -350.5 },
      average_monthly_balance: '3549.67',
    });
  });

  test('counts spending by category and month, and leaves charges and strangers to these out', () => {
    expect(insight.spendingAnalysis).toEqual({
      ...Object.fromEntries(
        'airtime atm education electricity gambling investment party rent tax titheOffering transport'
          .split(' ')
          .map((name) => [name, [0]]),
      ),
      loans: [1200],
      transfers: [11000],
      tv: [100.5],
    });
    expect(insight).toMatchObject({
      loans: { 'November 2025': 600, 'December 2025': 600 },
      tv: { 'December 2025': 100.5 },
      airtime: {},
      rent: {},
    });
  });

  test('lists the salaries in order of time', () => {
    expect(insight.salary).toEqual({
      narration: [
        'SALARY PAYMENT NOV 2025 KEFFI GRAINS PLC',
        'NIP/UBA/KEFFI GRAINS PLC/DEC SALARY',
        'REMITA/KEFFI GRAINS PLC/SAL JAN 2026',
      ],
      amount: [3000, 3000, 3000],
    });
  });

  test('sorts months into the halves and quarters of two years', () => {
    expect(insight.creditBreakdown).toMatchObject({
      creditSecondHalf0: { 'November 2025': 3000, 'December 2025': 5000 },
      creditFourthQuarter0: { 'November 2025': 3000, 'December 2025': 5000 },
      creditFirstHalf0: {},
      creditFirstHalf1: { 'January 2026': 3000 },
      creditFirstQuarter1: { 'January 2026': 3000 },
      debitFirstQuarter1: { 'January 2026': 11000 },
      debitSecondHalf1: {},
      debitThirdQuarter0: {},
    });
  });

  test('averages over 65 calendar days', () => {
    // 11,000 / 65 = 169.2308; 12,350.50 / 65 = 190.0077. Balances: 4,000 · 1, 3,350 · 28, 6,350 · 2, 5,750 · 1, 7,649.50 · 29, 10,649.50 · 2, −350.50 · 2.
    expect(insight.creditBreakdown).toMatchObject({
      dailyAverageDeposit: '169.23',
      dailyAverageWithdrawal: '190.01',
      weeklyAverageDeposit: '1184.62',
      weeklyAverageWithdrawal: '1330.05',
      averageDailyBal: '5518.21',
      negBalDays: '2',
      numberOfActiveMonths: '3',
      perCredTrans: '44.44',
      perDebTrans: '55.56',
    });
  });

  test('finds the largest, the smallest and the mean entry of each side', () => {
    expect(insight.creditBreakdown).toMatchObject({
      maxCredit: '3000.00',
      min_crebit: '2000.00',
      meanCredit: '2750.00',
      maxDebit: '11000.00',
      minDebit: '50.00',
      meanDebit: '2470.10',
    });
  });

  test('says on which days and weeks of the month the account is full, empty, and filled', () => {
    expect(insight.creditBreakdown).toMatchObject({
      max_bal_day_list_dict: [28],
      max_bal_week_list_dict: [4],
      min_bal_days_list_dict: [30],
      min_bal_week_list_dict: [5],
      max_depo_day_list_dict: [28],
      max_depo_week_list_dict: [4],
    });
  });

  test('counts what leaves again by the next day as passed through', () => {
    // 650 of November's salary; 100.50 of December's loan, for the salary of the 27th is two days old by the 29th; nothing of January's.
    expect(insight.creditBreakdown.aveSweepMonthlyCred).toBe('250.17');
  });

  test('knows no bureau unless it is given one', () => {
    expect(insight).toMatchObject({
      totalBorrowed: 'null',
      totalOutstanding: 'null',
      totalOverdue: 'null',
      creditInsight: 'null',
    });
    const bureau = { totalBorrowed: 5000, totalOutstanding: 1200.5, totalOverdue: 0, creditInsight: 'One open loan.' };
    expect(computeInsight(statement, { bureau })).toMatchObject({
      totalBorrowed: '5000.00',
      totalOutstanding: '1200.50',
      totalOverdue: '0.00',
      creditInsight: 'One open loan.',
    });
  });
});

describe('shares', () => {
  test('add up to a hundred where both would be rounded up', () => {
    const debits = new Array(799).fill('-1 2026-01-02 ATM WITHDRAWAL').join('\n');
    expect(computeInsight(entries(`+1 2026-01-02 A PAY\n${debits}`)).creditBreakdown).toMatchObject({
      perCredTrans: '0.13',
      perDebTrans: '99.87',
    });
  });
});

describe('the rating', () => {
  const rated = (debt: number, income = 1000) =>
    computeInsight(
      entries(`+${income} 2026-01-01 NIP/GTB/ADA OKONKWO/pay\n-${debt} 2026-01-02 LOAN REPAYMENT 1122`),
    ).DTI_reason.split(':')[0];

  test.each([
    [0, 'Low'],
    [200, 'Low'],
    [200.1, 'Acceptable'],
    [333.3, 'Acceptable'],
    [333.4, 'High'],
    [500, 'High'],
    [500.1, 'Very high'],
  ])('of ₦%d against an income of ₦1,000 is %s', (debt, band) => expect(rated(debt)).toBe(band));

  test('is refused without income, naming both amounts', () => {
    expect(computeInsight(entries('-50 2026-01-02 LOAN REPAYMENT 1122'))).toMatchObject({
      DTI_reason:
        'Cannot be rated: the statement shows no income to set against recurring debts and expenses of ₦50.00 a month (100.00 %).',
      EDTI: { 'January 2026': 100 },
      annual_edti: '100.00',
      eligibleAmount: '0.00',
    });
  });

  test('ends at 999.99 %', () => {
    expect(computeInsight(entries('+1 2026-01-01 NIP/GTB/ADA OKONKWO/pay\n-500 2026-01-02 HOUSE RENT'))).toMatchObject({
      annual_edti: '999.99',
      EDTI: { 'January 2026': 999.99 },
    });
  });
});

describe('a statement with little in it', () => {
  test('without entries gives zeros, not errors', () => {
    const empty = computeInsight([]);
    expect(empty).toMatchObject({
      average_monthly_income: '0.00',
      numberOfActiveMonths: '0',
      balance: {},
      EDTI: {},
      recurrent_debt_sum: 0,
      eligibleAmount: '0.00',
    });
    expect(empty.creditBreakdown).toMatchObject({
      perCredTrans: '0.00',
      perDebTrans: '0.00',
      max_bal_day_list_dict: [0],
      averageDailyBal: '0.00',
      creditFirstHalf0: {},
    });
  });

  test('without entries but with a period and an opening balance has that balance every day', () => {
    const { creditBreakdown } = computeInsight([], {
      period: { from: '2026-01-05', to: '2026-01-20' },
      openingBalance: -7.5,
    });
    expect(creditBreakdown).toMatchObject({
      averageDailyBal: '-7.50',
      negBalDays: '16',
      max_bal_day_list_dict: [5],
      min_bal_week_list_dict: [1],
    });
  });

  test('of one month recommends no loan', () => {
    expect(computeInsight(entries('+9000 2026-01-01 NIP/GTB/ADA OKONKWO/pay'))).toMatchObject({
      eligibleAmount: '0.00',
      average_monthly_income: '9000.00',
    });
  });
});
