/**
 * The book: questions about all loans of a store, such as which ones are late, and the figures of the whole portfolio
 * as of any day.
 * @module repaykit/book
 */
export type { BookBuild, BookUpTo } from '../loan-file/book-tables.ts';
export {
  type Book,
  type BookState,
  type BookWorkOptions,
  type FiguresQuery,
  type OpenBookOptions,
  openBook,
} from './book.ts';
export type { FirstPaymentDefault, MonthlyCollection, Vintage, VintagePoint } from './figures/cohorts.ts';
export type { DayFigures } from './figures/days.ts';
export type {
  CascadeStepFigures,
  ConfirmationTime,
  DeclineRate,
  Declines,
  FoundMoney,
  UnknownDebits,
} from './figures/debits.ts';
export type { BookFigures } from './figures/figures.ts';
export type {
  BookSummary,
  Bucket,
  BucketHolding,
  CureRate,
  Holding,
  PortfolioAtRisk,
  RollMatrix,
  RollRow,
  StageHolding,
} from './figures/risk.ts';
export type { LateFact } from './late-facts.ts';
export type { BookLoan, BookLoanDetails, LoanFilter, LoanPage, LoanQuery } from './loan-query.ts';
export type { TapeDifference } from './tape/cell-check.ts';
export type { CompareTapesOptions, FingerprintOptions, TapeComparison } from './tape/compare-tapes.ts';
export type { ExportedTape, ExportTapeOptions } from './tape/export-tape.ts';
export type { Confidence, TapeSample } from './tape/sample.ts';
export { compareTapes, exportTape, tapeFingerprints, verifyTape } from './tape/tapes.ts';
export type { TapeReport, VerifyTapeOptions } from './tape/verify-tape.ts';
