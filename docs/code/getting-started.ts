// The first program of the guide: a loan from consent to its first collection, against the service in this process.
// biome-ignore-all lint/suspicious/noConsole: a first program shows what it did
// #region program
import { type Consent, DISCLAIMER, RepayKit } from 'repaykit';
import { createReferenceServer, REFERENCE_DEFAULTS } from 'repaykit/server';
import {
  memoryInbox,
  type Receiver,
  receive,
  sharedSecret,
} from 'repaykit/webhooks';

// 1. The service, in this process, with a clock that you move.
const server = createReferenceServer({
  now: '2026-01-05T08:00:00Z',
  webhook: { handler: (request) => receiver(request) },
});

// 2. Your client. In production, baseUrl and keys are those of the service.
const { appId, businessId, publicKey, secretKey, segments, webhookSecret } =
  REFERENCE_DEFAULTS;
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

// 3. Your webhook receiver. It calls `collection` once per state change.
const receiver: Receiver = receive({
  verify: sharedSecret({ secrets: [webhookSecret] }),
  inbox: memoryInbox(),
  confirm: kit,
  on: {
    collection: ({ data }, { loan }) =>
      console.log('webhook:', loan?.loanId, data.instalmentStatus),
  },
});

// 4. The payer consents. Your form records each scope, time and IP address.
const ipAddress = '203.0.113.7';
const grant = { grantedAt: '2026-01-05T07:55:00Z', ipAddress };
const consent: Consent = {
  scopes: [
    { scope: 'accountDiscovery', ...grant },
    { scope: 'mandatePlacement', ...grant },
    { scope: 'automatedDebit', ...grant },
    { scope: 'bureauReporting', ...grant },
    { scope: 'cascadeDebit', ...grant },
  ],
  channel: 'web',
  language: 'en',
  notice: {
    version: '1',
    text: `We debit the accounts you choose on your due dates. ${DISCLAIMER}`,
  },
};
const consented = await kit.loans.open({
  loanId: 'L-1001',
  consent,
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
});

// 5. The payer chooses. Your page lists all accounts and preselects none.
const discovered = await kit.discovery.discover(consented);
const [primaryAccount, backup] = discovered.accounts;
if (!primaryAccount || !backup) throw new Error('This payer has one account');
const selected = await kit.discovery.select(discovered, {
  primaryAccount,
  backupAccounts: [backup],
  chosenBy: { ipAddress, at: '2026-01-05T07:58:00Z' },
});

// 6. A mandate on each account. The payer proves each by a ₦50 deposit.
const placed = await kit.mandates.place(selected);
const verifying = await kit.mandates.attachByMicroDeposit(placed);
for (const { accountNumber, bankCode } of [primaryAccount, backup]) {
  const { mandateId } = verifying;
  await server.controls.makeDeposit({ mandateId, accountNumber, bankCode });
}
const verified = await kit.mandates.awaitActive(verifying);

// 7. The bureau gets the approval. You send the money and report that too.
const approved = await kit.bureau.reportApproved(verified);
const decision = await kit.loans.mayDisburse(approved);
if (!decision.allowed) throw new Error(decision.message);
const disbursed = await kit.bureau.reportDisbursed(decision.loan, {
  amount: 100_000,
  date: '2026-01-05',
  reference: 'TRF-1',
});
const collecting = await kit.bureau.awaitReported(disbursed);
console.log('outstanding:', collecting.balances.outstanding);

// 8. The first due date: the service debits and sends a webhook.
await server.clock.to('2026-02-01T08:00:00Z');
await receiver.settled();
const loan = await kit.mandates.refresh(collecting);
console.log('outstanding:', loan.balances.outstanding);

await kit.close();
await server.close();
// #endregion program
