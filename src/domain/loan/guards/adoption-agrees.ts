import { allowed, type Decision, refused } from '../../decision.ts';

/** A loan that began elsewhere enters as the service knows it: what differs is named, and nothing is written. Spec §1.3, §2.2. */
export function adoptionAgrees(differences: readonly string[]): Decision {
  if (differences.length === 0) return allowed;
  return refused(
    'adoption-agrees',
    'Spec §1.3, §2.2',
    `The service knows another loan under this mandate: ${differences.join('; ')}. Adopt it as it really is`,
  );
}
