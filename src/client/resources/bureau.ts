import type { BureauEventName } from '../../domain/bureau.ts';
import { allowed, type Decision, firstRefusal, type Problem } from '../../domain/decision.ts';
import { closureIsTold } from '../../domain/loan/guards/closure-is-told.ts';
import { closureIsTrue } from '../../domain/loan/guards/closure-is-true.ts';
import { disbursementWithinApproval } from '../../domain/loan/guards/disbursement-within-approval.ts';
import type { ApprovedLoan, ClosedLoan, CollectingLoan, DisbursedLoan, Loan, LoanAt, VerifiedLoan } from '../../domain/loan/loan.ts';
import { stuckReport } from '../../domain/loan/report-queue.ts';
import type { LoanStepName } from '../../domain/loan/stages.ts';
import type { LoanState } from '../../domain/loan/state.ts';
import { DeadlineError, StaleLoanError } from '../../errors.ts';
import { contentHash } from '../../loans/content-hash.ts';
import { checkLoanValue, enterStep, staleLoan, stepIsOver } from '../steps/enter-step.ts';
import { hearUntold } from '../steps/hearing/hear-untold.ts';
import { type LoanContext, nowText } from '../steps/loan-context.ts';
import { loanAt, loanValue } from '../steps/loan-value.ts';
import { obey, requireNoProblems } from '../steps/refusals.ts';
import { type Delivery, deliverReports } from '../steps/reports/deliver-reports.ts';
import { fileReport, isFiled, type ReportedFact } from '../steps/reports/file-report.ts';
import {
  type ApprovalInput,
  approvalContent,
  type ClosureInput,
  closureContent,
  type DisbursementInput,
  disbursementContent,
  type RestructuringInput,
  restructuringContent,
} from '../steps/reports/report-inputs.ts';
import { checkWait, keepLooking, keepTrying } from '../steps/wait.ts';

/** How to wait for the bureau. */
export interface AwaitReportedOptions {
  /** How long to try, on the client's clock; default 2 minutes. Another process that delivers is waited for no longer on the machine's clock either. */
  readonly timeoutMs?: number;
  /** Ends the wait at once. */
  readonly signal?: AbortSignal;
}

const DEFAULT_WAIT_MS = 120_000;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;

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
    const state = await this.#file(loan, 'reportApproved', (now) => ({ event: 'loan.approved', content: approvalContent(now, input) }));
    return loanAt(state, 'approved');
  }

  /**
   * Files `loan.disbursed`, once the money was sent. Collection opens when the bureau has acknowledged it. Ask `loans.mayDisburse` before you send money: this
   * step does not refuse while the primary account is not active, because a disbursement that happened has to be reported all the same. Spec §1, §1.5, §6.3.
   * @throws RuleError, InputError
   */
  async reportDisbursed(loan: ApprovedLoan, input: DisbursementInput): Promise<DisbursedLoan> {
    const { content, amount } = disbursementContent(input);
    const fact = { event: 'loan.disbursed', content } as const;
    const state = await this.#file(
      loan,
      'reportDisbursed',
      () => fact,
      (now) => disbursementWithinApproval(now, amount),
    );
    return loanAt(state, 'disbursed');
  }

  /**
   * Delivers what is filed and waits until the bureau has acknowledged the disbursement; collection is open then. Takes a loan at a later stage
   * too, to deliver what was filed since. A report that is stuck is tried again; where another process delivers, its end is awaited. Spec §1.5.
   * @throws DeadlineError, with the bureau's last failure as its cause, when it does not acknowledge in time; what the reporter threw, when it refuses for good
   */
  async awaitReported(loan: DisbursedLoan | CollectingLoan, options?: AwaitReportedOptions): Promise<CollectingLoan>;
  async awaitReported(loan: ClosedLoan, options?: AwaitReportedOptions): Promise<ClosedLoan>;
  async awaitReported(loan: DisbursedLoan | CollectingLoan | ClosedLoan, options: AwaitReportedOptions = {}): Promise<CollectingLoan | ClosedLoan> {
    checkWait(options);
    checkLoanValue(loan);
    if (loan.stage !== 'collecting' && loan?.stage !== 'closed') {
      const { state, isDone } = await enterStep(this.#context, loan, 'awaitReported');
      if (isDone) return loanAt(state, 'collecting');
    }
    await this.#release(loan.loanId, () => true);
    const state = await this.#deliver(loan.loanId, options);
    // Another process may have closed the loan meanwhile.
    if (state.stage !== (loan.stage === 'disbursed' ? 'collecting' : loan.stage)) throw staleLoan('awaitReported', loan, state);
    return loanValue(state) as CollectingLoan | ClosedLoan;
  }

  /**
   * Has a report that is stuck, because it was refused for good or too often, tried again: after you have mended what the bureau refused. The worker then
   * delivers it at once, and all that wait behind it. Spec §6.3. @throws InputError if the loan has no such report; StaleLoanError
   */
  async release<Held extends Loan>(loan: Held, { reportId }: { readonly reportId: string }): Promise<LoanAt<Held['stage']>> {
    checkLoanValue(loan);
    const state = await this.#release(loan.loanId, (now) => {
      if (now.stage !== loan.stage) throw new StaleLoanError(`The file of the loan is at '${now.stage}' by now: go on from error.current`, loanValue(now));
      requireNoProblems('There is nothing to release', reportIdProblems(now, reportId));
      return stuckReport(now)?.report.reportId === reportId;
    });
    return loanValue(state) as LoanAt<Held['stage']>;
  }

  /** Files `loan.restructured`. The platform keeps its old schedule: tell it through its support channel. Spec §6.3. @throws RuleError, InputError */
  async reportRestructured(loan: CollectingLoan, input: RestructuringInput): Promise<CollectingLoan> {
    const content = restructuringContent(input);
    const fact = { event: 'loan.restructured', content, distinction: contentHash(content) } as const;
    const state = await this.#file(loan, 'reportRestructured', () => fact);
    return loanAt(state, 'collecting');
  }

  /**
   * Files `loan.closed`: `repaid` only when nothing is outstanding, `written_off` otherwise. Repayments that the file shows and no report tells yet are asked about
   * and reported first. Spec §6.3. @throws RuleError, InputError
   */
  async close(loan: CollectingLoan, input: ClosureInput): Promise<ClosedLoan> {
    const content = closureContent(input);
    const fact = { event: 'loan.closed', content } as const;
    const { state: before, isDone } = await enterStep(this.#context, loan, 'close');
    const heard = isDone ? before : await hearUntold(this.#context, before);
    const state = await this.#file(
      loan,
      'close',
      () => fact,
      (now) => firstRefusal(closureIsTrue(now, content.finalStatus), closureIsTold(now, heard)),
    );
    return loanAt(state, 'closed');
  }

  // A step that is done already answers the loan as it is, if it told the same; another fact under the same name must not be lost without a word.
  async #file<Event extends BureauEventName>(
    loan: Loan,
    step: LoanStepName,
    fact: (now: LoanState) => ReportedFact<Event>,
    guard: (now: LoanState) => Decision = () => allowed,
  ): Promise<LoanState> {
    await enterStep(this.#context, loan, step);
    const at = nowText(this.#context);
    return this.#context.files.decide(loan.loanId, (now) => {
      if (stepIsOver(this.#context, loan, { step, state: now })) {
        if (!isFiled(now, fact(now))) throw staleLoan(step, loan, now);
        return [];
      }
      obey(guard(now));
      return fileReport(now, fact(now), at);
    });
  }

  // Whoever waits tries more often than the worker would, and gives up by time, not by number; only a refusal for good ends it at once.
  async #deliver(loanId: string, { timeoutMs = DEFAULT_WAIT_MS, signal }: AwaitReportedOptions): Promise<LoanState> {
    let cause: unknown;
    const message = `The bureau did not acknowledge the reports of loan '${loanId}' within ${timeoutMs} ms; they stay filed and are delivered later`;
    const timeout = () => new DeadlineError(message, timeoutMs, { cause, retryable: true });
    const patience = { timeoutMs, timeout, signal, firstPauseMs: FIRST_RETRY_MS, longestPauseMs: LONGEST_RETRY_MS, growth: 2 };
    return keepTrying(this.#context, patience, async (limit) => {
      const delivery = await keepLooking(this.#context, { timeoutMs, timeout, signal: limit.signal }, async () => {
        const tried = await this.#deliverOnce(loanId, limit.signal);
        cause = tried.error ?? cause;
        return tried.end === 'elsewhere' ? undefined : tried;
      });
      if (delivery.end === 'stuck') throw delivery.error;
      return delivery.end === 'done' ? delivery.state : undefined;
    });
  }

  async #deliverOnce(loanId: string, signal: AbortSignal): Promise<Delivery> {
    for (;;) {
      const delivery = await deliverReports(this.#context, loanId, { maxAttempts: Number.POSITIVE_INFINITY, signal });
      const isStuck = delivery.end === 'done' && stuckReport(delivery.state) !== undefined;
      // Another process gave up on it meanwhile: whoever waits here finds out for itself why.
      if (isStuck) await this.#release(loanId, () => true);
      else if (delivery.end !== 'more') return delivery;
    }
  }

  #release(loanId: string, mayRelease: (now: LoanState) => boolean): Promise<LoanState> {
    const at = nowText(this.#context);
    return this.#context.files.decide(loanId, (now) => {
      const isWanted = mayRelease(now);
      const reportId = stuckReport(now)?.report.reportId;
      return isWanted && reportId !== undefined ? [{ type: 'report.released', at, reportId }] : [];
    });
  }
}

function reportIdProblems({ reports }: LoanState, reportId: unknown): readonly Problem[] {
  if (reports.some(({ report }) => report.reportId === reportId)) return [];
  return [{ path: 'reportId', message: 'names no report of this loan: take it from the duty that told you of it' }];
}
