import { dutiesOf } from '../../../domain/loan/duties/duties.ts';
import type { Duty } from '../../../domain/loan/duties/duty.ts';
import type { LoanEvent } from '../../../domain/loan/events/events.ts';
import { dutyIsDischargeable } from '../../../domain/loan/guards/standing-guards.ts';
import type { Loan } from '../../../domain/loan/loan.ts';
import type { LoanState } from '../../../domain/loan/state.ts';
import { requireInput } from '../../../errors.ts';
import { text } from '../../../validation/checks.ts';
import { fieldsOf, record } from '../../../validation/record.ts';
import { checkLoanValue } from '../enter-step.ts';
import { type LoanContext, nowText } from '../loan-context.ts';
import { discreet, obey } from '../refusals.ts';
import { noteWithoutPersonal } from './erase-payer.ts';

/** A duty that a person says is done. */
export interface DischargedDuty {
  /** The duty's `key`, as `loans.duties` names it. */
  readonly duty: string;
  /** Who did what, when; nothing personal. */
  readonly note: string;
}

// A duty may be passed as it is, with a note.
const dutyFields = fieldsOf<Duty>({
  duty: true,
  key: true,
  why: true,
  spec: true,
  isDischargeable: true,
  since: true,
  until: true,
  subject: true,
});
const discharge = record<DischargedDuty>(
  {
    duty: text('the key of the duty, as loans.duties names it'),
    note: text('what was done and by whom, without anything personal'),
  },
  { returned: dutyFields },
);

/** What the merchant owes to do for a loan now, as its file says. @throws InputError */
export async function readDuties(context: LoanContext, loan: Loan): Promise<readonly Duty[]> {
  checkLoanValue(loan);
  return presentDuties(context, await context.files.read(loan.loanId));
}

/** Writes down that a duty is done, and answers what is left. Said again, it changes nothing. @throws InputError, RuleError */
export async function recordDischarge(
  context: LoanContext,
  loan: Loan,
  input: DischargedDuty,
): Promise<readonly Duty[]> {
  checkLoanValue(loan);
  const { duty, note } = requireInput('The duty cannot be discharged', discharge, input);
  const state = await context.files.decide(loan.loanId, (now): readonly LoanEvent[] => {
    if (now.discharged.some((discharged) => discharged.duty === duty)) return [];
    obey(dutyIsDischargeable(dutiesNow(context, now), duty));
    return [{ type: 'duty.discharged', at: nowText(context), duty, note: noteWithoutPersonal(note, now) }];
  });
  return presentDuties(context, state);
}

function presentDuties(context: LoanContext, state: LoanState): readonly Duty[] {
  return discreet(dutiesNow(context, state));
}

function dutiesNow({ engine }: LoanContext, state: LoanState): readonly Duty[] {
  return dutiesOf(state, { today: engine.settings.clock.today() });
}
