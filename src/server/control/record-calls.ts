import { type Answer, answer } from '../answer.ts';
import type { ShownRequest } from '../journal.ts';
import { listReports } from '../platform/bureau-intake.ts';
import type { BoundedList } from '../ring-buffer.ts';
import type { ControlCall } from './route.ts';

/** `GET /requests`. */
export function listRequests({ live }: ControlCall): Answer<BoundedList<ShownRequest>> {
  return answer(live.journal.list());
}

/** `GET /bureau/reports`. */
export function listBureauReports({ live }: ControlCall): Answer<BoundedList<object>> {
  return answer({ items: listReports(live.world), dropped: 0 });
}
