/** The terms of the merchant agreement and the merchant's standing, as control calls change them. */
import { type Answer, answer } from '../answer.ts';
import { followGate } from './planning.ts';
import type { Policy, PolicyPatch } from './policy.ts';
import type { Merchant, MerchantStatus, World } from './world.ts';

/** Changes what the patch names and answers the whole policy. Attempts that are planned already follow the new hours. */
export function patchPolicy(world: World, { webhook = {}, ...rest }: PolicyPatch): Answer<Policy> {
  const { policy } = world;
  world.policy = { ...policy, ...givenIn(rest), webhook: { ...policy.webhook, ...givenIn(webhook) } };
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

/** The fields that have a value: a caller in TypeScript may name one and leave it undefined. */
export function givenIn<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;
}
