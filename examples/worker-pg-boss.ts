// pg-boss 10 as the clock of the worker: every minute what is urgent, webhooks that were left behind included; by night everything, and the list of what people have to do
// in the morning.
// Start it in as many processes as you like. The queue only starts a run. The loans say what is due, so a lost or doubled job harms nothing.
// Run it: `DATABASE_URL=postgres://… node --import ./examples/typescript.js examples/worker-pg-boss.ts`.
import { fileURLToPath } from 'node:url';
import PgBoss from 'pg-boss';
import type { RepayKit } from 'repaykit';
import type { Receiver } from 'repaykit/webhooks';
import { runDue } from 'repaykit/worker';

const print = (text: string) => void process.stdout.write(`${text}\n`);
const warn = (text: string) => void process.stderr.write(`${text}\n`);

/** `inbox` is the receiver of the web server: it is drained, and its handlers also run for what reconciliation finds. */
export interface Working {
  readonly kit: RepayKit;
  readonly inbox: Receiver;
}

/** Both clocks, in one process. */
export interface PgBossWorker {
  readonly boss: PgBoss;
  /** Hands back what is under way, waits for it, and closes the connections. For SIGTERM. */
  stop(): Promise<void>;
}

/** Does by minute and by night what is due. */
export async function workWithPgBoss(
  working: Working,
  options: PgBoss.ConstructorOptions,
): Promise<PgBossWorker> {
  const boss = new PgBoss(options);
  const ending = new AbortController();
  boss.on('error', (error) => warn(error.message));
  await boss.start();

  // `stately`: in all processes together one job works and at most one waits. The next minute comes soon, so the queue repeats nothing.
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

  // The next night is far: a failed one is tried again after 1, 2, 4 … minutes. Half past one in Lagos, whatever the zone of the machine.
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
    // A run has its limit; a night goes on until nothing is due. An error ends the job, and the queue begins it again.
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

// What no program can do: fix a refused report, offer other accounts, close a loan that is repaid.
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
