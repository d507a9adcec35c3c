// pg-boss 10 as the clock of the worker: it calls in one of your processes at a time, and what a killed one held is done by the next.
import PgBoss from 'pg-boss';
import type { RepayKit } from 'repaykit';
import { runDue } from 'repaykit/worker';

/** Does what is due every minute. `boss.stop()` waits for the run under way. */
export async function workWithPgBoss(kit: RepayKit, options: PgBoss.ConstructorOptions): Promise<PgBoss> {
  const boss = new PgBoss(options);
  boss.on('error', (error) => process.stderr.write(`${error.message}\n`));
  await boss.start();
  // At most one run waits and one works. A lost run needs no retry: the loans remember what is due, not the queue.
  await boss.createQueue('repaykit', { name: 'repaykit', policy: 'stately', retryLimit: 0, expireInMinutes: 15 });
  await boss.schedule('repaykit', '* * * * *');
  await boss.work('repaykit', { pollingIntervalSeconds: 1 }, async () => {
    const { errors, ...done } = await runDue(kit);
    for (const { loanId, kind, reason } of errors) process.stderr.write(`${loanId} ${kind}: ${reason}\n`);
    return done;
  });
  return boss;
}
