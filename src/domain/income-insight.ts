/** What is reported of a payer's income: computed from a statement, and arriving by webhook. Spec §6.4; names keep the service's spelling, `min_crebit` among them. */

/** `<Month> <YYYY>` to naira. */
export type MonthlyAmounts = Readonly<Record<string, number>>;

/** Decimal text. */
export type DecimalText = string;

/** The categories of spending that come with a month-by-month map of their own. */
export const monthlyCategories = [
  'titheOffering',
  'airtime',
  'atm',
  'gambling',
  'tv',
  'investment',
  'loans',
  'party',
  'rent',
  'transfers',
  'transport',
  'education',
] as const;

/** All categories of spending. */
export const spendingCategories = [...monthlyCategories, 'electricity', 'tax'] as const;

/**
 * What was spent in each category: an array that holds one number, in naira. `airtime` is airtime and data, `atm` cash withdrawn, `gambling` betting,
 * `investment` savings and investments, `loans` repayments, `party` entertainment, `transport` transport and fuel, `education` fees and examinations.
 */
export type SpendingAnalysis = Readonly<Record<(typeof spendingCategories)[number], readonly number[]>>;

/** Spending by month, in the categories that have it. */
export type MonthlySpending = Readonly<Record<(typeof monthlyCategories)[number], MonthlyAmounts>>;

type PartOfYear = `${'First' | 'Second'}Half` | `${'First' | 'Second' | 'Third' | 'Fourth'}Quarter`;

/** Credits and debits by half year and quarter, in naira by month. */
export type PeriodAmounts = Readonly<Record<`${'credit' | 'debit'}${PartOfYear}${0 | 1}`, MonthlyAmounts>>;

/** How money came and went. */
export interface CreditBreakdown extends PeriodAmounts {
  readonly monthlyCredit: MonthlyAmounts;
  readonly monthlyDebit: MonthlyAmounts;
  readonly dailyAverageDeposit: DecimalText;
  readonly dailyAverageWithdrawal: DecimalText;
  readonly weeklyAverageDeposit: DecimalText;
  readonly weeklyAverageWithdrawal: DecimalText;
  readonly numberOfActiveMonths: DecimalText;
  /** Share of entries that are credits. */
  readonly perCredTrans: DecimalText;
  /** Share of entries that are debits. */
  readonly perDebTrans: DecimalText;
  /** Days with a balance below zero. */
  readonly negBalDays: DecimalText;
  /** Mean money per month that only passed through: credits that left again at once. */
  readonly aveSweepMonthlyCred: DecimalText;
  readonly averageDailyBal: DecimalText;
  readonly maxCredit: DecimalText;
  /** The smallest credit; spelled exactly so. */
  readonly min_crebit: DecimalText;
  readonly meanCredit: DecimalText;
  readonly maxDebit: DecimalText;
  readonly minDebit: DecimalText;
  readonly meanDebit: DecimalText;
  /** Here and below one number each: of the day or week with the highest (or lowest) balance, or the most money in. */
  readonly max_bal_day_list_dict: readonly number[];
  readonly max_bal_week_list_dict: readonly number[];
  readonly max_depo_day_list_dict: readonly number[];
  readonly max_depo_week_list_dict: readonly number[];
  readonly min_bal_days_list_dict: readonly number[];
  readonly min_bal_week_list_dict: readonly number[];
}

/** What looks like salary. */
export interface SalaryFindings {
  readonly narration: readonly string[];
  /** Their amounts, in naira, in the same order. */
  readonly amount: readonly number[];
}

/** The insight itself. Spec §6.4, `income_insight`. */
export interface IncomeInsightData extends MonthlySpending {
  /** The record's id, where the insight came nested in one. */
  readonly id?: string;
  /** Could the statement be read? */
  readonly success: boolean;
  /** The merchant's business. */
  readonly businessId: string;
  /** The service's id of the borrower. */
  readonly borrowerId: string;
  readonly average_monthly_income: DecimalText;
  /** The same under another name. */
  readonly averageMonthlyIncome: DecimalText;
  readonly annual_edti: DecimalText;
  readonly average_monthly_balance: DecimalText;
  /** Mean debt service per month. */
  readonly average_monthly_recurring_debt_expenses: DecimalText;
  readonly number_of_active_months: DecimalText;
  /** The same under another name. */
  readonly numberOfActiveMonths: DecimalText;
  /** Debt to income per month. */
  readonly average_monthly_edti: DecimalText;
  /** Why the debt-to-income rating is what it is. */
  readonly DTI_reason: string;
  readonly balance: MonthlyAmounts;
  /** Debt to income, by month. */
  readonly EDTI: MonthlyAmounts;
  /** Debt service, by month. */
  readonly recurrent_expenses_debt: MonthlyAmounts;
  /** Debt service altogether, in naira. */
  readonly recurrent_debt_sum: number;
  /** Money in altogether. */
  readonly totalMoneyReceive: DecimalText;
  /** Money out altogether. */
  readonly totalMoneySpent: DecimalText;
  readonly eligibleAmount: DecimalText;
  /** Here and below, of loans elsewhere: the text `null` in the specification's sample. */
  readonly totalBorrowed: string;
  readonly totalOutstanding: string;
  readonly totalOverdue: string;
  readonly creditInsight: string;
  readonly spendingAnalysis: SpendingAnalysis;
  readonly salary: SalaryFindings;
  readonly creditBreakdown: CreditBreakdown;
}

/** An entry of a bank statement, which may lack any part of it. Spec §2.11. */
export interface StatementTransaction {
  /** Out or in. */
  readonly type?: 'debit' | 'credit' | (string & {});
  /** The bank's text of the entry. */
  readonly narration?: string;
  /** In naira. */
  readonly amount?: number;
  /** ISO 8601. */
  readonly date?: string;
  /** Balance after the entry, in naira. */
  readonly balance?: number;
  /** The bank's short code. */
  readonly bankCode?: string;
}
