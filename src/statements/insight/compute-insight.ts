import type { CreditBreakdown, IncomeInsightData, SpendingAnalysis } from '../../domain/income-insight.ts';
import { decimalFromKobo, koboFromAnswer, NO_MONEY, nairaFromKobo } from '../../domain/money.ts';
import type { EntryCategory } from './categories/category-rule.ts';
import type { InsightTransaction } from './entries/entry.ts';
import type { NoIncomeReason } from './entries/no-income.ts';
import type { RecurringReason } from './entries/recurring-debits.ts';
import type { SalaryReason } from './entries/salaries.ts';
import { balanceFigures, breakdownFigures, spendingFigures } from './figures/breakdown-figures.ts';
import {
  type Figure,
  type FigureDefinition,
  type Figures,
  figure,
  ours,
  type Placed,
  specs,
} from './figures/figure.ts';
import { debtFigures, incomeFigures } from './figures/income-figures.ts';
import type { InsightOptions } from './insight-options.ts';
import { type Study, studyStatement } from './study.ts';

/**
 * Computes the income insight of a statement: every field of spec §6.4 under its exact name. A pure function. Amounts
 * are computed in whole kobo and rounded once, at the end. Entries may be oldest or newest first. The specification
 * gives names but no formulas: {@link explainInsight} returns the rule and the entries of each figure.
 * @throws InputError if an entry or an option is invalid, or an option is unknown
 */
export function computeInsight(
  transactions: readonly InsightTransaction[],
  options: InsightOptions = {},
): IncomeInsightData {
  const study = studyStatement(transactions, options, 'computeInsight');
  const { own, spendingAnalysis, creditBreakdown } = insightFigures(study);
  return { ...valuesOf(own), spendingAnalysis: valuesOf(spendingAnalysis), creditBreakdown: valuesOf(creditBreakdown) };
}

type Values<Figures> = { -readonly [Name in keyof Figures]: Figures[Name] extends Figure<infer Value> ? Value : never };

function valuesOf<Part extends Readonly<Record<keyof Part, Figure<unknown>>>>(figures: Part): Values<Part> {
  const values = Object.entries<Figure<unknown>>(figures).map(([name, { value }]) => [name, value]);
  // `fromEntries` loses the key types.
  return Object.fromEntries(values) as Values<Part>;
}

type OwnField = Exclude<keyof IncomeInsightData, 'id' | 'spendingAnalysis' | 'creditBreakdown'>;

/** Every figure of an insight. Spec §6.4. */
interface InsightFigures {
  readonly own: Figures<Pick<IncomeInsightData, OwnField>>;
  readonly spendingAnalysis: Figures<SpendingAnalysis>;
  readonly creditBreakdown: Figures<CreditBreakdown>;
}

// Without entries, all figures are zero.
function insightFigures(study: Study): InsightFigures {
  const { businessId, borrowerId, bureau } = study.settings;
  const { totals, byMonth } = spendingFigures(study);
  return {
    own: {
      success: figure(true, [], specs('The statement could be read.')),
      businessId: figure(businessId, [], specs('The merchant’s business.')),
      borrowerId: figure(borrowerId, [], specs('The borrower of that business.')),
      ...incomeFigures(study),
      ...balanceFigures(study),
      ...debtFigures(study),
      ...bureauFigures(bureau),
      ...byMonth,
    },
    spendingAnalysis: totals,
    creditBreakdown: breakdownFigures(study),
  };
}

// The specification's sample shows the text `null` for unknown values.
function bureauFigures(bureau: Study['settings']['bureau']) {
  if (!bureau) {
    const unknown = figure('null', [], specs('The text null: no bureau was asked.'));
    return { totalBorrowed: unknown, totalOutstanding: unknown, totalOverdue: unknown, creditInsight: unknown };
  }
  const amount = (naira: number, what: string) =>
    figure(decimalFromKobo(koboFromAnswer(naira) ?? NO_MONEY), [], ours(`${what}, as the bureau says.`));
  return {
    totalBorrowed: amount(bureau.totalBorrowed, 'Loans paid out'),
    totalOutstanding: amount(bureau.totalOutstanding, 'What is still owed on them'),
    totalOverdue: amount(bureau.totalOverdue, 'What of it was missed'),
    creditInsight: figure(bureau.creditInsight, [], ours('As the bureau says.')),
  };
}

/** The fields of an insight. Fields of its two parts have the part's name as prefix, as `creditBreakdown.maxCredit`. */
export type InsightField =
  | OwnField
  | `spendingAnalysis.${keyof SpendingAnalysis}`
  | `creditBreakdown.${keyof CreditBreakdown}`;

/** The origin of a figure: its entries, its rule, and the author of the rule. */
export interface FigureExplanation {
  /** The entries used, as indices in the given list, ascending. */
  readonly rows: readonly number[];
  /** For maps of months: the entries of each month. */
  readonly months?: Readonly<Record<string, readonly number[]>>;
  /** For entries that count only in part: the amount that counts, in naira, by index. */
  readonly parts?: Readonly<Record<number, number>>;
  /** The rule as text. */
  readonly rule: string;
  /** The author of the rule: the specification, or us where the specification gives only a name. */
  readonly definition: FigureDefinition;
}

/** How an entry counts. */
export interface EntryExplanation {
  /** Its index in the list. */
  readonly row: number;
  /** Its category. */
  readonly category: EntryCategory;
  /** For credits: whether it counts as income. */
  readonly isIncome: boolean;
  /** For credits that are not income: the reason. */
  readonly noIncomeBecause?: NoIncomeReason;
  /** For salary: found by its words, by a given employer as payer, or by its pattern. */
  readonly salaryBecause?: SalaryReason;
  /** For recurring debits: the reason. */
  readonly recurringBecause?: RecurringReason;
}

/** The explanation of an insight, by figure and by entry. */
export interface InsightExplanation {
  /** An explanation for each figure of the insight. */
  readonly figures: { readonly [Field in InsightField]: FigureExplanation };
  /** Explanations of all entries, in the given order. */
  readonly entries: readonly EntryExplanation[];
}

/** Explains each figure of {@link computeInsight}: its entries and its rule. @throws InputError like that function */
export function explainInsight(
  transactions: readonly InsightTransaction[],
  options: InsightOptions = {},
): InsightExplanation {
  const study = studyStatement(transactions, options, 'explainInsight');
  const { own, spendingAnalysis, creditBreakdown } = insightFigures(study);
  const figures: Readonly<Record<string, FigureExplanation>> = {
    ...explained(own, ''),
    ...explained(spendingAnalysis, 'spendingAnalysis.'),
    ...explained(creditBreakdown, 'creditBreakdown.'),
  };
  // The field names are built from prefixes, which the compiler cannot follow.
  return { figures: figures as InsightExplanation['figures'], entries: explainEntries(study) };
}

function explained(figures: Readonly<Record<string, Figure<unknown>>>, prefix: string) {
  const entries = Object.entries(figures);
  return Object.fromEntries(entries.map(([name, figure]) => [`${prefix}${name}`, explain(figure)]));
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
      category: shownCategory(category, salaryBecause),
      isIncome: side === 'credit' && noIncomeBecause === undefined,
      ...(noIncomeBecause && { noIncomeBecause }),
      ...(salaryBecause && { salaryBecause }),
      ...(recurringBecause && { recurringBecause }),
    };
  }
  return explanations;
}

// A salary may be found without its word, and the word may prove nothing.
function shownCategory(category: EntryCategory, salaryBecause: SalaryReason | undefined): EntryCategory {
  if (category === 'inflow' && salaryBecause) return 'salary';
  return category === 'salary' && !salaryBecause ? 'inflow' : category;
}
