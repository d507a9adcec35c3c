/** What the merchant owes to do now for a loan, until when, and why: what no program can do for it, and what has not arrived yet. Spec §1, §3.1, §6.3. */
import { lagosDay, type PlainDate, parseInstant } from '../../calendar.ts';
import { dischargesOf, isContradicted, keyAgain } from '../collected-after-stop.ts';
import type { LoanState } from '../state.ts';
import { adoptionDuties } from './duties-after-adoption.ts';
import { endingDuties } from './duties-at-the-end.ts';
import { reportingDuties } from './duties-to-report.ts';
import { payerDuties } from './duties-to-the-payer.ts';
import { platformDuties } from './duties-to-the-platform.ts';
import type { Duty } from './duty.ts';

/** What the merchant owes to do now; what a person said is done is left out, unless money that came since shows that it is not. */
export function dutiesOf(state: LoanState, { today }: { readonly today: PlainDate }): readonly Duty[] {
  const duties = [
    ...reportingDuties(state, today),
    ...payerDuties(state, today),
    ...platformDuties(state, today),
    ...endingDuties(state, today),
    ...adoptionDuties(state),
  ];
  return duties.flatMap((duty) => (duty.isDischargeable ? stillOwed(state, duty) : [duty]));
}

// Owed again it has a key of its own: who said the first time that it is done, and says so late or twice, does not speak of this time.
function stillOwed(state: LoanState, duty: Duty): readonly Duty[] {
  const notes = dischargesOf(state, duty.key);
  const last = notes.at(-1);
  if (!last) return [duty];
  if (!isContradicted(state, last)) return [];
  const why = `${duty.why}. Money was collected although this was noted as done on ${lagosDay(parseInstant(last.at) ?? 0)}: ask the platform again; if you let it collect that, note why`;
  return [{ ...duty, key: keyAgain(duty.key, notes.length), why }];
}
