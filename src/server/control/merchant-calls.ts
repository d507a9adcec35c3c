import { answer } from '../answer.ts';
import { merchantPatch } from './engine/bodies.ts';
import { patchMerchant, patchPolicy } from './engine/settings.ts';
import { policyShape } from './policy-shape.ts';
import type { ControlRoute } from './route.ts';

/** The merchant and the merchant agreement. */
export const merchantRoutes = [
  {
    method: 'GET',
    path: '/policy',
    summary: "The merchant agreement's terms.",
    body: undefined,
    handle: ({ live }) => answer(live.world.policy),
  },
  {
    method: 'PATCH',
    path: '/policy',
    summary: "Changes the merchant agreement's terms that the body names.",
    body: policyShape,
    handle: ({ live, body }) => patchPolicy(live.world, body),
  },
  {
    method: 'GET',
    path: '/merchant',
    summary: 'The merchant and its standing.',
    body: undefined,
    handle: ({ live }) => answer(live.world.merchant),
  },
  {
    method: 'PATCH',
    path: '/merchant',
    summary: "Changes the merchant's standing; only an approved one may work.",
    body: merchantPatch,
    handle: ({ live, body }) => patchMerchant(live.world, body),
  },
] as const satisfies readonly ControlRoute[];
