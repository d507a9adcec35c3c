/** What follows, now, from consent that the payer took back. Spec §1.1. */
import { type Instant, parseInstant } from '../calendar.ts';
import { type ConsentScope, evidenceInstant } from '../consent.ts';
import { formatKobo } from '../money.ts';
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
    return effect(
      'release-mandate',
      'Nothing is outstanding: have the mandate released now, and report the closure',
      'Spec §1, §1.1',
    );
  }
  switch (scope) {
    case 'accountDiscovery':
      return effect('nothing-new', 'The accounts were discovered already: use the BVN for nothing more', 'Spec §1.1');
    case 'mandatePlacement':
      return effect(
        'no-new-accounts',
        'No account may be added to this loan any more; the mandates that stand are not undone',
        'Spec §1.1',
      );
    case 'bureauReporting':
      return effect(
        'reports-go-on',
        'Money was sent: the lifecycle of this loan is reported to the bureau to its end all the same',
        'Spec §1, §6.3',
      );
    default:
      if (state.obligation) return recordedSince(state, state.obligation);
      return effect(
        'obligation-outstanding',
        `${formatKobo(outstanding)} is outstanding: nothing is debited until loans.recordObligation says what is owed and on which ground; tell the platform, which does not know`,
        'Spec §1.1',
      );
  }
}

/**
 * Is this request to cancel one that the file does not answer yet? The first is, and so is a later one than the last once an obligation was recorded on that:
 * the obligation does not speak for what the payer asked since. Anything else is the same request again. Spec §1.1.
 */
export function isNewCancellation({ cancellation, obligation }: LoanState, requestedAt: string): boolean {
  if (!cancellation) return true;
  return obligation !== undefined && (parseInstant(requestedAt) ?? 0) > (parseInstant(cancellation.requestedAt) ?? 0);
}

/** Was the money of this loan sent, as far as the file knows? */
export function isMoneySent({ stage }: LoanState): boolean {
  return stage === 'disbursed' || stage === 'collecting' || stage === 'closed';
}

/** Does the service hold a mandate on any account of the loan, or may it? */
export function isPlaced({ accounts }: LoanState): boolean {
  return accounts.some(({ placement }) => placement !== 'none');
}

function beforeMoney(state: LoanState): WithdrawalEffect {
  const unsent = state.stage === 'approved' ? ' (if it was sent already, report the disbursement first)' : '';
  if (!isPlaced(state))
    return effect(
      'abandon',
      `Nothing more may be discovered, placed or disbursed${unsent}: abandon the loan`,
      'Spec §1.1',
    );
  return effect(
    'abandon-and-release',
    `Nothing more may be placed or disbursed${unsent}: abandon the loan and have the mandate released`,
    'Spec §1.1',
  );
}

function recordedSince(state: LoanState, obligation: ObligationState): WithdrawalEffect {
  const left = formatKobo(obligationLeft(state, obligation));
  const message = `This is on file, and an obligation of ${formatKobo(obligation.amount)} was recorded since: ${left} of it may still be debited, and nothing beyond it`;
  return effect('obligation-recorded', message, 'Spec §1.1');
}

function effect(code: WithdrawalEffect['code'], message: string, spec: string): WithdrawalEffect {
  return { code, message, spec };
}

/** When the payer granted each scope, or one of them, as what follows is held against it: at the latest when the loan was opened on it. Spec §1.1. */
export function grantInstants({ consent, openedAt }: LoanState, scope?: ConsentScope): readonly Instant[] {
  const grants = consent.scopes.filter((grant) => scope === undefined || grant.scope === scope);
  return grants.map(({ grantedAt }) => evidenceInstant(grantedAt, openedAt));
}
