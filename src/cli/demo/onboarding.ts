import type { CollectingLoan, VerifiedLoan } from '../../domain/loan/loan.ts';
import { RuleError } from '../../errors.ts';
import { accounts, consent, type Demo, payer, terms } from './demo-server.ts';
import { naira, type Storyline, shown } from './storyline.ts';

/** From consent to active mandates. */
export async function onboard({ kit, server, receiver, received }: Demo, story: Storyline): Promise<VerifiedLoan> {
  story.act('Consent, accounts and mandates');
  const consented = await kit.loans.open({ loanId: 'DEMO-1', payer, terms, consent });
  story.print(
    `the payer consents to ${consent.scopes.length} scopes; ${naira(terms.approvedAmount)} approved, ${naira(terms.totalAmountDue)} to repay`,
  );
  const discovered = await kit.discovery.discover(consented);
  for (const account of discovered.accounts)
    story.print(`discovered ${shown(account)}${account.active ? '' : ' (inactive: cannot be chosen)'}`);

  const { primary, firstBackup, secondBackup } = accounts;
  const selected = await kit.discovery.select(discovered, {
    primaryAccount: primary,
    backupAccounts: [firstBackup, secondBackup],
    chosenBy: { ipAddress: '203.0.113.7', at: '2026-01-05T07:58:00Z' },
  });
  story.print(
    `the payer chooses ${shown(selected.primaryAccount)} as primary and ${selected.backupAccounts.map(shown).join(', ')} as backups`,
  );
  const placed = await kit.mandates.place(selected);
  const verifying = await kit.mandates.attachByMicroDeposit(placed);
  story.print(`mandate ${placed.mandateId} stands on three accounts; each waits for ₦50.00`);

  for (const { accountNumber, bankCode } of [primary, firstBackup, secondBackup]) {
    await server.controls.makeDeposit({ mandateId: verifying.mandateId, accountNumber, bankCode });
  }
  await receiver.settled();
  const verified = await kit.mandates.awaitActive(verifying);
  story.claim(
    'three mandate.activated webhooks were verified and confirmed',
    received.map((event) => event.kind),
    Array(3).fill('mandate.activated'),
  );
  story.claim(
    'the mandate is active on all three accounts',
    [verified.primaryAccount, ...verified.backupAccounts].map((account) => account.mandateStatus),
    Array(3).fill('active'),
  );
  return verified;
}

/** From the credit decision to open collection, with a debit that is requested too early. */
export async function disburse({ kit }: Demo, story: Storyline, verified: VerifiedLoan): Promise<CollectingLoan> {
  story.act('Credit decision and disbursement');
  // TypeScript refuses this call without the cast. The cast shows what happens in plain JavaScript.
  const tooEarly = await refusalOf(() =>
    kit.collections.collect(verified as unknown as CollectingLoan, { amount: 30_000, debitDate: terms.startDate }),
  );
  story.print('a debit is asked for before disbursement');
  story.printRefusal(tooEarly);
  story.claim('nothing was sent', tooEarly.rule, 'debit-needs-disbursement');

  const approved = await kit.bureau.reportApproved(verified);
  const decision = await kit.loans.mayDisburse(approved);
  story.claim('money may be sent: the primary account is active (Spec §1.4)', decision.allowed, true);
  const disbursed = await kit.bureau.reportDisbursed(approved, {
    amount: terms.approvedAmount,
    date: '2026-01-05',
    reference: 'TRF-000123',
  });
  const collecting = await kit.bureau.awaitReported(disbursed);
  story.claim(
    'the bureau acknowledged loan.approved, then loan.disbursed: collection is open (Spec §3.4)',
    collecting.reports.map((report) => report.acknowledged),
    [true, true],
  );
  return collecting;
}

/** The error of a refused action. @throws Error if the action succeeds */
export async function refusalOf(action: () => Promise<unknown>): Promise<RuleError> {
  try {
    await action();
  } catch (error) {
    if (error instanceof RuleError) return error;
    throw error;
  }
  throw new Error('This should have been refused');
}
