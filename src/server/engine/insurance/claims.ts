import { formatInstant } from '../../../domain/calendar.ts';
import type { CreateClaimInput, CreatedClaim } from '../../../wire/insurance-types.ts';
import { type Answer, answer, refuse } from '../../answer.ts';
import type { InsuranceBook } from './insurance-book.ts';
import type { InsuranceContext } from './policies.ts';
import { policyView } from './policy-view.ts';

const FIRST_CLAIM_ID = 9001;

/** Claims against a policy; a new claim waits for its discharge voucher. Spec §4.12, §2.8. */
export function createClaim(
  book: InsuranceBook,
  input: CreateClaimInput,
  context: InsuranceContext,
): Answer<CreatedClaim> {
  const policy = book.policies.find((candidate) => candidate.number === input.policy_number);
  if (!policy) {
    return refuse({
      status: 404,
      code: 'policy_unknown',
      message: 'No policy has this policy_number: list the policies, or add one over the control API.',
    });
  }
  const claim = {
    id: FIRST_CLAIM_ID + book.claimsMade,
    status: 'discharge_voucher',
    policy: policyView(policy, context.filesUrl),
    amount_requested: input.amount,
    amount_approved: null,
    currency: policy.currency,
    insurer_comment: null,
    created_at: formatInstant(context.now),
  };
  book.claimsMade += 1;
  return answer({ claim });
}
