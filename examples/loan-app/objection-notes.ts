// The state of the payer's disputes and revoked consent, in sentences that are true at every stage.
import type { Loan, LoanDispute } from 'repaykit';
import { lastTry, type TriedInstalment } from './attempts.ts';
import { LENDER } from './notice.ts';
import { type Objection, pauseOf } from './pause.ts';
import { html, type Part } from './web/html.ts';
import { day, time } from './wording.ts';

/** Facts that the loan file does not have. */
export interface NoteFacts {
  /** Whether money may have been sent already. */
  readonly mayBeSent?: boolean;
  /** The attempts of the platform. Undefined if it does not answer. */
  readonly tried?: readonly TriedInstalment[] | undefined;
}

/** Everything that the payer objected to. */
export function objectionNotes(loan: Loan, facts: NoteFacts = {}): Part {
  const { disputes, cancellationRequestedAt, stage } = loan;
  if (stage === 'abandoned') return false;
  return [
    disputes.map(
      (dispute) =>
        html`<p class="standing">${disputeWords(loan, dispute, facts)}</p>`,
    ),
    cancellationRequestedAt !== undefined &&
      html`<p class="standing">You took your consent back on ${day(cancellationRequestedAt)}. ${[platformWords(loan, 'cancellation', facts), owedWords(loan)].filter(Boolean).join(' ')}</p>`,
  ];
}

function disputeWords(
  loan: Loan,
  dispute: LoanDispute,
  facts: NoteFacts,
): string {
  const which = `Your dispute of ${day(dispute.openedAt)} (“${dispute.reason}”)`;
  if (dispute.outcome === 'dismissed')
    return `${which} was dismissed. ${isPaidOut(loan) ? 'It no longer stops collection.' : 'It no longer stops your application.'}`;
  const standing =
    dispute.outcome === 'upheld'
      ? `${which} was upheld: you were right.`
      : `${which} is open.`;
  if (isPaidOut(loan))
    return `${standing} ${platformWords(loan, dispute, facts)}`;
  if (loan.stage === 'closed') return standing;
  const money =
    dispute.outcome === 'upheld'
      ? 'no money is sent on this loan.'
      : 'no money is sent while it is open.';
  return `${standing} ${facts.mayBeSent ? `If no money was sent yet, ${money}` : money.replace(/^n/, 'N')}`;
}

function owedWords(loan: Loan): string {
  if (!isPaidOut(loan))
    return loan.stage === 'closed'
      ? ''
      : 'If no money was sent yet, none is sent.';
  if (isRepaid(loan)) return '';
  return `What you still owe stays owed. Write to ${LENDER.contact} about how to pay it.`;
}

/** Whether nothing is owed any more. */
export function isRepaid(loan: Loan): boolean {
  return 'balances' in loan && loan.balances.outstanding === 0;
}

/** The sentence for a loan that is repaid. */
export const NOTHING_OWED = `Nothing is owed on this loan any more. If money is collected all the same, it belongs to you: write to ${LENDER.contact}.`;

/** Whether money was sent, by the file, and the loan is not closed. */
export function isPaidOut({ stage }: Loan): boolean {
  return stage === 'disbursed' || stage === 'collecting';
}

// #region pause
// Promises nothing that only the platform can do.
function platformWords(
  loan: Loan,
  objection: Objection,
  { tried }: NoteFacts,
): string {
  if (!isPaidOut(loan)) return '';
  const { status, notedAt } = pauseOf(loan, objection);
  const isEnd = objection === 'cancellation' || objection.outcome === 'upheld';
  const [stop, stopped] = isEnd ? ['stop', 'stopped'] : ['pause', 'paused'];
  if (notedAt !== undefined && status === 'confirmed') {
    const noted = notedWords(notedAt, stopped);
    if (!tried)
      return `${noted}. It does not answer at the moment, so we cannot say whether it has tried to collect since.`;
    if (Date.parse(lastTry(tried) ?? '') > Date.parse(notedAt))
      return `${noted}, but it has tried to collect since. Please write to ${LENDER.contact}.`;
    return `The platform confirmed that it ${stopped} collection; we noted that on ${time(notedAt)}.`;
  }
  const [before, ask] =
    notedAt === undefined
      ? ['', 'We ask the platform that collects for us']
      : [
          `${notedWords(notedAt, stopped)}, but money was collected all the same. `,
          'We ask it again',
        ];
  return (
    before +
    (isRepaid(loan)
      ? NOTHING_OWED
      : `${ask} to ${stop}. Until it has confirmed that, it may still collect on a due date.`)
  );
}

function notedWords(notedAt: string, stopped: string): string {
  return `On ${time(notedAt)} we noted that the platform had ${stopped}`;
}
// #endregion pause
