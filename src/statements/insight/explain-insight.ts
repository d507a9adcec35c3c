import type { CreditBreakdown, IncomeInsightData, SpendingAnalysis } from '../../domain/income-insight.ts';
import { nairaFromKobo } from '../../domain/money.ts';
import type { EntryCategory } from './categories/category-rule.ts';
import type { InsightTransaction } from './entries/entry.ts';
import type { Figure, FigureDefinition, Placed } from './figures/figure.ts';
import { insightFigures } from './figures/insight-figures.ts';
import type { NoIncomeReason } from './income/income-credits.ts';
import type { RecurringReason } from './income/recurring-debits.ts';
import type { SalaryReason } from './income/salary.ts';
import type { InsightOptions } from './insight-options.ts';
import { type Study, studyStatement } from './study.ts';

/** The fields of an insight; those of its two parts with the part's name and a dot, as `creditBreakdown.maxCredit`. */
export type InsightField =
  | Exclude<keyof IncomeInsightData, 'id' | 'spendingAnalysis' | 'creditBreakdown'>
  | `spendingAnalysis.${keyof SpendingAnalysis}`
  | `creditBreakdown.${keyof CreditBreakdown}`;

/** Where a figure comes from: which entries, by what rule, and whose rule that is: the specification's, or one of ours where it shows a name and no formula. */
export interface FigureExplanation {
  /** The entries that made it, as places in the list that was given, ascending. */
  readonly rows: readonly number[];
  /** For maps of months: the entries of each. */
  readonly months?: Readonly<Record<string, readonly number[]>>;
  /** Where only a part of an entry counts: how much of it, in naira, by its place. */
  readonly parts?: Readonly<Record<number, number>>;
  /** How it is made, in words. */
  readonly rule: string;
  /** Whose rule it is: the specification's, or ours. */
  readonly definition: FigureDefinition;
}

/** What an entry was taken for. */
export interface EntryExplanation {
  /** Its place in the list. */
  readonly row: number;
  /** What it counts as. */
  readonly category: EntryCategory;
  /** Credits: does it count as income? */
  readonly isIncome: boolean;
  /** Credits that are no income: why. */
  readonly noIncomeBecause?: NoIncomeReason;
  /** Credits that are salary: by its words, because the payer was named as an employer, or by its pattern. */
  readonly salaryBecause?: SalaryReason;
  /** Debits that count as recurring: why. */
  readonly recurringBecause?: RecurringReason;
}

/** An insight explained: figure by figure and entry by entry. */
export interface InsightExplanation {
  /** One for each figure of the insight. */
  readonly figures: { readonly [Field in InsightField]: FigureExplanation };
  /** In the order of the list. */
  readonly entries: readonly EntryExplanation[];
}

/** Says which entries made up each figure of {@link computeInsight} for the same input, and by what definition. Taken from the very same computation. @throws InputError as that. */
export function explainInsight(
  transactions: readonly InsightTransaction[],
  options: InsightOptions = {},
): InsightExplanation {
  const study = studyStatement(transactions, options, 'explainInsight');
  const { own, spendingAnalysis, creditBreakdown } = insightFigures(study);
  const figures = {
    ...explained(own, ''),
    ...explained(spendingAnalysis, 'spendingAnalysis.'),
    ...explained(creditBreakdown, 'creditBreakdown.'),
  };
  return { figures: figures as InsightExplanation['figures'], entries: explainEntries(study) };
}

function explained(
  figures: Readonly<Record<string, Figure<unknown>>>,
  prefix: string,
): Readonly<Record<string, FigureExplanation>> {
  return Object.fromEntries(Object.entries(figures).map(([name, figure]) => [`${prefix}${name}`, explain(figure)]));
}

function explain({ from, months, parts, rule, definition }: Figure<unknown>): FigureExplanation {
  return {
    rows: rowsOf(from ?? [...(months?.values() ?? [])].flat()),
    ...(months && { months: Object.fromEntries([...months].map(([label, entries]) => [label, rowsOf(entries)])) }),
    ...(parts && { parts: Object.fromEntries([...parts].map(([row, amount]) => [row, nairaFromKobo(amount)])) }),
    rule,
    definition,
  };
}

function rowsOf(entries: Iterable<Placed>): readonly number[] {
  return [...entries].map((entry) => entry.row).sort((a, b) => a - b);
}

function explainEntries(study: Study): readonly EntryExplanation[] {
  const explanations: EntryExplanation[] = [];
  for (const { row, side, category } of study.entries) {
    const noIncomeBecause = study.noIncome.get(row);
    const salaryBecause = study.salaries.get(row);
    const recurringBecause = study.recurring.get(row);
    explanations[row] = {
      row,
      category: salaryBecause && category === 'inflow' ? 'salary' : category,
      isIncome: side === 'credit' && noIncomeBecause === undefined,
      ...(noIncomeBecause && { noIncomeBecause }),
      ...(salaryBecause && { salaryBecause }),
      ...(recurringBecause && { recurringBecause }),
    };
  }
  return explanations;
}
