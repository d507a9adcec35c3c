// One run of the worker, for cron: `* * * * * node worker-cron.js`.
// Overlapping runs share the work. The next run does what a killed one left.
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
