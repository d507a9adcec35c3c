// A loan from consent to its first collection, against the reference server in this process: no port, no waiting, time is virtual.
// Run it: `node --import ./examples/typescript.js examples/first-loan.ts`.
import { type Consent, DISCLAIMER, RepayKit } from 'repaykit';
import { createReferenceServer, REFERENCE_DEFAULTS } from 'repaykit/server';
import { memoryInbox, receive, sharedSecret } from 'repaykit/webhooks';

const server = createReferenceServer({
  now: '2026-01-05T08:00:00Z',
  webhook: { handler: (request) => receiver(request) },
});
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

// Webhooks are hints: the kit asks the service before anything moves in the loan's file.
const receiver = receive({
  verify: sharedSecret({ secrets: [webhookSecret] }),
  inbox: memoryInbox(),
  confirm: kit,
});

// What the payer agreed to, scope by scope, with time and address.
const grantedAt = '2026-01-05T07:55:00Z';
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
    ipAddress: '203.0.113.7',
  })),
  channel: 'web',
  language: 'en',
  notice: {
    version: '1',
    text: `We debit the accounts you choose on your due dates. ${DISCLAIMER}`,
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
    approvedAmount: 100_000,
    totalAmountDue: 120_000,
    startDate: '2026-02-01',
    endDate: '2026-04-30',
    frequency: 'monthly',
    collectionMode: 'auto',
  },
  consent,
});

// The payer chooses among the accounts that discovery found; here the payer takes the first as primary and the second as backup.
const discovered = await kit.discovery.discover(consented);
const [primaryAccount, backup] = discovered.accounts.filter(
  (account) => account.active,
);
if (!primaryAccount || !backup)
  throw new Error('This payer has no two accounts');
const selected = await kit.discovery.select(discovered, {
  primaryAccount,
  backupAccounts: [backup],
  chosenBy: { ipAddress: '203.0.113.7', at: '2026-01-05T07:58:00Z' },
});

const placed = await kit.mandates.place(selected);
const verifying = await kit.mandates.attachByMicroDeposit(placed);
for (const { accountNumber, bankCode } of [primaryAccount, backup]) {
  await server.controls.makeDeposit({
    mandateId: verifying.mandateId,
    accountNumber,
    bankCode,
  });
}
const verified = await kit.mandates.awaitActive(verifying);

const approved = await kit.bureau.reportApproved(verified);
const decision = await kit.loans.mayDisburse(approved);
if (!decision.allowed) throw new Error(decision.message);
// … send the money, then:
const disbursed = await kit.bureau.reportDisbursed(approved, {
  amount: 100_000,
  date: '2026-01-05',
  reference: 'TRF-1',
});
await kit.bureau.awaitReported(disbursed);

// The first due date comes; the platform debits the primary account and sends its webhook.
await server.clock.to('2026-02-01T08:00:00Z');
await receiver.settled();

/** The loan after its first due date. */
export const loan = await kit.loans.get('L-1001');

await kit.close();
await server.close();
