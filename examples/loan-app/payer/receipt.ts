// The receipt of the consent, from the loan file, and the search for accounts.
import type { FastifyInstance } from 'fastify';
import {
  type ConsentReceipt,
  type Loan,
  loanStages,
  ServiceError,
} from 'repaykit';
import type { AppContext } from '../context.ts';
import { LENDER, SCOPES, WITHDRAWAL } from '../notice.ts';
import { html } from '../web/html.ts';
import { button, type Page } from '../web/layout.ts';
import { sendPage } from '../web/web.ts';
import { time } from '../wording.ts';
import { loanAt } from './present.ts';

/** Adds the page. */
export function receiptPage(pages: FastifyInstance, app: AppContext): void {
  pages.get('/receipt', async (request, reply) =>
    sendPage(
      reply,
      await receiptOf(app, await loanAt(app, request, ...loanStages)),
    ),
  );

  pages.post('/receipt', async (request, reply) => {
    const loan = await loanAt(app, request, 'consented');
    try {
      await app.kit.discovery.discover(loan);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status !== 404) throw error;
      const problem =
        'No bank accounts were found for this BVN. If it was mistyped, cancel below and apply again.';
      return sendPage(reply, await receiptOf(app, loan, problem), 422);
    }
    return reply.redirect('/accounts', 303);
  });
}

async function receiptOf(
  { kit }: AppContext,
  loan: Loan,
  problem?: string,
): Promise<Page> {
  const receipt = await kit.loans.receipt(loan.loanId, {
    controller: LENDER,
    withdrawalMethod: WITHDRAWAL,
  });
  return receiptView(loan, receipt, problem);
}

function receiptView(
  loan: Loan,
  {
    pii_processing: { privacy_notice: notice, purposes },
    events,
    party_identification: [lender],
  }: ConsentReceipt,
  problem?: string,
): Page {
  const givenAt = (scope: string) =>
    events.find(
      ({ purpose_id, event_state }) =>
        purpose_id === scope && event_state === 'given',
    )?.event_time;
  const main = html`${
    loan.stage === 'consented' &&
    html`<p class="standing">Thank you. Next we look for your bank accounts, and you choose among them.</p>
${problem !== undefined && html`<p class="problem" role="alert">${problem}</p>`}
${button('/receipt', 'Find my accounts')}`
  }
<h2>What you agreed to</h2>
<ul>${purposes.map(({ purpose_id, state }) => html`<li>${SCOPES[purpose_id]} <span class="hint">${state === 'given' ? 'Given' : 'Taken back; given'} ${time(givenAt(purpose_id) ?? '')}</span></li>`)}</ul>
<h2>On these words</h2>
<div class="notice">${notice.text}</div>
<dl>
<dt>Notice</dt><dd>${notice.version}, language ${notice.language}</dd>
<dt>Fingerprint</dt><dd>${notice.sha256}</dd>
<dt>Loan</dt><dd>${loan.loanId}</dd>
<dt>Lender</dt><dd>${lender?.party_name}, ${lender?.party_contact}</dd>
<dt>To take it back</dt><dd>${WITHDRAWAL}</dd>
</dl>
<p><a href="/">To your application</a> · <a href="/objections">Dispute or cancel</a></p>`;
  return { title: 'Receipt of your consent', main };
}
