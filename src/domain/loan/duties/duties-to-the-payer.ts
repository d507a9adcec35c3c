/** Duties to the payer: notices, choices, disputes, withdrawn consent. Spec §1.1, §1.2, §3.1, §3.4. */
import type { PlainDate } from '../../calendar.ts';
import { loanBalances } from '../balances.ts';
import {
  attachmentWasRefused,
  choiceFailed,
  hasUnansweredAttachment,
  primaryFailed,
} from '../guards/account-guards.ts';
import { isWithdrawn } from '../guards/debit-guards.ts';
import { consentStands } from '../guards/standing-guards.ts';
import { chosenAccounts, type LoanAccountState, type LoanState, type SelectionState } from '../state.ts';
import { isMoneySent } from '../withdrawal-effect.ts';
import { accountSubject, byFirstDueDate, byNextDueDate, type Owed } from './duty.ts';

export function payerDuties(state: LoanState, today: PlainDate): readonly Owed[] {
  if (state.stage === 'abandoned') return [];
  return [
    failedMandates(state),
    missedRepayments(state),
    anotherChoice(state),
    openDisputes(state, today),
    withdrawnConsent(state),
  ].flat();
}

const failures: ReadonlyMap<string | undefined, string> = new Map([
  ['failed', 'was not honoured by its bank'],
  ['rejected', 'was not honoured by its bank'],
  ['pending_timeout', 'was not proved in time'],
  ['inactive', 'is not active any more'],
  ['disputed', 'is disputed by the payer: nothing is collected until that is resolved'],
]);

function failedMandates(state: LoanState): readonly Owed[] {
  const { stage, selection, mandateStatus } = state;
  if (stage === 'closed' || !selection) return [];
  const ofAccounts = chosenAccounts(state)
    .filter((account) => failures.has(statusOf(account)))
    .map((account) => failedAccount(selection, account));
  // The service may report the failure for the whole mandate but for no account.
  const isDescribed = ofAccounts.length > 0 || !failures.has(mandateStatus);
  return isDescribed ? ofAccounts : [failedWhole(selection, mandateStatus)];
}

function statusOf(account: LoanAccountState): string | undefined {
  return attachmentWasRefused(account) ? 'rejected' : account.mandateStatus;
}

// If the payer chooses the same account again later, a new notice is due.
function failedAccount({ primary, chosenAt, optedInAt }: SelectionState, state: LoanAccountState): Owed {
  const { account } = state;
  const status = statusOf(state);
  const key = `notify-payer:${account}:${status}:${optedInAt[account] ?? chosenAt}`;
  const isBackup = account !== primary;
  // A dispute has a flow of its own.
  const next = isBackup && status !== 'disputed' ? ', who may add another backup (mandates.addBackup)' : '';
  const why = `The mandate on the ${isBackup ? 'backup' : 'primary'} account ${failures.get(status)}: tell the payer${next}`;
  return { duty: 'notify-payer', key, why, spec: 'Spec §3.1', subject: accountSubject(state) };
}

function failedWhole({ chosenAt }: SelectionState, status: string | undefined): Owed {
  const why = `The mandate ${failures.get(status)}: tell the payer`;
  return { duty: 'notify-payer', key: `notify-payer:mandate:${status}:${chosenAt}`, why, spec: 'Spec §3.1' };
}

function missedRepayments(state: LoanState): readonly Owed[] {
  // Applies before the bureau's answer too, which may get lost. The platform collects once the bureau has the report.
  if (!isMoneySent(state) || state.stage === 'closed') return [];
  // On a loan that was repaid elsewhere, an uncollected instalment is not missed.
  if (loanBalances(state).outstanding === 0) return [];
  return state.collections
    .filter(({ status, collected, due }) => (status === 'failed' || status === 'overdue') && collected < due)
    .map(({ instalmentReference, date, reason }) => ({
      duty: 'notify-payer',
      key: `notify-payer:missed:${instalmentReference}`,
      why: `A repayment was missed${reason ? ` (${reason})` : ''}: tell the payer, who may pay otherwise`,
      spec: 'Spec §1.6, §3.5',
      since: date,
      subject: { instalmentReference },
    }));
}

function anotherChoice(state: LoanState): readonly Owed[] {
  const isUnanswered = hasUnansweredAttachment(state);
  const isOver = state.stage === 'verifying' && choiceFailed(state);
  if (!(isOver || isUnanswered) || !consentStands(state).allowed) return [];
  const why = isUnanswered
    ? 'Whether an account was attached is not known: attach again, which asks the service; if it never answers, let the payer choose again with discovery.reselect, or abandon the loan'
    : primaryFailed(state)
      ? 'The payer’s choice of accounts came to nothing: let the payer choose again with discovery.reselect, or abandon the loan'
      : 'A backup account came to nothing: let the payer choose other backups with discovery.reselect, or go on with the primary account';
  return [{ duty: 'offer-reselection', why, spec: 'Spec §3.1', ...byFirstDueDate(state) }];
}

function openDisputes(state: LoanState, today: PlainDate): readonly Owed[] {
  // Nothing is collected while a dispute is open, so the next due date is the deadline. A closed loan has none.
  const deadline = state.stage === 'closed' ? {} : byNextDueDate(state, today);
  return state.disputes
    .filter(({ outcome }) => outcome === undefined)
    .map(({ reference, openedAt }) => ({
      duty: 'resolve-dispute',
      key: `resolve-dispute:${reference}`,
      why: `The payer’s dispute '${reference}' is open, and you debit nothing meanwhile: look into it and record its end with mandates.resolveDispute`,
      spec: 'Spec §1, §3.4',
      since: openedAt,
      ...deadline,
      subject: { reference },
    }));
}

function withdrawnConsent(state: LoanState): readonly Owed[] {
  const { cancellation, revocations, obligation, stage } = state;
  const since = cancellation?.requestedAt ?? revocations[0]?.revokedAt;
  if (since === undefined) return [];
  if (!isMoneySent(state)) {
    const why = 'The payer took consent back before money was sent: end the loan with loans.abandon';
    return [{ duty: 'abandon-loan', why, spec: 'Spec §1.1', since }];
  }
  if (stage === 'closed' || !isWithdrawn(state) || obligation || loanBalances(state).outstanding === 0) return [];
  const why =
    'The payer took the consent to debits back and something is owed: record what, and on which ground, with loans.recordObligation, or collect nothing more';
  return [{ duty: 'record-obligation', why, spec: 'Spec §1.1', since }];
}
