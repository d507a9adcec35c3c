import { isObjectId } from '../../domain/identifiers.ts';
import { type Answer, answer } from '../answer.ts';
import { explainMandate } from '../diagnosis/explain-mandate.ts';
import type { Explanation } from '../diagnosis/explanation.ts';
import { malformed, mandateOr404 } from '../engine/refusals.ts';
import type { ShownViolation } from '../journal/audit.ts';
import type { NearMiss } from '../journal/near-miss.ts';
import type { BoundedList } from '../ring-buffer.ts';
import type { ControlCall, ControlRoute } from './route.ts';

function explain({ live, query }: ControlCall): Answer<Explanation> {
  const mandateId = query('mandateId');
  if (!isObjectId(mandateId))
    return malformed([{ path: 'mandateId', message: 'must be in the query, 24 hexadecimal characters' }]);
  const found = mandateOr404(live.world, mandateId);
  return found.ok ? answer(explainMandate(live.world, found.mandate)) : found;
}

function listViolations({ live }: ControlCall): Answer<BoundedList<ShownViolation>> {
  return answer(live.audit.violations());
}

function clearViolations(call: ControlCall): Answer<BoundedList<ShownViolation>> {
  call.live.audit.clearViolations();
  return listViolations(call);
}

function listNearMisses({ live }: ControlCall): Answer<BoundedList<NearMiss>> {
  return answer(live.audit.nearMisses());
}

function clearNearMisses(call: ControlCall): Answer<BoundedList<NearMiss>> {
  call.live.audit.clearNearMisses();
  return listNearMisses(call);
}

/** Why something was not collected, and what the caller did wrong. */
export const auditRoutes = [
  {
    method: 'GET',
    path: '/explain',
    summary: 'Why a mandate was, was not, or will be collected.',
    body: undefined,
    handle: explain,
  },
  {
    method: 'GET',
    path: '/violations',
    summary: 'What the caller did against the rules of the business.',
    body: undefined,
    handle: listViolations,
  },
  { method: 'DELETE', path: '/violations', summary: 'Forgets them.', body: undefined, handle: clearViolations },
  {
    method: 'GET',
    path: '/near-misses',
    summary: 'What was nearly right about requests that were refused.',
    body: undefined,
    handle: listNearMisses,
  },
  { method: 'DELETE', path: '/near-misses', summary: 'Forgets them.', body: undefined, handle: clearNearMisses },
] as const satisfies readonly ControlRoute[];
