// A loan's reports to a credit bureau: over HTTP, over a client of your own,
// and a report that the bureau refuses.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { BureauReport, BureauReporter } from 'repaykit';
import { createReferenceServer, REFERENCE_DEFAULTS } from 'repaykit/server';
import { createTestKit } from 'repaykit/testing';
import { runDue } from 'repaykit/worker';

const bureauToken = async () => 'tok_docs';

// #region http
import { dayMonthYear, httpBureauReporter } from 'repaykit';

const intake = 'https://bureau.example.com/loan-events';
const options = {
  url: intake,
  headers: async () => ({ authorization: `Bearer ${await bureauToken()}` }),
  map: ({ reportId, event, occurredAt, content }: BureauReport) => ({
    ...content,
    reference: reportId,
    type: event,
    date: dayMonthYear(occurredAt),
  }),
  askAt: (reportId: string) => `${intake}/${encodeURIComponent(reportId)}`,
};
const bureau = httpBureauReporter(options); // new RepayKit({ bureau, … })
// #endregion http

await bureau.close();

const mapped: unknown[] = [];
const overHttp = httpBureauReporter({
  ...options,
  fetch: async (_url, { body } = {}) => {
    mapped.push(JSON.parse(String(body)));
    return new Response(null, { status: 201 });
  },
});

// The service and its bureau: the reference server, which names the mandates
// itself, so that each run gives the same ids.
const server = createReferenceServer({
  now: '2026-01-05T08:00:00Z',
  policy: { mandateIds: 'service' },
});
const { publicKey } = REFERENCE_DEFAULTS;
const sent: BureauReport[] = [];
const answers: { status: number; reason: string }[] = [];
let refusal: { status: number; reason: string } | undefined;
const bureauClient = {
  async send(report: BureauReport, signal?: AbortSignal) {
    const response = await server.fetch(`${server.url}/_bureau/reports`, {
      method: 'POST',
      headers: {
        token: publicKey,
        'content-type': 'application/json',
      },
      body: JSON.stringify(report),
      ...(signal && { signal }),
    });
    const answer = refusal ?? { status: response.status, reason: '' };
    answers.push(answer);
    sent.push(report);
    return answer;
  },
};

// #region tests
/** For tests: your reporter, and then the intake of the reference server. */
function withIntake(own: BureauReporter): BureauReporter {
  return {
    async submit(report, options) {
      await own.submit(report, options);
      const { status } = await server.fetch(`${server.url}/_bureau/reports`, {
        method: 'POST',
        headers: { token: publicKey, 'content-type': 'application/json' },
        body: JSON.stringify(report),
      });
      assert.ok(status < 300);
    },
  };
}
// #endregion tests

// #region own
const reporter: BureauReporter = {
  async submit(report, { signal } = {}) {
    const { status, reason } = await bureauClient.send(report, signal);
    if (status === 200 || status === 201) return; // acknowledged
    const permanent = status === 422; // a repeat cannot help
    throw Object.assign(new Error(reason), { permanent });
  },
};
// #endregion own

const platform = await createTestKit({ server, client: { bureau: reporter } });
const { kit, loanAt, clock, bank } = platform;
const verified = await loanAt('verified');

// #region lifecycle
const approved = await kit.bureau.reportApproved(verified, {
  tenure: '3 monthly instalments',
});
// Ask loans.mayDisburse, send the money, then report it:
const disbursed = await kit.bureau.reportDisbursed(approved, {
  amount: 80_000,
  date: '2026-01-05',
  reference: 'TRF-1',
  extra: { branch: 'Ikeja' }, // your bureau's own fields
});
const collecting = await kit.bureau.awaitReported(disbursed);
// #endregion lifecycle

assert.equal(collecting.stage, 'collecting');
await overHttp.submit(sent[1] as BureauReport);
assert.deepEqual(mapped, [
  {
    amount: 80_000,
    branch: 'Ikeja',
    date: '05/01/2026',
    reference: sent[1]?.reportId,
    type: 'loan.disbursed',
  },
]);
await overHttp.close();

// The complete report of the guide is the one that was submitted.
const shown = JSON.parse(
  readFileSync(new URL('bureau-report.json', import.meta.url), 'utf8'),
);
assert.deepEqual(sent[1], shown);

// One instalment is collected, the next one is missed.
await clock.advance({ months: 1, hours: 14 });
await bank.setBalance(0);
await clock.advance({ months: 1 });
const current = await kit.loans.get(collecting.loanId);
assert.ok(current.stage === 'collecting');

const restructured = await kit.bureau.reportRestructured(current, {
  schedule: [
    { dueDate: '2026-04-01', amount: 30_000 },
    { dueDate: '2026-04-15', amount: 30_000 },
  ],
  reason: 'The payer lost income',
});

refusal = { status: 422, reason: 'unknown branch' };
await runDue(kit);
refusal = undefined;

// #region release
const duties = await kit.loans.duties(restructured);
const refused = duties.find(({ duty }) => duty === 'mend-report');
if (refused?.subject?.reportId) {
  const { reportId } = refused.subject;
  await kit.bureau.release(restructured, { reportId });
}
// #endregion release

assert.match(refused?.why ?? '', /unknown branch/);
await runDue(kit);
const repaid = await kit.loans.recordRepayment(restructured, {
  amount: 60_000,
  date: clock.today(),
  reference: 'COUNTER-7',
});
await kit.bureau.close(repaid, {
  finalStatus: 'repaid',
  closeDate: clock.today(),
});
await runDue(kit);

// The examples of the guide, in the order in which the bureau got them.
const held = new Map(sent.map((report) => [report.event, report.content]));
assert.deepEqual(Object.fromEntries(held), {
  'loan.approved': {
    offerTerms: {
      totalAmountDue: 90_000,
      startDate: '2026-02-05',
      endDate: '2026-04-19',
      frequency: 'monthly',
      instalments: 3,
    },
    approvedAmount: 80_000,
    tenure: '3 monthly instalments',
  },
  'loan.disbursed': shown.content,
  'repayment.successful': {
    amount: 30_000,
    date: '2026-02-05',
    outstandingBalance: 60_000,
  },
  'repayment.missed': {
    dueAmount: 30_000,
    failureReason: 'Insufficient funds',
    outstandingBalance: 60_000,
  },
  'loan.restructured': {
    schedule: [
      { dueDate: '2026-04-01', amount: 30_000 },
      { dueDate: '2026-04-15', amount: 30_000 },
    ],
    reason: 'The payer lost income',
  },
  'loan.closed': { finalStatus: 'repaid', closeDate: '2026-03-05' },
});
const again = sent.filter(({ reportId }, index) =>
  sent.slice(0, index).some((earlier) => earlier.reportId === reportId),
);
assert.equal(again.length, 1); // the released report, under its id
assert.deepEqual(
  answers.map(({ status }) => status),
  [201, 201, 422, 200, 201, 201, 201],
);
await platform.close();

// The service collects only what its own intake knows.
const silent: BureauReporter = { submit: async () => {} };
async function collects(itsBureau: BureauReporter): Promise<boolean> {
  const test = await createTestKit({ server, client: { bureau: itsBureau } });
  const { loanId, mandateId } = await test.loanAt('collecting');
  await test.clock.advance({ months: 1, hours: 12 });
  await runDue(test.kit);
  const { summary } = await test.controls.explain(mandateId);
  const loan = await test.kit.loans.get(loanId);
  assert.equal(loan.stage, 'collecting');
  assert.deepEqual(await test.kit.loans.duties(loan), []);
  await test.close();
  return !summary.includes('loan.disbursed has not been reported');
}
assert.equal(await collects(silent), false);
assert.equal(await collects(withIntake(silent)), true);
await server.close();
