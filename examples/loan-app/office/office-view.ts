// The officer's view of a loan. It shows the payer's name and none of the payer's numbers.
import {
  type Duty,
  type Loan,
  type LoanAt,
  type LoanDischarge,
  loanStages,
} from 'repaykit';
import { attemptsView, lastTry, type TriedInstalment } from '../attempts.ts';
import { isRepaid } from '../objection-notes.ts';
import { confirmedPauses, isStoppedForGood } from '../pause.ts';
import { type Html, html, type Part } from '../web/html.ts';
import { button, describedBy, type Page, problemOf } from '../web/layout.ts';
import { day, naira, STAGES, time } from '../wording.ts';
import { dischargeWords, dutyWords } from './duty-words.ts';
import { LONGEST_NOTE } from './note.ts';

/** A loan on the page. */
export interface Row {
  readonly loan: Loan;
  readonly name: string | undefined;
  readonly duties: readonly Duty[];
  /** Set only if the platform confirmed that it does not collect. Undefined if it does not answer. */
  readonly tried: readonly TriedInstalment[] | undefined;
}

const UNKNOWN = 'Name not known';

/** The page. */
export function officeView(
  rows: readonly Row[],
  next: string | undefined,
): Page {
  const stages = loanStages
    .map((stage) => ({
      stage,
      rows: rows.filter(({ loan }) => loan.stage === stage),
    }))
    .filter((group) => group.rows.length > 0);
  const main = html`${rows.length === 0 && html`<p>No one has applied yet.</p>`}
${stages.map((group) => html`<section><h2>${STAGES[group.stage]} (${group.rows.length})</h2>${group.rows.map((row) => rowView(row))}</section>`)}
${next !== undefined && html`<p><a href="/office?after=${encodeURIComponent(next)}">More loans</a></p>`}`;
  return { title: 'Loans', main, isWide: true };
}

function rowView(
  { loan, name, duties, tried }: Row,
  problem?: NoteProblem,
): Html {
  const { loanId, mandateId, terms } = loan;
  return html`<article aria-label="Loan ${loanId}"><h3>${loanId}</h3>
<p>${name ?? UNKNOWN}</p>
<p>${naira(terms.approvedAmount)}, ${naira(terms.totalAmountDue)} to repay from ${day(terms.startDate)} to ${day(terms.endDate)}${
    'balances' in loan &&
    html`; ${naira(loan.balances.outstanding)} outstanding`
  } <span class="hint">Mandate ${mandateId}</span></p>
${stepsOf(loan)}
${objectionsOf(loan)}
${triedAllTheSame(loan, tried)}
${duties.length > 0 && html`<h4>To do</h4><ul>${duties.map((duty) => dutyView(loan, duty, problem))}</ul>`}
${loan.dischargedDuties.length > 0 && html`<h4>Done</h4><ul>${loan.dischargedDuties.map(dischargeView)}</ul>`}
${'balances' in loan && html`<p><a href="/office/loans/${loanId}">Attempts to collect</a></p>`}</article>`;
}

function dischargeView(discharge: LoanDischarge): Html {
  const { note, at } = discharge;
  return html`<li>${dischargeWords(discharge)}: “${note}” <span class="hint">Noted on ${time(at)}</span></li>`;
}

// What the payer chose among the reasons on the page.
function objectionsOf({
  disputes,
  cancellationRequestedAt,
  cancellationReason = 'no reason given',
}: Loan): Part {
  if (disputes.length === 0 && cancellationRequestedAt === undefined)
    return false;
  return html`<h4>What the payer said</h4><ul>${disputes.map(
    ({ reason, openedAt, outcome = 'open' }) =>
      html`<li>Dispute: “${reason}” <span class="hint">${time(openedAt)}, ${outcome}</span></li>`,
  )}${
    cancellationRequestedAt !== undefined &&
    html`<li>Consent taken back: ${cancellationReason === 'no reason given' ? cancellationReason : `“${cancellationReason}”`} <span class="hint">${time(cancellationRequestedAt)}</span></li>`
  }</ul>`;
}

// An attempt without money makes no duty due again.
function triedAllTheSame(loan: Loan, tried: Row['tried']): Part {
  const noted = confirmedPauses(loan).map(({ notedAt = '' }) =>
    Date.parse(notedAt),
  );
  if (noted.length === 0 || loan.stage !== 'collecting') return false;
  if (!tried)
    return html`<p>The platform does not answer at the moment, so whether it still tries to collect is not known.</p>`;
  const last = lastTry(tried);
  if (last === undefined || Date.parse(last) <= Math.min(...noted))
    return false;
  return html`<p><strong>The platform tried to collect on ${time(last)}, although it had confirmed that it does not. Ask it again, and ask why.</strong></p>`;
}

/** The page of one loan, with its attempts to collect. */
export function loanAttemptsView(
  loan: LoanAt<'collecting' | 'closed'>,
  { name, tried }: Pick<Row, 'name' | 'tried'>,
): Page {
  const nothing =
    tried?.every(({ attempts }) => attempts.length === 0) === true;
  const main = html`<p>${name ?? UNKNOWN}, loan ${loan.loanId}</p>
${attemptsView(loan, tried)}
${nothing && html`<p>Nothing was tried yet.</p>`}
<p><a href="/office">All loans</a></p>`;
  return { title: 'Attempts to collect', main };
}

function stepsOf(loan: Loan): Part {
  const path = `/office/loans/${loan.loanId}`;
  const isStopped = isStoppedForGood(loan);
  return [
    loan.stage === 'verified' &&
      !isStopped &&
      button(`${path}/approve`, 'Approve'),
    loan.stage === 'approved' &&
      !isStopped &&
      button(`${path}/pay-out`, 'Send the money'),
    (loan.stage === 'verified' ||
      loan.stage === 'approved' ||
      (loan.stage === 'verifying' && isStopped)) &&
      button(`${path}/decline`, 'Decline'),
    loan.stage === 'collecting' &&
      isRepaid(loan) &&
      button(`${path}/close`, 'Close as repaid'),
  ];
}

/** Why a note was refused. Shown beside its form. */
export interface NoteProblem {
  /** Key of the duty. */
  readonly duty: string;
  readonly typed: string;
  readonly problem: string;
}

/** One loan with a note that was refused. */
export function noteProblemView(row: Row, problem: NoteProblem): Page {
  const main = html`<p class="problem" role="alert">Nothing was noted. See the message in the form.</p>
<section><h2>${STAGES[row.loan.stage]}</h2>${rowView(row, problem)}</section>
<p><a href="/office">All loans</a></p>`;
  return { title: 'Loans', main, isWide: true };
}

/** Another officer has noted it, or it needs no action any more. */
export const notOwedView: Page = {
  title: 'Nothing was noted',
  main: html`<p>This is not to be done any more. Somebody may have noted it already.</p><p><a href="/office">All loans</a></p>`,
};

function dutyView(loan: Loan, duty: Duty, problem?: NoteProblem): Html {
  const { key, until, isDischargeable, subject } = duty;
  const path = `/office/loans/${loan.loanId}`;
  const own = problem?.duty === key ? problem : undefined;
  return html`<li>${dutyWords(loan, duty)}${until !== undefined && html` <strong>Until ${day(until)}.</strong>`}
${isDischargeable && noteForm(`${path}/done`, { duty, problem: own, ...(atPlatform.has(duty.duty) ? confirmed : done) })}
${duty.duty === 'resolve-dispute' && noteForm(`${path}/resolve-dispute`, { duty, problem: own, ...decided })}
${duty.duty === 'mend-report' && button(`${path}/try-report-again`, 'Send it again', { reportId: subject?.reportId ?? '' })}
${duty.duty === 'record-obligation' && button(`${path}/record-obligation`, 'Record what is owed')}
${duty.duty === 'abandon-loan' && button(`${path}/decline`, 'End the loan')}</li>`;
}

interface NoteForm {
  readonly duty: Duty;
  readonly problem: NoteProblem | undefined;
  readonly question: string;
  readonly buttons: Html;
}

// The platform is asked through its support. The file keeps who confirmed it.
const atPlatform: ReadonlySet<Duty['duty']> = new Set([
  'tell-platform',
  'release-mandate',
]);
const confirmed = {
  question: 'Who at the platform confirmed it, and when?',
  buttons: html`<button>Confirmed</button>`,
};
const done = {
  question: 'What did you do, and when?',
  buttons: html`<button>Done</button>`,
};
// The Enter key presses the first button of a form. It must not be one of these two: neither can be undone.
const decided = {
  question: 'What did you find?',
  buttons: html`<button disabled hidden></button><button name="outcome" value="dismissed">Dismiss</button> <button name="outcome" value="upheld">Uphold</button>`,
};

// A note must not name an account or a person: it stays in the file when the payer is erased.
function noteForm(
  action: string,
  { duty: { key, subject }, problem, question, buttons }: NoteForm,
): Html {
  const id = `note-${key}`;
  const problems = problem ? { [id]: problem.problem } : {};
  return html`<form method="post" action="${action}"><input type="hidden" name="duty" value="${key}"><input type="hidden" name="reference" value="${subject?.reference ?? ''}">
<label for="${id}">${question}</label>${problemOf(problems, id)}
<input id="${id}" name="note" value="${problem?.typed ?? ''}" maxlength="${LONGEST_NOTE}" required${describedBy(problems, id)}> ${buttons}</form>`;
}
