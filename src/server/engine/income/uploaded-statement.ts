import type { BureauFigures } from '../../../statements/insight/insight-options.ts';
import type { Policy } from '../policy.ts';

/** What a statement is uploaded for: its entries (spec §4.14), or the insight computed from them (spec §4.15). */
export type StatementWant = 'transactions' | 'insight';

/** Whose statement an upload is, as the form says, with the names that events use. Spec §6.4. */
export interface StatementFacts {
  readonly businessId: string;
  readonly borrowerId: string;
  readonly bvn: string;
  readonly accountNumber: string;
  readonly accountName: string;
  readonly bankCode: string;
  readonly bankName: string;
  readonly appId: string;
}

/** The terms of the agreement that a reading depends on. */
export type StatementTerms = Pick<Policy, 'amountUnit' | 'unprovedStatements' | 'pdfUploadEvent'>;

/**
 * A statement that was taken and waits to be read: plain data. What may change while it waits is fixed with it, so that its outcome depends on the moment of
 * the upload and never on how fast a file is read.
 */
export interface UploadedStatement {
  readonly want: StatementWant;
  /** Under which the file lies. */
  readonly fileId: string;
  readonly bytes: Uint8Array;
  /** Of the PDF; it is handed to the reader and goes nowhere else. */
  readonly password: string | undefined;
  readonly facts: StatementFacts;
  readonly terms: StatementTerms;
  /** What the bureau held of the borrower, in naira; undefined without loans. */
  readonly bureau: BureauFigures | undefined;
}
