// Where the payer disputes, or takes consent back.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { InputError, type Loan, StaleLoanError, type UndisbursedLoan } from 'repaykit';
import { type Desk, nowOf } from '../desk.ts';
import { endUnpaid, reportIfSent } from '../payment.ts';
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
    await takeBack(desk, request);
    return reply.redirect('/', 303);
  });
  // #endregion dispute
}

// #region cancellation
async function takeBack(desk: Desk, request: FastifyRequest): Promise<void> {
  try {
    const { loanId } = await loanAt(desk, request, ...open);
    // The file tells things in their order: first the money that was sent, then that consent was taken back.
    await reportIfSent(desk, loanId);
    const loan = await loanAt(desk, request, ...open);
    if (loan.cancellationRequestedAt === undefined) {
      await desk.kit.mandates.requestCancellation(loan, { requestedAt: nowOf(desk), channel: 'web', ipAddress: request.ip });
    }
    // Before money is sent nothing is owed, so the application ends here.
    const present = await loanAt(desk, request, ...open);
    if (isUndisbursed(present)) await endUnpaid(desk, present, { reason: 'the payer took consent back' });
  } catch (error) {
    if (!(error instanceof StaleLoanError)) throw error;
    // The loan went on at this very moment. What the payer said is not lost for that: it is said of the loan as it is by now.
    await takeBack(desk, request);
  }
}
// #endregion cancellation

function isUndisbursed(loan: Loan): loan is UndisbursedLoan {
  return (undisbursed as readonly string[]).includes(loan.stage);
}

function objectionsView(loan: Loan, problems: Problems = {}): Page {
  const canDispute = (disputable as readonly string[]).includes(loan.stage);
  const main = html`${
    canDispute &&
    html`<h2>Dispute</h2>
<p>If something is wrong with this loan or with a debit, tell us. ${isUndisbursed(loan) ? 'No money is sent while your dispute is open.' : untilConfirmed('pause')}</p>
<form method="post" action="/dispute"><fieldset><legend>What is wrong?</legend>${problemOf(problems, 'reason')}
${reasons.map((reason, index) => html`<div class="choice"><input type="radio" id="reason-${index}" name="reason" value="${index}"${describedBy(problems, 'reason')}><label for="reason-${index}">${reason}</label></div>`)}
</fieldset><p><button>Dispute</button></p></form>`
  }
<h2>Cancel</h2>
<p>${whatFollows(loan)}</p>
<form method="post" action="/cancellation"><button>Take my consent back</button></form>
<p><a href="/">Back to your application</a></p>`;
  return { title: 'Dispute or cancel', main };
}

function untilConfirmed(what: 'pause' | 'stop'): string {
  return `We then ask the platform that collects for us to ${what}, and tell you here once it has confirmed. Until then it may still collect on a due date.`;
}

function whatFollows(loan: Loan): string {
  const owed = `You take your consent to debits back. ${untilConfirmed('stop')} What you owe by now stays owed, and we write to you about how it is paid.`;
  if (!isUndisbursed(loan)) return owed;
  // The money may be leaving while the payer reads this.
  if (loan.stage === 'approved') return `If no money was sent yet, your application ends at once, and nothing is collected. If it was: ${owed}`;
  return 'No money was sent yet: your application ends at once, and nothing is collected.';
}
