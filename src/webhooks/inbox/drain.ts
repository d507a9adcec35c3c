/** Works on what is unfinished in an inbox. */
import type { Confirmation } from '../confirmer.ts';
import { type InboxWork, type WorkEnd, workOn, workOnClaimed } from './inbox-work.ts';
import type { Lanes } from './lanes.ts';

type Ends = Record<WorkEnd, number>;

const nothing = (): Ends => ({ done: 0, failed: 0, quarantined: 0, elsewhere: 0 });

/** Works on what is due, up to a limit. What fails meanwhile is due later and not met again. */
export async function drainDue<Result extends Confirmation, Transaction>(work: InboxWork<Result, Transaction>, lanes: Lanes, limit: number): Promise<Ends> {
  const ends = nothing();
  const { inbox, clock, leaseMs, concurrency } = work;
  for (let left = limit; left > 0; ) {
    // As many as can be worked on at once: what waits is not held.
    const items = await inbox.claim({ now: clock.now(), leaseMs, limit: Math.min(left, concurrency) });
    if (items.length === 0) return ends;
    left -= items.length;
    for (const end of await Promise.all(items.map((item) => lanes.run(() => workOnClaimed(item, work))))) ends[end] += 1;
  }
  return ends;
}

// Times as many as are worked on.
const LOOKED_AT = 10;

/** Works on everything that is unfinished and that nobody holds, also before it is due again; each once, up to a limit. */
export async function drainAll<Result extends Confirmation, Transaction>(work: InboxWork<Result, Transaction>, lanes: Lanes, limit: number): Promise<Ends> {
  const ends = nothing();
  const unfinished = await work.inbox.list({ status: 'unfinished', limit: limit * LOOKED_AT });
  // Those tried least come first, so that what always fails does not keep back the others.
  const items = [...unfinished].sort((one, other) => one.attempts - other.attempts).slice(0, limit);
  for (const end of await Promise.all(items.map(({ key }) => lanes.run(() => workOn(key, work))))) ends[end] += 1;
  return ends;
}
