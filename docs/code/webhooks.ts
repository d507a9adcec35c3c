// Hearing webhooks: a receiver, a delivery made for a test, and a statement that is uploaded and waited for.
import assert from 'node:assert/strict';
import { RepayKit } from 'repaykit';
import { createReferenceServer, REFERENCE_DEFAULTS } from 'repaykit/server';
import { createStatement } from 'repaykit/testing';

const server = createReferenceServer({
  now: '2026-01-05T08:00:00Z',
  webhook: { handler: (request) => receiver(request) },
});
const {
  appId,
  businessId,
  publicKey,
  secretKey,
  segments,
  webhookSecret: secret,
} = REFERENCE_DEFAULTS;
const kit = new RepayKit({
  baseUrl: server.url,
  appId,
  businessId,
  publicKey,
  secretKey,
  segments,
  transport: server.dispatcher,
  clock: server.clock,
});
const {
  pdf: statement,
  password,
  truth,
} = createStatement({
  profile: 'salary',
  months: 3,
  seed: 11,
  password: 'moth-lantern',
});
const person = {
  bvn: '22200000001',
  accountName: truth.account.name,
  accountNumber: truth.account.number,
  accountType: 'savings',
  bankName: truth.bank.name,
  bankCode: truth.bank.code,
};
const received: string[] = [];
const ledger = {
  setCollected: async (instalment: string, naira: number) =>
    void received.push(`${instalment} ${naira}`),
};
const notifyPayer = async (loanId: string | undefined) =>
  void received.push(`active ${loanId}`);

// #region receiver
import { memoryInbox, receive, sharedSecret } from 'repaykit/webhooks';

const receiver = receive({
  verify: sharedSecret({ secrets: [secret] }),
  inbox: memoryInbox(), // as long as this process lives; yours lies in your database, see below
  confirm: kit,
  on: {
    'mandate.activated': (_event, { loan }) => notifyPayer(loan?.loanId),
    collection: ({ data }) =>
      ledger.setCollected(data.instalmentReference, data.amountCollected), // on this instalment, so far
  },
});
// #endregion receiver

assert.equal(
  (await receiver(new Request('http://localhost/webhooks'))).status,
  405,
);

// #region test-delivery
import { createTestDelivery } from 'repaykit/webhooks';

const { headers, body } = createTestDelivery(
  'collection',
  { amountCollected: 1_000_000 },
  { secret },
);
const response = await receiver(
  new Request('http://localhost/webhooks', { method: 'POST', headers, body }),
);
await receiver.settled(); // answered first, worked on after
assert.equal(response.status, 200); // kept; then found to be about no loan of yours, so nothing is booked

const forged = createTestDelivery(
  'collection',
  {},
  { secret, broken: 'wrong-secret' },
);
const refused = await receiver(
  new Request('http://localhost/webhooks', {
    method: 'POST',
    headers: forged.headers,
    body: forged.body,
  }),
);
assert.equal(refused.status, 401);
// #endregion test-delivery

assert.deepEqual(received, []);

// #region upload
import { uploadAndWait } from 'repaykit/worker';

const answer = await uploadAndWait(
  kit,
  receiver,
  { ...person, statement, password },
  { want: 'transactions', once: 'statement-17' },
);
if (answer.outcome === 'unreadable') throw new Error(answer.reason);
const { trans, borrowerId } = answer.event.data;
if (borrowerId === undefined)
  throw new Error('The transactions name no borrower.');

// An insight names only its borrower, whom the transactions reveal.
const analysed = await uploadAndWait(
  kit,
  receiver,
  { ...person, statement, password },
  { want: 'insight', borrowerId, once: 'insight-17' },
);
if (analysed.outcome === 'unreadable') throw new Error(analysed.reason);
const { eligibleAmount, DTI_reason } = analysed.event.data;
// #endregion upload

assert.equal(trans.length, truth.rows.length);
assert.ok(Number(eligibleAmount) > 0 && DTI_reason !== '');
await kit.close();
await server.close();
