// The loan from the verified account on: decision, payment, schedule, balances, news.
import type { FastifyInstance } from 'fastify';
import type { LoanAt, LoanDispute, LoanInstalment } from 'repaykit';
import { attemptsView, type TriedInstalment, triedInstalments } from '../attempts.ts';
import type { Desk } from '../desk.ts';
import type { NewsItem } from '../news.ts';
import { confirmationOf, type Objection } from '../pause.ts';
import { type Html, html, type Part } from '../web/html.ts';
import { button, type Page } from '../web/layout.ts';
import { newSession, writeSession } from '../web/session.ts';
import { sendPage } from '../web/web.ts';
import { accountName, day, naira, time } from '../wording.ts';
import { loanAt } from './present.ts';

type ShownLoan = LoanAt<'verified' | 'approved' | 'disbursed' | 'collecting' | 'closed' | 'abandoned'>;

/** Adds the page. */
export function loanPage(pages: FastifyInstance, desk: Desk): void {
  pages.get('/loan', async (request, reply) => {
    const loan = await loanAt(desk, request, 'verified', 'approved', 'disbursed', 'collecting', 'closed', 'abandoned');
    const isWaiting = loan.stage === 'verified' || loan.stage === 'approved' || loan.stage === 'disbursed';
    const [news, tried] = await Promise.all([desk.news.list(loan.loanId), 'balances' in loan ? triedInstalments(desk, loan) : []]);
    const view = loanView(loan, { news, tried });
    return sendPage(reply, isWaiting ? { ...view, refreshSeconds: desk.config.refreshSeconds } : view);
  });
  pages.post('/loan', async (request, reply) => {
    await loanAt(desk, request, 'closed', 'abandoned');
    writeSession(reply, newSession(), desk.config);
    return reply.redirect('/apply', 303);
  });
}

const standings: Readonly<Record<ShownLoan['stage'], string>> = {
  verified: 'Your primary account is confirmed. We are looking at your application.',
  approved: 'Your loan is approved. The money is on its way.',
  disbursed: 'The money was sent. We are telling the credit bureau.',
  collecting: 'Your loan is running. There is nothing to do but to keep enough on your account on the due dates.',
  closed: 'This loan is closed.',
  abandoned: 'This application has ended. No money was sent and nothing is collected.',
};

interface Shown {
  readonly news: readonly NewsItem[];
  readonly tried: readonly TriedInstalment[] | undefined;
}

function loanView(loan: ShownLoan, { news, tried }: Shown): Page {
  const hasEnded = loan.stage === 'closed' || loan.stage === 'abandoned';
  const main = html`<p class="standing">${standings[loan.stage]}</p>
${notes(loan)}
${'balances' in loan && [balancesView(loan), attemptsView(loan, tried)]}
${loan.stage !== 'abandoned' && accountsView(loan)}
${news.length > 0 && html`<h2>News</h2><ul>${news.map(({ at, words }) => html`<li>${words} <span class="hint">${time(at)}</span></li>`)}</ul>`}
${hasEnded && button('/loan', 'Apply for another loan')}
<p><a href="/receipt">Receipt of your consent</a>${!hasEnded && html` · <a href="/objections">Dispute or cancel</a>`}</p>`;
  return { title: 'Your loan', main };
}

function notes(loan: ShownLoan): Part {
  const { disputes, cancellationRequestedAt, stage } = loan;
  return [
    disputes.map((dispute) => disputeNote(loan, dispute)),
    cancellationRequestedAt !== undefined &&
      stage !== 'abandoned' &&
      html`<p class="standing">You took your consent back on ${day(cancellationRequestedAt)}. ${platformNote(loan, 'cancellation')} What you still owe stays owed; we write to you about it.</p>`,
  ];
}

function disputeNote(loan: ShownLoan, dispute: LoanDispute): Part {
  if (dispute.outcome === 'dismissed') return false;
  const standing = dispute.outcome === 'upheld' ? 'Your dispute was upheld.' : 'Your dispute is with us.';
  return html`<p class="standing">${standing} ${platformNote(loan, dispute)}</p>`;
}

// #region pause
// Nothing is promised that only the platform can do.
function platformNote(loan: ShownLoan, objection: Objection): string {
  if (loan.stage !== 'disbursed' && loan.stage !== 'collecting') return '';
  const confirmed = confirmationOf(loan, objection);
  const end = objection === 'cancellation' || objection.outcome === 'upheld' ? 'stop' : 'pause';
  if (confirmed) return `The platform confirmed that it ${end === 'stop' ? 'stopped' : 'paused'} collection; we noted that on ${time(confirmed.at)}.`;
  return `We ask the platform that collects for us to ${end}. Until it has confirmed that, it may still collect on a due date.`;
}
// #endregion pause

function balancesView({ balances, instalments, terms }: LoanAt<'collecting' | 'closed'>): Html {
  // Before the first news of the platform the schedule is the one that was agreed to.
  const planned = (terms.breakdown ?? []).map(({ dueDate, amount }) => ({ dueDate, amount, collected: 0, status: 'scheduled' }));
  const schedule: readonly Omit<LoanInstalment, 'instalmentReference'>[] = instalments.length > 0 ? instalments : planned;
  return html`<h2>Balance</h2>
<dl><dt>To repay</dt><dd>${naira(balances.due)}</dd><dt>Repaid</dt><dd>${naira(balances.collected + balances.repaidOutside)}</dd><dt>Still to pay</dt><dd>${naira(balances.outstanding)}</dd></dl>
<h2>Schedule</h2>
<table><thead><tr><th scope="col">Due</th><th scope="col" class="sum">Amount</th><th scope="col">Status</th></tr></thead>
<tbody>${schedule.map(
    ({ dueDate, amount, collected, status }) =>
      html`<tr><td>${dueDate !== undefined && day(dueDate)}</td><td class="sum">${naira(amount)}</td><td>${words[status] ?? status}${collected > 0 && collected < amount && html` <span class="hint">${naira(collected)} paid</span>`}</td></tr>`,
  )}</tbody></table>`;
}

const words: Readonly<Record<string, string>> = {
  scheduled: 'Not due yet',
  success: 'Paid',
  'partially paid': 'Partly paid',
  failed: 'Missed',
  overdue: 'Overdue',
  processing: 'With the bank',
};

function accountsView({ primaryAccount, backupAccounts }: Exclude<ShownLoan, { stage: 'abandoned' }>): Html {
  return html`<h2>Your accounts</h2><ol>${[primaryAccount, ...backupAccounts].map(
    (account, index) =>
      html`<li>${accountName(account)} <span class="hint">${index === 0 ? 'debited first' : 'backup'}${account.mandateStatus !== 'active' && ', not confirmed'}</span></li>`,
  )}</ol>`;
}
