/** What follows now from a withdrawal of consent. Spec §1.1. */
import { type Instant, parseInstant } from '../calendar.ts';
import { type ConsentScope, evidenceInstant } from '../consent/consent.ts';
import { formatKobo, type Kobo } from '../money.ts';
import { loanBalances, obligationLeft } from './balances.ts';
import type { LoanState, ObligationState } from './state.ts';

/** A consequence of a withdrawal, as a code and as a text for people. */
export interface WithdrawalEffect {
  /**
   * `abandon`: end the loan. `abandon-and-release`: also have the mandate released. `obligation-outstanding`: money is
   * owed, but debits need a recorded obligation. `obligation-recorded`: only the recorded obligation is debited.
   * `release-mandate`: nothing is owed, so release the mandate now. `no-new-accounts`: placed accounts stay.
   * `reports-go-on`: the lifecycle reports are mandatory and continue. `nothing-new`: all work on this scope is done.
   */
  readonly code:
    | 'abandon'
    | 'abandon-and-release'
    | 'obligation-outstanding'
    | 'obligation-recorded'
    | 'release-mandate'
    | 'no-new-accounts'
    | 'reports-go-on'
    | 'nothing-new';
  /** The consequence, for people. */
  readonly message: string;
  /** The section that demands it, such as `Spec §1.1`. */
  readonly spec: string;
}

/** What follows from the withdrawal of a scope or, without a scope, from a cancellation request. */
export function effectOfWithdrawal(state: LoanState, scope?: ConsentScope): WithdrawalEffect {
  if (!isMoneySent(state)) return beforeMoney(state);
  const { outstanding } = loanBalances(state);
  if (outstanding === 0) {
    const message = 'Nothing is outstanding: have the mandate released now, and report the closure';
    return { code: 'release-mandate', message, spec: 'Spec §1, §1.1' };
  }
  if (scope === 'automatedDebit' || scope === 'cascadeDebit' || scope === undefined)
    return state.obligation ? recordedSince(state, state.obligation) : unrecorded(outstanding);
  return effectsOnSentMoney[scope];
}

const effectsOnSentMoney: Readonly<Record<Exclude<ConsentScope, `${string}Debit`>, WithdrawalEffect>> = {
  accountDiscovery: {
    code: 'nothing-new',
    message: 'The accounts were discovered already: use the BVN for nothing more',
    spec: 'Spec §1.1',
  },
  mandatePlacement: {
    code: 'no-new-accounts',
    message: 'No account may be added to this loan any more; the mandates that stand are not undone',
    spec: 'Spec §1.1',
  },
  bureauReporting: {
    code: 'reports-go-on',
    message: 'Money was sent: the lifecycle of this loan is reported to the bureau to its end all the same',
    spec: 'Spec §1, §6.3',
  },
};

function unrecorded(outstanding: Kobo): WithdrawalEffect {
  const message = `${formatKobo(outstanding)} is outstanding: nothing is debited until loans.recordObligation says what is owed and on which ground; tell the platform, which does not know`;
  return { code: 'obligation-outstanding', message, spec: 'Spec §1.1' };
}

/** The first request, or one after an obligation was recorded, which does not cover it. Spec §1.1. */
export function isNewCancellation({ cancellation, obligation }: LoanState, requestedAt: string): boolean {
  if (!cancellation) return true;
  return obligation !== undefined && (parseInstant(requestedAt) ?? 0) > (parseInstant(cancellation.requestedAt) ?? 0);
}

export function isMoneySent({ stage }: LoanState): boolean {
  return stage === 'disbursed' || stage === 'collecting' || stage === 'closed';
}

/** Whether the service has, or may have, a mandate on any account of the loan. */
export function isPlaced({ accounts }: LoanState): boolean {
  return accounts.some(({ placement }) => placement !== 'none');
}

function beforeMoney(state: LoanState): WithdrawalEffect {
  const unsent = state.stage === 'approved' ? ' (if it was sent already, report the disbursement first)' : '';
  const [what, then] = isPlaced(state)
    ? ['placed or disbursed', 'abandon the loan and have the mandate released']
    : ['discovered, placed or disbursed', 'abandon the loan'];
  const message = `Nothing more may be ${what}${unsent}: ${then}`;
  return { code: isPlaced(state) ? 'abandon-and-release' : 'abandon', message, spec: 'Spec §1.1' };
}

function recordedSince(state: LoanState, obligation: ObligationState): WithdrawalEffect {
  const left = formatKobo(obligationLeft(state, obligation));
  const message = `This is on file, and an obligation of ${formatKobo(obligation.amount)} was recorded since: ${left} of it may still be debited, and nothing beyond it`;
  return { code: 'obligation-recorded', message, spec: 'Spec §1.1' };
}

/** A grant counts at the latest from the opening of the loan. Spec §1.1. */
export function grantInstants({ consent, openedAt }: LoanState, scope?: ConsentScope): readonly Instant[] {
  const grants = consent.scopes.filter((grant) => scope === undefined || grant.scope === scope);
  return grants.map(({ grantedAt }) => evidenceInstant(grantedAt, openedAt));
}
