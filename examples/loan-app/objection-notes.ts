// What became of the payer's disputes and of consent that was taken back, in words that hold at every stage.
import type { Loan, LoanDispute } from 'repaykit';
import { LENDER } from './notice.ts';
import { type Objection, pauseOf } from './pause.ts';
import { html, type Part } from './web/html.ts';
import { day, time } from './wording.ts';

/** What the loan's file does not show. */
export interface NoteFacts {
  /** May money have been sent already? */
  readonly mayBeSent?: boolean;
  /** When the platform tried to collect last, ISO 8601. */
  readonly triedAt?: string | undefined;
}

/** Everything that the payer objected to. */
export function objectionNotes(loan: Loan, facts: NoteFacts = {}): Part {
  const { disputes, cancellationRequestedAt, stage } = loan;
  if (stage === 'abandoned') return false;
  return [
    disputes.map((dispute) => html`<p class="standing">${disputeWords(loan, dispute, facts)}</p>`),
    cancellationRequestedAt !== undefined &&
      html`<p class="standing">You took your consent back on ${day(cancellationRequestedAt)}. ${[platformWords(loan, 'cancellation', facts), owedWords(loan)].filter(Boolean).join(' ')}</p>`,
  ];
}

function disputeWords(loan: Loan, dispute: LoanDispute, facts: NoteFacts): string {
  const which = `Your dispute of ${day(dispute.openedAt)} (“${dispute.reason}”)`;
  if (dispute.outcome === 'dismissed')
    return `${which} was dismissed. ${isPaidOut(loan) ? 'It no longer stops collection.' : 'It no longer stops your application.'}`;
  const standing = dispute.outcome === 'upheld' ? `${which} was upheld: you were right.` : `${which} is open.`;
  if (isPaidOut(loan)) return `${standing} ${platformWords(loan, dispute, facts)}`;
  if (loan.stage === 'closed') return standing;
  const money = dispute.outcome === 'upheld' ? 'no money is sent on this loan.' : 'no money is sent while it is open.';
  return `${standing} ${facts.mayBeSent ? `If no money was sent yet, ${money}` : money.replace(/^n/, 'N')}`;
}

function owedWords(loan: Loan): string {
  if (!isPaidOut(loan)) return loan.stage === 'closed' ? '' : 'If no money was sent yet, none is sent.';
  if ('balances' in loan && loan.balances.outstanding === 0) return '';
  return `What you still owe stays owed. Write to ${LENDER.contact} about how to pay it.`;
}

/** Was money sent on a loan that is not closed, as far as its file shows? */
export function isPaidOut({ stage }: Loan): boolean {
  return stage === 'disbursed' || stage === 'collecting';
}

// #region pause
// Nothing is promised that only the platform can do.
function platformWords(loan: Loan, objection: Objection, { triedAt = '' }: NoteFacts): string {
  if (!isPaidOut(loan)) return '';
  const { status, notedAt = '' } = pauseOf(loan, objection);
  const isEnd = objection === 'cancellation' || objection.outcome === 'upheld';
  const [stop, stopped] = isEnd ? ['stop', 'stopped'] : ['pause', 'paused'];
  if (status === 'confirmed' && Date.parse(triedAt) > Date.parse(notedAt))
    return `On ${time(notedAt)} we noted that the platform had ${stopped}, but it has tried to collect since. Please write to ${LENDER.contact}.`;
  if (status === 'confirmed') return `The platform confirmed that it ${stopped} collection; we noted that on ${time(notedAt)}.`;
  const until = 'Until it has confirmed that, it may still collect on a due date.';
  if (status === 'asked') return `We ask the platform that collects for us to ${stop}. ${until}`;
  return `On ${time(notedAt)} we noted that the platform had ${stopped}, but money was collected all the same. We ask it again to ${stop}. ${until}`;
}
// #endregion pause
