import { decideGate } from '../../collection.ts';
import { allowed, type Decision, refused } from '../../decision.ts';
import type { MandateStatus } from '../../mandate.ts';
import type { LoanState } from '../state.ts';

/** The collection gate as far as the file knows it: an active, undisputed mandate and a disbursement that the bureau has acknowledged. Spec §3.4. */
export function debitNeedsOpenGate(state: LoanState): Decision {
  const gate = decideGate({
    status: (state.mandateStatus ?? 'pending') as MandateStatus,
    disbursed: state.reports.some(({ report, acknowledged }) => report.event === 'loan.disbursed' && acknowledged),
    closed: state.stage === 'closed',
    merchantApproved: true,
  });
  return gate.open ? allowed : refused(gate.rule, gate.spec, gate.reason);
}
