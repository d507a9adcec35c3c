import type { InboxWork } from './delivery-handlers.ts';
import type { InboxItem } from './inbox.ts';
import { type WorkEnd, workOn, workOnClaimed } from './inbox-work.ts';

/** Runs a limited number of tasks at the same time. The others wait. */
export class ConcurrencyLimiter {
  readonly #limit: number;
  readonly #waiting: (() => void)[] = [];
  #busy = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    // The slot is handed over rather than freed, so that no later task takes it.
    if (this.#busy < this.#limit) this.#busy += 1;
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

/** Works on due deliveries, up to a limit. A first failure is due again at once; later ones wait for another drain. */
export async function drainDue(work: InboxWork, limiter: ConcurrencyLimiter, limit: number): Promise<Ends> {
  const ends = nothing();
  let left = limit;
  const next = async (): Promise<boolean> => {
    if (left <= 0) return false;
    left -= 1;
    const item = await claimDue(work);
    if (item) ends[await workOnClaimed(item, work)] += 1;
    return item !== undefined;
  };
  const workers = Array.from({ length: Math.min(limit, work.concurrency) }, async () => {
    // Claim only when the task may run, so that waiting tasks hold no claim.
    while (await limiter.run(next));
  });
  await Promise.all(workers);
  return ends;
}

async function claimDue({ inbox, clock, leaseMs }: InboxWork): Promise<InboxItem | undefined> {
  return (await inbox.claim({ now: clock.now(), leaseMs, limit: 1 }))[0];
}

// List this many times the limit.
const LISTED = 10;

/** Works on every unfinished delivery without a claim, due or not, once each and up to a limit. */
export async function drainAll(work: InboxWork, limiter: ConcurrencyLimiter, limit: number): Promise<Ends> {
  const ends = nothing();
  // A due delivery comes first. Its claim also empties bodies whose retention has ended.
  const due = await claimDue(work);
  const unfinished = await work.inbox.list({ status: 'unfinished', limit: limit * LISTED });
  // Those with the fewest attempts come first, so that deliveries that always fail do not block the others.
  const others = unfinished.filter(({ key }) => key !== due?.key).sort((one, other) => one.attempts - other.attempts);
  const tasks = others.map((item) => () => workOn(item.key, work));
  if (due) tasks.unshift(() => workOnClaimed(due, work));
  for (const end of await Promise.all(tasks.slice(0, limit).map((task) => limiter.run(task)))) ends[end] += 1;
  return ends;
}
