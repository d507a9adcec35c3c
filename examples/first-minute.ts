import { createTestKit } from 'repaykit/testing';

// The whole service in this process, on virtual time, and a client that talks to it.
const { kit, loanAt, payer, bank, clock } = await createTestKit();

// The payer consented, chose a primary account and backups, and was asked to send ₦50 from each.
const verifying = await loanAt('verifying');
await payer.depositArrives();
const verified = await kit.mandates.awaitActive(verifying);

// Each step takes the loan at one stage and returns it at the next: `collect(verified, …)` would not compile.
const approved = await kit.bureau.reportApproved(verified);
const decision = await kit.loans.mayDisburse(approved);
if (!decision.allowed) throw new Error(decision.message);
const disbursed = await kit.bureau.reportDisbursed(approved, {
  amount: 80_000,
  date: clock.today(),
  reference: 'TRF-1',
});
const collecting = await kit.bureau.awaitReported(disbursed);

// On the first due date there is no money on the primary account, so the first backup is debited.
await bank.decline('51', collecting.primaryAccount);
await clock.advance({ months: 1 });

const refreshed = await kit.mandates.refresh(collecting);
console.log(refreshed.balances); // collected: 30000, outstanding: 60000, …
await kit.close();
