/** Duties of a loan that began elsewhere: the documents that stand for what this file did not see. Spec §1, §1.1. */

import type { LoanState } from '../state.ts';
import { isMoneySent } from '../withdrawal-effect.ts';
import type { Duty } from './duty.ts';

/** What an adopted loan has to be proved by; a document counts by the beginning of its name. */
const documents = [
  { name: 'consent', of: 'the payer’s consent to all five scopes', spec: 'Spec §1.1', isNeeded: () => true },
  { name: 'choice', of: 'the payer’s choice of accounts', spec: 'Spec §1.2', isNeeded: () => true },
  { name: 'disbursement', of: 'the disbursement', spec: 'Spec §1', isNeeded: isMoneySent },
  {
    name: 'repayments',
    of: 'what was repaid before',
    spec: 'Spec §1, §6.3',
    isNeeded: ({ repayments, collected }: LoanState) => repayments.length > 0 || collected > 0,
  },
] as const;

/** Which documents an adopted loan lacks. */
export function adoptionDuties(state: LoanState): readonly Duty[] {
  const { adopted } = state;
  if (!adopted) return [];
  return documents
    .filter(
      ({ name, isNeeded }) =>
        isNeeded(state) && !adopted.evidence.some((document) => document.name.toLowerCase().startsWith(name)),
    )
    .map(({ name, of, spec }) => ({
      duty: 'complete-evidence',
      key: `complete-evidence:${name}`,
      why: `The loan began elsewhere and no document named '${name}…' proves ${of}: find it, keep it, and note where`,
      spec,
      isDischargeable: true,
    }));
}
