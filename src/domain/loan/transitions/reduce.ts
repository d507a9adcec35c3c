/** Reduces a loan's events to its state. This is the only place where a stage changes. */

import type { BureauReport } from '../../bureau.ts';
import { isDebitScope } from '../../consent/withdrawal.ts';
import { NO_MONEY, subtractKobo, sumKobo } from '../../money.ts';
import { loanBalances, received, takenByPlatform } from '../balances.ts';
import type { LoanEvent, LoanOpened } from '../events/events.ts';
import { noticeTextOf } from '../notice-on-file.ts';
import { scheduledTotal } from '../report-content.ts';
import type { FiledReport, LoanState, TransitionsOf } from '../state.ts';
import { changeNamesAtBeginning } from '../state-changes.ts';
import { isNewCancellation } from '../withdrawal-effect.ts';
import { mandateTransitions } from './mandate-transitions.ts';
import { moneyTransitions } from './money-transitions.ts';

export function reduceLoan(events: readonly LoanEvent[]): LoanState | undefined {
  let state: LoanState | undefined;
  for (const event of events) state = applyEvent(state, event);
  return state;
}

/** The state after one more event. A file begins with `loan.opened`. Events before it are ignored. */
export function applyEvent(state: LoanState | undefined, event: LoanEvent): LoanState | undefined {
  if (event.type === 'loan.opened') return state ? { ...state, version: state.version + 1 } : openLoan(event);
  if (!state) return undefined;
  const change = transitions[event.type] as (state: LoanState, event: LoanEvent) => Partial<LoanState>;
  return withBeginning({ ...state, ...change(state, event), version: state.version + 1 });
}

function withBeginning(state: LoanState): LoanState {
  return state.version === state.beginning
    ? { ...state, notifiedBefore: changeNamesAtBeginning(state), collectedBefore: state.collected }
    : state;
}

export function isKnownEvent(type: string): boolean {
  return type === 'loan.opened' || Object.hasOwn(transitions, type);
}

function openLoan(event: LoanOpened): LoanState {
  return {
    loanId: event.loanId,
    mandateId: event.mandateId,
    isMandateNamed: false,
    payerId: event.payerId,
    openedAt: event.at,
    version: 1,
    stage: 'consented',
    adopted: event.adopted,
    beginning: 1 + (event.broughtAlong ?? 0),
    notifiedBefore: [],
    terms: event.terms,
    due: event.terms.totalAmountDue,
    consent: event.consent,
    noticeText: noticeTextOf(event),
    payer: event.personal?.payer,
    isErased: event.personal === undefined,
    accounts: [],
    selection: undefined,
    mandateStatus: undefined,
    mandateStatusSince: 0,
    reinstatedSince: 0,
    attachedAt: undefined,
    transferDestinations: [],
    instructions: undefined,
    collected: NO_MONEY,
    collectedBefore: NO_MONEY,
    decidedAhead: NO_MONEY,
    instalments: [],
    collections: [],
    debits: [],
    repayments: [],
    reversals: [],
    reports: [],
    revocations: [],
    cancellation: undefined,
    obligation: undefined,
    disputes: [],
    discharged: [],
    abandonedFor: undefined,
  };
}

const payerTransitions: TransitionsOf<
  | 'scope.revoked'
  | 'cancellation.requested'
  | 'obligation.recorded'
  | 'dispute.opened'
  | 'dispute.resolved'
  | 'duty.discharged'
  | 'action.taken'
  | 'payer.erased'
  | 'loan.abandoned'
> = {
  // An obligation recorded before does not cover a later withdrawal. It has to be recorded again.
  'scope.revoked': (state, { scope, revokedAt }) => ({
    revocations: [...state.revocations, { scope, revokedAt }],
    ...(isDebitScope(scope) ? { obligation: undefined } : {}),
  }),
  'cancellation.requested': (state, { requestedAt, outstanding, reason }) => {
    if (!isNewCancellation(state, requestedAt)) return {};
    const { cancellation } = state;
    const before = cancellation ? [...cancellation.before, cancellation.requestedAt] : [];
    return {
      cancellation: { requestedAt, outstanding, before, ...(reason === undefined ? {} : { reason }) },
      obligation: undefined,
    };
  },
  'obligation.recorded': (state, { amount, basis, at }) => ({
    obligation: { amount, basis, recordedAt: at, receivedBefore: received(state) },
  }),
  'dispute.opened': (state, { reference, reason, openedAt }) => ({
    disputes: [...state.disputes, { reference, reason, openedAt, outcome: undefined }],
  }),
  'dispute.resolved': (state, { reference, outcome }) => ({
    disputes: state.disputes.map((dispute) => (dispute.reference === reference ? { ...dispute, outcome } : dispute)),
  }),
  'duty.discharged': (state, { duty, note, at }) => {
    const before = {
      taken: takenByPlatform(state),
      collections: state.collections,
      debits: state.debits.map(({ debitId }) => debitId),
    };
    return { discharged: [...state.discharged, { duty, note, at, before }] };
  },
  'action.taken': () => ({}),
  'payer.erased': (state) => ({
    isErased: true,
    payer: undefined,
    noticeText: state.consent.notice.text,
    instructions: undefined,
    accounts: state.accounts.map((account) => ({ ...account, details: undefined })),
  }),
  'loan.abandoned': (_state, event) => ({ stage: 'abandoned', abandonedFor: event.reason }),
};

const reportTransitions: TransitionsOf<'report.filed' | 'report.acknowledged' | 'report.stuck' | 'report.released'> = {
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

// A new schedule is what is still to be paid. It excludes what was paid before. What came in beyond the old schedule
// belongs to the payer, so it pays off the new one.
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

const transitions: TransitionsOf<Exclude<LoanEvent['type'], 'loan.opened'>> = {
  ...mandateTransitions,
  ...reportTransitions,
  ...moneyTransitions,
  ...payerTransitions,
};
