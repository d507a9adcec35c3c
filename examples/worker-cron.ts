// One run and out, for cron: `* * * * * node worker-cron.js >> worker.log`. Runs that overlap share the work, and a run that is killed is made up for by the next one.
// Run it: `node --import ./examples/typescript.js examples/worker-cron.ts`.
import { runDue } from 'repaykit/worker';
import { close, inbox, kit } from './worker-config.ts';

export const report = await runDue(kit, {
  inbox,
  signal: AbortSignal.timeout(50_000),
});

// cron mails what goes to standard error.
for (const { loanId, kind, reason } of report.errors)
  process.stderr.write(`${loanId ?? '-'} ${kind}: ${reason}\n`);
await inbox.settled();
await close();
