// A mandate by the payer's signature: send it, decide it in a test, let it expire, and fall back to ₦50.
import assert from 'node:assert/strict';
import { createTestKit } from 'repaykit/testing';

const { kit, loanAt, payer, controls, clock, webhooks, close } =
  await createTestKit();
const scan = Buffer.from('the scanned signature');

// #region attach
const placed = await loanAt('placed', { accounts: 1 });
const verifying = await kit.mandates.attachBySignature(placed, {
  file: scan.toString('base64'), // no data: prefix
  bankAddress: '1 Marina, Lagos', // the payer's branch
});
const verified = await kit.mandates.awaitActive(verifying);
assert.equal(verified.primaryAccount.attachedBy, 'signature');
// #endregion attach
assert.deepEqual(verified.transferDestinations, []);

// #region mixed
const both = await loanAt('placed', { accounts: 2 });
const [backup] = both.backupAccounts;
assert(backup);
const mixed = await kit.mandates.attach(both, {
  [both.primaryAccount.accountNumber]: {
    by: 'signature',
    file: scan.toString('base64'),
    bankAddress: '1 Marina, Lagos',
  },
  [backup.accountNumber]: { by: 'micro-deposit' },
});
// #endregion mixed
assert.ok(mixed.transferDestinations.length > 0);

const signature = {
  file: scan.toString('base64'),
  bankAddress: '1 Marina, Lagos',
};

const unjudged = await loanAt('placed', { accounts: 1 });
const { accountNumber, bankCode } = unjudged.primaryAccount;
// #region judged
await controls.patchPolicy({ signatures: 'manual' }); // or 'mismatched'
const sent = await kit.mandates.attachBySignature(unjudged, signature);
const { mandateId } = sent;
const judged = {
  mandateId,
  accountNumber,
  bankCode,
  outcome: 'matched',
} as const;
await controls.judgeSignature(judged);
assert.equal((await kit.mandates.refresh(sent)).stage, 'verified');
// #endregion judged
const event = await webhooks.waitFor('mandate.activated', { mandateId });
assert.equal(event.data.status, 'active');

const silent = await kit.mandates.attachBySignature(
  await loanAt('placed', { accounts: 1 }),
  signature,
);
await clock.advance({ hours: 168 });
const late = await kit.mandates.refresh(silent);
assert(late.stage === 'verifying');
assert.equal(late.primaryAccount.mandateStatus, 'pending_timeout');

await controls.patchPolicy({ signatures: 'mismatched' });
const mismatched = await kit.mandates.attachBySignature(
  await loanAt('placed', { accounts: 1 }),
  signature,
);

const refused = await kit.mandates.refresh(mismatched);
assert(refused.stage === 'verifying');
assert.equal(refused.primaryAccount.mandateStatus, 'failed');
await assert.rejects(kit.mandates.awaitActive(refused), {
  rule: 'primary-not-verified',
});

const chosenBy = { at: clock.iso(), ipAddress: '203.0.113.7' };
// #region deposit
const again = await kit.discovery.reselect(refused, {
  primaryAccount: refused.primaryAccount, // the same account again
  backupAccounts: refused.backupAccounts,
  chosenBy, // time and IP address of this choice
});
const loan = await kit.mandates.place(again);
const byDeposit = await kit.mandates.attachByMicroDeposit(loan);
// #endregion deposit
assert.ok(byDeposit.transferDestinations.length > 0);
await payer.depositArrives({ loan: byDeposit });
const proved = await kit.mandates.awaitActive(byDeposit);
assert.equal(proved.primaryAccount.attachedBy, 'micro-deposit');

await close();
