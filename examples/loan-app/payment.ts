// The ledger decides whether a loan is paid out or ends unpaid. The first of the two entries counts.
import {
  type ApprovedLoan,
  DeadlineError,
  RuleError,
  type UndisbursedLoan,
} from 'repaykit';
import type { AppContext } from './context.ts';

// #region pay-out
/** Sends the money, unless a rule forbids it or the loan has ended, and reports it to the bureau. */
export async function payOut(
  { kit, ledger, clock }: AppContext,
  loan: ApprovedLoan,
): Promise<void> {
  // Money that was sent is always reported. Money that was not is sent only if the rules allow it now.
  let payout = await ledger.find(loan.loanId);
  if (!payout) {
    const decision = await kit.loans.mayDisburse(loan);
    if (!decision.allowed) throw new RuleError(decision);
    payout = await ledger.send(loan.loanId, {
      amount: loan.terms.approvedAmount,
      date: clock.today(),
    });
  }
  if (!payout) {
    // The ledger says that the loan ended. The process may have died before the file said so.
    await kit.loans.abandon(loan, { reason: 'given up before money was sent' });
    return;
  }
  const disbursed = await kit.bureau.reportDisbursed(loan, payout);
  try {
    await kit.bureau.awaitReported(disbursed, { timeoutMs: 5_000 });
  } catch (error) {
    // The report stays filed, and the worker delivers it.
    if (!(error instanceof DeadlineError)) throw error;
  }
}
// #endregion pay-out

// #region end-unpaid
/** Ends a loan without a payment. If money was sent, reports it instead. */
export async function endUnpaid(
  app: AppContext,
  loan: UndisbursedLoan,
  { reason }: { readonly reason: string },
): Promise<void> {
  if (await app.ledger.forgo(loan.loanId)) await reportIfSent(app, loan.loanId);
  else await app.kit.loans.abandon(loan, { reason });
}

/** Reports money that was sent, if the process died before the report. */
export async function reportIfSent(
  { kit, ledger }: AppContext,
  loanId: string,
): Promise<void> {
  const payout = await ledger.find(loanId);
  const loan = await kit.loans.get(loanId);
  if (payout && loan.stage === 'approved')
    await kit.bureau.reportDisbursed(loan, payout);
}
// #endregion end-unpaid
