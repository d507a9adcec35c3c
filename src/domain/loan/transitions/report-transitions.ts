/** What the reports to the bureau change in a loan. */
import type { BureauReport } from '../../bureau.ts';
import { subtractKobo, sumKobo } from '../../money.ts';
import { loanBalances } from '../balances.ts';
import { scheduledTotal } from '../report-content.ts';
import type { FiledReport, LoanState } from '../state.ts';
import type { TransitionsOf } from './transition-table.ts';

/** Events of the outbox. */
export const reportTransitions: TransitionsOf<
  'report.filed' | 'report.acknowledged' | 'report.stuck' | 'report.released'
> = {
  'report.filed': (state, { report, personal }) => ({
    reports: [
      ...state.reports,
      { report: personal ? withExtra(report, personal.extra) : report, acknowledged: false, stuck: undefined },
    ],
    ...stageAfterFiling[report.event],
    ...dueAfterFiling(state, report),
  }),
  'report.acknowledged': (state, event) => {
    const reports = withReport(state, event.reportId, { acknowledged: true, stuck: undefined });
    const isDisbursement = reports.some(
      ({ report }) => report.reportId === event.reportId && report.event === 'loan.disbursed',
    );
    return { reports, ...(isDisbursement && state.stage === 'disbursed' ? { stage: 'collecting' as const } : {}) };
  },
  'report.stuck': (state, { reportId, attempts, reason }) => ({
    reports: withReport(state, reportId, { stuck: { attempts, reason } }),
  }),
  'report.released': (state, { reportId }) => ({ reports: withReport(state, reportId, { stuck: undefined }) }),
};

const stageAfterFiling: Readonly<Partial<Record<string, Pick<LoanState, 'stage'>>>> = {
  'loan.approved': { stage: 'approved' },
  'loan.disbursed': { stage: 'disbursed' },
  'loan.closed': { stage: 'closed' },
};

// A new schedule is what is still to be paid: what was paid of the old one is not in it, and what came in beyond that is the payer's, so it pays off the new one.
function dueAfterFiling(state: LoanState, report: BureauReport): Partial<Pick<LoanState, 'due'>> {
  const scheduled = report.event === 'loan.restructured' ? scheduledTotal(report.content.schedule) : undefined;
  if (scheduled === undefined) return {};
  const { due, outstanding } = loanBalances(state);
  return { due: sumKobo([subtractKobo(due, outstanding), scheduled]) };
}

function withExtra(report: BureauReport, extra: Readonly<Record<string, unknown>>): BureauReport {
  return { ...report, content: { ...extra, ...report.content } } as BureauReport;
}

function withReport(state: LoanState, reportId: string, change: Partial<FiledReport>): readonly FiledReport[] {
  return state.reports.map((filed) => (filed.report.reportId === reportId ? { ...filed, ...change } : filed));
}
