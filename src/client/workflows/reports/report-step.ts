import type { BureauEventName } from '../../../domain/bureau.ts';
import { allowed, type Decision } from '../../../domain/decision.ts';
import type { ReportFiled } from '../../../domain/loan/events/events.ts';
import type { Loan } from '../../../domain/loan/loan.ts';
import type { LoanStepName } from '../../../domain/loan/stages.ts';
import type { LoanState } from '../../../domain/loan/state.ts';
import { enterStep, staleLoan, stepIsOver } from '../enter-step.ts';
import { type LoanContext, nowText } from '../loan-context.ts';
import { obey } from '../refusals.ts';
import { fileReport, isFiled, type ReportedFact } from './file-report.ts';

/** A step whose effect is a report. */
export interface ReportStep<Event extends BureauEventName> {
  readonly step: LoanStepName;
  /** What is reported, of the loan as it is at the moment of writing. */
  readonly fact: (now: LoanState) => ReportedFact<Event>;
  /** What has to be reported before it, in the same write. */
  readonly before?: (now: LoanState) => readonly ReportFiled[];
  /** A rule beyond the step's own. */
  readonly guard?: (now: LoanState) => Decision;
}

/**
 * Takes a step whose effect is a report in the outbox. One that is done already answers the loan as it is, if it told the same; another fact under the same name must
 * not be lost without a word. @throws RuleError, StaleLoanError, InputError
 */
export async function reportStep<Event extends BureauEventName>(
  context: LoanContext,
  loan: Loan,
  { step, fact, before = () => [], guard = () => allowed }: ReportStep<Event>,
): Promise<LoanState> {
  await enterStep(context, loan, step);
  const at = nowText(context);
  return context.files.decide(loan.loanId, (now) => {
    if (stepIsOver(context, loan, { step, state: now })) {
      if (!isFiled(now, fact(now))) throw staleLoan(step, loan, now);
      return [];
    }
    obey(guard(now));
    return [...before(now), ...fileReport(now, fact(now), at)];
  });
}
