/** Control calls over the platform's habits and the merchant's standing. */
import { type Answer, answer } from '../../answer.ts';
import { followGate } from '../../engine/planning.ts';
import type { Policy } from '../../engine/policy.ts';
import type { Merchant, World } from '../../engine/world.ts';
import { checkShape } from '../../shape-check.ts';
import { policyShape } from '../policy-shape.ts';
import { merchantPatch } from './bodies.ts';

/** Changes what the body names and answers the whole policy. Attempts that are planned already follow the new hours. */
export function patchPolicy(world: World, body: unknown): Answer<Policy> {
  const checked = checkShape(policyShape, body, 'refused');
  if (!checked.ok) return checked;
  const { webhook, ...rest } = checked.data;
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
export function patchMerchant(world: World, body: unknown): Answer<Merchant> {
  const checked = checkShape(merchantPatch, body, 'refused');
  if (!checked.ok) return checked;
  if (checked.data.status !== world.merchant.status)
    world.merchantChanges.push({ status: checked.data.status, at: world.now });
  world.merchant = { ...world.merchant, status: checked.data.status };
  followAllGates(world);
  return answer(world.merchant);
}

function followAllGates(world: World): void {
  for (const mandate of world.mandates.values()) followGate(world, mandate);
}
