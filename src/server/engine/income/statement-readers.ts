import type { IncomeInsightData } from '../../../domain/income-insight.ts';
import type { computeInsight } from '../../../statements/insight/compute-insight.ts';
import type { ReadStatementOptions } from '../../../statements/read-options.ts';
import type { Statement } from '../../../statements/statement.ts';

type InsightArguments = Parameters<typeof computeInsight>;

/** What reads a PDF and what computes an insight: work that a server loads with its first upload only. */
export interface StatementReaders {
  readonly readStatement: (pdf: Uint8Array, options: ReadStatementOptions) => Promise<Statement>;
  readonly computeInsight: (...given: InsightArguments) => Promise<IncomeInsightData>;
}

/** The package's own, loaded on first use. */
export const ownReaders: StatementReaders = {
  readStatement: async (pdf, options) =>
    (await import('../../../statements/read-statement.ts')).readStatement(pdf, options),
  computeInsight: async (...given) =>
    (await import('../../../statements/insight/compute-insight.ts')).computeInsight(...given),
};
