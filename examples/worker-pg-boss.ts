// The worker, started by pg-boss 10. Every minute it does the urgent work.
// Every night it does everything and prints the duties for people.
// Start it in any number of processes. The queue only starts a run. The store
// knows what is due, so a lost or doubled job does no harm.
// Run it, with DATABASE_URL set:
// node --import ./examples/typescript.js examples/worker-pg-boss.ts
import { fileURLToPath } from 'node:url';
import PgBoss from 'pg-boss';
import type { RepayKit } from 'repaykit';
import type { Receiver } from 'repaykit/webhooks';
import { runDue } from 'repaykit/worker';

const print = (text: string) => void process.stdout.write(`${text}\n`);
const warn = (text: string) => void process.stderr.write(`${text}\n`);

/** `inbox` is the receiver of the web server. */
export interface Working {
  readonly kit: RepayKit;
  readonly inbox: Receiver;
}

/** Both jobs, in one process. */
export interface PgBossWorker {
  readonly boss: PgBoss;
  /** Requeues current work, and closes the connections. For SIGTERM. */
  stop(): Promise<void>;
}

/** Does what is due, every minute and every night. */
export async function workWithPgBoss(
  working: Working,
  options: PgBoss.ConstructorOptions,
): Promise<PgBossWorker> {
  const boss = new PgBoss(options);
  const ending = new AbortController();
  boss.on('error', (error) => warn(error.message));
  await boss.start();

  // `stately`: of all processes, one works and at most one waits. The queue
  // repeats nothing, because the next minute comes soon.
  await boss.createQueue('repaykit', {
    name: 'repaykit',
    policy: 'stately',
    retryLimit: 0,
    expireInMinutes: 15,
  });
  await boss.schedule('repaykit', '* * * * *');
  await boss.work('repaykit', { pollingIntervalSeconds: 1 }, async () => {
    await run(working, ending.signal, ['reports', 'debits']);
  });

  // The next night is far, so a failed one is tried again after 1, 2, 4 …
  // minutes. It starts at 01:30 in Lagos.
  const night = {
    policy: 'stately',
    retryLimit: 6,
    retryDelay: 60,
    retryBackoff: true,
    expireInHours: 4,
  } as const;
  await boss.createQueue('repaykit-night', {
    name: 'repaykit-night',
    ...night,
  });
  await boss.schedule(
    'repaykit-night',
    '30 1 * * *',
    {},
    { tz: 'Africa/Lagos' },
  );
  await boss.work('repaykit-night', { pollingIntervalSeconds: 5 }, async () => {
    // A run has a limit, so repeat it until nothing is due. After an error,
    // the queue starts the job again.
    for (let left: string | undefined = 'limit'; left !== undefined; ) {
      left = await run(working, ending.signal);
      if (left === 'stopped' || left === 'pause')
        throw new Error(`The night is not over: ${left}`);
    }
    await printDuties(working.kit);
  });

  const stop = async () => {
    ending.abort();
    await boss.stop({ graceful: true, wait: true, timeout: 30_000 });
    await working.inbox.settled();
  };
  return { boss, stop };
}

async function run(
  { kit, inbox }: Working,
  signal: AbortSignal,
  kinds?: readonly ('reports' | 'debits')[],
): Promise<string | undefined> {
  const { errors, left } = await runDue(kit, {
    inbox,
    signal,
    ...(kinds && { kinds }),
  });
  for (const { loanId, kind, reason } of errors)
    warn(`${loanId ?? '-'} ${kind}: ${reason}`);
  return left;
}

// Work for people, such as a refused report or a loan to close.
async function printDuties(kit: RepayKit): Promise<void> {
  for (
    let after: string | undefined, more = true;
    more;
    more = after !== undefined
  ) {
    const page = await kit.loans.list(after === undefined ? {} : { after });
    for (const loan of page.loans)
      for (const { duty, why } of await kit.loans.duties(loan))
        print(`${loan.loanId} ${duty}: ${why}`);
    after = page.next;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { kit, inbox, close } = await import('./worker-config.ts');
  const worker = await workWithPgBoss(
    { kit, inbox },
    { connectionString: process.env.DATABASE_URL as string },
  );
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void worker.stop().then(close));
}
