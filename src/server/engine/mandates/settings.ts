/** The policy and the merchant's status, as control calls change them. */
import { given } from '../../../validation/record.ts';
import { type Answer, answer } from '../../answer.ts';
import { itemsOf } from '../world/long-list.ts';
import type { Policy, PolicyPatch } from '../world/policy.ts';
import type { Merchant, MerchantStatus, World } from '../world/world.ts';
import { followGate } from './planning.ts';

/** Applies a patch and returns the whole policy. Planned attempts move to the new hours. */
export function patchPolicy(world: World, { webhook = {}, ...rest }: PolicyPatch): Answer<Policy> {
  const { policy } = world;
  world.policy = { ...policy, ...given(rest), webhook: { ...policy.webhook, ...given(webhook) } };
  followAllGates(world);
  return answer(world.policy);
}

/** Changes the merchant's status. Only an approved merchant collects. */
export function patchMerchant(world: World, { status }: { readonly status: MerchantStatus }): Answer<Merchant> {
  if (status !== world.merchant.status) world.merchantChanges.push({ status, at: world.now });
  world.merchant = { ...world.merchant, status };
  followAllGates(world);
  return answer(world.merchant);
}

function followAllGates(world: World): void {
  for (const mandate of itemsOf(world.mandates.items)) followGate(world, mandate);
}
