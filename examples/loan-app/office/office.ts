// The officer's page: every loan by its stage, what is owed to be done, and the buttons that do it.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CollectingLoan, Loan, LoanAt, LoanStage } from 'repaykit';
import { triedInstalments } from '../attempts.ts';
import { type Desk, nowOf } from '../desk.ts';
import { endUnpaid, payOut } from '../payment.ts';
import { answerFailure, Elsewhere } from '../web/failures.ts';
import { html } from '../web/html.ts';
import { isSame } from '../web/session.ts';
import { type Form, sendPage } from '../web/web.ts';
import { loanAttemptsView, officeView } from './office-view.ts';

const USER = 'officer';
const PAGE = 50;

/** The page and its actions, as a plugin. */
export function officePages(desk: Desk) {
  const { kit } = desk;
  return async (pages: FastifyInstance): Promise<void> => {
    pages.addHook('onRequest', async (request, reply) => requireOfficer(request, reply, desk.config.officerPassword));
    pages.setErrorHandler(answerFailure(() => '/office'));
    pages.get<{ Querystring: { after?: string } }>('/', async ({ query: { after } }, reply) => {
      const { loans, next } = await kit.loans.list({ limit: PAGE, ...(after !== undefined && { after }) });
      const rows = await Promise.all(loans.map(async (loan) => ({ loan, duties: await kit.loans.duties(loan) })));
      return sendPage(reply, officeView(rows, next));
    });
    pages.get<{ Params: { loanId: string } }>('/loans/:loanId', async ({ params }, reply) => {
      const loan = at(await kit.loans.get(params.loanId), 'collecting', 'closed');
      return sendPage(reply, loanAttemptsView(loan, await triedInstalments(desk, loan)));
    });
    for (const [name, act] of Object.entries(actions)) {
      pages.post<{ Params: { loanId: string }; Body: Form }>(`/loans/:loanId/${name}`, async ({ params, body }, reply) => {
        await act(desk, await kit.loans.get(params.loanId), body);
        return reply.redirect('/office', 303);
      });
    }
  };
}

type Action = (desk: Desk, loan: Loan, form: Form) => Promise<unknown>;

// Who clicks twice, or on a page that is old, is shown the present one.
function at<Stage extends LoanStage>(loan: Loan, ...stages: readonly Stage[]): LoanAt<Stage> {
  if (!(stages as readonly string[]).includes(loan.stage)) throw new Elsewhere('/office');
  return loan as LoanAt<Stage>;
}

const actions: Readonly<Record<string, Action>> = {
  approve: ({ kit }, loan) => kit.bureau.reportApproved(at(loan, 'verified')),
  decline: (desk, loan) =>
    endUnpaid(desk, at(loan, 'consented', 'discovered', 'selected', 'placed', 'verifying', 'verified', 'approved'), { reason: 'declined' }),
  'pay-out': (desk, loan) => payOut(desk, at(loan, 'approved')),
  'try-report-again': ({ kit }, loan, form) => kit.bureau.release(loan, { reportId: form.get('reportId') ?? '' }),
  done: ({ kit }, loan, form) => {
    const note = form.get('note')?.trim();
    return kit.loans.dischargeDuty(loan, { duty: form.get('duty') ?? '', note: note ? `${note} (${USER})` : `done by ${USER}` });
  },
  'resolve-dispute': (desk, loan, form) => resolveDispute(desk, at(loan, 'verifying', 'verified', 'approved', 'disbursed', 'collecting', 'closed'), form),
  'record-obligation': ({ kit }, loan) => recordObligation(kit, at(loan, 'collecting')),
  close: ({ kit, clock }, loan) => kit.bureau.close(at(loan, 'collecting'), { finalStatus: 'repaid', closeDate: clock.today() }),
};

function resolveDispute({ kit, ...desk }: Desk, loan: LoanAt<'verifying' | 'verified' | 'approved' | 'disbursed' | 'collecting' | 'closed'>, form: Form) {
  const outcome = form.get('outcome') === 'upheld' ? 'upheld' : 'dismissed';
  return kit.mandates.resolveDispute(loan, { reference: form.get('reference') ?? '', outcome, reason: `looked into by ${USER}`, resolvedAt: nowOf(desk) });
}

function recordObligation(kit: Desk['kit'], loan: CollectingLoan) {
  return kit.loans.recordObligation(loan, { amount: loan.balances.outstanding, basis: 'the loan agreement' });
}

// Over HTTPS only, as the payers' cookie; a page that is not for everybody's eyes says so before it looks at anything.
async function requireOfficer({ headers }: FastifyRequest, reply: FastifyReply, password: string): Promise<void> {
  const given = Buffer.from((headers.authorization ?? '').replace(/^Basic /i, ''), 'base64').toString();
  if (isSame(given, `${USER}:${password}`)) return;
  reply.header('www-authenticate', 'Basic realm="Loans", charset="UTF-8"');
  await sendPage(reply, { title: 'Officers only', main: html`<p>Sign in to see the loans.</p>` }, 401);
}
