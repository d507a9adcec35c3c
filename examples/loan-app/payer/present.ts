// Every page starts here. It finds the loan of this browser and its page. Only the database keeps anything between requests.
import type { FastifyRequest } from 'fastify';
import { InputError, type Loan, type LoanAt, type LoanStage } from 'repaykit';
import type { AppContext } from '../context.ts';
import { Elsewhere } from '../web/failures.ts';
import { type Application, readSession } from '../web/session.ts';

// #region present
const pages: Readonly<Record<LoanStage, string>> = {
  consented: '/receipt',
  discovered: '/accounts',
  selected: '/deposits',
  placed: '/deposits',
  verifying: '/deposits',
  verified: '/loan',
  approved: '/loan',
  disbursed: '/loan',
  collecting: '/loan',
  closed: '/loan',
  abandoned: '/loan',
};

/** The page of a loan. */
export function pathOf({ stage }: Loan): string {
  return pages[stage];
}

/** The browser's loan. At another stage, the browser is sent to that page. */
export async function loanAt<Stage extends LoanStage>(
  app: AppContext,
  request: FastifyRequest,
  ...stages: readonly Stage[]
): Promise<LoanAt<Stage>> {
  const loan = await findLoan(app, request);
  if (!loan) throw new Elsewhere('/');
  if (!(stages as readonly string[]).includes(loan.stage))
    throw new Elsewhere(pathOf(loan));
  return loan as LoanAt<Stage>;
}
// #endregion present

/** The loan as its file says now, or undefined if there is none yet. */
export async function findLoan(
  { kit, config }: AppContext,
  request: FastifyRequest,
): Promise<Loan | undefined> {
  const session = readSession(request, config);
  if (!session) return undefined;
  try {
    return await kit.loans.get(session.loanId);
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

/** Sends a browser that has a loan to its page. */
export async function requireNoLoan(
  app: AppContext,
  request: FastifyRequest,
): Promise<void> {
  const loan = await findLoan(app, request);
  if (loan) throw new Elsewhere(pathOf(loan));
}

/** The application that waits for consent. */
export async function applicationOf(
  app: AppContext,
  request: FastifyRequest,
): Promise<Application & { readonly loanId: string }> {
  await requireNoLoan(app, request);
  const session = readSession(request, app.config);
  if (!session?.application) throw new Elsewhere('/apply');
  return { loanId: session.loanId, ...session.application };
}
