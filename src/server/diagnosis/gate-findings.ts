/** Reasons that shut the gate now; each side of it that is shut is named, not only the first. Spec §3.4. */
import { type BureauEventName, mayReport } from '../../domain/bureau.ts';
import { redactText } from '../../redact.ts';
import { type FindingMaker, lagosWords, span } from './explain-facts.ts';
import type { Finding } from './explanation.ts';
import { gateSides, type ShutPeriod, shutPeriods } from './gate-history.ts';

/** What shuts the gate, and since when. */
export const findShutGate: FindingMaker = ({ moments, world, history }) =>
  gateSides.flatMap((side) => {
    const period = shutPeriods(moments, side).at(-1);
    if (!period || period.until !== null) return [];
    const standing = side === 'merchantApproved' ? ` It is ${world.merchant.status}.` : '';
    const dispute =
      period.decision.rule === 'debit-is-undisputed'
        ? disputeWords(history.findLast(({ event }) => event === 'dispute.opened')?.detail)
        : '';
    return [fromPeriod(period, `${standing}${dispute}`)];
  });

function disputeWords(detail: string | null | undefined): string {
  return detail ? ` The payer says: ${redactText(detail).replace(/[.\s]+$/, '')}.` : '';
}

function fromPeriod({ decision, from }: ShutPeriod, more: string): Finding {
  const { rule, spec, reason } = decision;
  return { rule, spec, effect: 'blocks', message: `${reason}${more} Since ${lagosWords(from)}.`, ...span(from) };
}

/** A disbursement cannot be reported before the approval. */
export const findMissingApproval: FindingMaker = ({ mandate }) => {
  if (mandate.reported.includes('loan.disbursed')) return [];
  const decision = mayReport('loan.disbursed', new Set<BureauEventName>(mandate.reported));
  if (decision.allowed) return [];
  return [
    {
      rule: decision.rule,
      spec: decision.spec,
      effect: 'blocks',
      message: `${decision.message}.`,
      ...span(mandate.createdAt),
    },
  ];
};
