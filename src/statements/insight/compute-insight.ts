import type { IncomeInsightData } from '../../domain/income-insight.ts';
import type { InsightTransaction } from './entries/entry.ts';
import type { Figure } from './figures/figure.ts';
import { insightFigures } from './figures/insight-figures.ts';
import type { InsightOptions } from './insight-options.ts';
import { studyStatement } from './study.ts';

/**
 * Computes the income insight of a statement: every field of spec §6.4 under its exact name. Pure; amounts are counted in whole kobo and rounded once, at the end.
 * Entries may come oldest or newest first. The specification gives names and no formulas: {@link explainInsight} says what each figure means and which entries made it.
 * @throws InputError if an entry is none, or an option is wrong or unknown.
 */
export function computeInsight(
  transactions: readonly InsightTransaction[],
  options: InsightOptions = {},
): IncomeInsightData {
  const { own, spendingAnalysis, creditBreakdown } = insightFigures(
    studyStatement(transactions, options, 'computeInsight'),
  );
  return { ...valuesOf(own), spendingAnalysis: valuesOf(spendingAnalysis), creditBreakdown: valuesOf(creditBreakdown) };
}

type Values<Figures> = { -readonly [Name in keyof Figures]: Figures[Name] extends Figure<infer Value> ? Value : never };

function valuesOf<Figures extends { readonly [Name in keyof Figures]: Figure<unknown> }>(
  figures: Figures,
): Values<Figures> {
  return Object.fromEntries(
    Object.entries<Figure<unknown>>(figures).map(([name, figure]) => [name, figure.value]),
  ) as Values<Figures>;
}
