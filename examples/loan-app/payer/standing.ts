// The state of the loan, at the top of its page: what the file shows, and what the payer can do.
import type { LoanAccount, LoanAt, LoanInstalment } from 'repaykit';
import {
  isUnusable,
  type TriedInstalment,
  wasShortOfMoney,
} from '../attempts.ts';
import { LENDER } from '../notice.ts';
import { day, naira } from '../wording.ts';

/** A loan at a stage that this page shows. */
export type ShownLoan = LoanAt<
  'verified' | 'approved' | 'disbursed' | 'collecting' | 'closed' | 'abandoned'
>;

/** What the sentences need beside the loan. */
export interface StandingFacts {
  /** `YYYY-MM-DD`. */
  readonly today: string;
  readonly tried: readonly TriedInstalment[] | undefined;
  /** Whether the lender's own ledger has a payment for this loan. */
  readonly isSent: boolean;
}

/** The sentences. Each is true by itself. */
export function standingOf(loan: ShownLoan, facts: StandingFacts): string {
  switch (loan.stage) {
    case 'verified':
      return undisbursed(loan, 'We are looking at your application.');
    case 'approved':
      return facts.isSent
        ? 'Your loan is approved, and the money was sent.'
        : undisbursed(loan, 'Your loan is approved. We send the money next.');
    case 'disbursed':
      return 'The money was sent. The credit bureau has not confirmed our report of that yet.';
    case 'collecting':
      return collecting(loan, facts).join(' ');
    case 'closed':
      return 'This loan is closed.';
    case 'abandoned':
      return 'This application has ended. No money was sent and nothing is collected.';
  }
}

function undisbursed(
  loan: LoanAt<'verified' | 'approved'>,
  next: string,
): string {
  // The notes below say that no money is sent.
  if (isStopped(loan)) return 'Your application is on hold.';
  if (canDebit(loan.primaryAccount, loan))
    return `Your primary account is confirmed. ${next}`;
  return 'Your primary account cannot be debited at the moment. No money is sent as long as that is so.';
}

function isStopped({
  disputes,
  cancellationRequestedAt,
  revokedScopes,
}: ShownLoan): boolean {
  return (
    disputes.some(({ outcome }) => outcome !== 'dismissed') ||
    cancellationRequestedAt !== undefined ||
    revokedScopes.length > 0
  );
}

function canDebit(
  { mandateStatus }: LoanAccount,
  loan: { readonly mandateStatus: string },
): boolean {
  return mandateStatus === 'active' && loan.mandateStatus === 'active';
}

function collecting(
  loan: LoanAt<'collecting'>,
  facts: StandingFacts,
): readonly string[] {
  const { outstanding, overpaid } = loan.balances;
  if (overpaid > 0)
    return [
      `You have repaid this loan, and ${naira(overpaid)} more came in. That belongs to you.`,
    ];
  if (outstanding === 0)
    return ['You have repaid this loan. There is nothing left to pay.'];
  const missed = loan.instalments.filter(isMissed);
  // A payer who objected is not asked for money. The notes below say what happens.
  const advice = isStopped(loan)
    ? []
    : adviceOn(loan, facts, missed.length > 0);
  return ['Your loan is running.', ...missed.map(missedWords), ...advice];
}

const CONTACT = `Write to ${LENDER.contact} about how to pay what is left.`;

function isMissed({ status, amount, collected }: LoanInstalment): boolean {
  return (
    ['failed', 'overdue', 'partially paid'].includes(status) &&
    collected < amount
  );
}

function missedWords({ amount, collected, dueDate }: LoanInstalment): string {
  return `${naira(amount - collected)}${dueDate === undefined ? '' : ` that fell due on ${day(dueDate)}`} was not collected.`;
}

function adviceOn(
  loan: LoanAt<'collecting'>,
  { today, tried }: StandingFacts,
  isMissing: boolean,
): readonly string[] {
  if (loan.mandateStatus === 'expired' || today > loan.terms.endDate)
    return ['The last due date has passed.', CONTACT];
  const isUsable = (account: LoanAccount) =>
    canDebit(account, loan) && !isUnusable(tried, account);
  const usable = [loan.primaryAccount, ...loan.backupAccounts].filter(isUsable);
  if (usable.length === 0)
    return ['None of your accounts can be debited at the moment.', CONTACT];
  const isPrimary = isUsable(loan.primaryAccount);
  const which = isPrimary
    ? 'your account'
    : 'your backup account, because the primary account cannot be debited at the moment';
  if (!isMissing)
    return [
      `There is nothing to do but to keep enough on ${which} on the due dates.`,
    ];
  if (!wasShortOfMoney(tried, usable)) return [CONTACT];
  return [
    `It may be tried again, so keep enough on ${which}.`,
    `You can also write to ${LENDER.contact} about how to pay.`,
  ];
}
