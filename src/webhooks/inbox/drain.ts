/** Works on what is unfinished in an inbox. */
import type { InboxWork } from './delivery-handlers.ts';
import type { InboxItem } from './inbox.ts';
import { type WorkEnd, workOn, workOnClaimed } from './inbox-work.ts';

/** Runs so many tasks at a time; the others wait. */
export class ConcurrencyLimiter {
  readonly #limit: number;
  readonly #waiting: (() => void)[] = [];
  #busy = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** How many tasks wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    // A place is handed over rather than freed, so that no later task gets in between.
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

/** Works on what is due, up to a limit. What fails a second time is due later and not met again. */
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
    // Claimed once it may run: what waits for the limiter holds no claim.
    while (await limiter.run(next));
  });
  await Promise.all(workers);
  return ends;
}

async function claimDue({ inbox, clock, leaseMs }: InboxWork): Promise<InboxItem | undefined> {
  return (await inbox.claim({ now: clock.now(), leaseMs, limit: 1 }))[0];
}

// Times as many as are worked on.
const LISTED = 10;

/** Works on everything that is unfinished and has no claim, also before it is due again; each once, up to a limit. */
export async function drainAll(work: InboxWork, limiter: ConcurrencyLimiter, limit: number): Promise<Ends> {
  const ends = nothing();
  // One that is due comes first: its claim also empties the bodies that were kept long enough.
  const due = await claimDue(work);
  const unfinished = await work.inbox.list({ status: 'unfinished', limit: limit * LISTED });
  // Those tried least come first, so that what always fails does not keep back the others.
  const others = unfinished.filter(({ key }) => key !== due?.key).sort((one, other) => one.attempts - other.attempts);
  const tasks = [
    ...(due ? [() => workOnClaimed(due, work)] : []),
    ...others.map((item) => () => workOn(item.key, work)),
  ].slice(0, limit);
  for (const end of await Promise.all(tasks.map((task) => limiter.run(task)))) ends[end] += 1;
  return ends;
}
