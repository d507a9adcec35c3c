import { type Answer, answer } from '../answer.ts';
import { conflict, malformed, notFound } from '../engine/refusals.ts';
import type { Fault } from '../faults/fault.ts';
import { faultBody, faultFrom, faultIssues } from '../faults/fault-body.ts';
import type { BoundedList } from '../ring-buffer.ts';
import { checkShape } from '../shape-check.ts';
import type { ControlCall, ControlRoute } from './route.ts';

/** A world holds so many faults: every call is held against each of them. */
const MOST_FAULTS = 1_000;

function listFaults({ live }: ControlCall): Answer<BoundedList<Fault>> {
  return answer({ items: live.faults.list(live.world.now), dropped: 0 });
}

function addFault({ live, body }: ControlCall): Answer<Fault> {
  const checked = checkShape(faultBody, body, 'refused');
  if (!checked.ok) return checked;
  const issues = faultIssues(checked.data);
  if (issues.length > 0) return malformed(issues);
  const { now } = live.world;
  if (live.faults.list(now).length >= MOST_FAULTS)
    return conflict('faults_full', `There are ${MOST_FAULTS} faults: delete some with DELETE /_control/faults.`);
  return { ok: true, status: 201, data: live.faults.add(faultFrom(checked.data, now)) };
}

function clearFaults(call: ControlCall): Answer<BoundedList<Fault>> {
  call.live.faults.clear();
  return listFaults(call);
}

function removeFault(call: ControlCall): Answer<BoundedList<Fault>> {
  return call.live.faults.remove(call.param('id'))
    ? listFaults(call)
    : notFound('fault_unknown', 'No fault has this id: GET /_control/faults lists them.');
}

/** What goes wrong on demand. */
export const faultRoutes = [
  {
    method: 'GET',
    path: '/faults',
    summary: 'The faults that are there, with what each has struck.',
    body: undefined,
    handle: listFaults,
  },
  { method: 'POST', path: '/faults', summary: 'Lets calls or webhooks go wrong.', body: faultBody, handle: addFault },
  { method: 'DELETE', path: '/faults', summary: 'Ends all faults.', body: undefined, handle: clearFaults },
  { method: 'DELETE', path: '/faults/{id}', summary: 'Ends one.', body: undefined, handle: removeFault },
] as const satisfies readonly ControlRoute[];
