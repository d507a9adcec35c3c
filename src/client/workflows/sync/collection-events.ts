import { outstandingByInstalment } from '../../../domain/loan/balances.ts';
import type { EventOf, LoanEvent } from '../../../domain/loan/events/events.ts';
import type { LoanState } from '../../../domain/loan/state.ts';
import { applyEvent } from '../../../domain/loan/transitions/reduce.ts';
import { NO_MONEY, nairaFromKobo, subtractKobo } from '../../../domain/money.ts';
import { fileReport } from '../reports/file-report.ts';
import type { InstalmentProof } from './collection-evidence.ts';

/** The events that a confirmed state of an instalment adds to a loan's file: the state, and the report that the merchant owes the bureau for it. Spec §6.3. */
export function collectionEvents(
  state: LoanState,
  proof: InstalmentProof,
  { at, merchantReports }: { readonly at: string; readonly merchantReports: boolean },
): readonly LoanEvent[] {
  const { facts } = proof;
  // Before anything happened on an instalment there is nothing to write down about it, least of all what a webhook made up.
  if (facts.status === 'scheduled' && facts.collected === NO_MONEY) return [];
  const event: EventOf<'collection.confirmed'> = { type: 'collection.confirmed', at, ...facts };
  const after = applyEvent(state, event);
  if (!after || JSON.stringify(after.collections) === JSON.stringify(state.collections)) return [];
  return [event, ...(merchantReports ? repaymentReports(state, after, { proof, at }) : [])];
}

function repaymentReports(
  before: LoanState,
  after: LoanState,
  { proof, at }: { readonly proof: InstalmentProof; readonly at: string },
): readonly LoanEvent[] {
  const filed = new Set(before.reports.map(({ report }) => report.event));
  if (!filed.has('loan.disbursed') || filed.has('loan.closed')) return [];
  const { facts, paidOn } = proof;
  const { instalmentReference: reference, date } = facts;
  const knownBefore = before.collections.find((news) => news.instalmentReference === reference)?.collected ?? NO_MONEY;
  // What a person said was taken is reported already, before an instalment showed it.
  const reportedAhead = subtractKobo(before.decidedAhead, after.decidedAhead);
  const gained = subtractKobo(subtractKobo(facts.collected, knownBefore), reportedAhead);
  const outstandingBalance = nairaFromKobo(outstandingByInstalment(after));
  if (gained > 0) {
    const content = { amount: nairaFromKobo(gained), date: paidOn ?? date, outstandingBalance };
    return fileReport(
      before,
      { event: 'repayment.successful', content, distinction: `${reference}:${facts.collected}` },
      at,
    );
  }
  if (reportedAhead > 0) return [];
  if (facts.status !== 'failed' && facts.status !== 'overdue') return [];
  // On demand, a due date without a debit has failed nowhere: the payer may have paid otherwise.
  if (facts.reason === undefined && before.terms.collectionMode === 'manual') return [];
  // Nothing was due of an instalment of nothing, so nothing can have been missed.
  if (facts.due <= 0) return [];
  // Nor of a loan that was repaid otherwise: the platform, which does not know that, tried to collect what was not owed.
  if (outstandingBalance === 0) return [];
  const content = {
    dueAmount: nairaFromKobo(facts.due),
    failureReason: facts.reason?.trim() || 'all accounts failed',
    outstandingBalance,
  };
  return fileReport(before, { event: 'repayment.missed', content, distinction: reference }, at);
}
