// What an officer sees of a loan: whose it is, and no number of the person, because none is needed here.
import { type Duty, type Loan, type LoanAt, type LoanDischarge, loanStages } from 'repaykit';
import { attemptsView, type TriedInstalment } from '../attempts.ts';
import { type Html, html, type Part } from '../web/html.ts';
import { button, type Page } from '../web/layout.ts';
import { day, naira, STAGES, time } from '../wording.ts';

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
<p>${payerOf(loan)}</p>
<p>${naira(terms.approvedAmount)}, ${naira(terms.totalAmountDue)} to repay from ${day(terms.startDate)} to ${day(terms.endDate)}${
    'balances' in loan && html`; ${naira(loan.balances.outstanding)} outstanding`
  } <span class="hint">Mandate ${mandateId}</span></p>
${stepsOf(loan)}
${duties.length > 0 && html`<ul>${duties.map((duty) => dutyView(loan, duty))}</ul>`}
${loan.dischargedDuties.length > 0 && html`<h4>Done</h4><ul>${loan.dischargedDuties.map(dischargeView)}</ul>`}
${'balances' in loan && html`<p><a href="/office/loans/${loanId}">Attempts to collect</a></p>`}</article>`;
}

// As the banks have it; known once accounts were found, and gone once the payer was erased.
function payerOf(loan: Loan): string {
  const { accountName } = ('accounts' in loan && loan.accounts.find((account) => account.accountName !== undefined)) || {};
  return accountName ?? 'Name not known yet';
}

function dischargeView({ duty, note, at }: LoanDischarge): Html {
  return html`<li>${note} <span class="hint">${duty}, ${time(at)}</span></li>`;
}

/** The page of one loan: what was tried to collect. */
export function loanAttemptsView(loan: LoanAt<'collecting' | 'closed'>, tried: readonly TriedInstalment[] | undefined): Page {
  const nothing = tried?.every(({ attempts }) => attempts.length === 0) === true;
  const main = html`<p>${payerOf(loan)}, loan ${loan.loanId}</p>
${attemptsView(loan, tried)}
${nothing && html`<p>Nothing was tried yet.</p>`}
<p><a href="/office">All loans</a></p>`;
  return { title: 'Attempts to collect', main };
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
${isDischargeable && (duty === 'tell-platform' ? confirmForm(loanId, key) : button(`${path}/done`, 'Done', { duty: key }))}
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

// The platform is told by its support channel, so the file keeps whose word it is.
function confirmForm(loanId: string, key: string): Html {
  const id = `note-${loanId}-${key}`;
  return html`<form method="post" action="/office/loans/${loanId}/done"><input type="hidden" name="duty" value="${key}">
<label for="${id}">Who at the platform confirmed it, and when?</label>
<input id="${id}" name="note" maxlength="200" required> <button>Confirmed</button></form>`;
}
