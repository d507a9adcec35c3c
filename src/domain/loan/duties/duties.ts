/** What the merchant owes to do now for a loan, until when, and why: what no program can do for it, and what has not arrived yet. Spec §1, §3.1, §6.3. */
import type { PlainDate } from '../../calendar.ts';
import type { LoanState } from '../state.ts';
import { adoptionDuties } from './duties-after-adoption.ts';
import { endingDuties } from './duties-at-the-end.ts';
import { reportingDuties } from './duties-to-report.ts';
import { payerDuties } from './duties-to-the-payer.ts';
import { platformDuties } from './duties-to-the-platform.ts';
import type { Duty } from './duty.ts';

/** What the merchant owes to do now; what a person said is done is left out. */
export function dutiesOf(state: LoanState, { today }: { readonly today: PlainDate }): readonly Duty[] {
  const discharged = new Set(state.discharged.map(({ duty }) => duty));
  const duties = [
    ...reportingDuties(state, today),
    ...payerDuties(state, today),
    ...platformDuties(state, today),
    ...endingDuties(state, today),
    ...adoptionDuties(state),
  ];
  return duties.filter(({ key, isDischargeable }) => !isDischargeable || !discharged.has(key));
}
