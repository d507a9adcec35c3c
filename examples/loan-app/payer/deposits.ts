// The page on which the payer proves the accounts. It reloads itself, because a webhook may have changed the loan.
import type { FastifyInstance } from 'fastify';
import type { Loan, VerifyingLoan } from 'repaykit';
import type { AppContext } from '../context.ts';
import { objectionNotes } from '../objection-notes.ts';
import { isStoppedForGood } from '../pause.ts';
import { html } from '../web/html.ts';
import { button, type Page } from '../web/layout.ts';
import { sendPage } from '../web/web.ts';
import { mayChooseAgain, setUpMandate } from './accounts.ts';
import { loanAt } from './present.ts';
import { proofsOf, proofView } from './proof.ts';

/** Adds the page. */
export function depositsPage(pages: FastifyInstance, app: AppContext): void {
  // #region deposits
  pages.get('/deposits', async (request, reply) => {
    const loan = await loanAt(app, request, 'selected', 'placed', 'verifying');
    if (isStoppedForGood(loan)) return sendPage(reply, stoppedView(loan));
    return sendPage(
      reply,
      loan.stage === 'verifying' ? depositsView(loan, app) : settingUp,
    );
  });
  // Asks the service, in case a webhook was lost, or continues the setup. A backup may be proved at a later stage.
  pages.post('/deposits', async (request, reply) => {
    const loan = await loanAt(
      app,
      request,
      'selected',
      'placed',
      'verifying',
      'verified',
      'approved',
      'disbursed',
      'collecting',
    );
    await (loan.stage === 'selected' || loan.stage === 'placed'
      ? setUpMandate(app.kit, loan)
      : app.kit.mandates.refresh(loan));
    return reply.redirect('/', 303);
  });
  // #endregion deposits
}

const settingUp: Page = {
  title: 'Setting up',
  main: html`<p class="standing">Your choice is kept. The mandate is not set up on all of your accounts yet. Press the button to go on.</p>${button('/deposits', 'Continue')}
<p><a href="/receipt">Receipt of your consent</a> · <a href="/objections">Dispute or cancel</a></p>`,
};

function stoppedView(loan: Loan): Page {
  const main = html`${objectionNotes(loan)}<p class="standing">Please send no ₦50: your accounts need no proof any more.</p>
<p><a href="/receipt">Receipt of your consent</a> · <a href="/objections">Dispute or cancel</a></p>`;
  return { title: 'Your application', main };
}

function depositsView(loan: VerifyingLoan, app: AppContext): Page {
  const { refreshSeconds } = app.config;
  const proofs = proofsOf(loan, app);
  const [isWaiting, isOver] = (['waiting', 'over'] as const).map((wanted) =>
    proofs.some(({ standing }) => standing === wanted),
  );
  const main = html`${objectionNotes(loan)}${mayChooseAgain(loan) && html`<p class="standing">One of your accounts was not confirmed. <a href="/accounts">Choose again</a> and we go on from there.</p>`}
${isWaiting && html`<p class="standing">Send exactly ₦50 from each account that waits, by transfer, to one of the destinations. It must come from that very account: a deposit from any other account proves nothing.</p>`}
${!isWaiting && !mayChooseAgain(loan) && isOver && html`<p class="standing">The time for the ₦50 is over. Press “Check now”: as soon as the platform says that too, you can choose again.</p>`}
${proofView(loan, proofs)}
<p class="hint">This page looks again every ${refreshSeconds} seconds. You may close it and come back.</p>
<p><a href="/receipt">Receipt of your consent</a> · <a href="/objections">Dispute or cancel</a></p>`;
  return { title: 'Prove your accounts with ₦50', main, refreshSeconds };
}
