/** Accounts that a merchant should not have placed. Spec §1.2. */
import { findAccount } from '../engine/bank-accounts.ts';
import type { Consent, Mandate } from '../engine/records.ts';
import type { World } from '../engine/world.ts';
import { listViolation } from './note-violation.ts';

/** Lists a placement on an account that discovery did not show, or showed as inactive. Consent itself is not seen on the wire; discovery is. */
export function watchPlacement(
  world: World,
  mandate: Mandate,
  consent: Pick<Consent, 'accountNumber' | 'bankCode'>,
): void {
  const list = (rule: string, message: string) =>
    listViolation(world, { rule, spec: 'Spec §1.2', operation: 'createConsent', mandateId: mandate.id, message });
  if (!world.discovered.has(mandate.bvn)) {
    list(
      'placement-after-discovery',
      "The payer's accounts were never discovered by this BVN: discover them (4.2), and let the payer choose.",
    );
    return;
  }
  const account = findAccount(world, consent);
  if (account?.bvn !== mandate.bvn) {
    list(
      'placement-of-discovered-account',
      "Discovery does not show this account among the payer's: place the mandate on discovered accounts only.",
    );
  } else if (!account.active) {
    list('placement-of-active-account', 'The account is inactive at its bank: leave inactive accounts out.');
  }
}
