import { type ConsentScope, consentScopes } from '../../consent.ts';
import { allowed, type Decision, refused } from '../../decision.ts';
import type { LoanState } from '../state.ts';

/** Every scope that a loan needs. */
export const everyScope = Object.keys(consentScopes) as readonly ConsentScope[];

/** Nothing new is done on a consent that the payer took back, in a scope that it needs or as a whole. Spec §1.1. */
export function consentStands(
  { revocations, cancellation }: LoanState,
  scopes: readonly ConsentScope[] = everyScope,
): Decision {
  const revoked = revocations.filter(({ scope }) => scopes.includes(scope)).map(({ scope }) => scope);
  if (revoked.length > 0) {
    return refused(
      'consent-stands',
      'Spec §1.1',
      `The payer took ${revoked.join(', ')} back: stop here. Before money was sent, abandon the loan and release the mandate`,
    );
  }
  if (!cancellation) return allowed;
  return refused(
    'consent-stands',
    'Spec §1.1',
    'The payer asked for the mandate to be cancelled: stop here. Before money was sent, abandon the loan and release the mandate',
  );
}
