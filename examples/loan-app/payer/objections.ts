// The page on which the payer disputes or revokes consent.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  InputError,
  type LiveLoan,
  type Loan,
  type LoanDispute,
  StaleLoanError,
  type UndisbursedLoan,
} from 'repaykit';
import { triedInstalments } from '../attempts.ts';
import { type AppContext, nowOf } from '../context.ts';
import { LENDER } from '../notice.ts';
import { isRepaid, NOTHING_OWED, objectionNotes } from '../objection-notes.ts';
import { endUnpaid, reportIfSent } from '../payment.ts';
import { type Html, html, type Part } from '../web/html.ts';
import {
  describedBy,
  type Page,
  type Problems,
  problemOf,
} from '../web/layout.ts';
import { type Form, sendPage } from '../web/web.ts';
import { day } from '../wording.ts';
import { loanAt } from './present.ts';

const undisbursed = [
  'consented',
  'discovered',
  'selected',
  'placed',
  'verifying',
  'verified',
  'approved',
] as const;
const open = [...undisbursed, 'disbursed', 'collecting'] as const;
const disputable = [
  'verifying',
  'verified',
  'approved',
  'disbursed',
  'collecting',
] as const;
const reasons = [
  'I did not apply for this loan',
  'A debit was wrong',
  'I paid already',
  'Something else',
];
const cancelReasons = [
  'I do not need the loan any more',
  'I want to pay in another way',
  'I did not apply for this loan',
  'Something else',
];

/** Adds the page. */
export function objectionsPage(pages: FastifyInstance, app: AppContext): void {
  pages.get('/objections', async (request, reply) =>
    sendPage(
      reply,
      await objectionsPageOf(app, await loanAt(app, request, ...open)),
    ),
  );

  // #region dispute
  pages.post<{ Body: Form }>('/dispute', async (request, reply) => {
    const loan = await loanAt(app, request, ...disputable);
    const reason = reasons[Number(request.body.get('reason') ?? -1)];
    if (reason === undefined)
      return sendPage(
        reply,
        await objectionsPageOf(app, loan, { reason: 'Say what is wrong.' }),
        422,
      );
    const filed = openDisputeOf(loan) ?? (await fileDispute(app, loan, reason));
    // The same form sent twice is one dispute. A second dispute has to wait, and the page says so.
    const isTwice =
      filed.reason === reason &&
      app.clock.now() - Date.parse(filed.openedAt) < TWICE_MS;
    if (isTwice) return reply.redirect('/', 303);
    const present = await loanAt(app, request, ...disputable);
    return sendPage(
      reply,
      await objectionsPageOf(app, present, { second: SECOND }),
      422,
    );
  });

  pages.post<{ Body: Form }>('/cancellation', async (request, reply) => {
    await takeBack(
      app,
      request,
      cancelReasons[Number(request.body.get('reason') || -1)],
    );
    return reply.redirect('/', 303);
  });
  // #endregion dispute
}

const TWICE_MS = 60_000;
const SECOND =
  'Your dispute was not filed, because another one is open. Once that is decided you can file a new one.';

function openDisputeOf({ disputes }: Loan): LoanDispute | undefined {
  return disputes.find(({ outcome }) => outcome === undefined);
}

// The reference comes from the number of disputes. Of two clicks at once, only the first is filed. Returns the open dispute.
async function fileDispute(
  { kit, ...app }: AppContext,
  loan: LiveLoan,
  reason: string,
): Promise<LoanDispute> {
  const dispute = {
    reference: `${loan.loanId}-${loan.disputes.length + 1}`,
    reason,
    openedAt: nowOf(app),
  };
  try {
    await kit.mandates.openDispute(loan, dispute);
    return dispute;
  } catch (error) {
    const filed =
      error instanceof InputError &&
      openDisputeOf(await kit.loans.get(loan.loanId));
    if (!filed) throw error;
    return filed;
  }
}

// #region cancellation
async function takeBack(
  app: AppContext,
  request: FastifyRequest,
  reason: string | undefined,
): Promise<void> {
  try {
    const { loanId } = await loanAt(app, request, ...open);
    // The order on file: first the money that was sent, then the revocation.
    await reportIfSent(app, loanId);
    const loan = await loanAt(app, request, ...open);
    if (loan.cancellationRequestedAt === undefined) {
      await app.kit.mandates.requestCancellation(loan, {
        requestedAt: nowOf(app),
        channel: 'web',
        ipAddress: request.ip,
        ...(reason !== undefined && { reason }),
      });
    }
    // No money was sent and nothing is owed. The application ends here.
    const present = await loanAt(app, request, ...open);
    if (isUndisbursed(present))
      await endUnpaid(app, present, { reason: 'the payer took consent back' });
  } catch (error) {
    if (!(error instanceof StaleLoanError)) throw error;
    // The loan changed at the same moment. Record the payer's act on the loan as it is now.
    await takeBack(app, request, reason);
  }
}
// #endregion cancellation

function isUndisbursed(loan: Loan): loan is UndisbursedLoan {
  return (undisbursed as readonly string[]).includes(loan.stage);
}

async function objectionsPageOf(
  app: AppContext,
  loan: Loan,
  problems: Problems = {},
): Promise<Page> {
  const tried =
    loan.stage === 'collecting' ? await triedInstalments(app, loan) : [];
  const canDispute = (disputable as readonly string[]).includes(loan.stage);
  const main = html`${problems.second !== undefined && html`<p class="problem" role="alert">${problems.second}</p>`}
${objectionNotes(loan, { mayBeSent: loan.stage === 'approved', tried })}
${canDispute && disputeView(loan, problems)}
<h2>Cancel</h2>
${loan.cancellationRequestedAt === undefined ? cancelView(loan) : html`<p>You took your consent back on ${day(loan.cancellationRequestedAt)}.</p>`}
<p><a href="/">Back to your application</a></p>`;
  return { title: 'Dispute or cancel', main };
}

function disputeView(loan: Loan, problems: Problems): Html {
  const title = html`<h2>Dispute</h2>`;
  if (openDisputeOf(loan))
    return html`${title}<p>One dispute is open. Once it is decided you can file another one.</p>`;
  return html`${title}
<p>If something is wrong with this loan or with a debit, tell us. ${whileOpen(loan)}</p>
<form method="post" action="/dispute"><fieldset><legend>What is wrong?</legend>${problemOf(problems, 'reason')}
${choices(reasons, 'reason', describedBy(problems, 'reason'))}
</fieldset><p><button>Dispute</button></p></form>`;
}

function cancelView(loan: Loan): Html {
  return html`<p>${whatFollows(loan)}</p>
<form method="post" action="/cancellation"><fieldset><legend>Why? You need not say.</legend>${choices(cancelReasons, 'why')}</fieldset>
<p><button>Take my consent back</button></p></form>`;
}

function choices(all: readonly string[], id: string, attributes?: Part): Part {
  return all.map(
    (choice, index) =>
      html`<div class="choice"><input type="radio" id="${id}-${index}" name="reason" value="${index}"${attributes}><label for="${id}-${index}">${choice}</label></div>`,
  );
}

function whileOpen(loan: Loan): string {
  if (isRepaid(loan)) return NOTHING_OWED;
  if (!isUndisbursed(loan)) return untilConfirmed('pause');
  return loan.stage === 'approved'
    ? `If no money was sent yet, none is sent while your dispute is open. If it was: ${untilConfirmed('pause')}`
    : 'No money is sent while your dispute is open.';
}

function untilConfirmed(what: 'pause' | 'stop'): string {
  return `We then ask the platform that collects for us to ${what}, and tell you here once it has confirmed. Until then it may still collect on a due date.`;
}

function whatFollows(loan: Loan): string {
  if (isRepaid(loan))
    return `You take your consent to debits back. ${NOTHING_OWED}`;
  const owed = `You take your consent to debits back. ${untilConfirmed('stop')} What you owe by now stays owed. Write to ${LENDER.contact} about how to pay it.`;
  if (!isUndisbursed(loan)) return owed;
  // The money may be leaving while the payer reads this.
  if (loan.stage === 'approved')
    return `If no money was sent yet, your application ends at once, and nothing is collected. If it was: ${owed}`;
  return 'No money was sent yet: your application ends at once, and nothing is collected.';
}
