// Accounts that the payer does not prove, and what to do then.
import assert from 'node:assert/strict';
import type { LoanAccount, LoanAt, VerifyingLoan } from 'repaykit';
import { createTestKit } from 'repaykit/testing';
import { watchLoans } from './loan-watch.ts';

const testKit = await createTestKit();
const { kit, loanAt, payer, clock, controls } = testKit;
const { from, changed, left, situations } = watchLoans(testKit);
export const observed = situations;
const ipAddress = '203.0.113.7';
/** In your app: the time of the request. */
const now = () => clock.iso();

const late = await loanAt('verifying');
await from(late);
await clock.advance({ hours: 169 });
await assert.rejects(payer.depositArrives({ loan: late }), /pending_timeout/);
await left('The ₦50 never arrives', late, {
  stage: 'verifying',
  file: ['mandate.read'],
  found: ['mandate.pending_timeout'],
  duties: ['notify-payer', 'offer-reselection'],
});

/** A loan whose payer chose a primary and one backup of four accounts. */
async function chosenOfFour() {
  const loan = await loanAt('discovered', { accounts: 4 });
  const [one, two, three] = loan.accounts as [
    LoanAccount,
    LoanAccount,
    LoanAccount,
  ];
  const choice = await kit.discovery.select(loan, {
    primaryAccount: one,
    backupAccounts: [two],
    chosenBy: { ipAddress, at: now() },
  });
  const waiting = await kit.mandates.attachByMicroDeposit(
    await kit.mandates.place(choice),
  );
  await from(loan);
  return { waiting, one, two, three };
}

const { waiting, one, two, three } = await chosenOfFour();
await payer.rejectsDeposit({ loan: waiting, account: one });
await left('The bank rejects the ₦50', waiting, {
  stage: 'verifying',
  file: ['mandate.read'],
  webhooks: ['mandate.failed'],
  duties: ['notify-payer', 'offer-reselection'],
});
const failed = (await kit.loans.get(waiting.loanId)) as VerifyingLoan;
// #region reselect
const chosenAgain = await kit.discovery.reselect(failed, {
  primaryAccount: three, // not the one that failed
  backupAccounts: [two],
  chosenBy: { ipAddress, at: now() },
});
const placedAgain = await kit.mandates.place(chosenAgain);
await kit.mandates.attachByMicroDeposit(placedAgain);
// #endregion reselect
await left('7. Let the payer choose other accounts', waiting, {
  stage: 'verifying',
  file: [
    'accounts.selected',
    'placement.intended',
    'placement.confirmed',
    'mandate.placed',
    'attachment.intended',
    'attachment.confirmed',
    'mandate.attached',
  ],
});

const backed = await chosenOfFour();
await payer.rejectsDeposit({ loan: backed.waiting, account: backed.two });
await payer.depositArrives({ loan: backed.waiting, account: backed.one });
await left('A backup fails', backed.waiting, {
  stage: 'verified',
  file: ['mandate.read'],
  webhooks: ['mandate.failed', 'mandate.activated'],
  duties: ['notify-payer'],
});
const verified = await kit.mandates.refresh(backed.waiting);
// #region backup
await kit.mandates.addBackup(
  verified,
  { account: backed.three, chosenBy: { ipAddress, at: now() } },
  { by: 'micro-deposit' },
);
// #endregion backup
await left('Add another backup', verified, {
  stage: 'verified',
  file: [
    'backup.added',
    'placement.intended',
    'placement.confirmed',
    'attachment.intended',
    'attachment.confirmed',
  ],
  duties: ['notify-payer'],
});

const slow = await chosenOfFour();
await payer.depositArrives({ loan: slow.waiting, account: slow.one });
await changed(slow.waiting, {
  stage: 'verified',
  file: ['mandate.read'],
  webhooks: ['mandate.activated'],
});
await clock.advance({ hours: 169 });
await left("A backup's ₦50 never arrives", slow.waiting, {
  stage: 'verified',
  file: ['mandate.read'],
  found: ['mandate.pending_timeout'],
  duties: ['notify-payer'],
});
const unproved = (await kit.loans.get(
  slow.waiting.loanId,
)) as LoanAt<'verified'>;
const chosenBy = { ipAddress, at: now() };
await assert.rejects(
  kit.discovery.reselect(unproved as unknown as VerifyingLoan, {
    primaryAccount: slow.one,
    backupAccounts: [],
    chosenBy,
  }),
  { rule: 'attachment-before-reselection' },
);
await assert.rejects(
  kit.mandates.addBackup(
    unproved,
    { account: slow.two, chosenBy },
    { by: 'micro-deposit' },
  ),
  { rule: 'selection-is-not-spent' },
);
await kit.mandates.addBackup(
  unproved,
  { account: slow.three, chosenBy },
  { by: 'micro-deposit' },
);

const signing = await loanAt('placed', { accounts: 1 });
await from(signing);
const signatureImage = Buffer.from('89504e470d0a1a0a', 'hex');
// #region signature
const signed = await kit.mandates.attachBySignature(signing, {
  file: signatureImage.toString('base64'), // no `data:` prefix
  bankAddress: '1 Marina, Lagos', // the payer's branch
});
// #endregion signature
await clock.advance({ hours: 1 });
await left('8. Use an e-signature instead', signed, {
  stage: 'verified',
  file: [
    'attachment.intended',
    'attachment.confirmed',
    'mandate.attached',
    'mandate.read',
  ],
  webhooks: ['mandate.activated'],
});

await controls.patchPolicy({ signatures: 'mismatched' });
const unlike = await loanAt('placed', { accounts: 1 });
await from(unlike);
const unmatched = await kit.mandates.attachBySignature(unlike, {
  file: signatureImage.toString('base64'),
  bankAddress: '1 Marina, Lagos',
});
await clock.advance({ hours: 1 });
await left('The signature does not match', unmatched, {
  stage: 'verifying',
  file: [
    'attachment.intended',
    'attachment.confirmed',
    'mandate.attached',
    'mandate.read',
  ],
  webhooks: ['mandate.failed'],
  duties: ['notify-payer', 'offer-reselection'],
});
const again = await kit.discovery.reselect(
  (await kit.loans.get(unlike.loanId)) as VerifyingLoan,
  {
    primaryAccount: unmatched.primaryAccount,
    backupAccounts: [],
    chosenBy: { ipAddress, at: now() },
  },
);
await kit.mandates.attachByMicroDeposit(await kit.mandates.place(again));

await testKit.close();
