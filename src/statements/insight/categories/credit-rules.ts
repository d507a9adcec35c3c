import { monthPattern } from '../entries/narration.ts';
import * as brands from './brands.ts';
import { type CategoryRule, rulesFor } from './category-rule.ts';

const credit = rulesFor('credit');
const month = `${monthPattern}(?![A-Z])`;
const numbered = '(?:0?[1-9]|1[0-2])[\\s/-]*20\\d\\d';
// Payers shorten and misspell these words, and banks cut them off at the end.
const salarySpelled = new RegExp(
  `\\bS+A?L+[AE]?R+[AEI]*(?:Y|IES)S?\\b|\\bSALAY\\b|\\bAL{1,2}[AO]WE{1,2}\\b|\\b(?:EMOL|REMUN|RENUM|STIPE)[A-Z]*` +
    `|\\bPA?YRO?L+\\b|\\bP/ROLL\\b|\\b(?:${month}[\\s\\d/.,'-]*|STAFF\\s+)SALA?R?A?\\s*(?:$|[/|])|\\bSALAR\\s+${month}`,
);
// PAY OUT and PAY FOR curtains, but not PAY FOR MAY.
const notPay = `\\s*(?:OUT|IN|BACK)\\b|\\s+FOR\\s+(?!${month}|THE\\b|W(?:EE)?KS?\\b)`;
// SAL alone may begin a name. With a month (SAL MAR 2024, APR 24/SAL, SAL 06/2024) it means salary.
const salaryOfMonth = new RegExp(
  `\\bSAL\\b[\\s/.:-]*(?:FOR\\s+|OF\\s+)?(?:${month}|${numbered}|ARREARS?|BAL|PYMT|PAYMENT)` +
    `|\\b${month}[\\s/.,'-]*(?:(?:20)?\\d\\d)?[\\s/-]*SAL\\b` +
    `|\\b(?:STAFF|BASIC|NET|DAILY|WEEKLY|WKLY|MONTHLY|CASUAL)\\s+(?:SAL|PAY)\\b(?!\\s*(?:OUT|IN|BACK)\\b)` +
    `|\\b(?:FINAL|BACK|HALF)\\s+SAL\\b|[/|]\\s*SAL\\s*$|\\bSTAFF\\s+${month}`,
);
// PAY alone may be any payment: goods, rent and jobs come before it. Beside a month or a week it is that of a worker,
// unless a thing is paid for: UNIFORM PAY MAY.
const worker =
  '(?:[A-Z]+(?:ER|IST|TOR|MAN|EE|ANT)|STAFF|COOK|CLERK|GUARD|SECURITY|NURSE|NANNY|MAID|LOCUM|INTERN|CASUAL|' +
  'PART TIME|FULL TIME)';
const employer =
  '(?:LTD|LIMITED|PLC|NIG|GOVT|STATE|BOARD|COUNCIL|COMMISSION|MINISTRY|SUBEB|SCHOOLS?|HOSPITAL|CLINIC|HOTEL)';
const ofWeek = 'W(?:EE)?KS?\\b';
const payOfMonth = new RegExp(
  `(?:^|[^A-Z\\s]|\\b${month}|\\b${ofWeek}|\\b(?:${worker}|${employer}|FINAL|BACK|HALF|FULL|CONSOLIDATED|BEING))\\s*` +
    `\\bPAY(?:\\s*SLIP)?[\\s/.:-]*(?:FOR\\s+|OF\\s+|THE\\s+|MONTH\\s+)*(?:${month}|${numbered}|${ofWeek})` +
    `|\\b(?:${month}[\\s/.,'-]*(?:(?:20)?\\d\\d)?|${ofWeek}\\s*\\d*|MONTH)[\\s/-]*` +
    `(?:${worker}\\s+)?PAY(?:SLIP)?\\b(?!${notPay})`,
);

const gamblingWords = `
  LOTTO, CASINO, BETTING, GAMBLING, GAMING, BET, WINNING, WINNINGS, JACKPOT, RAFFLE,
  LUCKY DRAW, POOL WIN
`;

// What apps save in, and how it ends: `Pocket payout`, `Smart Goals break`, `withdrawal from my vault`.
const pot =
  '(?:POCKET|GOAL|VAULT|TARGET|PIGGY|KOLO|STASH|PLAN|JAR|[A-Z]*SAVE|SAVING|LOCK(?:ED)?|FIXED|BAMBOO|RISE|SHARE)S?';
const potEmptied = new RegExp(
  `\\b${pot}(?:[ :"'+-]+[A-Z]+)?[ :"'+-]+(?:PAY\\s?OUT|PAID OUT|WITHDR[A-Z]+|MATUR[A-Z]+|` +
    `COMPLETED?|BR[EO]AK[A-Z]*|BROKEN|RELEASED?|UNLOCKED|ENDED|LIQUIDAT[A-Z]+|REDE[A-Z]+|SOLD|FLEX)\\b` +
    `|\\b(?:WITHDR[A-Z]+|PAYOUT|MOVED|SALE) (?:FROM|OF)(?: [A-Z]+)? ${pot}\\b`,
);

/** The rules of credits: the bank's own lines first, then pay, then the clearest names. */
export const creditRules: readonly CategoryRule[] = [
  credit('reversal', { by: 'bank' })`
    REVERSAL, REVERSALS, REVERSED, RVSL, RSVL, RVRSL, REVSL, REVSAL, RVS, REVS, RVL, RVRS, AUTOREVERSAL, AUTO REV,
    REVERSE, RTN, CHARGEBACK, RETURNED, RTND, FAILED, UNSUCCESSFUL, DECLINED, UNAPPLIED, BOUNCED
  `,
  credit('reversal', { by: 'bank', pattern: /(?:^|[/|])\s*REV\s*[-:/_]/ })`REV`,
  credit('reversal', { by: 'bank', with: 'ATM, POS, CASH, ERROR, NOT' })`DISPENSE, DISPENSED, DISPENSING`,
  credit('balance_forward', { by: 'bank' })`
    BALANCE BF, BALANCE BROUGHT FORWARD, BAL BF, BAL B F, BROUGHT FORWARD, OPENING BALANCE, BALANCE FORWARD, BEGINNING
    BALANCE, BALANCE CF, BALANCE CARRIED FORWARD
  `,
  credit('interest', { by: 'bank' })`
    OWEALTH INTEREST, CASHBOX INTEREST, SAVINGS INTEREST, CREDIT INTEREST, INTEREST PAID, INTEREST RUN, INTEREST
    CAPITALISED, INTEREST CAPITALIZED, INTEREST EARNED, INT PAID, INT CREDIT
  `,
  // Before savings: the interest is income, the deposit is not.
  credit('interest', {
    unless: `
      PRINCIPAL, LIQUIDATION, LIQUIDATED, MATURITY, MATURED, REDEMPTION, ROLLOVER, LOAN, PAYOUT, WITHDRAWAL, PLUS, WITH
    `,
  })`
    DIVIDEND, DIVIDENDS, DIV, REGISTRARS, COUPON, COUPONS, INTEREST, INT ON
  `,
  credit('interest', { with: 'SUKUK', unless: 'PRINCIPAL, MATURITY, MATURED, REDEMPTION' })`RENTAL, RENTALS, PROFIT`,
  credit('sweep', { by: 'bank', unless: 'SALARY, WAGES' })`
    OWEALTH, SPEND AND SAVE, SPEND SAVE, AUTO SAVE, AUTOSAVE, CASHBOX, SWEEP, SAVE ROUNDUP
  `,
  credit('investment', { by: 'bank', pattern: potEmptied })``,
  credit('refund')`
    REFUND, REFUNDS, REFUNDED, RFND, RFD, MONEY BACK, MONEYBACK, CASHBACK, RETURN OF FUNDS, RETURN
    OF MONEY, PETTY CASH, TRAVEL ADVANCE, DTA, DUTY TOUR ALLOWANCE, PER DIEM, ESTACODE, IMPREST, LOAN REPAYMENT, LOAN
    REPMT, REPAYMENT OF LOAN, OUT OF POCKET, DEBT REPAYMENT, OVERPAYMENT, WRONG TRANSFER
  `,
  credit('refund', { by: 'remark' })`CLAIM, CLAIMS, REVERSAL, REVERSED`,
  credit('refund', { pattern: /\bREI?MB[A-Z]*|\bPA(?:Y|YING|ID) ?(?:YOU |U )?BACK\b/ })``,
  credit('loan_in', {
    by: 'remark',
    unless: 'LOAN REPAYMENT, LOAN REPMT, LOAN REFUND, LOAN OFFICER, LESS, MINUS, DEDUCTION, DEDUCTED',
  })`
    LOAN, LOANS, SALARY ADVANCE, OVERDRAFT, LOAN DISBURSEMENT, CREDIT FACILITY, LOAN BOOKING, PAYDAY LOAN, BORROW,
    BORROWED, QUICKLOAN, FASTCASH, INSTALOAN, LEND, LENDING, LENT, SALARY ADV, SAL ADV, SAL ADVANCE, LN, PAYDAY
    ADVANCE, QUICKBUCKS, DRAWDOWN, DRAW DOWN
  `,
  credit('loan_in', { by: 'party', with: 'LTD, LIMITED, PLC, MFB, MICROFINANCE, FINANCE, COMPANY, NIG, APP' })`
    ${brands.lendingWords}
  `,
  credit('bonus', { unless: `BONUS ISSUE, ${brands.bettingFirms}` })`
    13TH MONTH, THIRTEENTH MONTH, 13TH SALARY, SALARY BONUS, LEAVE ALLOWANCE, LEAVE GRANT, GRATUITY, SEVERANCE,
    CHRISTMAS ALLOWANCE, XMAS ALLOWANCE
  `,
  credit('bonus', { unless: `SALARY, SALARIES, WAGES, BONUS ISSUE, ${brands.bettingFirms}` })`BONUS`,
  credit('bonus', {
    by: 'remark',
    unless: 'SALARY, WAGES, STATE, FEDERAL, NATIONAL, PUBLIC, SERVICE, ELECTORAL, HIGH',
  })`
    COMMISSION, COMMISSIONS, INCENTIVE, OVERTIME
  `,
  credit('pension')`PENCOM, PTAD, PROGRAMMED WITHDRAWAL, RSA WITHDRAWAL, RETIREE, RETIREES`,
  credit('pension', { by: 'party', with: 'LTD, LIMITED, BOARD, BUREAU, COMMISSION, STATE' })`PENSION, PENSIONS`,
  credit('pension', { by: 'remark', unless: 'PENSION CONTRIBUTION' })`PENSION, PENSIONS, ANNUITY`,
  credit('salary', { unless: 'SALARY RETURN, SALARY REFUND' })`
    SALARY, SALARIES, PAYROLL, WAGE, WAGES, IPPIS, GIFMIS, STIPEND, NYSC ALLOWANCE, ALAWEE, EMOLUMENT, REMUNERATION,
    TAKE HOME PAY, STAFF PAYMENT, STAFF PAYMT, STAFF PYMT, STAFF PMT, PAY RUN, PAYRUN, NETPAY, NET PAYSLIP, PAYSLIP NET,
    CONPSS, CONHESS, CONMESS, CONUASS, CONTISS, CONJUSS, CONPASS
  `,
  credit('salary', { by: 'party', unless: 'REFUND' })`${brands.payrollFirms}`,
  credit('salary', { pattern: salarySpelled })``,
  credit('salary', { pattern: salaryOfMonth })``,
  credit('gambling', { unless: 'BET AWARDS' })`
    ${brands.bettingFirms}, SPORTS BET, SPORT BET, LOTTERY, LOTTERIES, SPORTSBOOK
  `,
  credit('gambling', { by: 'remark', unless: 'BET AWARDS' })`${gamblingWords}`,
  credit('gambling', {
    by: 'party',
    with: 'LTD, LIMITED, NIG, NIGERIA, NETWORKS, COMPANY, COM',
  })`
    ${gamblingWords}, GAMES, POOLS, ODDS, STAKE, STAKES, SPIN, SPINS, WIN, WINS, SLOTS, POKER
  `,
  credit('gambling', {
    pattern: /\b(?!BET[AHST]|BETWEEN|ALPHA|SHER|TIB)(?:BET[A-Z]{3,}|[A-Z]{3,}BET|[A-Z]*LOTTO[A-Z]*)\b/,
    with: 'PAYOUT, WITHDRAWAL, WITHDRAW, WINNING, WINNINGS, CASHOUT, STAKE, PRIZE, LTD, LIMITED, NIG, NIGERIA',
  })``,
  credit('gambling', { pattern: /\b(?:[A-Z]*BET[A-Z]*\d[A-Z\d]*|\d+[A-Z]*BET)\b/ })``,
  credit('investment', {
    unless: 'SUPPLY, SUPPLIES, INVOICE, HONORARIUM, COLLEGE, SCHOOL, HOSPITAL, UNIVERSITY, HOTEL',
  })`
    ${brands.savingsFirms}, ${brands.savingsWords}, SAVINGS WITHDRAWAL, SAVINGS PAYOUT, WITHDRAWAL FROM SAVINGS, MY
    SAVINGS, CONTRIBUTION PAYOUT, CONTRIBUTION COLLECTION, CONTRIBUTION COLLECTED, DAILY CONTRIBUTION, MY CONTRIBUTION,
    PLAN WITHDRAWAL, GOAL PAYOUT, GOAL WITHDRAWAL, POCKET WITHDRAWAL, SAFEBOX, SMARTEARN, FAIRLOCK, FAIRSAVE, FD
    TERMINATION, FD PRINCIPAL, BREAK FIXED, INVESTMENT WITHDRAWAL, INVESTMENT PAYOUT, SALE OF SHARES, SHARES SOLD
  `,
  credit('investment', { by: 'remark', unless: 'SUPPLY, SUPPLIES, INVOICE, HONORARIUM' })`
    MATURITY, MATURED, LIQUIDATION, LIQUIDATED, LIQUIDATE, PRELIQUIDATION, REDEMPTION
  `,
  // Thrift is also second-hand clothing.
  credit('investment', { with: 'SOCIETY, SAVINGS, COLLECTOR, COLLECTION, GROUP, PACKING, SHARE, TURN, DAILY' })`THRIFT`,
  credit('investment', { with: 'FD, TD, DEPOSIT, PLACEMENT, INVESTMENT, BOND' })`PRINCIPAL`,
  credit('investment', { alone: true })`BAMBOO, RISE, VAULT, POCKET, POCKETAPP, POCKET APP, PIGGY, KOLO`,
  credit('loan_in', { by: 'party' })`${brands.lenders}, MONEYLENDER, MONEYLENDERS, MONEY LENDER, MONEY LENDERS`,
  credit('loan_in', { alone: true, unless: 'INTEREST' })`${brands.lendersAlone}`,
  credit('loan_in', {
    with: `${brands.lenders}, ${brands.lendersAlone}, KUDA, LENDING, FINANCE, CREDIT, CAPITAL, MFB, MICROFINANCE`,
  })`DISBURSEMENT, DISBURSAL, DISBURSED, DISB, TRANCHE`,
  credit('other_income', { by: 'remark', unless: `SALARY, WAGES, ${brands.bettingFirms}, ${brands.savingsFirms}` })`
    INVOICE, INVOICES, INV, SUPPLY, SUPPLIES, GOODS, ORDER, ORDERS, SALES, SETTLEMENT, CONTRACT, RENT, RENTAL, TENANCY,
    DELIVERY, DELIVERIES, MATERIALS, CONSULTANCY, HONORARIUM, CAPITATION, ROYALTY, ROYALTIES, EARNINGS, TRIPS, PO, LPO,
    BAGS, CARTONS, STOCK, PURCHASE, PRODUCE
  `,
  credit('other_income', { by: 'channel' })`PAYOUT, PAYOUTS, PROCEEDS`,
  credit('other_income')`
    UBER, BOLT OPERATIONS, BOLT EU, BOLT NIGERIA, BOLT, INDRIVE, LAGRIDE, GLOVO, CHOWDECK, JUMIA, KONGA, GOKADA, KWIK
    DELIVERY, HEYFOOD, FOODCOURT, JIJI, AIRBNB, UPWORK, FIVERR, PAYONEER, FREELANCER, TOPTAL, GEEGPAY, POS SETTLEMENT,
    MERCHANT SETTLEMENT, CARD SETTLEMENT, ${brands.remitters}, FLUTTERWAVE, MONNIFY, SELAR, YOUTUBE, ADSENSE, FACEBOOK,
    META
  `,
  credit('other_income', { by: 'party' })`RIDES, CABS, EATS, MARKETPLACE, ROYALTY, ROYALTIES`,
  credit('other_income', { alone: true })`PAYSTACK, INTERSWITCH, SQUADCO, KORAPAY`,
  credit('salary', { pattern: payOfMonth })``,
  credit('cash_deposit', { by: 'remark', unless: 'CHEQUE, CHQ' })`
    CASH IN, CDM DEPOSIT, ATM DEPOSIT, AGENT DEP, AGENT DEPOSIT, AGENCY DEPOSIT, POS DEPOSIT, DEPOSIT BY, DEPOSITED BY,
    DEP BY, LODGED BY, LODGEMENT BY, CASH CREDIT, CASH CR, COUNTER DEPOSIT
  `,
  credit('cash_deposit', { unless: 'CHEQUE, CHQ', pattern: /\bCA?SH[ -]?(?:LODG|DEP|PAID|PAY)[A-Z]*/ })``,
  credit('own_transfer', { unless: 'SELF SERVICE, SELF EMPLOYED' })`${brands.ownAccountWords}`,
  credit('interest')`INTEREST, INT CAPITALISED, INT PD, DIVIDEND`,
];
