// A loan from the application to the disbursement, with every failure on the way.
import assert from 'node:assert/strict';
import {
  type ApprovedLoan,
  type ConsentScope,
  DISCLAIMER,
  type OpenLoanInput,
  ServiceError,
} from 'repaykit';
import { watchLoans } from './loan-watch.ts';

type Transfer = { amount: number; date: string; reference: string };
const sent = new Map<string, Transfer>();

// #region client
import { createTestKit } from 'repaykit/testing';

const testKit = await createTestKit();
const { kit, loanAt, payer, clock, controls } = testKit;
// #endregion client

// #region payer
// The bank accounts that the test service finds for the payer's BVN.
await controls.addPayer({
  bvn: '22200000009',
  name: 'Bola Ade',
  accounts: [
    { accountNumber: '0900000011', bankCode: '058', balance: 100_000 },
    { accountNumber: '0900000012', bankCode: '044', balance: 100_000 },
    {
      accountNumber: '0900000013',
      bankCode: '057',
      balance: 0,
      active: false,
    },
  ],
});

// In your app: of the payer's request.
const ipAddress = '203.0.113.7';
const now = () => clock.iso();
// #endregion payer

const { from, left, situations } = watchLoans(testKit);
export const observed = situations;

// #region application
const application: Omit<OpenLoanInput, 'consent'> = {
  loanId: 'L-2001', // make it before you show the form
  payer: {
    payerId: 'P-77', // yours: never a BVN, e-mail or phone number
    bvn: '22200000009',
    name: 'Bola Ade',
    email: 'bola.ade@example.com',
    mobileNumber: '08030000009',
    address: '1 Broad Street, Lagos',
  },
  terms: {
    approvedAmount: 80_000, // naira
    totalAmountDue: 90_000,
    startDate: '2026-02-05', // the first due date
    endDate: '2026-04-05', // the last one
    frequency: 'monthly',
    collectionMode: 'auto', // or 'manual': you ask for each debit
  },
};
// #endregion application
assert.deepEqual((await kit.loans.list()).loans, []);

// #region form
const notice = {
  version: '2026-01',
  text: `We find your accounts by BVN and debit your choice. ${DISCLAIMER}`,
};
// What your form sends: the boxes that the payer ticked.
const form = {
  scope: [
    'accountDiscovery',
    'mandatePlacement',
    'automatedDebit',
    'bureauReporting',
    'cascadeDebit',
  ] as ConsentScope[],
};
// #endregion form

// #region consent
async function consent(ticked: readonly ConsentScope[]) {
  const grantedAt = now();
  return kit.loans.open({
    ...application,
    consent: {
      scopes: ticked.map((scope) => ({ scope, grantedAt, ipAddress })),
      channel: 'web',
      language: 'en',
      notice, // the text and version that the page showed
    },
  });
}

await assert.rejects(consent(form.scope.slice(1)), {
  rule: 'consent-complete', // one box is not ticked: nothing is stored
});
const consented = await consent(form.scope); // a repeat returns the same loan
// #endregion consent
await left('2. Ask for consent', consented, {
  stage: 'consented',
  file: ['loan.opened'],
});
assert.equal((await consent(form.scope)).loanId, consented.loanId);

// #region discovery
const discovered = await kit.discovery.discover(consented);
// For your page: show every account, tick none of them.
const choices = discovered.accounts.map((account) => ({
  label: `${account.bankName} …${account.accountNumber.slice(-4)}`,
  canBeChosen: account.active, // show an inactive account greyed out
}));
// #endregion discovery
assert.deepEqual(
  choices.map(({ canBeChosen }) => canBeChosen),
  [true, true, false],
);
await left('3. Find the accounts', consented, {
  stage: 'discovered',
  file: ['accounts.discovered'],
});

await controls.addPayer({ bvn: '22200000010', name: 'No Bank', accounts: [] });
const applicant = await loanAt('consented', { payer: { bvn: '22200000010' } });
await from(applicant);
// #region none
const empty = await kit.discovery.discover(applicant);
if (empty.accounts.every(({ active }) => !active))
  await kit.loans.abandon(empty, { reason: 'no account can be debited' });
// #endregion none
await left('No accounts are found', applicant, {
  stage: 'abandoned',
  file: ['accounts.discovered', 'loan.abandoned'],
});

const stranger = await kit.loans.open({
  ...application,
  loanId: 'L-2002',
  payer: { ...application.payer, payerId: 'P-78', bvn: '22299999999' },
  consent: {
    scopes: form.scope.map((scope) => ({ scope, grantedAt: now(), ipAddress })),
    channel: 'web',
    language: 'en',
    notice,
  },
});
await assert.rejects(kit.discovery.discover(stranger), { retryable: false });

const unknown = await loanAt('consented');
await from(unknown);
await controls.addFault({
  kind: 'status',
  operation: 'discoverAccounts',
  status: 503,
  times: 5,
});
// #region down
try {
  await kit.discovery.discover(unknown); // the client retries this call
} catch (error) {
  if (!(error instanceof ServiceError)) throw error;
  assert.ok(error.retryable); // `false`: the service refused this BVN
}
// #endregion down
await left('The service does not answer', unknown, {
  stage: 'consented',
  file: [],
});
await controls.clearFaults();

const inactive = discovered.accounts[2];
assert.ok(inactive);
await assert.rejects(
  kit.discovery.select(discovered, {
    primaryAccount: inactive,
    backupAccounts: [],
    chosenBy: { ipAddress, at: now() },
  }),
  { rule: 'selection-is-active' },
);
// #region choice
const [first, second] = discovered.accounts; // in your app: the ticked ones
assert.ok(first && second);
const selected = await kit.discovery.select(discovered, {
  primaryAccount: first,
  backupAccounts: [second], // in the payer's order; [] for none
  chosenBy: { ipAddress, at: now() },
});
// #endregion choice
await left('4. Let the payer choose accounts', selected, {
  stage: 'selected',
  file: ['accounts.selected'],
});

// #region place
const placed = await kit.mandates.place(selected);
// #endregion place
await left('5. Place the mandate', placed, {
  stage: 'placed',
  file: ['placement.intended', 'placement.confirmed', 'mandate.placed'],
});

// #region attach
const verifying = await kit.mandates.attachByMicroDeposit(placed);
const { instructions, transferDestinations, attachedAt } = verifying;
// #endregion attach
assert.match(instructions ?? '', /₦50/);
assert.ok(transferDestinations.length > 0 && attachedAt);
await left('6. Ask for the ₦50', verifying, {
  stage: 'verifying',
  file: ['attachment.intended', 'attachment.confirmed', 'mandate.attached'],
});

await payer.depositFrom(inactive, { loan: verifying, account: first });
await left('The ₦50 comes from the wrong account', verifying, {
  stage: 'verifying',
  file: [],
});

await clock.advance({ hours: 8 });
// #region deposit
await payer.depositArrives({ loan: verifying }); // from each chosen account
// #endregion deposit
await left('The ₦50 arrives', verifying, {
  stage: 'verified',
  file: ['mandate.read'],
  webhooks: ['mandate.activated'],
});
// #region check
const checked = await kit.mandates.refresh(verifying); // asks the service now
if (checked.stage !== 'verified') throw new Error('the ₦50 has not come');
// #endregion check

// #region approve
const approved = await kit.bureau.reportApproved(checked);
// #endregion approve
await left('9. Approve the loan', approved, {
  stage: 'approved',
  file: ['report.filed', 'report.acknowledged'],
  duties: ['report-disbursement'],
});

/** Your payment system: one transfer for each loan id. */
const payments = {
  find: async (loanId: string) => sent.get(loanId),
  async send(loanId: string, amount: number) {
    const transfer = {
      amount,
      date: clock.today(),
      reference: `TRF-${loanId}`,
    };
    sent.set(loanId, sent.get(loanId) ?? transfer);
    return transfer;
  },
};
// #region pay-out
/** You can call it again, also after a crash. */
async function payOut(loan: ApprovedLoan): Promise<string> {
  let transfer = await payments.find(loan.loanId); // your own books
  if (!transfer) {
    const decision = await kit.loans.mayDisburse(loan);
    if (!decision.allowed) return decision.rule;
    const { approvedAmount } = loan.terms;
    transfer = await payments.send(loan.loanId, approvedAmount);
  }
  const disbursed = await kit.bureau.reportDisbursed(loan, transfer);
  return disbursed.stage;
}
// #endregion pay-out

const other = await loanAt('approved');
await from(other);
assert.equal(await payOut(other), 'disbursed');
await left(
  'The bureau does not answer',
  other,
  { stage: 'disbursed', file: ['report.filed'], duties: ['deliver-report'] },
  { worker: false },
);

await payments.send(approved.loanId, 80_000); // and here the process dies
await left('Your process dies after the transfer', approved, {
  stage: 'approved',
  file: [],
  duties: ['report-disbursement'],
});
assert.equal(await payOut(approved), 'disbursed');
assert.equal(sent.size, 2);
await left('10. Send the money', approved, {
  stage: 'collecting',
  file: ['report.filed', 'report.acknowledged'],
});

const disputed = await loanAt('approved');
await payer.disputes(disputed);
assert.equal(await payOut(disputed), 'disbursement-needs-active-primary');

await testKit.close();
