// How the payer proves the accounts. The page loads itself again, and a webhook may have changed the loan meanwhile.
import type { FastifyInstance } from 'fastify';
import type { LoanAccount, TransferDestination, VerifyingLoan } from 'repaykit';
import type { Config } from '../config.ts';
import type { Desk } from '../desk.ts';
import { type Html, html } from '../web/html.ts';
import { button, type Page } from '../web/layout.ts';
import { sendPage } from '../web/web.ts';
import { accountName, time } from '../wording.ts';
import { mayChooseAgain, setUpMandate } from './accounts.ts';
import { loanAt } from './present.ts';

/** Adds the page. */
export function depositsPage(pages: FastifyInstance, desk: Desk): void {
  // #region deposits
  pages.get('/deposits', async (request, reply) => {
    const loan = await loanAt(desk, request, 'selected', 'placed', 'verifying');
    return sendPage(reply, loan.stage === 'verifying' ? depositsView(loan, desk.config) : settingUp);
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

function depositsView(loan: VerifyingLoan, { refreshSeconds, depositHours }: Config): Page {
  const chosen = [loan.primaryAccount, ...loan.backupAccounts];
  const { own, others } = destinationsOf(loan, chosen);
  const main = html`${
    mayChooseAgain(loan)
      ? html`<p class="standing">One of your accounts was not confirmed. <a href="/accounts">Choose again</a> and we go on from there.</p>`
      : html`<p class="standing">Send exactly ₦50 from each account below, by transfer, to one of the destinations. It must come from that very account: a deposit from any other account proves nothing.${loan.attachedAt !== undefined && html` It has to arrive by <strong>${time(Date.parse(loan.attachedAt) + depositHours * 3_600_000)}</strong>.`}</p>`
  }
<h2>From your accounts</h2>
<table><thead><tr><th scope="col">Account</th><th scope="col">Deposit</th></tr></thead>
<tbody>${chosen.map((account, index) => accountRow(account, index === 0 ? 'primary' : `backup ${index}`))}</tbody></table>
<p class="hint">It mostly takes a few minutes. This page looks again every ${refreshSeconds} seconds; you may close it and come back.</p>
${button('/deposits', 'Check now')}
<h2>To one of these</h2>
<table><thead><tr><th scope="col">Bank</th><th scope="col">Account number</th></tr></thead>
<tbody>${own.map((destination) => destinationRow(destination, html` <span class="hint">your own bank</span>`))}${others.map((destination) => destinationRow(destination))}</tbody></table>
<p><a href="/receipt">Receipt of your consent</a> · <a href="/objections">Dispute or cancel</a></p>`;
  return { title: 'Prove your accounts with ₦50', main, refreshSeconds };
}

// A transfer within one bank costs least and arrives first.
function destinationsOf({ transferDestinations }: VerifyingLoan, chosen: readonly LoanAccount[]) {
  const banks = chosen.map(({ bankName }) => bankName?.toLowerCase());
  const rank = ({ bankName }: TransferDestination) => banks.indexOf(bankName.toLowerCase());
  const own = transferDestinations.filter((destination) => rank(destination) >= 0).sort((a, b) => rank(a) - rank(b));
  return { own, others: transferDestinations.filter((destination) => rank(destination) < 0) };
}

function destinationRow({ bankName, accountNumber }: TransferDestination, note?: Html): Html {
  return html`<tr><td>${bankName}${note}</td><td>${accountNumber}</td></tr>`;
}

function accountRow(account: LoanAccount, role: string): Html {
  return html`<tr><td>${accountName(account)} <span class="hint">${role}</span></td><td>${standings[account.mandateStatus ?? ''] ?? 'Waiting for your ₦50'}</td></tr>`;
}
