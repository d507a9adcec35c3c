import type { IncomeInsightData } from '../../../domain/income-insight.ts';
import type { computeInsight } from '../../../statements/insight/compute-insight.ts';
import type { BureauFigures } from '../../../statements/insight/insight-options.ts';
import type { ReadStatementOptions } from '../../../statements/read-options.ts';
import type { Statement } from '../../../statements/statement.ts';
import type { StatementEventData } from '../../../wire/webhook-types.ts';
import type { Policy } from '../policy.ts';

/** What a statement is uploaded for: its entries (spec §4.14), or the insight computed from them (spec §4.15). */
export type StatementWant = 'transactions' | 'insight';

/** Whose statement an upload is, as the form says, with the names that events use. Spec §6.4. */
export type StatementFacts = Required<StatementEventData> & Readonly<{ appId: string }>;

/**
 * A statement that was taken and waits to be read: plain data. What may change while it waits is fixed with it, so that its outcome depends on the
 * moment of the upload and never on how fast a file is read.
 */
export interface UploadedStatement {
  readonly want: StatementWant;
  readonly fileId: string;
  readonly bytes: Uint8Array;
  /** Of the PDF; it is handed to the reader and goes nowhere else. */
  readonly password: string | undefined;
  readonly facts: StatementFacts;
  readonly terms: Pick<Policy, 'amountUnit' | 'unprovedStatements' | 'pdfUploadEvent'>;
  /** What the bureau held of the borrower, in naira; undefined without loans. */
  readonly bureau: BureauFigures | undefined;
}

/** What is known of a statement once it was read, or of a test borrower from the start. Amounts in naira, entries oldest first. */
export interface ReadEntries
  extends Pick<Statement, 'account' | 'period' | 'openingBalance' | 'closingBalance' | 'transactions'> {
  /** Of the file; undefined where it was not looked into. */
  readonly pages: number | undefined;
  /** Why it does not prove itself, for people and without personal data; undefined for what does. */
  readonly unproved: (Pick<Statement['proof'], 'confidence' | 'doubts'> & { readonly proved: false }) | undefined;
}

/** What is announced of a statement that was read. */
export function entriesOf({ proof, ...statement }: Statement): ReadEntries {
  const { confidence, doubts } = proof;
  return { ...statement, unproved: proof.proved ? undefined : { proved: false, confidence, doubts } };
}

/** What reads a PDF and what computes an insight: work that a server loads with its first upload only. */
export interface StatementReaders {
  readonly readStatement: (pdf: Uint8Array, options: ReadStatementOptions) => Promise<Statement>;
  readonly computeInsight: (...given: Parameters<typeof computeInsight>) => Promise<IncomeInsightData>;
}

/** The package's own, loaded on first use. */
export const ownReaders: StatementReaders = {
  readStatement: async (...given) => (await import('../../../statements/read-statement.ts')).readStatement(...given),
  computeInsight: async (...given) =>
    (await import('../../../statements/insight/compute-insight.ts')).computeInsight(...given),
};
