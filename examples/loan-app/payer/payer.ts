// The payer's pages, one file each.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context.ts';
import { answerFailure } from '../web/failures.ts';
import { accountsPage } from './accounts.ts';
import { applyPage } from './apply.ts';
import { consentPage } from './consent.ts';
import { depositsPage } from './deposits.ts';
import { loanPage } from './loan.ts';
import { objectionsPage } from './objections.ts';
import { applicationOf, pathOf } from './present.ts';
import { receiptPage } from './receipt.ts';

/** All of them, as a plugin. */
export function payerPages(app: AppContext) {
  return async (pages: FastifyInstance): Promise<void> => {
    pages.setErrorHandler(answerFailure(pathOf));
    // Leads to the page of the loan's stage.
    pages.get('/', async (request, reply) => {
      await applicationOf(app, request);
      return reply.redirect('/consent', 303);
    });
    for (const add of [
      applyPage,
      consentPage,
      receiptPage,
      accountsPage,
      depositsPage,
      loanPage,
      objectionsPage,
    ])
      add(pages, app);
  };
}
