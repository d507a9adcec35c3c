/** Income insights, computed or received by webhook, in the service's spelling (`min_crebit`). Spec §6.4. */

/** Maps `<Month> <YYYY>` to naira. */
export type MonthlyAmounts = Readonly<Record<string, number>>;

export type DecimalText = string;

/** The spending categories that also have a map by month. */
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

/** Every spending category. */
export const spendingCategories = [
  'atm',
  'airtime',
  'transfers',
  'party',
  'gambling',
  'titheOffering',
  'rent',
  'tv',
  'investment',
  'loans',
  'education',
  'transport',
  'electricity',
  'tax',
] as const;

/** Spending in each category: an array with one number, in naira. */
export interface SpendingAnalysis {
  /** Cash withdrawn. */
  readonly atm: readonly number[];
  /** Airtime and data. */
  readonly airtime: readonly number[];
  /** Transfers to others. */
  readonly transfers: readonly number[];
  /** Entertainment. */
  readonly party: readonly number[];
  /** Betting. */
  readonly gambling: readonly number[];
  /** Tithes and offerings. */
  readonly titheOffering: readonly number[];
  /** Rent. */
  readonly rent: readonly number[];
  /** Television. */
  readonly tv: readonly number[];
  /** Savings and investments. */
  readonly investment: readonly number[];
  /** Loan repayments. */
  readonly loans: readonly number[];
  /** School fees and examinations. */
  readonly education: readonly number[];
  /** Transport and fuel. */
  readonly transport: readonly number[];
  /** Electricity. */
  readonly electricity: readonly number[];
  /** Taxes. */
  readonly tax: readonly number[];
}

/** Spending by month, for the categories that have it. */
export type MonthlySpending = {
  readonly [Category in keyof Pick<SpendingAnalysis, (typeof monthlyCategories)[number]>]: MonthlyAmounts;
};

const parts = ['FirstHalf', 'FirstQuarter', 'SecondQuarter', 'ThirdQuarter', 'FourthQuarter', 'SecondHalf'] as const;

export const periodNames = (['credit', 'debit'] as const).flatMap((side) =>
  parts.flatMap((part) => [`${side}${part}0`, `${side}${part}1`] as const),
);

/** Credits and debits by half year and quarter, in naira by month. */
export type PeriodAmounts = Readonly<Record<(typeof periodNames)[number], MonthlyAmounts>>;

/** A record with one value for each of these names. */
export function eachName<Name extends string, Value>(
  names: readonly Name[],
  make: (name: Name) => Value,
): { readonly [Key in Name]: Value } {
  // `fromEntries` loses the key types.
  return Object.fromEntries(names.map((name) => [name, make(name)])) as { readonly [Key in Name]: Value };
}

/** Money in and out. */
export interface CreditBreakdown extends PeriodAmounts {
  /** Money in, by month. */
  readonly monthlyCredit: MonthlyAmounts;
  /** Money out, by month. */
  readonly monthlyDebit: MonthlyAmounts;
  /** Mean money in per day. */
  readonly dailyAverageDeposit: DecimalText;
  /** Mean money out per day. */
  readonly dailyAverageWithdrawal: DecimalText;
  /** Mean money in per week. */
  readonly weeklyAverageDeposit: DecimalText;
  /** Mean money out per week. */
  readonly weeklyAverageWithdrawal: DecimalText;
  /** Months with entries. */
  readonly numberOfActiveMonths: DecimalText;
  /** Share of entries that are credits. */
  readonly perCredTrans: DecimalText;
  /** Share of entries that are debits. */
  readonly perDebTrans: DecimalText;
  /** Days with a balance below zero. */
  readonly negBalDays: DecimalText;
  /** Mean money per month that only passed through: credits that left again at once. */
  readonly aveSweepMonthlyCred: DecimalText;
  /** Mean balance per day. */
  readonly averageDailyBal: DecimalText;
  /** The largest credit. */
  readonly maxCredit: DecimalText;
  /** The smallest credit. The spelling is the service's. */
  readonly min_crebit: DecimalText;
  /** The mean credit. */
  readonly meanCredit: DecimalText;
  /** The largest debit. */
  readonly maxDebit: DecimalText;
  /** The smallest debit. */
  readonly minDebit: DecimalText;
  /** The mean debit. */
  readonly meanDebit: DecimalText;
  /** One number: the day with the highest balance. */
  readonly max_bal_day_list_dict: readonly number[];
  /** One number: the week with the highest balance. */
  readonly max_bal_week_list_dict: readonly number[];
  /** One number: the day with the most money in. */
  readonly max_depo_day_list_dict: readonly number[];
  /** One number: the week with the most money in. */
  readonly max_depo_week_list_dict: readonly number[];
  /** One number: the days with the lowest balance. */
  readonly min_bal_days_list_dict: readonly number[];
  /** One number: the week with the lowest balance. */
  readonly min_bal_week_list_dict: readonly number[];
}

/** Entries that look like salary. */
export interface SalaryFindings {
  /** Narrations of the entries. */
  readonly narration: readonly string[];
  /** Their amounts in naira, in the same order. */
  readonly amount: readonly number[];
}

/** The insight. Spec §6.4, `income_insight`. */
export interface IncomeInsightData extends MonthlySpending {
  /** The record's id, if the insight was nested in a record. */
  readonly id?: string;
  /** Whether the statement could be read. */
  readonly success: boolean;
  /** The id of the lender's business. */
  readonly businessId: string;
  /** The service's id of the borrower. */
  readonly borrowerId: string;
  /** Mean income per month. */
  readonly average_monthly_income: DecimalText;
  /** The same under another name. */
  readonly averageMonthlyIncome: DecimalText;
  /** Debt to income per year. */
  readonly annual_edti: DecimalText;
  /** Mean balance per month. */
  readonly average_monthly_balance: DecimalText;
  /** Mean debt service per month. */
  readonly average_monthly_recurring_debt_expenses: DecimalText;
  /** Months with entries. */
  readonly number_of_active_months: DecimalText;
  /** The same under another name. */
  readonly numberOfActiveMonths: DecimalText;
  /** Debt to income per month. */
  readonly average_monthly_edti: DecimalText;
  /** The reason for the debt-to-income rating. */
  readonly DTI_reason: string;
  /** Balance, by month. */
  readonly balance: MonthlyAmounts;
  /** Debt to income, by month. */
  readonly EDTI: MonthlyAmounts;
  /** Debt service, by month. */
  readonly recurrent_expenses_debt: MonthlyAmounts;
  /** Total debt service, in naira. */
  readonly recurrent_debt_sum: number;
  /** Total money in. */
  readonly totalMoneyReceive: DecimalText;
  /** Total money out. */
  readonly totalMoneySpent: DecimalText;
  /** The recommended loan amount. */
  readonly eligibleAmount: DecimalText;
  /** Borrowed elsewhere. The text `null` in the specification's sample. */
  readonly totalBorrowed: string;
  /** Owed elsewhere. The text `null` in the specification's sample. */
  readonly totalOutstanding: string;
  /** Overdue elsewhere. The text `null` in the specification's sample. */
  readonly totalOverdue: string;
  /** A credit rating. The text `null` in the specification's sample. */
  readonly creditInsight: string;
  /** Spending by category. */
  readonly spendingAnalysis: SpendingAnalysis;
  /** Entries that look like salary. */
  readonly salary: SalaryFindings;
  /** Money in and out. */
  readonly creditBreakdown: CreditBreakdown;
}

// Any part of an entry may be missing in an event.
/** An entry of a bank statement. Spec §2.11. */
export interface StatementTransaction {
  /** Money out or in. */
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
