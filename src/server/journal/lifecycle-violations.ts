/** What a merchant's reports to the bureau give away. Spec §1, §6.3. */
import type { BureauReport } from '../../domain/bureau.ts';
import { formatKobo, koboFromNaira } from '../../domain/money.ts';
import { primaryOf } from '../engine/gate.ts';
import { outstandingOf } from '../engine/mandate-totals.ts';
import type { Mandate } from '../engine/records.ts';
import type { World } from '../engine/world.ts';
import { listViolation } from './note-violation.ts';

/** Lists a disbursement without an active primary account, or of more than was approved. */
export function watchReport(world: World, mandate: Mandate, report: BureauReport): void {
  if (report.event !== 'loan.disbursed') return;
  const about = { operation: 'submitBureauReport', mandateId: mandate.id };
  if (primaryOf(mandate)?.state !== 'active') {
    const message =
      'loan.disbursed was reported although the primary account is not active: send the money only once it is.';
    listViolation(world, { ...about, rule: 'disbursement-needs-active-primary', spec: 'Spec §1.4', message });
  }
  const { approved } = mandate;
  const disbursed = koboFromNaira(report.content.amount);
  if (approved !== null && disbursed !== undefined && disbursed > approved) {
    const message = `loan.disbursed names ${formatKobo(disbursed)}, loan.approved only ${formatKobo(approved)}: disburse no more than was approved.`;
    listViolation(world, { ...about, rule: 'disbursement-within-approval', spec: 'Spec §1', message });
  }
}

/** Lists, when the tenure is over, a loan whose closure was not reported; one that is repaid should have been let go. */
export function watchExpiry(world: World, mandate: Mandate): void {
  if (!mandate.reported.includes('loan.disbursed') || mandate.reported.includes('loan.closed')) return;
  const about = { operation: null, mandateId: mandate.id };
  if (outstandingOf(mandate) > 0) {
    const message =
      'The tenure is over and loan.closed was not reported: report the closure, with the status that fits.';
    listViolation(world, { ...about, rule: 'closure-is-reported', spec: 'Spec §6.3', message });
  } else {
    const message =
      'The loan is repaid and its tenure over, yet loan.closed was not reported: report the closure and retain no mandate after full repayment.';
    listViolation(world, { ...about, rule: 'mandate-ends-with-repayment', spec: 'Spec §1', message });
  }
}
