/** The reduction of a loan's events to its state: the only place where a stage changes. */
import { NO_MONEY } from '../money.ts';
import type { LoanEvent, LoanOpened } from './events/events.ts';
import { newsAtBeginning } from './news.ts';
import { noticeTextOf } from './notice-on-file.ts';
import type { LoanState } from './state.ts';
import { mandateTransitions } from './transitions/mandate-transitions.ts';
import { moneyTransitions } from './transitions/money-transitions.ts';
import { payerTransitions } from './transitions/payer-transitions.ts';
import { reportTransitions } from './transitions/report-transitions.ts';
import type { TransitionsOf } from './transitions/transition-table.ts';

/** The state that a file's events add up to; undefined for an empty file. */
export function reduceLoan(events: readonly LoanEvent[]): LoanState | undefined {
  let state: LoanState | undefined;
  for (const event of events) state = applyEvent(state, event);
  return state;
}

/** The state after one more event. A file begins with `loan.opened`; events before it are passed over. */
export function applyEvent(state: LoanState | undefined, event: LoanEvent): LoanState | undefined {
  if (event.type === 'loan.opened') return state ? { ...state, version: state.version + 1 } : openLoan(event);
  if (!state) return undefined;
  const change = transitions[event.type] as (state: LoanState, event: LoanEvent) => Partial<LoanState>;
  return withBeginning({ ...state, ...change(state, event), version: state.version + 1 });
}

function withBeginning(state: LoanState): LoanState {
  return state.version === state.beginning
    ? { ...state, toldBefore: newsAtBeginning(state), collectedBefore: state.collected }
    : state;
}

/** Is this an event that this version of the package knows? */
export function isKnownEvent(type: string): boolean {
  return type === 'loan.opened' || Object.hasOwn(transitions, type);
}

const transitions: TransitionsOf<Exclude<LoanEvent['type'], 'loan.opened'>> = {
  ...mandateTransitions,
  ...reportTransitions,
  ...moneyTransitions,
  ...payerTransitions,
};

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
    toldBefore: [],
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
