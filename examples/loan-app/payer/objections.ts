// Where the payer disputes, or takes consent back.
import type { FastifyInstance } from 'fastify';
import { InputError, type Loan } from 'repaykit';
import { type Desk, nowOf } from '../desk.ts';
import { html } from '../web/html.ts';
import { describedBy, type Page, type Problems, problemOf } from '../web/layout.ts';
import { type Form, sendPage } from '../web/web.ts';
import { loanAt } from './present.ts';

const undisbursed = ['consented', 'discovered', 'selected', 'placed', 'verifying', 'verified', 'approved'] as const;
const open = [...undisbursed, 'disbursed', 'collecting'] as const;
const disputable = ['verifying', 'verified', 'approved', 'disbursed', 'collecting'] as const;
const reasons = ['I did not apply for this loan', 'A debit was wrong', 'I paid already', 'Something else'];

/** Adds the page. */
export function objectionsPage(pages: FastifyInstance, desk: Desk): void {
  const { kit } = desk;
  pages.get('/objections', async (request, reply) => sendPage(reply, objectionsView(await loanAt(desk, request, ...open))));

  // #region dispute
  pages.post<{ Body: Form }>('/dispute', async (request, reply) => {
    const loan = await loanAt(desk, request, ...disputable);
    const reason = reasons[Number(request.body.get('reason') ?? -1)];
    if (reason === undefined) return sendPage(reply, objectionsView(loan, { reason: 'Say what is wrong.' }), 422);
    // One at a time: the reference is the same for a form that is sent twice.
    const reference = `${loan.loanId}-${loan.disputes.length + 1}`;
    const isOpen = loan.disputes.some(({ outcome }) => outcome === undefined);
    try {
      if (!isOpen) await kit.mandates.openDispute(loan, { reference, reason, openedAt: nowOf(desk) });
    } catch (error) {
      // Filed a moment ago, by the other click.
      if (!(error instanceof InputError)) throw error;
    }
    return reply.redirect('/', 303);
  });

  pages.post('/cancellation', async (request, reply) => {
    const loan = await loanAt(desk, request, ...open);
    if (loan.cancellationRequestedAt === undefined) {
      await kit.mandates.requestCancellation(loan, { requestedAt: nowOf(desk), channel: 'web', ipAddress: request.ip });
    }
    // Before money is sent nothing is owed, so the application ends here.
    const present = await loanAt(desk, request, ...open);
    if (isUndisbursed(present)) await kit.loans.abandon(present, { reason: 'the payer took consent back' });
    return reply.redirect('/', 303);
  });
  // #endregion dispute
}

function isUndisbursed(loan: Loan): loan is Extract<Loan, { stage: (typeof undisbursed)[number] }> {
  return (undisbursed as readonly string[]).includes(loan.stage);
}

function objectionsView(loan: Loan, problems: Problems = {}): Page {
  const canDispute = (disputable as readonly string[]).includes(loan.stage);
  const main = html`${
    canDispute &&
    html`<h2>Dispute</h2>
<p>If something is wrong with this loan or with a debit, tell us. Nothing is collected until it is resolved.</p>
<form method="post" action="/dispute"><fieldset><legend>What is wrong?</legend>${problemOf(problems, 'reason')}
${reasons.map((reason, index) => html`<div class="choice"><input type="radio" id="reason-${index}" name="reason" value="${index}"${describedBy(problems, 'reason')}><label for="reason-${index}">${reason}</label></div>`)}
</fieldset><p><button>Dispute</button></p></form>`
  }
<h2>Cancel</h2>
<p>${isUndisbursed(loan) ? 'No money was sent yet: your application ends at once, and nothing is collected.' : 'You take your consent to debits back. What you owe by now stays owed, and we write to you about how it is paid.'}</p>
<form method="post" action="/cancellation"><button>Take my consent back</button></form>
<p><a href="/">Back to your application</a></p>`;
  return { title: 'Dispute or cancel', main };
}
