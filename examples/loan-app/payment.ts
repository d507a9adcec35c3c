// Whether a loan is paid out or ends unpaid is decided in one place, the ledger, and once: whichever of the two is entered first is what happens.
import {
  type ApprovedLoan,
  DeadlineError,
  RuleError,
  type UndisbursedLoan,
} from 'repaykit';
import type { AppContext } from './context.ts';

// #region pay-out
/** Sends the money, unless the rules forbid it or the loan was given up, and reports it to the bureau. */
export async function payOut(
  { kit, ledger, clock }: AppContext,
  loan: ApprovedLoan,
): Promise<void> {
  // What was sent has to be reported, whatever changed since; what was not is sent only while the rules allow it.
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
    // The loan was given up, maybe by a process that ended before its file said so.
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
/** Ends a loan that no money was sent for, and sees to it that none will be. Money that was sent is reported instead, and the loan runs. */
export async function endUnpaid(
  app: AppContext,
  loan: UndisbursedLoan,
  { reason }: { readonly reason: string },
): Promise<void> {
  if (await app.ledger.forgo(loan.loanId)) await reportIfSent(app, loan.loanId);
  else await app.kit.loans.abandon(loan, { reason });
}

/** Files the disbursement where money was sent and something broke off before the file said so. */
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
