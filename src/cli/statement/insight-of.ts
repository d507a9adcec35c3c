import type { IncomeInsightData, MonthlyAmounts } from '../../domain/income-insight.ts';
import { koboFromAnswer, NO_MONEY, nairaFromKobo, sumKobo } from '../../domain/money.ts';
import { computeInsight, explainInsight, type InsightExplanation } from '../../statements/insight/compute-insight.ts';
import type { Statement } from '../../statements/statement.ts';

/** The insight of a statement, and where its figures come from. */
export interface StatementInsight {
  readonly insight: IncomeInsightData;
  readonly explanation: InsightExplanation;
  /** Income by month, in naira: of the credits those that the insight takes for income. */
  readonly income: MonthlyAmounts;
}

/** Computes the insight of a statement with all that it says about itself. */
export function insightOf({
  account,
  period,
  openingBalance,
  closingBalance,
  transactions,
}: Statement): StatementInsight {
  const options = { accountName: account.name, period, openingBalance, closingBalance };
  const explanation = explainInsight(transactions, options);
  const months = Object.entries(explanation.figures['creditBreakdown.monthlyCredit'].months ?? {});
  const incomeOf = (rows: readonly number[]) => {
    const income = rows.filter((row) => explanation.entries[row]?.isIncome);
    return nairaFromKobo(sumKobo(income.map((row) => koboFromAnswer(transactions[row]?.amount) ?? NO_MONEY)));
  };
  return {
    insight: computeInsight(transactions, options),
    explanation,
    income: Object.fromEntries(months.map(([month, rows]) => [month, incomeOf(rows)])),
  };
}
