// The payer's accounts: show them, record the choice, replace one after a failure, and add one.
import assert from 'node:assert/strict';
import type { DiscoveredLoan } from 'repaykit';
import { createTestKit } from 'repaykit/testing';

const { kit, loanAt, payer, clock, close } = await createTestKit();

// #region page
/** The rows of your page: every account, none ticked. */
function rowsOf({ accounts }: DiscoveredLoan) {
  return accounts.map(({ accountNumber, bankCode, bankName, active }) => ({
    accountNumber,
    bankCode,
    bankName,
    canBeChosen: active,
    ticked: false,
  }));
}
// #endregion page

const consented = await loanAt('consented');
const discovered = await kit.discovery.discover(consented);
const rows = rowsOf(discovered);
const [first, second, third] = rows.filter(({ canBeChosen }) => canBeChosen);
assert(first && second && third);
assert(rows.every(({ ticked }) => !ticked));

const request = { at: clock.iso(), ip: '203.0.113.7' };
// #region select
// The time and the IP address of the payer's own request.
const chosenBy = { at: request.at, ipAddress: request.ip };
const selected = await kit.discovery.select(discovered, {
  primaryAccount: first,
  backupAccounts: [second], // in cascade order, or []
  chosenBy,
});
// #endregion select
assert.equal(selected.primaryAccount.accountNumber, first.accountNumber);

await kit.mandates.attachByMicroDeposit(await kit.mandates.place(selected));
await payer.rejectsDeposit({ loan: selected, account: first });
await clock.advance({ hours: 1 });
const chosenAgain = { at: clock.iso(), ipAddress: '203.0.113.7' };

const loan = await kit.loans.get(selected.loanId);
assert(loan.stage === 'verifying');
const failed = await kit.mandates.refresh(loan);
assert(failed.stage === 'verifying');
assert.equal(failed.primaryAccount.mandateStatus, 'failed');

// #region again
// `failed` is at stage `verifying`: its primary account failed.
const again = await kit.discovery.reselect(failed, {
  primaryAccount: second, // the payer's new choice
  backupAccounts: [third],
  chosenBy: chosenAgain, // time and IP address of this choice
});
const placed = await kit.mandates.place(again);
const verifying = await kit.mandates.attachByMicroDeposit(placed);
// #endregion again
assert.equal(verifying.mandateId, failed.mandateId); // the same mandate
await payer.depositArrives({ loan: verifying });
assert.equal((await kit.mandates.awaitActive(verifying)).stage, 'verified');

// This payer has two accounts and chose one.
const start = await loanAt('discovered', { accounts: 2 });
const [main, other] = start.accounts;
assert(main && other);
const one = await kit.discovery.select(start, {
  primaryAccount: main,
  backupAccounts: [],
  chosenBy: { at: clock.iso(), ipAddress: '203.0.113.7' },
});
const waiting = await kit.mandates.attachByMicroDeposit(
  await kit.mandates.place(one),
);
await payer.depositArrives({ loan: waiting });
const verified = await kit.mandates.awaitActive(waiting);

const optIn = { at: clock.iso(), ipAddress: '203.0.113.7' };
// #region backup
const more = await kit.mandates.addBackup(
  verified,
  { account: other, chosenBy: optIn }, // time and IP address
  { by: 'micro-deposit' },
);
// #endregion backup
assert.equal(more.backupAccounts.length, 1); // it waits for its ₦50

// While the ₦50 is pending, the payer cannot choose again.
const early = await loanAt('verifying', { accounts: 2 });
const [primary, backup] = early.accounts;
assert(primary && backup);
const choice = {
  primaryAccount: backup,
  backupAccounts: [],
  chosenBy: { at: clock.iso(), ipAddress: '203.0.113.7' },
};
await assert.rejects(kit.discovery.reselect(early, choice), {
  rule: 'reselection-follows-failure',
});
await clock.advance({ hours: 168 });
const late = await kit.mandates.refresh(early);
assert(late.stage === 'verifying');
assert.equal(late.primaryAccount.mandateStatus, 'pending_timeout');
// Not the same account again on this mandate.
await assert.rejects(
  kit.discovery.reselect(late, { ...choice, primaryAccount: primary }),
  { rule: 'selection-is-not-spent' },
);

await close();
