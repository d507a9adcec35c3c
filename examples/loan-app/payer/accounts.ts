// The choice of accounts: the first one, and another one after an account failed.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  type DiscoveredLoan,
  InputError,
  type PlacedLoan,
  type RepayKit,
  RuleError,
  type SelectedLoan,
  type VerifyingLoan,
} from 'repaykit';
import { type AppContext, nowOf } from '../context.ts';
import { isStoppedForGood } from '../pause.ts';
import { Elsewhere } from '../web/failures.ts';
import type { Problems } from '../web/layout.ts';
import { type Form, sendPage } from '../web/web.ts';
import { accountsView, type Choice } from './accounts-view.ts';
import { loanAt, pathOf } from './present.ts';

/** Adds the page. */
export function accountsPage(pages: FastifyInstance, app: AppContext): void {
  pages.get('/accounts', async (request, reply) =>
    sendPage(reply, accountsView(await loanToChooseFor(app, request))),
  );

  pages.post<{ Body: Form }>('/accounts', async (request, reply) => {
    const loan = await loanToChooseFor(app, request);
    const choice = choiceOf(request.body);
    const problems = problemsOf(choice);
    if (Object.keys(problems).length > 0)
      return sendPage(reply, accountsView(loan, choice, problems), 422);
    let selected: SelectedLoan;
    try {
      selected = await choose(app, loan, { ...choice, ipAddress: request.ip });
    } catch (error) {
      const refusal = refusalOf(error);
      if (!refusal) throw error;
      return sendPage(reply, accountsView(loan, choice, refusal), 422);
    }
    await setUpMandate(app.kit, selected);
    return reply.redirect('/deposits', 303);
  });
}

/** Whether a chosen account failed. The payer may then choose again. */
export function mayChooseAgain(loan: VerifyingLoan): boolean {
  return [loan, loan.primaryAccount, ...loan.backupAccounts].some(
    ({ mandateStatus = '' }) =>
      ['failed', 'pending_timeout', 'disputed'].includes(mandateStatus),
  );
}

async function loanToChooseFor(
  app: AppContext,
  request: FastifyRequest,
): Promise<DiscoveredLoan | VerifyingLoan> {
  const loan = await loanAt(app, request, 'discovered', 'verifying');
  if (
    loan.stage === 'verifying' &&
    (!mayChooseAgain(loan) || isStoppedForGood(loan))
  )
    throw new Elsewhere(pathOf(loan));
  return loan;
}

// #region choose
function choose(
  { kit, ...app }: AppContext,
  loan: DiscoveredLoan | VerifyingLoan,
  { primary, backups, ipAddress }: Choice & { ipAddress: string },
): Promise<SelectedLoan> {
  const chosenBy = { ipAddress, at: nowOf(app) };
  const keyOf = (index: number) => {
    const { accountNumber = '', bankCode = '' } = loan.accounts[index] ?? {};
    return { accountNumber, bankCode };
  };
  const selection = {
    primaryAccount: keyOf(primary),
    backupAccounts: backups.map(({ index }) => ({
      ...keyOf(index),
      optedInBy: chosenBy,
    })),
    chosenBy,
  };
  return loan.stage === 'discovered'
    ? kit.discovery.select(loan, selection)
    : kit.discovery.reselect(loan, selection);
}

/** Places the mandate on every chosen account and attaches each. Called again, it does what is missing. */
export async function setUpMandate(
  kit: RepayKit,
  loan: SelectedLoan | PlacedLoan,
): Promise<VerifyingLoan> {
  const placed =
    loan.stage === 'selected' ? await kit.mandates.place(loan) : loan;
  return kit.mandates.attachByMicroDeposit(placed);
}
// #endregion choose

// Forms name an account by its place in the list. So no form holds an account number.
function choiceOf(form: Form): Choice {
  const ticked = form.getAll('backup').map(Number);
  const backups = ticked.map((index) => ({
    index,
    order: Number(form.get(`order-${index}`)),
  }));
  return {
    primary: Number(form.get('primary') ?? -1),
    backups: backups.sort((a, b) => a.order - b.order),
  };
}

function problemsOf({ primary, backups }: Choice): Problems {
  const problems: Record<string, string> = {};
  if (primary < 0)
    problems.primary = 'Choose the account that is debited first.';
  const places = backups.map(({ order }) => order);
  if (
    backups.length > 1 &&
    (places.includes(0) || new Set(places).size < places.length)
  )
    problems.backups =
      'Say for each backup in which order it is debited: 1st, 2nd and so on.';
  return problems;
}

// #region refusals
// The kit refuses. The page shows a plain sentence beside the field.
const sentences: Readonly<Record<string, Problems>> = {
  'selection-is-distinct': {
    backups:
      'The same account is chosen twice. Your primary account cannot be a backup too.',
  },
  'selection-is-active': {
    primary:
      'One of these accounts is not active at its bank. Choose another one.',
  },
  'selection-is-not-spent': {
    primary:
      'One of these accounts was not confirmed for this loan. Choose another one.',
  },
  'selection-is-discovered': {
    primary:
      'One of these accounts was not found for your BVN. Choose from the list.',
  },
  'selection-is-the-payers': {
    primary:
      'A newer choice is kept already. Load this page again and choose again.',
  },
  'reselection-follows-failure': {
    primary:
      'Your accounts are still being confirmed. You can choose again once one of them has failed.',
  },
};

function refusalOf(error: unknown): Problems | undefined {
  if (error instanceof RuleError) return sentences[error.rule];
  if (error instanceof InputError) return sentences['selection-is-discovered'];
  return undefined;
}
// #endregion refusals
