import type { LoanRestructuredContent } from '../../../domain/bureau.ts';
import type { LoanState } from '../../../domain/loan/state.ts';
import { contentHash } from '../../../loan-file/content-hash.ts';
import type { ReportedFact } from './file-report.ts';

/**
 * A restructuring as a fact for the outbox. The same content again is the same fact, until other terms came between: going back to earlier terms is a change like
 * any other, because the last one counts. Spec §6.3.
 */
export function restructuringFact(
  { reports }: LoanState,
  content: LoanRestructuredContent,
): ReportedFact<'loan.restructured'> {
  const name = contentHash(content);
  const told = reports
    .filter(({ report }) => report.event === 'loan.restructured')
    .map(({ report }) => contentHash(report.content));
  const isRepeat = told.at(-1) === name;
  const timesBefore = told.filter((other) => other === name).length - (isRepeat ? 1 : 0);
  return { event: 'loan.restructured', content, distinction: timesBefore === 0 ? name : `${name}:${timesBefore + 1}` };
}
