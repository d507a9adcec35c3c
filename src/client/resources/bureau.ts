import type { PlainDate } from '../../domain/calendar.ts';
import { firstRefusal } from '../../domain/decision.ts';
import type { DutySubject } from '../../domain/loan/duties/duty.ts';
import {
  closureDateIsTrue,
  closureIsNotified,
  closureIsTrue,
  disbursementDateIsTrue,
  disbursementWithinApproval,
} from '../../domain/loan/guards/report-guards.ts';
import type {
  ApprovedLoan,
  ClosedLoan,
  CollectingLoan,
  DisbursedLoan,
  Loan,
  LoanAt,
  VerifiedLoan,
  WithReports,
} from '../../domain/loan/loan.ts';
import { stuckReport } from '../../domain/loan/report-content.ts';
import type { LoanState } from '../../domain/loan/state.ts';
import { requireInput, StaleLoanError } from '../../errors.ts';
import type { Problem } from '../../validation/checks.ts';
import { text } from '../../validation/checks.ts';
import { fieldsOf, record } from '../../validation/record.ts';
import { checkLoanValue, enterStep, staleLoan } from '../workflows/enter-step.ts';
import type { LoanContext } from '../workflows/loan-context.ts';
import { warnOfKobo } from '../workflows/onboarding/open-loan.ts';
import { loanAt, loanValue, requireNoProblems } from '../workflows/refusals.ts';
import { type AwaitReportedOptions, awaitDelivery, releaseReport } from '../workflows/reports/deliver-reports.ts';
import { reportStep, restructuringFact } from '../workflows/reports/file-report.ts';
import {
  type ApprovalInput,
  approvalContent,
  type ClosureInput,
  closureContent,
  type DisbursementInput,
  disbursementContent,
  type RestructuringInput,
  restructuringContent,
} from '../workflows/reports/report-inputs.ts';
import { reportOfTheRest } from '../workflows/reports/reports-of-money.ts';
import { syncUnreported } from '../workflows/sync/sync-instalments.ts';
import { waitFields } from '../workflows/wait.ts';

export type { AwaitReportedOptions } from '../workflows/reports/deliver-reports.ts';

/**
 * Lifecycle reports to the credit bureau. A step files its report in the loan's outbox, together with the fact itself; `awaitReported`, or the
 * worker, delivers what is filed, in order and at least once. Spec §1.5, §6.3.
 */
export class Bureau {
  readonly #context: LoanContext;

  /** @internal */
  constructor(context: LoanContext) {
    this.#context = context;
  }

  /** Files `loan.approved`, the credit decision. What is left out is taken from the terms. Spec §6.3. @throws RuleError before the primary is active */
  async reportApproved(loan: VerifiedLoan, input?: ApprovalInput): Promise<ApprovedLoan> {
    const state = await reportStep(this.#context, loan, {
      step: 'reportApproved',
      fact: (now) => ({ event: 'loan.approved', content: approvalContent(now, input) }),
    });
    return loanAt(state, 'approved');
  }

  /**
   * Files `loan.disbursed`, once the money was sent. Collection opens when the bureau has acknowledged it. Ask `loans.mayDisburse` before you send money: this
   * step does not refuse while the primary account is not active, because a disbursement that happened has to be reported all the same. Spec §1, §1.5, §6.3.
   * @throws RuleError also for a day that lies ahead or before the consent: the report is the proof of disbursement; InputError
   */
  async reportDisbursed(loan: ApprovedLoan, input: DisbursementInput): Promise<DisbursedLoan> {
    const { content, amount, date } = disbursementContent(input);
    const fact = { event: 'loan.disbursed', content } as const;
    const today = this.#context.engine.settings.clock.today();
    const guard = (now: LoanState) =>
      firstRefusal(disbursementWithinApproval(now, amount), disbursementDateIsTrue(now, date, today));
    const state = await reportStep(this.#context, loan, { step: 'reportDisbursed', fact: () => fact, guard });
    return loanAt(state, 'disbursed');
  }

  /**
   * Delivers what is filed and waits until the bureau has acknowledged the disbursement; collection is open then. Takes a loan at a later stage
   * too, to deliver what was filed since. A report that is stuck is tried again; where another process delivers, its end is awaited. Spec §1.5.
   * @throws DeadlineError, with the bureau's last failure as its cause, when it does not acknowledge in time; what the reporter threw, when it refuses for good
   */
  async awaitReported(loan: DisbursedLoan | CollectingLoan, options?: AwaitReportedOptions): Promise<CollectingLoan>;
  async awaitReported(loan: ClosedLoan, options?: AwaitReportedOptions): Promise<ClosedLoan>;
  async awaitReported(
    loan: DisbursedLoan | CollectingLoan | ClosedLoan,
    options: AwaitReportedOptions = {},
  ): Promise<CollectingLoan | ClosedLoan> {
    requireInput('The options of the wait', waitOptions, options);
    checkLoanValue(loan);
    if (loan.stage !== 'collecting' && loan?.stage !== 'closed') {
      const { state, isDone } = await enterStep(this.#context, loan, 'awaitReported');
      if (isDone) return loanAt(state, 'collecting');
    }
    await releaseReport(this.#context, loan.loanId, () => true);
    const state = await awaitDelivery(this.#context, loan.loanId, options);
    // Another process may have closed the loan meanwhile.
    if (state.stage !== (loan.stage === 'disbursed' ? 'collecting' : loan.stage))
      throw staleLoan('awaitReported', loan, state);
    return loanValue(state) as CollectingLoan | ClosedLoan;
  }

  /**
   * Has a report that is stuck, because it was refused for good or too often, tried again: after you have fixed what the bureau refused. The worker then
   * delivers it at once, and all that wait behind it. Spec §6.3. @throws InputError if the loan has no such report; StaleLoanError
   */
  async release<Held extends Loan>(loan: Held, input: { readonly reportId: string }): Promise<LoanAt<Held['stage']>> {
    checkLoanValue(loan);
    const { reportId } = requireInput('There is nothing to release', release, input);
    const state = await releaseReport(this.#context, loan.loanId, (now) => {
      if (now.stage !== loan.stage)
        throw new StaleLoanError(
          `The file of the loan is at '${now.stage}' by now: go on from error.current`,
          loanValue(now),
        );
      requireNoProblems('There is nothing to release', reportIdProblems(now, reportId));
      return stuckReport(now)?.report.reportId === reportId;
    });
    return loanValue(state) as LoanAt<Held['stage']>;
  }

  /**
   * Files `loan.restructured`. Its schedule lists what is still to be paid: on top of what has come in by now, it is what is due from now on, though never more is
   * debited than the payer consented to. Collections filed later pay it off, so refresh the loan first. The platform keeps its old schedule: ask it to change through
   * its support channel. Spec §1, §6.3. @throws RuleError, InputError
   */
  async reportRestructured(loan: CollectingLoan, input: RestructuringInput): Promise<CollectingLoan> {
    const content = restructuringContent(input);
    const state = await reportStep(this.#context, loan, {
      step: 'reportRestructured',
      fact: (now) => restructuringFact(now, content),
    });
    const { due, terms } = state;
    warnOfKobo(
      `what is due of loan '${loan.loanId}' after its restructuring`,
      { due, ...terms },
      this.#context.engine.settings.logger,
    );
    return loanAt(state, 'collecting');
  }

  /**
   * Files `loan.closed`: `repaid` only when nothing is outstanding, `written_off` otherwise, on a day from the disbursement to today. Repayments that the file
   * shows and no report names yet are asked about and reported first. Spec §6.3. @throws RuleError, InputError
   */
  async close(loan: CollectingLoan, input: ClosureInput): Promise<ClosedLoan> {
    const content = closureContent(input);
    const [date, today] = [content.closeDate as PlainDate, this.#context.engine.settings.clock.today()];
    const fact = { event: 'loan.closed', content } as const;
    const { state: before, isDone } = await enterStep(this.#context, loan, 'close');
    const synced = isDone ? before : await syncUnreported(this.#context, before);
    const state = await reportStep(this.#context, loan, {
      step: 'close',
      fact: () => fact,
      before: (now) => reportOfTheRest(this.#context, now),
      guard: (now) =>
        firstRefusal(
          closureDateIsTrue(now, date, today),
          closureIsTrue(now, content.finalStatus),
          closureIsNotified(now, synced),
        ),
    });
    return loanAt(state, 'closed');
  }
}

const waitOptions = record<AwaitReportedOptions>(waitFields);

// A loan lists its reports with these, and a duty says with these what it is about: either may be passed as it is.
const namingFields = [
  ...fieldsOf<WithReports['reports'][number]>({ reportId: true, event: true, acknowledged: true, stuckFor: true }),
  ...fieldsOf<DutySubject>({
    reportId: true,
    debitId: true,
    instalmentReference: true,
    reference: true,
    account: true,
  }),
];

const release = record<{ readonly reportId: string }>(
  { reportId: text('the reportId, from the duty that names it') },
  { returned: namingFields },
);

function reportIdProblems({ reports }: LoanState, reportId: unknown): readonly Problem[] {
  if (reports.some(({ report }) => report.reportId === reportId)) return [];
  return [{ path: 'reportId', message: 'names no report of this loan: take it from the duty that names it' }];
}
