/**
 * `repaykit/statements`: bank statements read from their PDFs, with the proof of their own arithmetic, and the income insight computed from them.
 * @module repaykit/statements
 */

export { StatementError, type StatementErrorCode } from '../errors.ts';
export { defaultLimits, type StatementLimits } from './limits.ts';
export type { BalanceChain, BrokenLink, PrintedFigure, StatementProof } from './proof/statement-proof.ts';
export type { ReadProgress, ReadStatementOptions, StatementSource } from './read-options.ts';
export { readStatement } from './read-statement.ts';
export type { ReadTransaction, Statement, StatementAccount, StatementPeriod } from './statement.ts';
