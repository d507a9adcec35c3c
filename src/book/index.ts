export type { BookBuild, BookUpTo } from '../loan-file/book-tables.ts';
export {
  Book,
  type BookState,
  type BookWorkOptions,
  type FiguresQuery,
  type OpenBookOptions,
  openBook,
} from './book.ts';
export type * from './figures/cohorts.ts';
export type { BookFigures } from './figures/figures.ts';
export type { LateFact } from './late-facts.ts';
export type { BookLoan, LoanFilter, LoanPage, LoanQuery } from './loan-query.ts';
