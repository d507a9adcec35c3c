// The page after a failure. It says what to do next, and never repeats what was typed.
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  ConflictError,
  InputError,
  type Loan,
  RepayKitError,
  RuleError,
  StaleLoanError,
} from 'repaykit';
import { html } from './html.ts';
import { sendPage } from './web.ts';

/** Thrown to send the browser to another page. */
export class Elsewhere extends Error {
  readonly path: string;

  constructor(path: string) {
    super(`Go to ${path}`);
    this.path = path;
  }
}

// #region failures
/** An error handler that leads to the right page if it can. `pathOf` is the page of a loan. */
export function answerFailure(pathOf: (loan: Loan) => string) {
  return async (
    error: Error,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    if (error instanceof Elsewhere) return reply.redirect(error.path, 303);
    // Another click, tab or device was first. Lead to the page of the present loan.
    if (error instanceof StaleLoanError)
      return reply.redirect(pathOf(error.current as Loan), 303);
    // Another click is setting up the mandate right now. The next page shows how far it is.
    if (error instanceof ConflictError && error.operation === 'createConsent')
      return reply.redirect('/', 303);
    logFailure(error, request);
    if (error instanceof RuleError)
      return sendPage(
        reply,
        {
          title: 'That is not possible now',
          main: html`<p>${refusals[error.rule] ?? 'The rules for this loan do not allow it as things are now.'}</p>${backLink(request)}`,
        },
        409,
      );
    const status =
      error instanceof InputError
        ? 400
        : ((error as { readonly statusCode?: number }).statusCode ?? 500);
    if (status < 500)
      return sendPage(
        reply,
        {
          title: 'That could not be read',
          main: html`<p>Please go back and try again.</p>`,
        },
        status,
      );
    const words =
      'Nothing is lost and nothing happens twice: what you did so far is kept. Please try again in a minute.';
    return sendPage(
      reply,
      {
        title: 'That did not work',
        main: html`<p>${words}</p>${backLink(request)}`,
      },
      503,
    );
  };
}
// #endregion failures

// The rules that a click can break. The log has the package's own messages.
const refusals: Readonly<Record<string, string>> = {
  'consent-stands': 'The payer took the consent back.',
  'loan-is-undisputed': 'A dispute about this loan is open or was upheld.',
  'disbursement-needs-active-primary':
    'The primary account cannot be debited at the moment, so no money may be sent.',
  'terms-lie-ahead':
    'The first due date is not ahead any more, so no money may be sent.',
  'closure-is-true': 'Something is still owed on this loan.',
  'closure-is-settled': 'A debit is still under way.',
  'closure-is-told':
    'More was collected at this very moment. Close the loan again.',
  'obligation-is-owed': 'That is more than what is owed.',
  'dispute-is-open': 'This dispute is decided already, and that is final.',
};

function backLink({ url }: FastifyRequest) {
  const isOffice = url.startsWith('/office');
  return html`<p><a href="${isOffice ? '/office' : '/'}">${isOffice ? 'To all loans' : 'To your application'}</a></p>`;
}

// Errors of repaykit are masked. Of others only name and place are logged: a message may repeat what was typed.
function logFailure(error: Error, request: FastifyRequest): void {
  const frames = error.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '));
  const facts =
    error instanceof RepayKitError
      ? error.toJSON()
      : {
          name: error.name,
          code: (error as { readonly code?: unknown }).code,
          frames,
        };
  request.log.error({ failure: facts }, 'a page failed');
}
