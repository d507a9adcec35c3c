/** What the reports to the bureau change in a loan. */
import type { BureauReport } from '../../bureau.ts';
import type { FiledReport, LoanState } from '../state.ts';
import type { TransitionsOf } from './transition-table.ts';

/** Events of the outbox. */
export const reportTransitions: TransitionsOf<'report.filed' | 'report.acknowledged' | 'report.stuck' | 'report.released'> = {
  'report.filed': (state, { report, personal }) => ({
    reports: [...state.reports, { report: personal ? withExtra(report, personal.extra) : report, acknowledged: false, stuck: undefined }],
    ...stageAfterFiling[report.event],
  }),
  'report.acknowledged': (state, event) => {
    const reports = withReport(state, event.reportId, { acknowledged: true, stuck: undefined });
    const isDisbursement = reports.some(({ report }) => report.reportId === event.reportId && report.event === 'loan.disbursed');
    return { reports, ...(isDisbursement && state.stage === 'disbursed' ? { stage: 'collecting' as const } : {}) };
  },
  'report.stuck': (state, { reportId, attempts, reason }) => ({ reports: withReport(state, reportId, { stuck: { attempts, reason } }) }),
  'report.released': (state, { reportId }) => ({ reports: withReport(state, reportId, { stuck: undefined }) }),
};

const stageAfterFiling: Readonly<Partial<Record<string, Pick<LoanState, 'stage'>>>> = {
  'loan.approved': { stage: 'approved' },
  'loan.disbursed': { stage: 'disbursed' },
  'loan.closed': { stage: 'closed' },
};

function withExtra(report: BureauReport, extra: Readonly<Record<string, unknown>>): BureauReport {
  return { ...report, content: { ...extra, ...report.content } } as BureauReport;
}

function withReport(state: LoanState, reportId: string, change: Partial<FiledReport>): readonly FiledReport[] {
  return state.reports.map((filed) => (filed.report.reportId === reportId ? { ...filed, ...change } : filed));
}
