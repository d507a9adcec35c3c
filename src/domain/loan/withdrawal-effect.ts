/** What follows, now, from consent that the payer took back. Spec §1.1. */
import { type Instant, parseInstant } from '../calendar.ts';
import { type ConsentScope, evidenceInstant } from '../consent.ts';
import { formatKobo, type Kobo } from '../money.ts';
import { loanBalances, obligationLeft } from './balances.ts';
import type { LoanState, ObligationState } from './state.ts';

/** What follows from a withdrawal: a code to act on, and the words for a person. */
export interface WithdrawalEffect {
  /**
   * `abandon`: nothing more may be done, end the loan. `abandon-and-release`: and have the mandate released. `obligation-outstanding`: what is owed is owed,
   * and is debited only once it is recorded. `obligation-recorded`: it was said before, and what is owed was recorded since: that is debited and no more.
   * `release-mandate`: nothing is owed, release the mandate now. `no-new-accounts`: those that are placed stay. `reports-go-on`: the lifecycle reports are an
   * obligation. `nothing-new`: what rested on it was done already.
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
  /** What follows, for people. */
  readonly message: string;
  /** Where it stands, such as `Spec §1.1`. */
  readonly spec: string;
}

/** What follows from a scope that was taken back, or, without a scope, from a request to cancel. */
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

/** Is this request to cancel a new one? So is the first, and one after an obligation was recorded: that does not speak for it. Spec §1.1. */
export function isNewCancellation({ cancellation, obligation }: LoanState, requestedAt: string): boolean {
  if (!cancellation) return true;
  return obligation !== undefined && (parseInstant(requestedAt) ?? 0) > (parseInstant(cancellation.requestedAt) ?? 0);
}

export function isMoneySent({ stage }: LoanState): boolean {
  return stage === 'disbursed' || stage === 'collecting' || stage === 'closed';
}

/** Does the service hold a mandate on any account of the loan, or may it? */
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

/** When the payer granted each scope, or one of them, as what follows is held against it: at the latest when the loan was opened on it. Spec §1.1. */
export function grantInstants({ consent, openedAt }: LoanState, scope?: ConsentScope): readonly Instant[] {
  const grants = consent.scopes.filter((grant) => scope === undefined || grant.scope === scope);
  return grants.map(({ grantedAt }) => evidenceInstant(grantedAt, openedAt));
}
