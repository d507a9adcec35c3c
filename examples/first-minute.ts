import { createTestKit } from 'repaykit/testing';

// The service, the payer's banks and a client, all in this process.
const { kit, loanAt, payer, bank, clock } = await createTestKit();

// The payer chose a primary account and two backups. ₦50 from each confirms it.
const verifying = await loanAt('verifying');
await payer.depositArrives();
const verified = await kit.mandates.awaitActive(verifying);

// A step takes a loan at one stage and returns it at the next stage.
const approved = await kit.bureau.reportApproved(verified);
const decision = await kit.loans.mayDisburse(approved);
if (!decision.allowed) throw new Error(decision.message);
const transfer = { amount: 80_000, date: clock.today(), reference: 'TRF-1' };
const disbursed = await kit.bureau.reportDisbursed(approved, transfer);
const collecting = await kit.bureau.awaitReported(disbursed);

// On the first due date the primary account is empty. The first backup pays.
await bank.decline('51', collecting.primaryAccount);
await clock.advance({ months: 1 });
const { balances } = await kit.mandates.refresh(collecting);
const { collected, outstanding } = balances;
console.log({ collected, outstanding });
await kit.close();
