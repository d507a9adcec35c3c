// From a first call to a first collection, against the reference server in this process: no port, no keys of yours, no waiting.
// biome-ignore-all lint/suspicious/noConsole: a first program shows what it did
// #region connect
import assert from 'node:assert/strict';
import { type Consent, DISCLAIMER, RepayKit } from 'repaykit';
import { createReferenceServer, REFERENCE_DEFAULTS } from 'repaykit/server';
import {
  memoryInbox,
  type Receiver,
  receive,
  sharedSecret,
} from 'repaykit/webhooks';

const server = createReferenceServer({
  now: '2026-01-05T08:00:00Z',
  webhook: { handler: (request) => receiver(request) },
});
const { appId, businessId, publicKey, secretKey, segments, webhookSecret } =
  REFERENCE_DEFAULTS;
const kit = new RepayKit({
  baseUrl: server.url, // in production your own: see the way to production
  appId,
  businessId,
  publicKey,
  secretKey,
  segments,
  transport: server.dispatcher, // no socket
  clock: server.clock, // time that you move
});
// receives the platform's webhooks: step 4
const received: string[] = [];
const receiver: Receiver = receive({
  verify: sharedSecret({ secrets: [webhookSecret] }),
  inbox: memoryInbox(),
  confirm: kit,
  on: {
    collection: ({ data }, { loan }) =>
      void received.push(
        `${loan?.loanId}: ${data.instalmentStatus}, ₦${data.amountCollected}`,
      ),
  },
});

const banks = await kit.discovery.banks();
console.log(
  `${banks.length} banks can prove an account by ₦50, such as ${banks[0]?.name}`,
);
// #endregion connect

// #region consent
const grantedAt = '2026-01-05T07:55:00Z';
const ipAddress = '203.0.113.7';
const consent: Consent = {
  scopes: (
    [
      'accountDiscovery',
      'mandatePlacement',
      'automatedDebit',
      'bureauReporting',
      'cascadeDebit',
    ] as const
  ).map((scope) => ({
    scope,
    grantedAt,
    ipAddress,
  })),
  channel: 'web',
  language: 'en',
  notice: {
    version: '1',
    text: `We debit the accounts you choose on your due dates and report the loan to a credit bureau. ${DISCLAIMER}`,
  },
};
const consented = await kit.loans.open({
  loanId: 'L-1001',
  payer: {
    payerId: 'P-1',
    bvn: '22200000001',
    name: 'Ada Obiora',
    email: 'ada.obiora@example.com',
    mobileNumber: '08030000001',
    address: '1 Broad Street, Lagos',
  },
  terms: {
    approvedAmount: 100_000, // naira
    totalAmountDue: 120_000,
    startDate: '2026-02-01', // the first due date
    endDate: '2026-04-30',
    frequency: 'monthly',
    collectionMode: 'auto',
  },
  consent,
});
// #endregion consent

// #region choice
const discovered = await kit.discovery.discover(consented);
const [primaryAccount, backup] = discovered.accounts.filter(
  ({ active }) => active,
); // your page shows them all, and the payer chooses
assert.ok(primaryAccount && backup);
const chosenBy = { ipAddress, at: '2026-01-05T07:58:00Z' };
const selected = await kit.discovery.select(discovered, {
  primaryAccount,
  backupAccounts: [backup],
  chosenBy,
});
// #endregion choice

// #region mandate
const placed = await kit.mandates.place(selected);
const verifying = await kit.mandates.attachByMicroDeposit(placed); // show the payer: verifying.instructions, verifying.transferDestinations
for (const { accountNumber, bankCode } of [primaryAccount, backup]) {
  await server.controls.makeDeposit({
    mandateId: verifying.mandateId,
    accountNumber,
    bankCode,
  }); // the payer's ₦50
}
const verified = await kit.mandates.awaitActive(verifying);
// #endregion mandate

// #region money
const approved = await kit.bureau.reportApproved(verified);
const decision = await kit.loans.mayDisburse(approved);
assert.ok(decision.allowed);
const reference = 'TRF-1'; // send the money here, and keep its reference
const disbursed = await kit.bureau.reportDisbursed(approved, {
  amount: 100_000,
  date: '2026-01-05',
  reference,
});
const collecting = await kit.bureau.awaitReported(disbursed); // collection is open
assert.equal(collecting.balances.outstanding, 120_000);
// #endregion money

// #region webhook
await server.clock.to('2026-02-01T08:00:00Z'); // the first due date: the platform debits and sends its webhook
await receiver.settled();
assert.deepEqual(received, ['L-1001: success, ₦40000']);

const loan = await kit.loans.get('L-1001');
assert.ok(loan.stage === 'collecting' && loan.balances.outstanding === 80_000);
console.log(received, loan.balances);
await kit.close();
await server.close();
// #endregion webhook
