// The duties in plain sentences. The buttons call the operations.
import type {
  Duty,
  DutyCode,
  Loan,
  LoanAccount,
  LoanDischarge,
} from 'repaykit';
import { isStoppedForGood } from '../pause.ts';
import { accountName, accountProblem, naira } from '../wording.ts';

/** What has to be done, and why. */
export function dutyWords(loan: Loan, duty: Duty): string {
  const again = isAgain(duty.key)
    ? 'Money was collected although the platform had confirmed this. Ask it again, and ask why. '
    : '';
  return `${again}${sentences[duty.duty](loan, duty)}`;
}

/** A duty that an officer noted as done. */
export function dischargeWords({
  duty,
  isContradicted,
}: LoanDischarge): string {
  const done = doneWords(duty);
  return isContradicted ? `${done}. Money was collected all the same` : done;
}

type Sentences = Readonly<Record<DutyCode, (loan: Loan, duty: Duty) => string>>;

const sentences: Sentences = {
  'deliver-report': (loan, duty) =>
    `The credit bureau has not received the report of ${reportName(loan, duty)} yet. The app goes on sending it.`,
  'mend-report': (loan, duty) =>
    `The credit bureau did not take the report of ${reportName(loan, duty)}${reasonOf(loan, duty)}. Find out why, then send it again. Later reports wait for it.`,
  'report-disbursement': (loan) =>
    isStoppedForGood(loan)
      ? 'The loan is approved, but no money may be sent on it. Decline it. Money that was sent already is reported then.'
      : 'The loan is approved. Send the money, or decline the loan. Nothing is collected before the payment is reported.',
  'report-closure': (loan) =>
    'balances' in loan && loan.balances.outstanding > 0
      ? `The last due date has passed and ${naira(loan.balances.outstanding)} is still owed. Decide what to do about that. This page closes only loans that are repaid.`
      : 'The loan is repaid. Close it.',
  'correct-closure': () =>
    'The report to the credit bureau says that the loan is repaid, but something is owed again. Correct that with the bureau.',
  'notify-payer': (loan, duty) =>
    duty.subject?.instalmentReference === undefined
      ? accountWords(loan, duty)
      : 'An instalment was not collected. Tell the payer, who may pay in another way.',
  'offer-reselection': () =>
    'An account that the payer chose was not confirmed. Ask the payer to choose again on this website.',
  'abandon-loan': () =>
    'The payer took the consent back before money was sent. End the loan.',
  'record-obligation': (loan) =>
    `The payer took the consent back${owedWords(loan)}. Record what is owed, or collect nothing more.`,
  'resolve-dispute': () =>
    'The payer’s dispute is open. Look into it, then decide.',
  'settle-debit': () =>
    'It is not known whether a debit was taken. Ask the platform or the bank.',
  'tell-platform': platformWords,
  'refund-overpayment': (loan) =>
    `${'balances' in loan ? naira(loan.balances.overpaid) : 'Something'} came in that was not owed. Give it back to the payer.`,
  'release-mandate': () =>
    'The mandate is needed no more. Ask the platform to release it.',
  'complete-evidence': () =>
    'A document is missing from this loan’s file. Find it and note where it is kept.',
};

function platformWords(loan: Loan, { key }: Duty): string {
  switch (subjectOf(key)) {
    case 'open':
      return 'The payer filed a dispute. Ask the platform to pause collection.';
    case 'dismissed':
      return loan.cancellationRequestedAt === undefined
        ? 'The payer’s dispute was dismissed. Tell the platform that it may collect again.'
        : 'The payer’s dispute was dismissed, but the consent is still taken back. Tell the platform both.';
    case 'upheld':
      return 'The payer’s dispute was upheld. Ask the platform to stop collection permanently.';
    case 'cancellation':
      return `The payer took the consent back${owedWords(loan)}. Ask the platform to stop collection.`;
    default:
      return 'Something changed that the platform does not know. Tell it what is still to be collected.';
  }
}

function doneWords(key: string): string {
  if (key.startsWith('notify-payer')) return 'Informed the payer';
  if (key.startsWith('release-mandate')) return 'Had the mandate released';
  if (!key.startsWith('tell-platform')) return 'Done';
  const subject = subjectOf(key);
  if (subject === 'open') return 'Asked the platform to pause';
  if (subject === 'dismissed')
    return 'Informed the platform that the dispute was dismissed';
  return subject === 'upheld' || subject === 'cancellation'
    ? 'Asked the platform to stop'
    : 'Informed the platform';
}

// Keys: `tell-platform:dispute:REFERENCE:open`, `tell-platform:cancellation:TIME`. A duty that is due again ends in a number.
function subjectOf(key: string): string | undefined {
  const [, kind, ...rest] = key.replace(/:again:\d+$/, '').split(':');
  return kind === 'dispute' ? rest.at(-1) : kind;
}

function isAgain(key: string): boolean {
  return /^(?:tell-platform:(?:dispute|cancellation)|release-mandate).*:again:\d+$/.test(
    key,
  );
}

function accountWords(loan: Loan, { subject }: Duty): string {
  const { accountNumber, bankCode } = subject?.account ?? {};
  const account =
    'accounts' in loan &&
    loan.accounts.find(
      (known) =>
        known.accountNumber === accountNumber && known.bankCode === bankCode,
    );
  return account
    ? `${nameOf(account)}: ${accountProblem(account).toLowerCase()}. Tell the payer.`
    : 'The mandate cannot be used at the moment. Tell the payer.';
}

function nameOf(account: LoanAccount): string {
  const { role } = account;
  return role === undefined
    ? accountName(account)
    : `${role === 'primary' ? 'Primary' : 'Backup'} account, ${accountName(account)}`;
}

const reports: Readonly<Record<string, string>> = {
  'loan.approved': 'the approval',
  'loan.disbursed': 'the payment to the payer',
  'repayment.successful': 'a repayment',
  'repayment.missed': 'a missed repayment',
  'loan.restructured': 'new terms',
  'loan.closed': 'the end of the loan',
};

function reportOf(loan: Loan, { subject }: Duty) {
  return 'reports' in loan
    ? loan.reports.find(({ reportId }) => reportId === subject?.reportId)
    : undefined;
}

function reportName(loan: Loan, duty: Duty): string {
  return reports[reportOf(loan, duty)?.event ?? ''] ?? 'an event';
}

function reasonOf(loan: Loan, duty: Duty): string {
  const { stuckFor } = reportOf(loan, duty) ?? {};
  return stuckFor === undefined ? '' : ` (${stuckFor})`;
}

function owedWords(loan: Loan): string {
  return 'balances' in loan
    ? `, and ${naira(loan.balances.outstanding)} is owed`
    : '';
}
