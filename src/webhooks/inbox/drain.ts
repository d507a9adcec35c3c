/** Works on what is unfinished in an inbox. */
import type { Confirmation } from '../confirmer.ts';
import type { InboxItem } from './inbox.ts';
import { type InboxWork, type WorkEnd, workOn, workOnClaimed } from './inbox-work.ts';

/** Does so many things at a time; the others wait their turn. */
export class Lanes {
  readonly #width: number;
  readonly #waiting: (() => void)[] = [];
  #busy = 0;

  constructor(width: number) {
    this.#width = width;
  }

  /** How many wait for a turn. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Does it when its turn comes. */
  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    // A turn is handed over rather than given up, so that nobody gets in between.
    if (this.#busy < this.#width) this.#busy += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#busy -= 1;
    }
  }
}

type Ends = Record<WorkEnd, number>;

const nothing = (): Ends => ({ done: 0, failed: 0, quarantined: 0, elsewhere: 0 });

/** Works on what is due, up to a limit. What fails a second time is due later and not met again. */
export async function drainDue<Result extends Confirmation, Transaction>(
  work: InboxWork<Result, Transaction>,
  lanes: Lanes,
  limit: number,
): Promise<Ends> {
  const ends = nothing();
  let left = limit;
  const next = async (): Promise<boolean> => {
    if (left <= 0) return false;
    left -= 1;
    const end = await workOnDue(work);
    if (end) ends[end] += 1;
    return end !== undefined;
  };
  const workers = Array.from({ length: Math.min(limit, work.concurrency) }, async () => {
    // Claimed within a turn of its own: what waits for a turn is not held.
    while (await lanes.run(next));
  });
  await Promise.all(workers);
  return ends;
}

async function workOnDue<Result extends Confirmation, Transaction>(
  work: InboxWork<Result, Transaction>,
): Promise<WorkEnd | undefined> {
  const item = await claimDue(work);
  return item && workOnClaimed(item, work);
}

async function claimDue<Result extends Confirmation, Transaction>({
  inbox,
  clock,
  leaseMs,
}: InboxWork<Result, Transaction>): Promise<InboxItem | undefined> {
  return (await inbox.claim({ now: clock.now(), leaseMs, limit: 1 }))[0];
}

// Times as many as are worked on.
const LOOKED_AT = 10;

/** Works on everything that is unfinished and that nobody holds, also before it is due again; each once, up to a limit. */
export async function drainAll<Result extends Confirmation, Transaction>(
  work: InboxWork<Result, Transaction>,
  lanes: Lanes,
  limit: number,
): Promise<Ends> {
  const ends = nothing();
  // One that is due comes first: its claim also empties the bodies that were kept long enough.
  const due = await claimDue(work);
  const unfinished = await work.inbox.list({ status: 'unfinished', limit: limit * LOOKED_AT });
  // Those tried least come first, so that what always fails does not keep back the others.
  const others = unfinished.filter(({ key }) => key !== due?.key).sort((one, other) => one.attempts - other.attempts);
  const tasks = [
    ...(due ? [() => workOnClaimed(due, work)] : []),
    ...others.map(
      ({ key }) =>
        () =>
          workOn(key, work),
    ),
  ].slice(0, limit);
  for (const end of await Promise.all(tasks.map((task) => lanes.run(task)))) ends[end] += 1;
  return ends;
}
