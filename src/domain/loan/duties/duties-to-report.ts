/** Duties about reports and debits that wait. Spec §1.5, §6.3. */
import type { PlainDate } from '../../calendar.ts';
import type { FiledReport, LoanState } from '../state.ts';
import { byFirstDueDate, byNextDueDate } from './due-days.ts';
import type { Duty } from './duty.ts';

/** What waits for the bureau, or for a person who finds out what became of a debit. */
export function reportingDuties(state: LoanState, today: PlainDate): readonly Duty[] {
  const waiting = state.reports.filter(({ acknowledged }) => !acknowledged);
  return [
    ...waiting.map((filed) => waitingReport(state, filed)),
    ...missingDisbursement(state),
    ...parkedDebits(state, today),
  ];
}

function waitingReport(state: LoanState, { report: { reportId, event, occurredAt }, stuck }: FiledReport): Duty {
  // Reports go out in order, and nothing is collected until the bureau has the disbursement. §1.5
  const deadline = event === 'loan.approved' || event === 'loan.disbursed' ? byFirstDueDate(state) : {};
  const facts = {
    spec: 'Spec §6.3',
    isDischargeable: false,
    since: occurredAt,
    ...deadline,
    subject: { reportId },
  } as const;
  if (!stuck) {
    const why = `${event} has not reached the bureau yet: the worker, or bureau.awaitReported, delivers it`;
    return { duty: 'deliver-report', key: `deliver-report:${reportId}`, why, ...facts };
  }
  const why = `The bureau did not take ${event} after ${stuck.attempts} attempts (${stuck.reason}): see to it, then have it tried again with bureau.release; the reports after it wait`;
  return { duty: 'mend-report', key: `mend-report:${reportId}`, why, ...facts };
}

function missingDisbursement(state: LoanState): readonly Duty[] {
  if (state.stage !== 'approved') return [];
  const why =
    'The loan is approved: once the money was sent, report the disbursement with bureau.reportDisbursed; nothing is collected before. If none will be sent, abandon the loan';
  const facts = {
    duty: 'report-disbursement',
    key: 'report-disbursement',
    why,
    spec: 'Spec §1.5, §6.3',
    isDischargeable: false,
  } as const;
  const approvals = state.reports.filter(({ report }) => report.event === 'loan.approved');
  return approvals.map(({ report }) => ({ ...facts, since: report.occurredAt, ...byFirstDueDate(state) }));
}

// A loan is closed over a debit only where it can take nothing more, and then there is nothing to find out. Until it is settled nothing can be asked for in its
// place.
function parkedDebits(state: LoanState, today: PlainDate): readonly Duty[] {
  if (state.stage !== 'collecting') return [];
  return state.debits
    .filter(({ status }) => status === 'parked')
    .map(({ debitId, intendedAt, debitDate, parkedFor }) => ({
      duty: 'settle-debit',
      key: `settle-debit:${debitId}`,
      why: `Whether the debit for ${debitDate} was taken is not known (${parkedFor}): ask the platform or the bank, and say what happened with collections.settle`,
      spec: 'Spec §4.7',
      isDischargeable: false,
      since: intendedAt,
      ...byNextDueDate(state, today),
      subject: { debitId },
    }));
}
