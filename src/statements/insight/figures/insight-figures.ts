import type { CreditBreakdown, IncomeInsightData, SpendingAnalysis } from '../../../domain/income-insight.ts';
import { decimalFromKobo, type Kobo } from '../../../domain/money.ts';
import type { Study } from '../study.ts';
import { balanceFigures } from './balance-figures.ts';
import { breakdownFigures } from './breakdown-figures.ts';
import { debtFigures } from './debt-figures.ts';
import { type Definition, type Figure, ours, specs } from './figure.ts';
import { incomeFigures } from './income-figures.ts';
import { spendingByMonth, spendingTotals } from './spending-figures.ts';

type OwnFields = Exclude<keyof IncomeInsightData, 'id' | 'spendingAnalysis' | 'creditBreakdown'>;

/** Every figure of an insight. Spec §6.4. */
export interface InsightFigures {
  readonly own: { readonly [Field in OwnFields]: Figure<IncomeInsightData[Field]> };
  readonly spendingAnalysis: { readonly [Category in keyof SpendingAnalysis]: Figure<SpendingAnalysis[Category]> };
  readonly creditBreakdown: { readonly [Member in keyof CreditBreakdown]: Figure<CreditBreakdown[Member]> };
}

/** Takes the figures from a study. Zero entries give zeros. */
export function insightFigures(study: Study): InsightFigures {
  const { settings } = study;
  return {
    own: {
      success: given(true, specs('The statement could be read.')),
      businessId: given(settings.businessId, specs('The merchant’s business.')),
      borrowerId: given(settings.borrowerId, specs('The borrower of that business.')),
      ...incomeFigures(study),
      ...balanceFigures(study),
      ...debtFigures(study),
      ...bureauFigures(settings.bureau),
      ...spendingByMonth(study),
    },
    spendingAnalysis: spendingTotals(study),
    creditBreakdown: breakdownFigures(study),
  };
}

function given<Value>(value: Value, definition: Definition): Figure<Value> {
  return { value, from: [], ...definition };
}

type BureauFields = 'totalBorrowed' | 'totalOutstanding' | 'totalOverdue' | 'creditInsight';

// The specification's sample shows the text `null` where nothing is known.
function bureauFigures(bureau: Study['settings']['bureau']): Pick<InsightFigures['own'], BureauFields> {
  if (!bureau) {
    const unknown = given('null', specs('The text null: no bureau was asked.'));
    return { totalBorrowed: unknown, totalOutstanding: unknown, totalOverdue: unknown, creditInsight: unknown };
  }
  const amount = (kobo: Kobo, what: string) => given(decimalFromKobo(kobo), ours(`${what}, as the bureau says.`));
  return {
    totalBorrowed: amount(bureau.totalBorrowed, 'Loans paid out'),
    totalOutstanding: amount(bureau.totalOutstanding, 'What is still owed on them'),
    totalOverdue: amount(bureau.totalOverdue, 'What of it was missed'),
    creditInsight: given(bureau.creditInsight, ours('As the bureau says.')),
  };
}
