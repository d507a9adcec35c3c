import { type Answer, answer } from '../answer.ts';
import { listReports } from '../engine/bureau-intake.ts';
import { listEmails } from '../engine/digest.ts';
import type { Email } from '../engine/records.ts';
import type { ShownRequest } from '../journal/journal.ts';
import type { BoundedList } from '../ring-buffer.ts';
import type { ControlCall, ControlRoute } from './route.ts';

function listRequests({ live }: ControlCall): Answer<BoundedList<ShownRequest>> {
  return answer(live.journal.list());
}

function clearRequests({ live }: ControlCall): Answer<BoundedList<ShownRequest>> {
  live.journal.clear();
  return answer(live.journal.list());
}

function listBureauReports({ live }: ControlCall): Answer<BoundedList<object>> {
  return answer({ items: listReports(live.world), dropped: 0 });
}

function listDigests({ live }: ControlCall): Answer<BoundedList<Email>> {
  return answer({ items: listEmails(live.world), dropped: live.world.digests.dropped });
}

/** What the server wrote down. */
export const recordRoutes = [
  {
    method: 'GET',
    path: '/requests',
    summary: 'The journal of requests, masked.',
    body: undefined,
    handle: listRequests,
  },
  { method: 'DELETE', path: '/requests', summary: 'Empties the journal.', body: undefined, handle: clearRequests },
  {
    method: 'GET',
    path: '/bureau/reports',
    summary: 'What the bureau holds, of the merchant and of the platform.',
    body: undefined,
    handle: listBureauReports,
  },
  {
    method: 'GET',
    path: '/emails',
    summary: "The merchant's daily digests, oldest first.",
    body: undefined,
    handle: listDigests,
  },
] as const satisfies readonly ControlRoute[];
