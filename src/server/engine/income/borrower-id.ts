import { createHash } from 'node:crypto';

/** The platform's id of a borrower: always the same for a merchant's business and a BVN, in every world. Spec §6.4. */
export function borrowerIdOf(businessId: string, bvn: string): string {
  return createHash('sha256').update(`borrower ${businessId} ${bvn}`).digest('hex').slice(0, 24);
}
