// One run of the worker, and a worker in your own process.
import assert from 'node:assert/strict';
import { REFERENCE_DEFAULTS } from 'repaykit/server';
import { createTestKit } from 'repaykit/testing';
import { memoryInbox, receive, sharedSecret } from 'repaykit/webhooks';

const platform = await createTestKit();
const { kit, loanAt } = platform;
const receiver = receive({
  verify: sharedSecret({ secrets: [REFERENCE_DEFAULTS.webhookSecret] }),
  inbox: memoryInbox(),
  confirm: kit,
});
const { loanId } = await loanAt('disbursed');
const log = { warn: (text: string) => assert.fail(text) };

// #region run
import { runDue } from 'repaykit/worker';

const { reports, debits, reconcile, errors } = await runDue(kit, {
  inbox: receiver,
});
for (const { loanId, kind, reason } of errors)
  log.warn(`${loanId} ${kind}: ${reason}`);
// #endregion run

assert.deepEqual(
  [reports.delivered, debits.asked, reconcile.failed],
  [2, 0, 0],
);
assert.equal((await kit.loans.get(loanId)).stage, 'collecting');

// #region start
import { startWorker } from 'repaykit/worker';

const worker = startWorker(kit, { everyMs: 30_000, inbox: receiver });
process.once('SIGTERM', () => worker.stop());
// For your health check:
const { state, lastRunAt, lastReport, failedRuns, lastError } = worker.health();
// #endregion start

assert.deepEqual(
  [state, lastRunAt, lastReport, failedRuns, lastError],
  ['running', undefined, undefined, 0, undefined],
);
await worker.stop();
await platform.close();
