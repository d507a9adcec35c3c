import type { PlainDate } from '../../../domain/calendar.ts';
import { koboFromAnswer, NO_MONEY, nairaFromKobo, subtractKobo, sumKobo } from '../../../domain/money.ts';
import type { ReadTransaction } from '../../../statements/statement.ts';
import type { ReadEntries } from './uploaded-statement.ts';

/** The first test BVN: an employee with a monthly salary and rent to pay, without debts. */
const SALARIED_BORROWER: TestBorrower = {
  bvn: '12345678901',
  about: 'An employee, paid once a month, who pays rent and has no debts',
  openingBalance: 184_210.35,
  period: { from: '2025-07-01', to: '2025-12-31' },
  entries: [
    ['2025-07-01', 'debit', 'NIP TRF TO IBRAHIM BELLO/RENT JULY', 40_000],
    ['2025-07-03', 'debit', 'AIRTIME/MTN/VTU', 2_000],
    ['2025-07-05', 'debit', 'POS PRCH/FRESHMART STORES LAGOS', 58_450.5],
    ['2025-07-08', 'debit', 'DSTV SUBSCRIPTION/COMPACT', 15_700],
    ['2025-07-10', 'debit', 'IKEDC PREPAID TOKEN/METER', 10_000],
    ['2025-07-12', 'debit', 'ATM WDL/ALLEN AVENUE IKEJA', 40_000],
    ['2025-07-15', 'debit', 'PIGGYVEST AUTOSAVE', 10_000],
    ['2025-07-19', 'debit', 'BOLT RIDE/LAGOS', 4_300],
    ['2025-07-25', 'credit', 'NIP/SAHEL FREIGHT LTD/SALARY JULY 2025', 285_450],
    ['2025-07-26', 'debit', 'NIP TRF TO GRACE CHAPEL/TITHE JULY', 14_500],
    ['2025-07-31', 'debit', 'SMS ALERT CHARGE JULY', 132],
    ['2025-08-01', 'debit', 'NIP TRF TO IBRAHIM BELLO/RENT AUGUST', 40_000],
    ['2025-08-03', 'debit', 'AIRTIME/MTN/VTU', 1_500],
    ['2025-08-05', 'debit', 'POS PRCH/FRESHMART STORES LAGOS', 62_310],
    ['2025-08-08', 'debit', 'DSTV SUBSCRIPTION/COMPACT', 15_700],
    ['2025-08-10', 'debit', 'IKEDC PREPAID TOKEN/METER', 10_000],
    ['2025-08-12', 'debit', 'ATM WDL/ALLEN AVENUE IKEJA', 40_000],
    ['2025-08-15', 'debit', 'PIGGYVEST AUTOSAVE', 25_000],
    ['2025-08-19', 'debit', 'BOLT RIDE/LAGOS', 3_850],
    ['2025-08-25', 'credit', 'NIP/SAHEL FREIGHT LTD/SALARY AUGUST 2025', 285_450],
    ['2025-08-26', 'debit', 'NIP TRF TO GRACE CHAPEL/TITHE AUGUST', 14_500],
    ['2025-08-28', 'credit', 'NIP/CHIDI NWOSU/THANK YOU', 15_000],
    ['2025-08-31', 'debit', 'SMS ALERT CHARGE AUGUST', 148],
    ['2025-09-01', 'debit', 'NIP TRF TO IBRAHIM BELLO/RENT SEPTEMBER', 40_000],
    ['2025-09-03', 'debit', 'AIRTIME/MTN/VTU', 2_000],
    ['2025-09-05', 'debit', 'POS PRCH/FRESHMART STORES LAGOS', 56_980.75],
    ['2025-09-08', 'debit', 'DSTV SUBSCRIPTION/COMPACT', 15_700],
    ['2025-09-10', 'debit', 'IKEDC PREPAID TOKEN/METER', 12_000],
    ['2025-09-12', 'debit', 'ATM WDL/ALLEN AVENUE IKEJA', 35_000],
    ['2025-09-15', 'debit', 'PIGGYVEST AUTOSAVE', 15_000],
    ['2025-09-19', 'debit', 'BOLT RIDE/LAGOS', 5_100],
    ['2025-09-25', 'credit', 'NIP/SAHEL FREIGHT LTD/SALARY SEPTEMBER 2025', 285_450],
    ['2025-09-26', 'debit', 'NIP TRF TO GRACE CHAPEL/TITHE SEPTEMBER', 14_500],
    ['2025-09-30', 'debit', 'SMS ALERT CHARGE SEPTEMBER', 132],
    ['2025-10-01', 'debit', 'NIP TRF TO IBRAHIM BELLO/RENT OCTOBER', 40_000],
    ['2025-10-03', 'debit', 'AIRTIME/MTN/VTU', 3_000],
    ['2025-10-05', 'debit', 'POS PRCH/FRESHMART STORES LAGOS', 64_105],
    ['2025-10-08', 'debit', 'DSTV SUBSCRIPTION/COMPACT', 15_700],
    ['2025-10-10', 'debit', 'IKEDC PREPAID TOKEN/METER', 10_000],
    ['2025-10-12', 'debit', 'ATM WDL/ALLEN AVENUE IKEJA', 40_000],
    ['2025-10-15', 'debit', 'PIGGYVEST AUTOSAVE', 40_000],
    ['2025-10-19', 'debit', 'BOLT RIDE/LAGOS', 4_600],
    ['2025-10-24', 'credit', 'NIP/SAHEL FREIGHT LTD/SALARY OCTOBER 2025', 285_450],
    ['2025-10-26', 'debit', 'NIP TRF TO GRACE CHAPEL/TITHE OCTOBER', 14_500],
    ['2025-10-31', 'debit', 'SMS ALERT CHARGE OCTOBER', 148],
    ['2025-11-01', 'debit', 'NIP TRF TO IBRAHIM BELLO/RENT NOVEMBER', 40_000],
    ['2025-11-03', 'debit', 'AIRTIME/MTN/VTU', 2_000],
    ['2025-11-05', 'debit', 'POS PRCH/FRESHMART STORES LAGOS', 59_870.25],
    ['2025-11-08', 'debit', 'DSTV SUBSCRIPTION/COMPACT', 15_700],
    ['2025-11-10', 'debit', 'IKEDC PREPAID TOKEN/METER', 12_000],
    ['2025-11-12', 'debit', 'ATM WDL/ALLEN AVENUE IKEJA', 40_000],
    ['2025-11-15', 'debit', 'PIGGYVEST AUTOSAVE', 20_000],
    ['2025-11-19', 'debit', 'BOLT RIDE/LAGOS', 4_950],
    ['2025-11-25', 'credit', 'NIP/SAHEL FREIGHT LTD/SALARY NOVEMBER 2025', 285_450],
    ['2025-11-26', 'debit', 'NIP TRF TO GRACE CHAPEL/TITHE NOVEMBER', 14_500],
    ['2025-11-28', 'credit', 'NIP/CHIDI NWOSU/THANK YOU', 10_000],
    ['2025-11-30', 'debit', 'SMS ALERT CHARGE NOVEMBER', 132],
    ['2025-12-01', 'debit', 'NIP TRF TO IBRAHIM BELLO/RENT DECEMBER', 40_000],
    ['2025-12-03', 'debit', 'AIRTIME/MTN/VTU', 2_500],
    ['2025-12-05', 'debit', 'POS PRCH/FRESHMART STORES LAGOS', 78_640],
    ['2025-12-08', 'debit', 'DSTV SUBSCRIPTION/COMPACT', 15_700],
    ['2025-12-10', 'debit', 'IKEDC PREPAID TOKEN/METER', 15_000],
    ['2025-12-12', 'debit', 'ATM WDL/ALLEN AVENUE IKEJA', 60_000],
    ['2025-12-15', 'debit', 'PIGGYVEST AUTOSAVE', 30_000],
    ['2025-12-19', 'debit', 'BOLT RIDE/LAGOS', 6_200],
    ['2025-12-23', 'credit', 'NIP/SAHEL FREIGHT LTD/SALARY DECEMBER 2025', 298_450],
    ['2025-12-26', 'debit', 'NIP TRF TO GRACE CHAPEL/TITHE DECEMBER', 14_500],
    ['2025-12-31', 'debit', 'SMS ALERT CHARGE DECEMBER', 148],
  ],
};

/** The second test BVN: a trader with an irregular income, two lenders to repay and a betting account. */
const TRADING_BORROWER: TestBorrower = {
  bvn: '98765432101',
  about: 'A trader with two lenders to pay back and a betting account',
  openingBalance: 11_875.6,
  period: { from: '2025-09-01', to: '2025-12-31' },
  entries: [
    ['2025-09-02', 'credit', 'NIP/BLESSING UDOH/TOMATO PASTE 20 CARTONS', 96_000],
    ['2025-09-03', 'debit', 'NIP TRF TO DANBABA WHOLESALE/STOCK', 48_500],
    ['2025-09-05', 'credit', 'CARBON LOAN DISBURSEMENT', 150_000],
    ['2025-09-06', 'debit', 'NIP TRF TO DANBABA WHOLESALE/STOCK', 112_000],
    ['2025-09-09', 'credit', 'POS SETTLEMENT/TERMINAL 20331', 88_400.5],
    ['2025-09-12', 'debit', 'SPORTYBET DEPOSIT', 10_000],
    ['2025-09-15', 'debit', 'FAIRMONEY LOAN REPAYMENT', 92_500],
    ['2025-09-17', 'credit', 'POS SETTLEMENT/TERMINAL 20331', 104_250],
    ['2025-09-20', 'debit', 'ATM WDL/ONITSHA MAIN MARKET', 40_000],
    ['2025-09-22', 'debit', 'GLO DATA/VTU', 3_500],
    ['2025-09-25', 'credit', 'NIP/EMEKA ANI/RICE 4 BAGS', 172_000],
    ['2025-09-26', 'debit', 'NIP TRF TO DANBABA WHOLESALE/STOCK', 125_000],
    ['2025-09-28', 'debit', 'CARBON LOAN REPAYMENT', 83_750],
    ['2025-09-30', 'debit', 'STAMP DUTY CHARGE', 50],
    ['2025-10-01', 'credit', 'POS SETTLEMENT/TERMINAL 20331', 76_300],
    ['2025-10-04', 'debit', 'NIP TRF TO NGOZI OBI/SHOP RENT', 30_000],
    ['2025-10-07', 'credit', 'NIP/BLESSING UDOH/TOMATO PASTE 25 CARTONS', 121_500],
    ['2025-10-08', 'debit', 'NIP TRF TO DANBABA WHOLESALE/STOCK', 78_000],
    ['2025-10-11', 'debit', 'SPORTYBET DEPOSIT', 15_000],
    ['2025-10-15', 'debit', 'FAIRMONEY LOAN REPAYMENT', 92_500],
    ['2025-10-16', 'credit', 'POS SETTLEMENT/TERMINAL 20331', 51_820.25],
    ['2025-10-18', 'debit', 'NIP TRF TO FEMI ADEYEMI/TRANSPORT ABA', 12_000],
    ['2025-10-21', 'credit', 'NIP/EMEKA ANI/RICE 3 BAGS', 129_000],
    ['2025-10-22', 'debit', 'NIP TRF TO DANBABA WHOLESALE/STOCK', 91_500],
    ['2025-10-24', 'debit', 'GLO DATA/VTU', 3_500],
    ['2025-10-28', 'debit', 'CARBON LOAN REPAYMENT', 83_750],
    ['2025-10-30', 'credit', 'REVERSAL/POS SETTLEMENT FEE', 750],
    ['2025-10-31', 'debit', 'STAMP DUTY CHARGE', 50],
    ['2025-11-03', 'credit', 'POS SETTLEMENT/TERMINAL 20331', 98_110],
    ['2025-11-04', 'debit', 'NIP TRF TO NGOZI OBI/SHOP RENT', 30_000],
    ['2025-11-06', 'debit', 'NIP TRF TO DANBABA WHOLESALE/STOCK', 72_000],
    ['2025-11-10', 'credit', 'NIP/BLESSING UDOH/TOMATO PASTE 30 CARTONS', 145_800],
    ['2025-11-13', 'debit', 'SPORTYBET DEPOSIT', 20_000],
    ['2025-11-15', 'debit', 'FAIRMONEY LOAN REPAYMENT', 92_500],
    ['2025-11-18', 'credit', 'POS SETTLEMENT/TERMINAL 20331', 57_640.75],
    ['2025-11-19', 'debit', 'NIP TRF TO DANBABA WHOLESALE/STOCK', 94_500],
    ['2025-11-20', 'credit', 'FAIRMONEY LOAN DISBURSEMENT', 100_000],
    ['2025-11-21', 'debit', 'WAEC FEES/CHIOMA', 27_500],
    ['2025-11-24', 'debit', 'GLO DATA/VTU', 5_000],
    ['2025-11-26', 'credit', 'NIP/EMEKA ANI/RICE 5 BAGS', 215_000],
    ['2025-11-27', 'debit', 'NIP TRF TO DANBABA WHOLESALE/STOCK', 165_000],
    ['2025-11-28', 'debit', 'CARBON LOAN REPAYMENT', 83_750],
    ['2025-11-30', 'debit', 'STAMP DUTY CHARGE', 50],
    ['2025-12-02', 'credit', 'POS SETTLEMENT/TERMINAL 20331', 112_480],
    ['2025-12-04', 'debit', 'NIP TRF TO NGOZI OBI/SHOP RENT', 30_000],
    ['2025-12-05', 'debit', 'NIP TRF TO DANBABA WHOLESALE/STOCK', 66_000],
    ['2025-12-09', 'credit', 'NIP/BLESSING UDOH/TOMATO PASTE 45 CARTONS', 188_700],
    ['2025-12-10', 'debit', 'NIP TRF TO DANBABA WHOLESALE/STOCK', 158_000],
    ['2025-12-13', 'debit', 'SPORTYBET DEPOSIT', 25_000],
    ['2025-12-15', 'debit', 'FAIRMONEY LOAN REPAYMENT', 132_200],
    ['2025-12-17', 'credit', 'POS SETTLEMENT/TERMINAL 20331', 134_905.5],
    ['2025-12-19', 'debit', 'ATM WDL/ONITSHA MAIN MARKET', 60_000],
    ['2025-12-22', 'debit', 'GLO DATA/VTU', 5_000],
    ['2025-12-23', 'credit', 'NIP/EMEKA ANI/RICE 7 BAGS', 301_000],
    ['2025-12-24', 'debit', 'NIP TRF TO DANBABA WHOLESALE/STOCK', 222_500],
    ['2025-12-27', 'debit', 'NIP TRF TO MAMA CHIOMA/XMAS PARTY', 35_000],
    ['2025-12-28', 'debit', 'CARBON LOAN REPAYMENT', 83_750],
    ['2025-12-31', 'debit', 'STAMP DUTY CHARGE', 50],
  ],
};

interface TestBorrower {
  readonly bvn: string;
  readonly about: string;
  /** Naira. */
  readonly openingBalance: number;
  /** Days in `YYYY-MM-DD`, both included. */
  readonly period: { readonly from: string; readonly to: string };
  /** Oldest first; amounts in naira. */
  readonly entries: readonly (readonly [day: string, type: 'credit' | 'debit', narration: string, amount: number])[];
}

/** The statement of a test borrower, at the bank in the form. Balances follow from the entries. */
export function statementOf({ openingBalance, period, entries }: TestBorrower, bankCode: string): ReadEntries {
  let balance = koboFromAnswer(openingBalance) ?? NO_MONEY;
  const transactions = entries.map(([day, type, narration, naira], index): ReadTransaction => {
    const amount = koboFromAnswer(naira) ?? NO_MONEY;
    balance = type === 'credit' ? sumKobo([balance, amount]) : subtractKobo(balance, amount);
    const where = { page: 1, line: index + 1 };
    return {
      type,
      narration,
      amount: naira,
      date: `${day}T00:00:00.000Z`,
      balance: nairaFromKobo(balance),
      balancePrinted: true,
      bankCode,
      ...where,
    };
  });
  return {
    account: {},
    period: { from: period.from as PlainDate, to: period.to as PlainDate },
    openingBalance,
    closingBalance: nairaFromKobo(balance),
    transactions,
    pages: undefined,
    unproved: undefined,
    findings: [],
  };
}

/** The people behind the test BVNs. Of their uploads only the form counts, and that the file is a PDF. */
export const TEST_BORROWERS: readonly TestBorrower[] = [SALARIED_BORROWER, TRADING_BORROWER];

export function testBorrower(bvn: string): TestBorrower | undefined {
  return TEST_BORROWERS.find((borrower) => borrower.bvn === bvn);
}
