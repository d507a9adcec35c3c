import type { IncomeInsightData } from '../../../domain/income-insight.ts';
import type { computeInsight } from '../../../statements/insight/compute-insight.ts';
import type { BureauFigures } from '../../../statements/insight/insight-options.ts';
import type { ReadStatementOptions } from '../../../statements/read-options.ts';
import type { IntegrityFinding, Statement } from '../../../statements/statement.ts';
import type { StatementEventData } from '../../../wire/webhooks/webhook-types.ts';
import type { Policy } from '../world/policy.ts';

/** The purpose of an upload: its entries (spec §4.14), or the insight computed from them (spec §4.15). */
export type StatementWant = 'transactions' | 'insight';

/** The borrower and the account in the form, with the field names of the events. Spec §6.4. */
export type StatementFacts = Required<StatementEventData> & Readonly<{ appId: string }>;

/** An accepted statement, as plain data. It fixes everything that may change until it is read. */
export interface UploadedStatement {
  readonly want: StatementWant;
  readonly fileId: string;
  readonly bytes: Uint8Array;
  /** The PDF's password. Only the reader gets it. */
  readonly password: string | undefined;
  readonly facts: StatementFacts;
  readonly terms: Pick<Policy, 'amountUnit' | 'unprovedStatements' | 'pdfUploadEvent'>;
  /** The borrower's loans at the bureau, in naira. Undefined without loans. */
  readonly bureau: BureauFigures | undefined;
}

/** The content of a statement after the reading, or of a test borrower. Amounts in naira, entries oldest first. */
export interface ReadEntries
  extends Pick<Statement, 'account' | 'period' | 'openingBalance' | 'closingBalance' | 'transactions'> {
  /** The number of pages. Undefined if the file was not read. */
  readonly pages: number | undefined;
  /** Why the statement's own figures do not prove it, for people and without personal data. Undefined if they do. */
  readonly unproved: (Pick<Statement['proof'], 'confidence' | 'doubts'> & { readonly proved: false }) | undefined;
  /** The signs of editing. */
  readonly findings: readonly IntegrityFinding[];
}

export function entriesOf({ proof, integrity, ...statement }: Statement): ReadEntries {
  const { confidence, doubts } = proof;
  const unproved = proof.proved ? undefined : ({ proved: false, confidence, doubts } as const);
  return { ...statement, unproved, findings: integrity.findings };
}

/** The functions that read a PDF and compute an insight. A server loads them with its first upload. */
export interface StatementReaders {
  readonly readStatement: (pdf: Uint8Array, options: ReadStatementOptions) => Promise<Statement>;
  readonly computeInsight: (...given: Parameters<typeof computeInsight>) => Promise<IncomeInsightData>;
}

/** The package's own readers, loaded on first use. */
export const ownReaders: StatementReaders = {
  readStatement: async (...given) => (await import('../../../statements/read-statement.ts')).readStatement(...given),
  computeInsight: async (...given) =>
    (await import('../../../statements/insight/compute-insight.ts')).computeInsight(...given),
};
