import { type CategoryRule, rulesFor } from './category-rule.ts';
import { debitRules } from './debit-rules.ts';

const credit = rulesFor('credit');
const month = '(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEPT?|OCT|NOV|DEC)[A-Z]*';
// SAL alone may be the beginning of a name; with a month (SAL MAR 2024, APR 24/SAL, SAL 06/2024) it is pay.
const salaryOfMonth = new RegExp(
  `\\bSAL\\b[\\s/.:-]*(?:FOR\\s+|OF\\s+)?(?:${month}|(?:0?[1-9]|1[0-2])[\\s/-]*20\\d\\d)\\b` +
    `|\\b${month}[\\s/.,'-]*(?:(?:20)?\\d\\d)?[\\s/-]*SAL\\b`,
);

/** What money comes in as, by the words of the narration, in order. */
const creditRules: readonly CategoryRule[] = [
  credit('reversal', { by: 'bank' })`
    REVERSAL, REVERSALS, REVERSED, RVSL, RSVL, RVRSL, REVSL, REVSAL, AUTOREVERSAL, CHARGEBACK, RETURNED, RTND, FAILED,
    UNSUCCESSFUL, DECLINED, UNAPPLIED, BOUNCED
  `,
  credit('reversal', { by: 'bank', pattern: /^\s*REV\s*[-:/_]/ })`REV`,
  credit('balance_forward', { by: 'bank' })`
    BALANCE BF, BALANCE BROUGHT FORWARD, BAL BF, BAL B F, BROUGHT FORWARD, OPENING BALANCE, BALANCE FORWARD, BEGINNING
    BALANCE, BALANCE CF, BALANCE CARRIED FORWARD
  `,
  credit('interest', { by: 'bank' })`
    OWEALTH INTEREST, CASHBOX INTEREST, SAVINGS INTEREST, CREDIT INTEREST, INTEREST PAID, INTEREST RUN, INTEREST
    CAPITALISED, INTEREST CAPITALIZED, INTEREST EARNED, INT PAID, INT CREDIT
  `,
  credit('sweep', { by: 'bank', unless: 'SALARY, WAGES' })`
    OWEALTH, SPEND AND SAVE, SPEND SAVE, AUTO SAVE, AUTOSAVE, CASHBOX, SWEEP, SAVE ROUNDUP
  `,
  credit('refund')`
    REFUND, REFUNDS, REFUNDED, RFND, RFD, MONEY BACK, MONEYBACK, CASHBACK, REVERSAL, REVERSED, RETURN OF FUNDS, RETURN
    OF MONEY
  `,
  credit('loan_in', { unless: 'LOAN REPAYMENT, LOAN REPMT, LOAN RECOVERY, LOAN OFFICER' })`
    LOAN, LOANS, SALARY ADVANCE, OVERDRAFT, LOAN DISBURSEMENT, CREDIT FACILITY, LOAN BOOKING, PAYDAY LOAN
  `,
  credit('loan_in', { alone: true })`
    FAIRMONEY, FAIR MONEY, RENMONEY, PALMCREDIT, PALM CREDIT, QUICKCHECK, QUICKCREDIT, OKASH, EASEMONI, AELLA, AELLA
    CREDIT, CARBON, PAYLATER, MIGO, KWIKMONEY, LIDYA, NEWCREDIT, XCROSSCASH, LCREDIT, CREDIT DIRECT, PAGE FINANCIALS,
    BRANCH INTERNATIONAL, SPECTA, FLEXICREDIT, LENDIGO
  `,
  credit('loan_in', {
    with: `
      FAIRMONEY, RENMONEY, PALMCREDIT, QUICKCHECK, OKASH, EASEMONI, AELLA, CARBON, MIGO, BRANCH, PAGE, KUDA, LENDING,
      FINANCE, CREDIT, MFB, MICROFINANCE
    `,
    unless: 'SALARY, SALARIES, WAGES, PENSION',
  })`DISBURSEMENT, DISBURSAL, DISBURSED, DISB`,
  credit('bonus', { unless: 'BONUS ISSUE' })`
    BONUS, 13TH MONTH, THIRTEENTH MONTH, 13TH SALARY, LEAVE ALLOWANCE, LEAVE GRANT, GRATUITY, SEVERANCE, CHRISTMAS
    ALLOWANCE, XMAS ALLOWANCE, INCENTIVE, COMMISSION, OVERTIME
  `,
  credit('pension', { unless: 'PENSION CONTRIBUTION' })`PENSION, PENSIONS, PENCOM, PTAD, ANNUITY`,
  credit('salary', { unless: 'SALARY RETURN' })`
    SALARY, SALARIES, PAYROLL, WAGE, WAGES, IPPIS, GIFMIS, STIPEND, STIPENDS, NYSC ALLOWANCE, ALAWEE, NET PAY
  `,
  credit('salary', { pattern: salaryOfMonth })`SAL`,
  credit('interest')`INTEREST, INT CAPITALISED, INT PD, DIVIDEND`,
];

/**
 * The table by which entries are sorted into categories; the first rule that fits decides. Ours: the specification
 * names the categories only. To extend it, put rules of your own before these: `computeInsight(entries, { rules:
 * [...mine, ...categoryRules] })`.
 */
export const categoryRules: readonly CategoryRule[] = [...debitRules, ...creditRules];
