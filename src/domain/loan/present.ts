import { given } from '../../validation/record.ts';
import { rankInstalmentStatus } from '../collection.ts';
import { maxKobo, NO_MONEY, nairaFromKobo } from '../money.ts';
import { loanBalances } from './balances.ts';
import { isContradicted } from './collected-after-stop.ts';
import type { CollectionFacts, ReportedInstalment } from './events/events.ts';
import type {
  Loan,
  LoanAccount,
  LoanBalancesView,
  LoanDebit,
  LoanDischarge,
  LoanFacts,
  LoanInstalment,
  LoanTermsOnFile,
  WithMandate,
  WithReports,
  WithSelection,
} from './loan.ts';
import {
  chosenAccounts,
  type DebitState,
  type DischargeState,
  type LoanAccountState,
  type LoanState,
} from './state.ts';

export function presentLoan(state: LoanState): Loan {
  const facts = presentFacts(state);
  const accounts = state.accounts.map((account) => presentAccount(account, state));
  const chosen = () => ({ ...facts, accounts, ...presentSelection(state) });
  switch (state.stage) {
    case 'consented':
      return { ...facts, stage: state.stage };
    case 'abandoned':
      return { ...facts, stage: state.stage, reason: state.abandonedFor ?? '' };
    case 'discovered':
      return { ...facts, stage: state.stage, accounts };
    case 'selected':
    case 'placed':
      return { ...chosen(), stage: state.stage };
    case 'verifying':
    case 'verified':
      return { ...chosen(), stage: state.stage, ...presentMandate(state) };
    case 'approved':
    case 'disbursed':
      return { ...chosen(), stage: state.stage, ...presentMandate(state), ...presentReports(state) };
    case 'collecting':
    case 'closed':
      return {
        ...chosen(),
        stage: state.stage,
        ...presentMandate(state),
        ...presentReports(state),
        balances: presentBalances(state),
        reversals: state.reversals.map((reversal) => ({ ...reversal, amount: nairaFromKobo(reversal.amount) })),
        instalments: presentInstalments(state),
        debits: state.debits.map(presentDebit),
      };
  }
}

function presentFacts(state: LoanState): LoanFacts {
  const { loanId, mandateId, payerId, version, openedAt, adopted, cancellation } = state;
  return given({
    loanId,
    mandateId,
    payerId,
    version,
    openedAt,
    terms: presentTerms(state),
    noticeVersion: state.consent.notice.version,
    adopted: adopted && { adoptedBy: adopted.adoptedBy, reason: adopted.reason },
    revokedScopes: state.revocations.map(({ scope }) => scope),
    cancellationRequestedAt: cancellation?.requestedAt,
    cancellationReason: cancellation?.reason,
    disputes: state.disputes.map(given),
    dischargedDuties: state.discharged.map((discharge) => presentDischarge(discharge, state)),
  });
}

function presentDischarge(discharge: DischargeState, state: LoanState): LoanDischarge {
  const { duty, note, at } = discharge;
  return { duty, note, at, ...(isContradicted(state, discharge) ? { isContradicted: true } : {}) };
}

function presentTerms({ terms }: LoanState): LoanTermsOnFile {
  const { startDate, endDate, period, collectionMode, breakdown } = terms;
  return given({
    approvedAmount: nairaFromKobo(terms.approvedAmount),
    totalAmountDue: nairaFromKobo(terms.totalAmountDue),
    startDate,
    endDate,
    frequency: period,
    collectionMode,
    breakdown: breakdown?.map(({ dueDate, amount }) => ({ dueDate, amount: nairaFromKobo(amount) })),
    principal: terms.principal && nairaFromKobo(terms.principal),
    charges: terms.charges?.map(({ kind, amount }) => ({ kind, amount: nairaFromKobo(amount) })),
  });
}

// An erased payer leaves accounts without numbers.
const erased = { accountNumber: '', bankCode: '' };

function presentAccount(state: LoanAccountState, { selection }: LoanState): LoanAccount {
  const { account, attachedBy, attachedAt, mandateStatus } = state;
  const backup = selection?.backups.includes(account) ? 'backup' : undefined;
  return given({
    ...(state.details ?? erased),
    active: state.usable,
    role: selection?.primary === account ? 'primary' : backup,
    attachedBy,
    attachedAt,
    mandateStatus: mandateStatus || undefined,
  });
}

function presentSelection(state: LoanState): WithSelection {
  const [primaryAccount, ...backupAccounts] = chosenAccounts(state).map((account) => presentAccount(account, state));
  return { primaryAccount: primaryAccount ?? { ...erased, active: false }, backupAccounts };
}

function presentMandate(state: LoanState): WithMandate {
  return given({
    mandateStatus: state.mandateStatus ?? 'pending',
    attachedAt: state.attachedAt,
    transferDestinations: state.transferDestinations.map((destination) => ({ ...destination })),
    instructions: state.instructions || undefined,
  });
}

function presentReports(state: LoanState): WithReports {
  return {
    reports: state.reports.map(({ report: { reportId, event }, acknowledged, stuck }) =>
      given({ reportId, event, acknowledged, stuckFor: stuck?.reason }),
    ),
  };
}

function presentBalances(state: LoanState): LoanBalancesView {
  const balances = loanBalances(state);
  return {
    totalAmountDue: nairaFromKobo(balances.totalAmountDue),
    due: nairaFromKobo(balances.due),
    collected: nairaFromKobo(balances.collected),
    repaidOutside: nairaFromKobo(balances.repaidOutside),
    outstanding: nairaFromKobo(balances.outstanding),
    overpaid: nairaFromKobo(balances.overpaid),
    openDebits: nairaFromKobo(balances.openDebits),
    collectable: nairaFromKobo(balances.collectable),
  };
}

// Merges what the mandate lists with the facts of each instalment. The larger amount and the higher-ranking status win.
function presentInstalments(state: LoanState): readonly LoanInstalment[] {
  const listed = state.instalments.map((item) =>
    presentInstalment(item, state.collections.find((facts) => isAbout(facts, item)) ?? {}),
  );
  const unlisted = state.collections.filter((facts) => !state.instalments.some((item) => isAbout(facts, item)));
  return [...listed, ...unlisted.map((facts) => presentInstalment({}, facts))];
}

function isAbout(facts: CollectionFacts, item: ReportedInstalment): boolean {
  return facts.breakdownId === item.breakdownId || facts.instalmentReference === item.instalmentReference;
}

function presentInstalment(item: Partial<ReportedInstalment>, facts: Partial<CollectionFacts>): LoanInstalment {
  return given({
    instalmentReference: item.instalmentReference ?? facts.instalmentReference ?? '',
    breakdownId: (item.breakdownId ?? facts.breakdownId) || undefined,
    dueDate: item.dueDate || undefined,
    amount: nairaFromKobo(item.amount ?? facts.due ?? NO_MONEY),
    collected: nairaFromKobo(maxKobo(item.collected ?? NO_MONEY, facts.collected ?? NO_MONEY)),
    status: higherStatus(item.status, facts.status) ?? 'scheduled',
  });
}

// An unknown status says more than a missing one.
function higherStatus(listed: string | undefined, confirmed: string | undefined): string | undefined {
  const rank = (status: string | undefined) => (status === undefined ? -2 : rankInstalmentStatus(status));
  return rank(confirmed) > rank(listed) ? confirmed : listed;
}

function presentDebit({ debitId, amount, debitDate, status, ...more }: DebitState): LoanDebit {
  const { reference, parkedFor, despiteUnknown } = more;
  return given({
    debitId,
    amount: nairaFromKobo(amount),
    debitDate,
    status,
    reference: reference || undefined,
    parkedFor: parkedFor || undefined,
    despiteUnknown: despiteUnknown && [...despiteUnknown],
  });
}
