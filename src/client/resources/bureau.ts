import { allowed, firstRefusal } from '../../domain/decision.ts';
import type { DutySubject } from '../../domain/loan/duties/duty.ts';
import {
  closureDateIsTrue,
  closureIsNotified,
  closureIsTrue,
  disbursementDateIsTrue,
  disbursementWithinApproval,
  restructuringDateIsTrue,
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
import { type Problem, text } from '../../validation/checks.ts';
import { fieldsOf, record } from '../../validation/record.ts';
import {
  checkedDay,
  checkedKobo,
  checkLoanValue,
  enterStep,
  type LoanContext,
  loanAt,
  loanValue,
  requireNoProblems,
  staleLoan,
} from '../workflows/loan-context.ts';
import { warnOfKobo } from '../workflows/onboarding/open-loan.ts';
import { type AwaitReportedOptions, awaitDelivery, releaseReport } from '../workflows/reports/deliver-reports.ts';
import {
  type ApprovalInput,
  approvalContent,
  type ClosureInput,
  closureContent,
  type DisbursementInput,
  disbursementContent,
  type RestructuringInput,
  reportOfTheRest,
  reportStep,
  restructuringContent,
  restructuringFact,
} from '../workflows/reports/file-report.ts';
import { syncUnreported } from '../workflows/sync/sync-instalments.ts';
import { waitFields } from '../workflows/wait.ts';

/**
 * Lifecycle reports to the credit bureau. A report is filed together with its fact. `awaitReported` or the worker
 * delivers the reports in order, at least once. Spec §1.5, §6.3.
 */
export class Bureau {
  readonly #context: LoanContext;

  /** @internal */
  constructor(context: LoanContext) {
    this.#context = context;
  }

  /**
   * Files `loan.approved`. Fields that you leave out are taken from the terms. Spec §6.3.
   * @throws RuleError before the primary is active
   */
  async reportApproved(loan: VerifiedLoan, input?: ApprovalInput): Promise<ApprovedLoan> {
    const state = await reportStep(this.#context, loan, {
      step: 'reportApproved',
      fact: (now) => ({ event: 'loan.approved', content: approvalContent(now, input) }),
    });
    return loanAt(state, 'approved');
  }

  /**
   * Files `loan.disbursed`, after you sent the money. Collection opens when the bureau has acknowledged it. Call
   * `loans.mayDisburse` before you send money: a disbursement that happened is always reported. Spec §1, §1.5, §6.3.
   * @throws RuleError also for a future day, or a day before the consent; InputError
   */
  async reportDisbursed(loan: ApprovedLoan, input: DisbursementInput): Promise<DisbursedLoan> {
    const content = disbursementContent(input);
    const [amount, date] = [checkedKobo(content.amount), checkedDay(content.date)];
    const fact = { event: 'loan.disbursed', content } as const;
    const today = this.#context.engine.settings.clock.today();
    const guard = (now: LoanState) =>
      firstRefusal(disbursementWithinApproval(now, amount), disbursementDateIsTrue(now, date, today));
    const state = await reportStep(this.#context, loan, { step: 'reportDisbursed', fact: () => fact, guard });
    return loanAt(state, 'disbursed');
  }

  /**
   * Delivers the filed reports and waits until the bureau has acknowledged the disbursement. Then collection is open.
   * Also takes a loan at a later stage. Retries a stuck report. Spec §1.5.
   * @throws DeadlineError with the bureau's last failure as its cause; the reporter's error, if it refuses permanently
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
    // Another process may have closed the loan in the meantime.
    if (state.stage !== (loan.stage === 'disbursed' ? 'collecting' : loan.stage))
      throw staleLoan('awaitReported', loan, state);
    return loanValue(state);
  }

  /**
   * Releases a stuck report, after you have fixed what the bureau refused. The worker delivers it at once. Spec §6.3.
   * @throws InputError if the loan has no such report; StaleLoanError
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
    return loanValue(state);
  }

  /**
   * Files `loan.restructured`. The schedule lists all future instalments. Refresh the loan first. Debits never exceed
   * what the payer consented to. The platform keeps its old schedule: ask its support to change it. Spec §1, §6.3.
   * @throws RuleError, InputError
   */
  async reportRestructured(loan: CollectingLoan, input: RestructuringInput): Promise<CollectingLoan> {
    const content = restructuringContent(input);
    const { clock } = this.#context.engine.settings;
    const on = content.effectiveDate === undefined ? undefined : checkedDay(content.effectiveDate);
    const state = await reportStep(this.#context, loan, {
      step: 'reportRestructured',
      fact: (now) => restructuringFact(now, content),
      guard: (now) => (on === undefined ? allowed : restructuringDateIsTrue(now, on, clock.today())),
    });
    const { due, terms } = state;
    warnOfKobo(this.#context, `what is due of loan '${loan.loanId}' after its restructuring`, { due, ...terms });
    return loanAt(state, 'collecting');
  }

  /**
   * Files `loan.closed`: `repaid` when nothing is outstanding, otherwise `written_off`. Unreported repayments are
   * reported first. Spec §6.3.
   * @throws RuleError, InputError
   */
  async close(loan: CollectingLoan, input: ClosureInput): Promise<ClosedLoan> {
    const content = closureContent(input);
    const [date, today] = [checkedDay(content.closeDate), this.#context.engine.settings.clock.today()];
    const fact = { event: 'loan.closed', content } as const;
    const { state: before, isDone } = await enterStep(this.#context, loan, 'close');
    const synced = isDone ? before : await syncUnreported(this.#context, before);
    const isTrue = (now: LoanState) =>
      firstRefusal(closureDateIsTrue(now, date, today), closureIsTrue(now, content.finalStatus));
    const state = await reportStep(this.#context, loan, {
      step: 'close',
      fact: () => fact,
      before: (now) => reportOfTheRest(this.#context, now),
      guard: (now) => firstRefusal(isTrue(now), closureIsNotified(now, synced)),
    });
    return loanAt(state, 'closed');
  }
}

const waitOptions = record<AwaitReportedOptions>(waitFields);

// Fields of a loan's listed report and of a duty's subject. Callers may pass either as it is.
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
