// The main path in functions of a lender, then a driver that runs each of them against the service in this process.
import assert from 'node:assert/strict';
import type { Receiver } from 'repaykit/webhooks';

const env = {
  baseUrl: 'https://api.example.com',
  appId: '650000000000000000000001',
  businessId: '650000000000000000000002',
  publicKey: 'invented+public/key==',
  secretKey: 'invented+secret/key==',
  mandateSegment: 'your-mandate-segment',
  discoverySegment: 'your-discovery-segment',
  webhookSecret: 'whsec_repaykit',
  masterKey: Buffer.alloc(32, 7).toString('base64'),
  bureauUrl: 'https://bureau.example.com/v1/events',
};
const postgres = {
  connectionString: 'postgres://lender@127.0.0.1:1/lender', // never opened here
};
const ledger = {
  setCollected: async (_instalment: string, _naira: number) => undefined,
};

// #region client
import { httpBureauReporter, localKeys, RepayKit } from 'repaykit';
import { postgresStore } from 'repaykit/postgres';

export const client = new RepayKit({
  baseUrl: env.baseUrl, // the service gives you these values
  appId: env.appId,
  businessId: env.businessId,
  publicKey: env.publicKey,
  secretKey: env.secretKey,
  segments: { mandate: env.mandateSegment, discovery: env.discoverySegment },
  store: postgresStore(postgres), // keeps the loan files
  keys: localKeys({ directory: './keys', masterKey: env.masterKey }),
  bureau: httpBureauReporter({ url: env.bureauUrl }), // credit bureau
  repaymentReports: 'merchant',
});
// #endregion client
await client.close();

// #region open
import type { Consent, ConsentScope, OpenLoanInput } from 'repaykit';

/** `ticked`: for each scope, the time at which the payer ticked its box. */
function consentOf(
  ticked: Record<ConsentScope, string>,
  ipAddress: string,
  notice: string,
): Consent {
  const scopes = Object.entries(ticked).map(([scope, grantedAt]) => ({
    scope: scope as ConsentScope,
    grantedAt,
    ipAddress,
  }));
  const shown = { version: '1', text: notice };
  return { scopes, channel: 'web', language: 'en', notice: shown };
}

async function apply(kit: RepayKit, application: OpenLoanInput) {
  const loan = await kit.loans.open(application);
  const discovered = await kit.discovery.discover(loan);
  return discovered.accounts; // show all of them, select none
}
// #endregion open
assert.ok(apply);

// #region choose
import type { AccountSelection } from 'repaykit';

async function choose(kit: RepayKit, loanId: string, choice: AccountSelection) {
  const loan = await kit.loans.get(loanId);
  if (loan.stage !== 'discovered') throw new Error(`it is ${loan.stage}`);
  const selected = await kit.discovery.select(loan, choice);
  const placed = await kit.mandates.place(selected);
  const verifying = await kit.mandates.attachByMicroDeposit(placed);
  // Show both to the payer. The ₦50 must come from the chosen account.
  return [verifying.instructions, verifying.transferDestinations];
}
// #endregion choose

// #region disburse
async function approve(kit: RepayKit, loanId: string) {
  const loan = await kit.loans.get(loanId);
  if (loan.stage !== 'verifying') throw new Error(`it is ${loan.stage}`);
  const verified = await kit.mandates.awaitActive(loan);
  await kit.bureau.reportApproved(verified); // your credit decision
}

async function disburse(
  kit: RepayKit,
  loanId: string,
  transfer: (naira: number) => Promise<{ reference: string; date: string }>,
) {
  const loan = await kit.loans.get(loanId);
  if (loan.stage !== 'approved') throw new Error(`it is ${loan.stage}`);
  const decision = await kit.loans.mayDisburse(loan);
  if (!decision.allowed) throw new Error(decision.message);
  const amount = loan.terms.approvedAmount;
  const sent = await transfer(amount); // safe to repeat: one per loanId
  await kit.bureau.reportDisbursed(decision.loan, { amount, ...sent });
}
// #endregion disburse
assert.ok(disburse);

// #region webhooks
import { memoryInbox, receive, sharedSecret } from 'repaykit/webhooks';

const receiverOf = (kit: RepayKit) =>
  receive({
    verify: sharedSecret({ secrets: [env.webhookSecret] }),
    inbox: memoryInbox(), // in production postgresInbox({ pool })
    confirm: kit, // asks the service before a handler runs
    on: {
      // `amountCollected` is the total so far: set it, do not add it.
      collection: ({ data }) =>
        ledger.setCollected(data.instalmentReference, data.amountCollected),
    },
  });
// #endregion webhooks
assert.ok(receiverOf);

// #region worker
import { startWorker } from 'repaykit/worker';

function work(kit: RepayKit, inbox: Receiver) {
  const worker = startWorker(kit, { everyMs: 30_000, inbox });
  process.once('SIGTERM', () => worker.stop());
  return worker;
}
// #endregion worker

// #region collect
async function collectNow(kit: RepayKit, loanId: string, debitDate: string) {
  const loan = await kit.loans.get(loanId);
  if (loan.stage !== 'collecting') return loan.stage;
  const before = loan.debits.find(
    (debit) => debit.debitDate === debitDate && debit.status !== 'refused',
  );
  if (before) return before.status; // this job ran already
  const request = { amount: 10_000, debitDate };
  const { debit } = await kit.collections.collect(loan, request);
  return debit.outcome; // if 'unknown', do nothing: the worker checks
}
// #endregion collect

// #region close
async function close(kit: RepayKit, loanId: string, closeDate: string) {
  const loan = await kit.loans.get(loanId);
  if (loan.stage !== 'collecting') return loan.stage;
  const current = await kit.mandates.refresh(loan);
  if (current.balances.outstanding > 0) return 'still owed';
  const closed = await kit.bureau.close(current, {
    finalStatus: 'repaid',
    closeDate,
  });
  return closed.stage;
}
// #endregion close
assert.ok(close);

// #region test
import { createTestKit } from 'repaykit/testing';

const { kit, loanAt, bank, clock, controls } = await createTestKit();
const loan = await loanAt('collecting', { mode: 'manual' });
await bank.decline('51', loan.primaryAccount); // the backup pays
assert.equal(await collectNow(kit, loan.loanId, '2026-01-06'), 'scheduled');
await clock.advance({ days: 2 });
const { balances } = await kit.mandates.refresh(loan);
assert.equal(balances.collected, 10_000);
// #endregion test

assert.equal(await collectNow(kit, loan.loanId, '2026-01-06'), 'successful');
assert.equal(await close(kit, loan.loanId, clock.today()), 'still owed');
await kit.loans.recordRepayment(await kit.mandates.refresh(loan), {
  amount: 80_000,
  date: clock.today(),
  reference: 'CASH-1',
});
assert.equal(await close(kit, loan.loanId, clock.today()), 'closed');

const at = clock.iso();
const consent = consentOf(
  {
    accountDiscovery: at,
    mandatePlacement: at,
    automatedDebit: at,
    bureauReporting: at,
    cascadeDebit: at,
  },
  '203.0.113.7',
  'We debit the accounts you choose on your due dates.',
);
const model = await loanAt('discovered');
const { approvedAmount, totalAmountDue, startDate, endDate } = model.terms;
const accounts = await apply(kit, {
  loanId: 'L-7',
  payer: {
    payerId: 'P-7',
    bvn: '22200000001',
    name: 'Ada Obiora',
    email: 'ada.obiora@example.com',
    mobileNumber: '08030000001',
    address: '1 Broad Street, Lagos',
  },
  terms: {
    approvedAmount,
    totalAmountDue,
    startDate,
    endDate,
    frequency: 'monthly',
    collectionMode: 'auto',
  },
  consent,
});
const [primaryAccount] = accounts;
assert.ok(primaryAccount);
const [, destinations] = await choose(kit, 'L-7', {
  primaryAccount,
  backupAccounts: [],
  chosenBy: { ipAddress: '203.0.113.7', at },
});
assert.ok(destinations);
const opened = await kit.loans.get('L-7');
assert.ok(opened.stage === 'verifying');
await controls.makeDeposit({
  mandateId: opened.mandateId,
  accountNumber: primaryAccount.accountNumber,
  bankCode: primaryAccount.bankCode,
});
await approve(kit, 'L-7');
await disburse(kit, 'L-7', async () => ({
  reference: 'TRF-7',
  date: clock.today(),
}));
const worker = work(kit, receiverOf(kit));
await worker.stop();
assert.equal((await kit.loans.get('L-7')).stage, 'disbursed');
await kit.close();
