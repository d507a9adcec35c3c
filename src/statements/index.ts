/**
 * `repaykit/statements`: bank statements read from their PDFs, with the proof of their own arithmetic, and the income insight computed from them.
 * @module repaykit/statements
 */

export type { IncomeInsightData } from '../domain/income-insight.ts';
export { StatementError, type StatementErrorCode } from '../errors.ts';
export type { CategoryRule, EntryCategory, SpendingCategory } from './insight/categories/category-rule.ts';
export { categoryRules } from './insight/categories/category-rules.ts';
export { computeInsight } from './insight/compute-insight.ts';
export type { EntrySide, InsightTransaction } from './insight/entries/entry.ts';
export {
  type EntryExplanation,
  explainInsight,
  type FigureExplanation,
  type InsightExplanation,
  type InsightField,
} from './insight/explain-insight.ts';
export type { FigureDefinition } from './insight/figures/figure.ts';
export type { NoIncomeReason } from './insight/income/income-credits.ts';
export type { RecurringReason } from './insight/income/recurring-debits.ts';
export type { SalaryReason } from './insight/income/salary.ts';
export type { BureauFigures, InsightOptions } from './insight/insight-options.ts';
export { defaultLimits, type StatementLimits } from './limits.ts';
export type { BalanceChain, BrokenLink, PrintedFigure, StatementProof } from './proof/statement-proof.ts';
export type { ReadProgress, ReadStatementOptions, StatementSource } from './read-options.ts';
export { readStatement } from './read-statement.ts';
export type { ReadTransaction, Statement, StatementAccount, StatementPeriod } from './statement.ts';
