// The loan from the verified account on: decision, payment, schedule, balances, messages.
import type { FastifyInstance } from 'fastify';
import type { LoanAccount, LoanAt, LoanInstalment } from 'repaykit';
import { attemptsView, triedInstalments } from '../attempts.ts';
import type { AppContext } from '../context.ts';
import type { PayerMessage } from '../messages.ts';
import { objectionNotes } from '../objection-notes.ts';
import { type Html, html } from '../web/html.ts';
import { button, type Page } from '../web/layout.ts';
import { newSession, writeSession } from '../web/session.ts';
import { sendPage } from '../web/web.ts';
import { accountName, accountProblem, day, naira, time } from '../wording.ts';
import { loanAt } from './present.ts';
import { isProofWanted, type Proof, proofsOf, proofView } from './proof.ts';
import { type ShownLoan, type StandingFacts, standingOf } from './standing.ts';

/** Adds the page. */
export function loanPage(pages: FastifyInstance, app: AppContext): void {
  pages.get('/loan', async (request, reply) => {
    const loan = await loanAt(
      app,
      request,
      'verified',
      'approved',
      'disbursed',
      'collecting',
      'closed',
      'abandoned',
    );
    const isWaiting =
      loan.stage === 'verified' ||
      loan.stage === 'approved' ||
      loan.stage === 'disbursed';
    const [messages, tried, payout] = await Promise.all([
      app.messages.list(loan.loanId),
      'balances' in loan ? triedInstalments(app, loan) : [],
      app.ledger.find(loan.loanId),
    ]);
    const proofs =
      loan.stage !== 'abandoned' && isProofWanted(loan)
        ? proofsOf(loan, app)
        : [];
    const view = loanView(loan, {
      messages,
      tried,
      proofs,
      today: app.clock.today(),
      isSent: payout !== undefined,
    });
    return sendPage(
      reply,
      isWaiting ? { ...view, refreshSeconds: app.config.refreshSeconds } : view,
    );
  });
  pages.post('/loan', async (request, reply) => {
    await loanAt(app, request, 'closed', 'abandoned');
    writeSession(reply, newSession(), app.config);
    return reply.redirect('/apply', 303);
  });
}

interface Shown extends StandingFacts {
  readonly messages: readonly PayerMessage[];
  readonly proofs: readonly Proof[];
}

function loanView(loan: ShownLoan, facts: Shown): Page {
  const hasEnded = loan.stage === 'closed' || loan.stage === 'abandoned';
  const { messages, tried, today, proofs } = facts;
  const main = html`<p class="standing">${standingOf(loan, facts)}</p>
${objectionNotes(loan, { mayBeSent: facts.isSent, tried })}
${proofs.some(({ standing }) => standing === 'waiting') && html`<p class="standing">An account still waits for your ₦50. Send exactly ₦50 from that very account, by transfer, to one of the destinations below.</p>`}
${'balances' in loan && [balancesView(loan, today), attemptsView(loan, tried)]}
${loan.stage !== 'abandoned' && accountsView(loan, proofs)}
${messages.length > 0 && html`<h2>Messages</h2><ul>${messages.map(({ at, words }) => html`<li>${words} <span class="hint">${time(at)}</span></li>`)}</ul>`}
${hasEnded && button('/loan', 'Apply for another loan')}
<p><a href="/receipt">Receipt of your consent</a>${!hasEnded && html` · <a href="/objections">Dispute or cancel</a>`}</p>`;
  return { title: 'Your loan', main };
}

function balancesView(
  { balances, instalments, terms }: LoanAt<'collecting' | 'closed'>,
  today: string,
): Html {
  // Until the platform shows its schedule, the page shows the one that was agreed.
  const planned = (terms.breakdown ?? []).map(({ dueDate, amount }) => ({
    dueDate,
    amount,
    collected: 0,
    status: 'scheduled',
  }));
  const schedule: readonly Omit<LoanInstalment, 'instalmentReference'>[] =
    instalments.length > 0 ? instalments : planned;
  return html`<h2>Balance</h2>
<dl><dt>To repay</dt><dd>${naira(balances.due)}</dd><dt>Repaid</dt><dd>${naira(balances.collected + balances.repaidOutside)}</dd><dt>Still to pay</dt><dd>${naira(balances.outstanding)}</dd>${balances.overpaid > 0 && html`<dt>Too much</dt><dd>${naira(balances.overpaid)}</dd>`}</dl>
<h2>Schedule</h2>
<table><thead><tr><th scope="col">Due</th><th scope="col" class="sum">Amount</th><th scope="col">Status</th></tr></thead>
<tbody>${schedule.map(
    ({ dueDate, amount, collected, status }) =>
      html`<tr><td>${dueDate !== undefined && day(dueDate)}</td><td class="sum">${naira(amount)}</td><td>${status === 'scheduled' && dueDate !== undefined && dueDate <= today ? 'Due' : (words[status] ?? 'Not known')}${collected > 0 && collected < amount && html` <span class="hint">${naira(collected)} paid</span>`}</td></tr>`,
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

function accountsView(
  loan: Exclude<ShownLoan, { stage: 'abandoned' }>,
  proofs: readonly Proof[],
): Html {
  if (
    proofs.some(({ standing }) => standing === 'waiting' || standing === 'over')
  )
    return proofView(loan, proofs);
  return html`<h2>Your accounts</h2><ol>${[
    loan.primaryAccount,
    ...loan.backupAccounts,
  ].map(
    (account, index) =>
      html`<li>${accountName(account)} <span class="hint">${index === 0 ? 'Primary' : 'Backup'}${account.mandateStatus !== 'active' && html`. ${problemOf(account)}`}</span></li>`,
  )}</ol>`;
}

// Nothing is shown if no proof is needed any more.
function problemOf(account: LoanAccount): string {
  return (account.mandateStatus ?? 'pending') === 'pending'
    ? 'Not proved'
    : accountProblem(account);
}
