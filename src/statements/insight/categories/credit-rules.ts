import { type CategoryRule, phrases } from './category-rule.ts';

const month = '(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEPT?|OCT|NOV|DEC)[A-Z]*';
// SAL alone may be the beginning of a name; with a month (SAL MAR 2024, APR 24/SAL, SAL 06/2024) it is pay.
const salaryOfMonth = new RegExp(
  `\\bSAL\\b[\\s/.:-]*(?:FOR\\s+|OF\\s+)?(?:${month}|(?:0?[1-9]|1[0-2])[\\s/-]*20\\d\\d)\\b|\\b${month}[\\s/.,'-]*(?:(?:20)?\\d\\d)?[\\s/-]*SAL\\b`,
);

/** What money comes in as, by the words of the narration, in order. */
export const creditRules: readonly CategoryRule[] = [
  {
    category: 'reversal',
    side: 'credit',
    by: 'bank',
    words: phrases(`
      REVERSAL, REVERSALS, REVERSED, RVSL, RSVL, RVRSL, REVSL, REVSAL, AUTOREVERSAL, CHARGEBACK, RETURNED, RTND, FAILED, UNSUCCESSFUL, DECLINED, UNAPPLIED,
      BOUNCED
    `),
  },
  { category: 'reversal', side: 'credit', by: 'bank', words: ['REV'], pattern: /^\s*REV\s*[-:/_]/ },
  {
    category: 'balance_forward',
    side: 'credit',
    by: 'bank',
    words: phrases(`
      BALANCE BF, BALANCE BROUGHT FORWARD, BAL BF, BAL B F, BROUGHT FORWARD, OPENING BALANCE, BALANCE FORWARD, BEGINNING BALANCE, BALANCE CF, BALANCE
      CARRIED FORWARD
    `),
  },
  {
    category: 'interest',
    side: 'credit',
    by: 'bank',
    words: phrases(`
      OWEALTH INTEREST, CASHBOX INTEREST, SAVINGS INTEREST, CREDIT INTEREST, INTEREST PAID, INTEREST RUN, INTEREST CAPITALISED, INTEREST CAPITALIZED,
      INTEREST EARNED, INT PAID, INT CREDIT
    `),
  },
  {
    category: 'sweep',
    side: 'credit',
    by: 'bank',
    words: phrases(`OWEALTH, SPEND AND SAVE, SPEND SAVE, AUTO SAVE, AUTOSAVE, CASHBOX, SWEEP, SAVE ROUNDUP`),
    unless: phrases(`SALARY, WAGES`),
  },
  {
    category: 'refund',
    side: 'credit',
    words: phrases(`
      REFUND, REFUNDS, REFUNDED, RFND, RFD, MONEY BACK, MONEYBACK, CASHBACK, REVERSAL, REVERSED, RETURN OF FUNDS, RETURN OF MONEY
    `),
  },
  {
    category: 'loan_in',
    side: 'credit',
    words: phrases(`
      LOAN, LOANS, SALARY ADVANCE, OVERDRAFT, LOAN DISBURSEMENT, CREDIT FACILITY, LOAN BOOKING, PAYDAY LOAN
    `),
    unless: phrases(`LOAN REPAYMENT, LOAN REPMT, LOAN RECOVERY, LOAN OFFICER`),
  },
  {
    category: 'loan_in',
    side: 'credit',
    words: phrases(`
      FAIRMONEY, FAIR MONEY, RENMONEY, PALMCREDIT, PALM CREDIT, QUICKCHECK, QUICKCREDIT, OKASH, EASEMONI, AELLA, AELLA CREDIT, CARBON, PAYLATER, MIGO,
      KWIKMONEY, LIDYA, NEWCREDIT, XCROSSCASH, LCREDIT, CREDIT DIRECT, PAGE FINANCIALS, BRANCH INTERNATIONAL, SPECTA, FLEXICREDIT, LENDIGO
    `),
    alone: true,
  },
  {
    category: 'loan_in',
    side: 'credit',
    words: phrases(`DISBURSEMENT, DISBURSAL, DISBURSED, DISB`),
    with: phrases(`
      FAIRMONEY, RENMONEY, PALMCREDIT, QUICKCHECK, OKASH, EASEMONI, AELLA, CARBON, MIGO, BRANCH, PAGE, KUDA, LENDING, FINANCE, CREDIT, MFB, MICROFINANCE
    `),
    unless: phrases(`SALARY, SALARIES, WAGES, PENSION`),
  },
  {
    category: 'bonus',
    side: 'credit',
    words: phrases(`
      BONUS, 13TH MONTH, THIRTEENTH MONTH, 13TH SALARY, LEAVE ALLOWANCE, LEAVE GRANT, GRATUITY, SEVERANCE, CHRISTMAS ALLOWANCE, XMAS ALLOWANCE, INCENTIVE,
      COMMISSION, OVERTIME
    `),
    unless: phrases(`BONUS ISSUE`),
  },
  {
    category: 'pension',
    side: 'credit',
    words: phrases(`PENSION, PENSIONS, PENCOM, PTAD, ANNUITY`),
    unless: phrases(`PENSION CONTRIBUTION`),
  },
  {
    category: 'salary',
    side: 'credit',
    words: phrases(
      `SALARY, SALARIES, PAYROLL, WAGE, WAGES, IPPIS, GIFMIS, STIPEND, STIPENDS, NYSC ALLOWANCE, ALAWEE, NET PAY`,
    ),
    unless: phrases(`SALARY RETURN`),
  },
  { category: 'salary', side: 'credit', words: ['SAL'], pattern: salaryOfMonth },
  { category: 'interest', side: 'credit', words: phrases(`INTEREST, INT CAPITALISED, INT PD, DIVIDEND`) },
];
