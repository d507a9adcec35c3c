/** The reduction of a loan's events to its state: the only place where a stage changes. */
import { rankInstalmentStatus } from '../instalment.ts';
import { maxKobo, NO_MONEY, sumKobo } from '../money.ts';
import type { CollectionFacts, LoanEvent, LoanOpened, MandateRead } from './events.ts';
import type { DebitState, LoanAccountState, LoanState } from './state.ts';

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
  return { ...state, ...change(state, event), version: state.version + 1 };
}

/** Is this an event that this version of the package knows? */
export function isKnownEvent(type: string): boolean {
  return type === 'loan.opened' || Object.hasOwn(transitions, type);
}

function openLoan(event: LoanOpened): LoanState {
  return {
    loanId: event.loanId,
    mandateId: event.mandateId,
    payerId: event.payerId,
    openedAt: event.at,
    version: 1,
    stage: 'consented',
    terms: event.terms,
    consent: event.consent,
    payer: event.personal.payer,
    accounts: [],
    selection: undefined,
    mandateStatus: undefined,
    transferDestinations: [],
    instructions: undefined,
    collected: NO_MONEY,
    instalments: [],
    collections: [],
    debits: [],
    repayments: [],
    reports: [],
    abandonedFor: undefined,
  };
}

type Transitions = {
  readonly [Type in Exclude<LoanEvent['type'], 'loan.opened'>]: (state: LoanState, event: Extract<LoanEvent, { type: Type }>) => Partial<LoanState>;
};

const transitions: Transitions = {
  'accounts.discovered': (state, event) => ({
    stage: 'discovered',
    accounts: event.accounts.map(({ account, active }) => ({
      ...(state.accounts.find((known) => known.account === account) ?? untouchedAccount),
      account,
      usable: active,
      details: event.personal.accounts[account],
    })),
  }),
  'accounts.selected': (state, event) => ({
    stage: 'selected',
    mandateStatus: undefined,
    selection: { primary: event.primary, backups: event.backups, chosenAt: event.chosenAt },
    accounts: state.accounts.map((account) => forNewChoice(account, event.primary, state.selection?.primary)),
  }),
  'placement.intended': (state, event) => withAccount(state, event.account, { placement: 'intended' }),
  'placement.confirmed': (state, event) => withAccount(state, event.account, { placement: 'confirmed' }),
  'mandate.placed': () => ({ stage: 'placed' }),
  'attachment.intended': (state, event) => withAccount(state, event.account, { attachment: 'intended', attachedBy: event.by }),
  'attachment.confirmed': (state, event) => ({
    ...withAccount(state, event.account, { attachment: event.accepted ? 'confirmed' : 'rejected', attachedBy: event.by }),
    ...(event.transferDestinations.length > 0 ? { transferDestinations: event.transferDestinations } : {}),
    // Each account is answered with words of its own; those for the primary are the ones that everything waits for.
    ...(event.instructions && (event.account === state.selection?.primary || !state.instructions) ? { instructions: event.instructions } : {}),
  }),
  'mandate.attached': () => ({ stage: 'verifying' }),
  'mandate.read': readMandate,
  'report.filed': (state, event) => ({
    reports: [...state.reports, { report: event.report, acknowledged: false }],
    ...stageAfterFiling[event.report.event],
  }),
  'report.acknowledged': (state, event) => {
    const reports = state.reports.map((filed) => (filed.report.reportId === event.reportId ? { ...filed, acknowledged: true } : filed));
    const isDisbursement = reports.some(({ report }) => report.reportId === event.reportId && report.event === 'loan.disbursed');
    return { reports, ...(isDisbursement && state.stage === 'disbursed' ? { stage: 'collecting' as const } : {}) };
  },
  'debit.intended': (state, event) => ({
    debits: [
      ...state.debits,
      { debitId: event.debitId, amount: event.amount, debitDate: event.debitDate, status: 'intended', reference: undefined, collected: NO_MONEY },
    ],
  }),
  'debit.scheduled': (state, event) => withDebit(state, event.debitId, { status: 'scheduled', reference: event.reference }),
  'debit.refused': (state, event) => withDebit(state, event.debitId, { status: 'refused' }),
  'debit.unknown': (state, event) => withDebit(state, event.debitId, { status: 'unknown' }),
  'debit.settled': (state, event) => withDebit(state, event.debitId, { status: event.result, collected: event.collected }),
  'collection.confirmed': (state, event) => {
    const collections = mergeCollection(state.collections, event);
    const collected = maxKobo(state.collected, sumKobo(collections.map((collection) => collection.collected)));
    return { collections, collected };
  },
  'repayment.recorded': (state, event) => ({
    repayments: [...state.repayments, { amount: event.amount, date: event.date, reference: event.reference }],
  }),
  'loan.abandoned': (_state, event) => ({ stage: 'abandoned', abandonedFor: event.reason }),
};

const stageAfterFiling: Readonly<Partial<Record<string, Pick<LoanState, 'stage'>>>> = {
  'loan.approved': { stage: 'approved' },
  'loan.disbursed': { stage: 'disbursed' },
  'loan.closed': { stage: 'closed' },
};

const untouchedAccount: Omit<LoanAccountState, 'account' | 'details' | 'usable'> = {
  placement: 'none',
  attachment: 'none',
  attachedBy: undefined,
  mandateStatus: undefined,
  consentId: undefined,
};

// A failed or timed-out account starts over when it is chosen again, and so does one that is called to be the primary: the service has to hear of its role.
function forNewChoice(account: LoanAccountState, primary: string, primaryBefore: string | undefined): LoanAccountState {
  const isCalled = primaryBefore !== undefined && account.account === primary && primaryBefore !== primary;
  const isSpent = account.attachment === 'rejected' || account.mandateStatus === 'failed' || account.mandateStatus === 'pending_timeout';
  if (isSpent) return { ...account, placement: 'none', attachment: 'none', attachedBy: undefined, mandateStatus: undefined };
  return isCalled ? { ...account, placement: 'none' } : account;
}

function withAccount(state: LoanState, ref: string, change: Partial<LoanAccountState>): Partial<LoanState> {
  return { accounts: state.accounts.map((account) => (account.account === ref ? { ...account, ...change } : account)) };
}

function withDebit(state: LoanState, debitId: string, change: Partial<DebitState>): Partial<LoanState> {
  return { debits: state.debits.map((debit) => (debit.debitId === debitId ? { ...debit, ...change } : debit)) };
}

function readMandate(state: LoanState, event: MandateRead): Partial<LoanState> {
  const accounts = state.accounts.map((account) => {
    const read = event.accounts.find((candidate) => candidate.account === account.account);
    if (!read) return account;
    const mandateStatus = read.status ?? (read.active ? 'active' : account.mandateStatus === 'active' ? 'inactive' : account.mandateStatus);
    return { ...account, consentId: read.consentId, mandateStatus };
  });
  const primary = accounts.find((account) => account.account === state.selection?.primary);
  const isVerified = state.stage === 'verifying' && primary?.mandateStatus === 'active' && event.status === 'active';
  return {
    accounts,
    mandateStatus: event.status,
    instalments: event.instalments.length > 0 ? event.instalments : state.instalments,
    collected: maxKobo(state.collected, event.collected),
    ...(isVerified ? { stage: 'verified' as const } : {}),
  };
}

// News may come in any order and more than once: what is collected only grows, and of the rest the later piece holds. Which one is later must not
// depend on which one came first, or two processes that heard the same would not agree.
function mergeCollection(collections: readonly CollectionFacts[], news: CollectionFacts): readonly CollectionFacts[] {
  const known = collections.find((collection) => collection.instalmentReference === news.instalmentReference);
  if (!known) return [...collections, factsOf(news)];
  const breakdownId = known.breakdownId ?? news.breakdownId;
  const later = isLaterNews(news, known) ? news : known;
  const merged = factsOf({ ...later, collected: maxKobo(known.collected, news.collected), ...(breakdownId === undefined ? {} : { breakdownId }) });
  return collections.map((collection) => (collection === known ? merged : collection));
}

// The status that ranks higher, then the later day; what is left is equal or contradicts itself, and any fixed order will do.
function isLaterNews(news: CollectionFacts, known: CollectionFacts): boolean {
  const rank = rankInstalmentStatus(news.status) - rankInstalmentStatus(known.status);
  if (rank !== 0) return rank > 0;
  if (news.date !== known.date) return news.date > known.date;
  return textOf(news) > textOf(known);
}

function textOf({ status, due, account, reason }: CollectionFacts): string {
  return JSON.stringify([status, due, account, reason]);
}

function factsOf(news: CollectionFacts): CollectionFacts {
  const { breakdownId, instalmentReference, status, due, collected, account, reason, date } = news;
  return {
    instalmentReference,
    status,
    due,
    collected,
    date,
    ...(breakdownId === undefined ? {} : { breakdownId }),
    ...(account === undefined ? {} : { account }),
    ...(reason === undefined ? {} : { reason }),
  };
}
