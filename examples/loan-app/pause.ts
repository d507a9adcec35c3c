// Objections that the platform does not see. In mode `auto` it collects by itself, and no operation pauses it. The officer asks
// its support and notes the answer.
import type { Loan, LoanDispute } from 'repaykit';

/** An objection that the platform must know of. */
export type Objection = LoanDispute | 'cancellation';

/**
 * Whether the platform acts on an objection. `asked`: no confirmation is noted, and it may still collect. `confirmed`: an officer has noted one.
 * `contradicted`: one was noted, and money was collected all the same.
 */
export interface Pause {
  readonly status: 'asked' | 'confirmed' | 'contradicted';
  /** When the confirmation was noted last, ISO 8601. */
  readonly notedAt?: string;
}

/** Whether nothing will be sent or collected on this loan any more. It then needs no proof and no decision. */
export function isStoppedForGood({
  cancellationRequestedAt,
  revokedScopes,
  disputes,
}: Loan): boolean {
  return (
    cancellationRequestedAt !== undefined ||
    revokedScopes.length > 0 ||
    disputes.some(({ outcome }) => outcome === 'upheld')
  );
}

/** What the platform has confirmed of the open objections. */
export function confirmedPauses(loan: Loan): readonly Pause[] {
  const disputes = loan.disputes.filter(
    ({ outcome }) => outcome !== 'dismissed',
  );
  const objections: readonly Objection[] =
    loan.cancellationRequestedAt === undefined
      ? disputes
      : [...disputes, 'cancellation'];
  return objections
    .map((objection) => pauseOf(loan, objection))
    .filter(({ status }) => status === 'confirmed');
}

/** Reads it from the loan's file. */
export function pauseOf(
  { dischargedDuties, cancellationRequestedAt }: Loan,
  objection: Objection,
): Pause {
  const keys =
    objection === 'cancellation'
      ? [
          'tell-platform:cancellation',
          `tell-platform:cancellation:${cancellationRequestedAt}`,
        ]
      : [
          `tell-platform:dispute:${objection.reference}:${objection.outcome ?? 'open'}`,
        ];
  // A duty that is due again has another key, with a number at its end.
  const last = dischargedDuties.findLast(({ duty }) =>
    keys.includes(duty.replace(/:again:\d+$/, '')),
  );
  if (!last) return { status: 'asked' };
  return {
    status: last.isContradicted ? 'contradicted' : 'confirmed',
    notedAt: last.at,
  };
}
