// The officer's page: every loan with its stage, its duties and buttons.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CollectingLoan, Loan, LoanAt, LoanStage } from 'repaykit';
import { triedInstalments } from '../attempts.ts';
import { type AppContext, nowOf } from '../context.ts';
import { confirmedPauses } from '../pause.ts';
import { endUnpaid, payOut } from '../payment.ts';
import { answerFailure, Elsewhere } from '../web/failures.ts';
import { html } from '../web/html.ts';
import type { Page } from '../web/layout.ts';
import { isSame } from '../web/session.ts';
import { type Form, sendPage } from '../web/web.ts';
import { OFFICER, readNote } from './note.ts';
import {
  loanAttemptsView,
  noteProblemView,
  notOwedView,
  officeView,
  type Row,
} from './office-view.ts';
import { payerName } from './payer-name.ts';

const PAGE = 50;

/** The page and its actions, as a plugin. */
export function officePages(app: AppContext) {
  const { kit } = app;
  return async (pages: FastifyInstance): Promise<void> => {
    pages.addHook('onRequest', async (request, reply) =>
      requireOfficer(request, reply, app.config.officerPassword),
    );
    pages.setErrorHandler(answerFailure(() => '/office'));
    pages.get<{ Querystring: { after?: string } }>(
      '/',
      async ({ query: { after } }, reply) => {
        const { loans, next } = await kit.loans.list({
          limit: PAGE,
          ...(after !== undefined && { after }),
        });
        const rows = await Promise.all(loans.map((loan) => rowOf(app, loan)));
        return sendPage(reply, officeView(rows, next));
      },
    );
    pages.get<{ Params: { loanId: string } }>(
      '/loans/:loanId',
      async ({ params }, reply) => {
        const loan = at(
          await kit.loans.get(params.loanId),
          'collecting',
          'closed',
        );
        return sendPage(
          reply,
          loanAttemptsView(loan, {
            name: await payerName(app, loan),
            tried: await triedInstalments(app, loan),
          }),
        );
      },
    );
    for (const [name, act] of Object.entries(actions)) {
      pages.post<{ Params: { loanId: string }; Body: Form }>(
        `/loans/:loanId/${name}`,
        async ({ params, body }, reply) => {
          await act(app, await kit.loans.get(params.loanId), body);
          return reply.redirect('/office', 303);
        },
      );
    }
    for (const [name, note] of Object.entries(notes)) {
      pages.post<{ Params: { loanId: string }; Body: Form }>(
        `/loans/:loanId/${name}`,
        async ({ params, body }, reply) => {
          const refusal = await note(
            app,
            await kit.loans.get(params.loanId),
            body,
          );
          return refusal
            ? sendPage(reply, refusal, 422)
            : reply.redirect('/office', 303);
        },
      );
    }
  };
}

async function rowOf(app: AppContext, loan: Loan): Promise<Row> {
  const isAsked =
    loan.stage === 'collecting' && confirmedPauses(loan).length > 0;
  const [name, duties, tried] = await Promise.all([
    payerName(app, loan),
    app.kit.loans.duties(loan),
    isAsked ? triedInstalments(app, loan) : [],
  ]);
  return { loan, name, duties, tried };
}

type Action = (app: AppContext, loan: Loan, form: Form) => Promise<unknown>;
// Returns a page if nothing was noted.
type NoteAction = (
  app: AppContext,
  loan: Loan,
  form: Form,
) => Promise<Page | undefined>;

// A second click, or a click on an old page, leads to the present page.
function at<Stage extends LoanStage>(
  loan: Loan,
  ...stages: readonly Stage[]
): LoanAt<Stage> {
  if (!(stages as readonly string[]).includes(loan.stage))
    throw new Elsewhere('/office');
  return loan as LoanAt<Stage>;
}

const actions: Readonly<Record<string, Action>> = {
  approve: ({ kit }, loan) => kit.bureau.reportApproved(at(loan, 'verified')),
  decline: (app, loan) =>
    endUnpaid(
      app,
      at(
        loan,
        'consented',
        'discovered',
        'selected',
        'placed',
        'verifying',
        'verified',
        'approved',
      ),
      {
        reason: 'declined',
      },
    ),
  'pay-out': (app, loan) => payOut(app, at(loan, 'approved')),
  'try-report-again': ({ kit }, loan, form) =>
    kit.bureau.release(loan, { reportId: form.get('reportId') ?? '' }),
  'record-obligation': ({ kit }, loan) =>
    recordObligation(kit, at(loan, 'collecting')),
  close: ({ kit, clock }, loan) =>
    kit.bureau.close(at(loan, 'collecting'), {
      finalStatus: 'repaid',
      closeDate: clock.today(),
    }),
};

const notes: Readonly<Record<string, NoteAction>> = {
  done: discharge,
  'resolve-dispute': resolveDispute,
};

// #region discharge
// A note ends a duty. So it needs the officer's own words, and a duty that is owed now.
async function discharge(
  app: AppContext,
  loan: Loan,
  form: Form,
): Promise<Page | undefined> {
  const [key, read, row] = [
    form.get('duty') ?? '',
    readNote(form, loan),
    await rowOf(app, loan),
  ];
  if (
    loan.dischargedDuties.some(
      ({ duty, note }) => duty === key && note === read.kept,
    )
  )
    return undefined;
  if (!row.duties.some((duty) => duty.key === key)) return notOwedView;
  if (read.problem !== undefined)
    return noteProblemView(row, {
      duty: key,
      typed: read.typed,
      problem: read.problem,
    });
  await app.kit.loans.dischargeDuty(loan, { duty: key, note: read.kept });
  return undefined;
}
// #endregion discharge

async function resolveDispute(
  app: AppContext,
  loan: Loan,
  form: Form,
): Promise<Page | undefined> {
  const disputed = at(
    loan,
    'verifying',
    'verified',
    'approved',
    'disbursed',
    'collecting',
    'closed',
  );
  const [key, outcome, read, row] = [
    form.get('duty') ?? '',
    form.get('outcome'),
    readNote(form, loan),
    await rowOf(app, loan),
  ];
  const reference = row.duties.find((duty) => duty.key === key)?.subject
    ?.reference;
  if (reference === undefined) return notOwedView;
  if (read.problem !== undefined)
    return noteProblemView(row, {
      duty: key,
      typed: read.typed,
      problem: read.problem,
    });
  if (outcome !== 'dismissed' && outcome !== 'upheld')
    throw new Elsewhere('/office');
  await app.kit.mandates.resolveDispute(disputed, {
    reference,
    outcome,
    reason: read.kept,
    resolvedAt: nowOf(app),
  });
  return undefined;
}

function recordObligation(kit: AppContext['kit'], loan: CollectingLoan) {
  return kit.loans.recordObligation(loan, {
    amount: loan.balances.outstanding,
    basis: 'the loan agreement',
  });
}

// Checks the password first. It is sent with every request, so use HTTPS.
async function requireOfficer(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  password: string,
): Promise<void> {
  const given = Buffer.from(
    (headers.authorization ?? '').replace(/^Basic /i, ''),
    'base64',
  ).toString();
  if (isSame(given, `${OFFICER}:${password}`)) return;
  reply.header('www-authenticate', 'Basic realm="Loans", charset="UTF-8"');
  await sendPage(
    reply,
    { title: 'Officers only', main: html`<p>Sign in to see the loans.</p>` },
    401,
  );
}
