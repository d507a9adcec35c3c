/** What the lender of a book does: it opens, debits, adopts and closes loans through the client. */
import type { RepayKit } from '../../client/repay-kit.ts';
import type { PlainDate } from '../../domain/calendar.ts';
import type { CollectingLoan, Loan } from '../../domain/loan/loan.ts';
import { type LoanPlan, planLoan } from '../loan-plan.ts';
import { nextStage } from '../loan-walk.ts';
import { arrearsOf, type BookLoan, type BookSide } from './book-loan.ts';

/** The lender writes off a loan that is this many days late. */
const WRITE_OFF_AFTER = 90;
/** After the tenure some payers transfer the rest. They do it when they are this many days late. */
const LAST_TRANSFER_AFTER = 45;
/** How often the lender requests a failed debit again, in days. */
const DEBIT_EVERY = 3;

/** Opens a loan and sends its money. A loan to adopt begins in the former system. */
export async function openLoan(side: BookSide, of: BookLoan): Promise<void> {
  const { world } = side;
  const { story } = of.plan;
  const planned = planOf(side, of);
  const { bvn, name, email, mobileNumber: phone } = planned.open.payer;
  await world.controls.addPayer({ bvn, name, email, phone, accounts: planned.accounts });
  const { kit, payer } = story === 'adopted' ? side.former : side;
  let loan: Loan = await kit.loans.open(planned.open);
  while (loan.stage !== 'collecting') {
    if (story === 'abandoned' && loan.stage === 'verified') {
      await kit.loans.abandon(loan, { reason: 'the payer changed their mind' });
      of.place = 'ended';
      return;
    }
    loan = await nextStage({ kit, world, payer }, loan, planned.selection);
  }
  of.place = story === 'adopted' ? 'former' : 'here';
}

function planOf({ world }: BookSide, { plan }: BookLoan): LoanPlan {
  const { number, payerNumber, loanId, terms, accounts } = plan;
  return planLoan({ loan: number, payer: payerNumber }, world.clock, { loanId, terms, accounts });
}

/** Takes over a loan from the former system. What it collected there becomes part of the new file. */
export async function adoptLoan(side: BookSide, of: BookLoan): Promise<void> {
  const { loanId, mandateId, openedAt } = await side.former.kit.loans.get(of.plan.loanId);
  const { open, selection } = planOf(side, of);
  const scopes = open.consent.scopes.map((scope) => ({ ...scope, grantedAt: openedAt }));
  const { approvedAmount: amount } = of.plan.terms;
  await side.kit.loans.adopt({
    ...open,
    ...selection,
    consent: { ...open.consent, scopes },
    chosenBy: { ...selection.chosenBy, at: openedAt },
    mandateId,
    adoptedBy: 'operations',
    reason: 'the lender changed its system',
    evidence: [{ name: 'agreement.pdf', sha256: String(of.plan.number).padStart(64, '0') }],
    disbursement: { amount, date: of.plan.opensOn, reference: `TRF-${loanId}`, reported: true },
  });
  of.place = 'here';
}

/** Requests a debit on a loan in manual collection: on the due date, and every few days while it is late. */
export async function requestDebit({ kit }: BookSide, of: BookLoan, today: PlainDate): Promise<void> {
  const loan = await kit.loans.get(of.plan.loanId);
  if (loan.stage !== 'collecting' || loan.mandateStatus !== 'active' || loan.balances.openDebits > 0) return;
  const arrears = arrearsOf(of, loan, today);
  if (!arrears || arrears.days % DEBIT_EVERY !== 0) return;
  const amount = Math.min(arrears.amount, loan.balances.collectable);
  if (amount > 0) await kit.collections.collect(loan, { amount, debitDate: today });
}

/** The end of a day with collections: what is too much goes back, and a loan that is over is closed. */
export async function closeOfDay({ kit }: BookSide, of: BookLoan, today: PlainDate): Promise<void> {
  const { loanId, terms } = of.plan;
  let loan = await kit.loans.get(loanId);
  if (loan.stage !== 'collecting') return;
  of.isBehind = loan.instalments.some(({ dueDate = '', status }) => dueDate <= today && status !== 'success');
  const arrears = arrearsOf(of, loan, today);
  const isLastTransfer = today > terms.endDate && of.paysTheRest && (arrears?.days ?? 0) >= LAST_TRANSFER_AFTER;
  if (isLastTransfer) loan = await recordTransfer(kit, loan, { amount: loan.balances.outstanding, date: today });
  const { outstanding, overpaid, openDebits, repaidOutside } = loan.balances;
  if (overpaid > 0) {
    const given = { amount: overpaid, date: today, reference: `REF-${loanId}-${today}`, reason: 'paid twice' };
    loan = await kit.loans.recordReversal(loan, {
      ...given,
      of: repaidOutside >= overpaid ? 'repayment' : 'collection',
    });
  }
  const isLost = (arrears?.days ?? 0) > WRITE_OFF_AFTER;
  if (openDebits > 0 || (outstanding > 0 && !isLost)) return;
  await kit.bureau.close(loan, { finalStatus: outstanding > 0 ? 'written_off' : 'repaid', closeDate: today });
  of.place = 'ended';
}

/** Records money that the payer sent past the platform, at most what is owed. */
export async function recordTransfer(
  kit: RepayKit,
  loan: CollectingLoan,
  sent: { readonly amount: number; readonly date: PlainDate },
): Promise<CollectingLoan> {
  const amount = Math.min(sent.amount, loan.balances.outstanding);
  if (amount === 0) return loan;
  return kit.loans.recordRepayment(loan, { ...sent, amount, reference: `PAY-${loan.loanId}-${sent.date}` });
}
