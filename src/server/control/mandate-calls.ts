import { disputeBody, resolutionBody } from './engine/bodies.ts';
import { openDispute, readMandateControl, resolveDispute } from './engine/mandates.ts';
import type { ControlRoute } from './route.ts';

/** Mandates from the inside, and their disputes. */
export const mandateRoutes = [
  {
    method: 'GET',
    path: '/mandates/{id}',
    summary: 'A mandate from the inside: accounts, schedule, gate, history.',
    body: undefined,
    handle: ({ live, param }) => readMandateControl(live.world, param('id')),
  },
  {
    method: 'POST',
    path: '/mandates/{id}/dispute',
    summary: 'The payer disputes the mandate; collection pauses.',
    body: disputeBody,
    handle: ({ live, body, param }) => openDispute(live.world, body, param('id')),
  },
  {
    method: 'POST',
    path: '/mandates/{id}/resolve-dispute',
    summary: 'The dispute ends.',
    body: resolutionBody,
    handle: ({ live, body, param }) => resolveDispute(live.world, body, param('id')),
  },
] as const satisfies readonly ControlRoute[];
