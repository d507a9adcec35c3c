// What an officer sees of a loan: no name, no number, because none is needed here.
import { type Duty, type Loan, loanStages } from 'repaykit';
import { type Html, html, type Part } from '../web/html.ts';
import { button, type Page } from '../web/layout.ts';
import { day, naira, STAGES } from '../wording.ts';

interface Row {
  readonly loan: Loan;
  readonly duties: readonly Duty[];
}

/** The page. */
export function officeView(rows: readonly Row[], next: string | undefined): Page {
  const stages = loanStages.map((stage) => ({ stage, rows: rows.filter(({ loan }) => loan.stage === stage) })).filter((group) => group.rows.length > 0);
  const main = html`${rows.length === 0 && html`<p>Nobody has applied yet.</p>`}
${stages.map((group) => html`<section><h2>${STAGES[group.stage]} (${group.rows.length})</h2>${group.rows.map(rowView)}</section>`)}
${next !== undefined && html`<p><a href="/office?after=${encodeURIComponent(next)}">More loans</a></p>`}`;
  return { title: 'Loans', main, isWide: true };
}

function rowView({ loan, duties }: Row): Html {
  const { loanId, mandateId, terms } = loan;
  return html`<article aria-label="Loan ${loanId}"><h3>${loanId}</h3>
<p>${naira(terms.approvedAmount)}, ${naira(terms.totalAmountDue)} to repay from ${day(terms.startDate)} to ${day(terms.endDate)}${
    'balances' in loan && html`; ${naira(loan.balances.outstanding)} outstanding`
  } <span class="hint">Mandate ${mandateId}</span></p>
${stepsOf(loan)}
${duties.length > 0 && html`<ul>${duties.map((duty) => dutyView(loan, duty))}</ul>`}</article>`;
}

function stepsOf(loan: Loan): Part {
  const path = `/office/loans/${loan.loanId}`;
  const isRepaid = loan.stage === 'collecting' && loan.balances.outstanding === 0;
  return [
    loan.stage === 'verified' && button(`${path}/approve`, 'Approve'),
    loan.stage === 'approved' && button(`${path}/pay-out`, 'Send the money'),
    (loan.stage === 'verified' || loan.stage === 'approved') && button(`${path}/decline`, 'Decline'),
    isRepaid && button(`${path}/close`, 'Close as repaid'),
  ];
}

function dutyView({ loanId }: Loan, { duty, key, why, until, isDischargeable, subject }: Duty): Html {
  const path = `/office/loans/${loanId}`;
  return html`<li>${why}.${until !== undefined && html` <strong>Until ${day(until)}.</strong>`}
${isDischargeable && button(`${path}/done`, 'Done', { duty: key })}
${
  duty === 'resolve-dispute' && [
    button(`${path}/resolve-dispute`, 'Dismiss', { outcome: 'dismissed', reference: subject?.reference ?? '' }),
    button(`${path}/resolve-dispute`, 'Uphold', { outcome: 'upheld', reference: subject?.reference ?? '' }),
  ]
}
${duty === 'mend-report' && button(`${path}/try-report-again`, 'Try again', { reportId: subject?.reportId ?? '' })}
${duty === 'record-obligation' && button(`${path}/record-obligation`, 'Record what is owed')}
${duty === 'abandon-loan' && button(`${path}/decline`, 'End the loan')}</li>`;
}
