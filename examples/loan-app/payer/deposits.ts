// How the payer proves the accounts. The page loads itself again, and a webhook may have changed the loan meanwhile.
import type { FastifyInstance } from 'fastify';
import type { LoanAccount, VerifyingLoan } from 'repaykit';
import type { Desk } from '../desk.ts';
import { type Html, html } from '../web/html.ts';
import { button, type Page } from '../web/layout.ts';
import { sendPage } from '../web/web.ts';
import { accountName } from '../wording.ts';
import { mayChooseAgain, setUpMandate } from './accounts.ts';
import { loanAt } from './present.ts';

/** Adds the page. */
export function depositsPage(pages: FastifyInstance, desk: Desk): void {
  // #region deposits
  pages.get('/deposits', async (request, reply) => {
    const loan = await loanAt(desk, request, 'selected', 'placed', 'verifying');
    return sendPage(reply, loan.stage === 'verifying' ? depositsView(loan, desk.config.refreshSeconds) : settingUp);
  });
  // Asks the service, in case its webhook was lost; or goes on where setting up broke off.
  pages.post('/deposits', async (request, reply) => {
    const loan = await loanAt(desk, request, 'selected', 'placed', 'verifying');
    await (loan.stage === 'verifying' ? desk.kit.mandates.refresh(loan) : setUpMandate(desk.kit, loan));
    return reply.redirect('/', 303);
  });
  // #endregion deposits
}

const settingUp: Page = {
  title: 'Setting up',
  main: html`<p class="standing">Your choice is kept. The mandate is being set up on your accounts.</p>${button('/deposits', 'Continue')}`,
};

const standings: Readonly<Record<string, string>> = {
  active: 'Confirmed',
  failed: 'Not confirmed by its bank',
  pending_timeout: 'Not proved in time',
  disputed: 'Disputed by you',
};

function depositsView(loan: VerifyingLoan, refreshSeconds: number): Page {
  const chosen = [loan.primaryAccount, ...loan.backupAccounts];
  const main = html`${
    mayChooseAgain(loan)
      ? html`<p class="standing">One of your accounts was not confirmed. <a href="/accounts">Choose again</a> and we go on from there.</p>`
      : html`<p class="standing">Send exactly ₦50 from each account below, by transfer, to one of the destinations. It must come from that very account: a deposit from any other account proves nothing.</p>`
  }
<h2>From your accounts</h2>
<table><thead><tr><th scope="col">Account</th><th scope="col">Deposit</th></tr></thead>
<tbody>${chosen.map((account, index) => accountRow(account, index === 0 ? 'primary' : `backup ${index}`))}</tbody></table>
<p class="hint">It mostly takes a few minutes. This page looks again every ${refreshSeconds} seconds; you may close it and come back.</p>
${button('/deposits', 'Check now')}
<h2>To one of these</h2>
<table><thead><tr><th scope="col">Bank</th><th scope="col">Account number</th></tr></thead>
<tbody>${loan.transferDestinations.map(({ bankName, accountNumber }) => html`<tr><td>${bankName}</td><td>${accountNumber}</td></tr>`)}</tbody></table>
<p><a href="/receipt">Receipt of your consent</a> · <a href="/objections">Dispute or cancel</a></p>`;
  return { title: 'Prove your accounts with ₦50', main, refreshSeconds };
}

function accountRow(account: LoanAccount, role: string): Html {
  return html`<tr><td>${accountName(account)} <span class="hint">${role}</span></td><td>${standings[account.mandateStatus ?? ''] ?? 'Waiting for your ₦50'}</td></tr>`;
}
