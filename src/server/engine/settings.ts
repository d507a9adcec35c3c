/** The terms of the merchant agreement and the merchant's standing, as control calls change them. */
import { type Answer, answer } from '../answer.ts';
import { followGate } from './planning.ts';
import type { Policy, PolicyPatch } from './policy.ts';
import type { Merchant, MerchantStatus, World } from './world.ts';

/** Changes what the patch names and answers the whole policy. Attempts that are planned already follow the new hours. */
export function patchPolicy(world: World, { webhook, ...rest }: PolicyPatch): Answer<Policy> {
  const named = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as Partial<Policy>;
  world.policy = {
    ...world.policy,
    ...named,
    webhook: {
      attempts: webhook?.attempts ?? world.policy.webhook.attempts,
      backoff: webhook?.backoff ?? world.policy.webhook.backoff,
    },
  };
  followAllGates(world);
  return answer(world.policy);
}

/** Changes the merchant's standing: unless it is approved, nothing is collected for it. */
export function patchMerchant(world: World, { status }: { readonly status: MerchantStatus }): Answer<Merchant> {
  if (status !== world.merchant.status) world.merchantChanges.push({ status, at: world.now });
  world.merchant = { ...world.merchant, status };
  followAllGates(world);
  return answer(world.merchant);
}

function followAllGates(world: World): void {
  for (const mandate of world.mandates.values()) followGate(world, mandate);
}
