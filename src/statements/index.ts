/**
 * `repaykit/statements`: reads bank statements from PDFs, proves them by their own arithmetic, and computes the income
 * insight from them.
 * @module repaykit/statements
 */

export type { IncomeInsightData } from '../domain/income-insight.ts';
export { StatementError, type StatementErrorCode } from '../errors.ts';
export type { CategoryRule, EntryCategory, SpendingCategory } from './insight/categories/category-rule.ts';
export { categoryRules } from './insight/categories/category-rules.ts';
export {
  computeInsight,
  type EntryExplanation,
  explainInsight,
  type FigureExplanation,
  type InsightExplanation,
  type InsightField,
} from './insight/compute-insight.ts';
export type { EntrySide, InsightTransaction } from './insight/entries/entry.ts';
export type { NoIncomeReason } from './insight/entries/no-income.ts';
export type { RecurringReason } from './insight/entries/recurring-debits.ts';
export type { SalaryReason } from './insight/entries/salaries.ts';
export type { FigureDefinition } from './insight/figures/figure.ts';
export type { BureauFigures, InsightOptions } from './insight/insight-options.ts';
export type { ReadProgress, ReadStatementOptions, StatementSource } from './read-options.ts';
export { defaultLimits, type StatementLimits } from './read-options.ts';
export { readStatement } from './read-statement.ts';
export type {
  BalanceChain,
  BrokenLink,
  IntegrityCode,
  IntegrityFinding,
  PrintedFigure,
  ReadTransaction,
  Statement,
  StatementAccount,
  StatementIntegrity,
  StatementPeriod,
  StatementProof,
} from './statement.ts';
