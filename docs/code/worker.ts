// The worker in the application's own process, and a bureau with an intake of its own kind.
import assert from 'node:assert/strict';
import { REFERENCE_DEFAULTS } from 'repaykit/server';
import { createTestKit } from 'repaykit/testing';
import { memoryInbox, receive, sharedSecret } from 'repaykit/webhooks';

const bureauToken = async () => 'tok_docs';

// #region bureau
import {
  dayMonthYear,
  type HttpBureauReporterOptions,
  httpBureauReporter,
} from 'repaykit';

const intake: HttpBureauReporterOptions = {
  url: 'https://bureau.example.com/v2/loan-events',
  headers: async () => ({ authorization: `Bearer ${await bureauToken()}` }),
  map: ({ reportId, event, occurredAt, content }) => {
    const day = 'date' in content ? content.date : occurredAt; // YYYY-MM-DD or an instant; this bureau wants DD/MM/YYYY
    return {
      ...content,
      reference: reportId,
      type: event,
      date: dayMonthYear(day),
    };
  },
  judge: ({ status, body }) =>
    status === 409 && body.includes('ALREADY_REPORTED')
      ? 'duplicate'
      : undefined,
  askAt: (reportId) =>
    `https://bureau.example.com/v2/loan-events/${encodeURIComponent(reportId)}`,
};
const bureau = httpBureauReporter(intake); // for `new RepayKit({ bureau, … })`
// #endregion bureau

await bureau.close();

// The bureau of this program: it says of the first report that it had it already.
const taken: { readonly type: string; readonly date: string }[] = [];
const answers: typeof fetch = async (_url, init) => {
  taken.push(JSON.parse(String(init?.body)));
  return taken.length === 1
    ? new Response('ALREADY_REPORTED', { status: 409 })
    : new Response(null, { status: 201 });
};
const platform = await createTestKit({
  client: { bureau: httpBureauReporter({ ...intake, fetch: answers }) },
});
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
assert.deepEqual(
  taken.map(({ type, date }) => [type, date]),
  [
    ['loan.approved', '05/01/2026'],
    ['loan.disbursed', '05/01/2026'],
  ],
);
assert.equal((await kit.loans.get(loanId)).stage, 'collecting');

// #region start
import { startWorker } from 'repaykit/worker';

const worker = startWorker(kit, { everyMs: 30_000, inbox: receiver });
process.once('SIGTERM', () => worker.stop()); // finishes what it holds
const { state, runs, lastRunAt, lastReport, failedRuns, lastError } =
  worker.health(); // for your health check
// #endregion start

assert.deepEqual(
  [state, runs, lastRunAt, lastReport, failedRuns, lastError],
  ['running', 0, undefined, undefined, 0, undefined],
);
await worker.stop();
await platform.close();
