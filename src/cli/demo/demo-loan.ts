import { parseInstant } from '../../domain/calendar.ts';
import { isSameAccount } from '../../domain/identifiers.ts';
import type { ClosedLoan, CollectingLoan, LoanInstalment, VerifiedLoan } from '../../domain/loan/loan.ts';
import { RuleError } from '../../errors.ts';
import { naira } from '../control/shown-values.ts';
import { accounts, consent, type Demo, payer, terms } from './demo-server.ts';
import { type Storyline, shown } from './storyline.ts';

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
  story.print(`mandate ${placed.mandateId} is placed on three accounts; each waits for ₦50.00`);

  for (const { accountNumber, bankCode } of [primary, firstBackup, secondBackup]) {
    await server.controls.makeDeposit({ mandateId: verifying.mandateId, accountNumber, bankCode });
  }
  await receiver.settled();
  const verified = await kit.mandates.awaitActive(verifying);
  story.check(
    'three mandate.activated webhooks were verified and confirmed',
    received.map((event) => event.kind),
    Array(3).fill('mandate.activated'),
  );
  story.check(
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
  story.check('nothing was sent', tooEarly.rule, 'debit-needs-disbursement');

  const approved = await kit.bureau.reportApproved(verified);
  const decision = await kit.loans.mayDisburse(approved);
  story.check('money may be sent: the primary account is active (Spec §1.4)', decision.allowed, true);
  const disbursed = await kit.bureau.reportDisbursed(approved, {
    amount: terms.approvedAmount,
    date: '2026-01-05',
    reference: 'TRF-000123',
  });
  const collecting = await kit.bureau.awaitReported(disbursed);
  story.check(
    'the bureau acknowledged loan.approved, then loan.disbursed: collection is open (Spec §3.4)',
    collecting.reports.map((report) => report.acknowledged),
    [true, true],
  );
  return collecting;
}

async function refusalOf(action: () => Promise<unknown>): Promise<RuleError> {
  try {
    await action();
  } catch (error) {
    if (error instanceof RuleError) return error;
    throw error;
  }
  throw new Error('This should have been refused');
}

/** 1 February: the primary account has enough. */
export async function firstDueDate(demo: Demo, story: Storyline): Promise<void> {
  story.act('1 February: the primary account pays');
  await demo.moveTo('2026-02-01T08:00:00Z');
  const loan = await presentLoan(demo);
  await printAttempts(demo, story, loan.instalments[0]);
  story.check('instalment 1 is collected', outcomeOf(loan, 1), ['success', 30_000]);
}

/** 1 March: the primary and the first backup have too little, the second backup pays. */
export async function secondDueDate(demo: Demo, story: Storyline): Promise<CollectingLoan> {
  story.act('1 March: the cascade reaches the second backup');
  await demo.moveTo('2026-03-01T08:00:00Z');
  const loan = await presentLoan(demo);
  const attempts = await printAttempts(demo, story, loan.instalments[1]);
  const { primary, firstBackup, secondBackup } = accounts;
  story.check(
    'primary, first backup, second backup were tried in this order (Spec §3.5)',
    attempts.map((attempt) => attempt.accountNumber),
    [primary, firstBackup, secondBackup].map((account) => account.accountNumber),
  );
  story.check('instalment 2 is collected from the second backup', outcomeOf(loan, 2), ['success', 30_000]);
  story.print(`a debit of ${naira(60_000)} is asked for while ${naira(loan.balances.outstanding)} is outstanding`);
  const tooMuch = await refusalOf(() =>
    demo.kit.collections.collect(loan, { amount: 60_000, debitDate: '2026-03-15' }),
  );
  story.printRefusal(tooMuch);
  story.check('nothing was sent', tooMuch.rule, 'debit-within-terms');
  return loan;
}

/** 1 April: only ₦20,000 is available. The rest follows the next day. */
export async function thirdDueDate(demo: Demo, story: Storyline): Promise<CollectingLoan> {
  story.act('1 April: a part, and the rest the next day');
  const { primary, firstBackup, secondBackup } = accounts;
  await demo.server.bank.setBalance(primary, 20_000);
  await demo.server.bank.setBalance(firstBackup, 0);
  await demo.server.bank.setBalance(secondBackup, 0);
  await demo.moveTo('2026-04-01T22:00:00Z');
  const partly = await presentLoan(demo);
  await printAttempts(demo, story, partly.instalments[2]);
  story.check(
    'instalment 3 is partially paid: the last attempt of the day takes what is there (partial collection, Spec §6.1)',
    outcomeOf(partly, 3),
    ['partially paid', 20_000],
  );

  await demo.server.bank.setBalance(primary, 12_000);
  story.print(`the payer's salary arrives at ${shown(partly.primaryAccount)}`);
  await demo.moveTo('2026-04-02T08:00:00Z');
  const repaid = await presentLoan(demo);
  printWebhook(demo, story);
  story.check('the rest is collected the next day', outcomeOf(repaid, 3), ['success', 30_000]);
  return repaid;
}

/** The end: the loan is closed as repaid, and all records agree. */
export async function closeLoan(demo: Demo, story: Storyline, repaid: CollectingLoan): Promise<ClosedLoan> {
  story.act('Closure');
  const closed = await demo.kit.bureau.close(repaid, { finalStatus: 'repaid', closeDate: '2026-04-02' });
  await demo.kit.bureau.awaitReported(closed);
  const { totalAmountDue, collected, repaidOutside, outstanding } = closed.balances;
  story.check(
    `collected ${naira(collected)} + outstanding ${naira(outstanding)} = total ${naira(totalAmountDue)}`,
    collected + repaidOutside + outstanding,
    terms.totalAmountDue,
  );

  const mandate = await demo.kit.mandates.get(closed.mandateId);
  story.check(
    'the service shows the same balances',
    [mandate.collectedAmount, mandate.outstandingBalance],
    [collected, outstanding],
  );
  const { items } = await demo.server.controls.bureauReports();
  const reports = items as readonly { readonly source: string; readonly event: string }[];
  const events = reports.filter(({ source }) => source === 'merchant').map(({ event }) => event);
  story.check('the bureau has every report of the loan, in order', events, [
    'loan.approved',
    'loan.disbursed',
    ...Array(4).fill('repayment.successful'),
    'loan.closed',
  ]);
  story.check('every webhook was delivered and handled once', demo.received.length, 7);
  return closed;
}

async function presentLoan({ kit }: Demo): Promise<CollectingLoan> {
  const loan = await kit.loans.get('DEMO-1');
  if (loan.stage !== 'collecting') throw new Error(`The loan is at stage '${loan.stage}'`);
  return loan;
}

function outcomeOf({ instalments }: CollectingLoan, number: number) {
  const instalment = instalments[number - 1];
  return [instalment?.status, instalment?.collected];
}

async function printAttempts(demo: Demo, story: Storyline, instalment: LoanInstalment | undefined) {
  const { kit } = demo;
  const loan = await kit.loans.get('DEMO-1');
  const attempts = [...(await kit.collections.attempts(loan.mandateId, instalment?.breakdownId ?? ''))].reverse();
  const known = 'accounts' in loan ? loan.accounts : [];
  for (const attempt of attempts) {
    const { accountNumber = '', bankCode = '', amount, responseCode, responseMessage } = attempt;
    const key = { accountNumber, bankCode };
    const account = known.find((candidate) => isSameAccount(candidate, key)) ?? key;
    const text = `${naira(amount)} from ${shown(account)}: ${responseCode} ${responseMessage}`;
    story.print(text, parseInstant(attempt.createdAt));
  }
  printWebhook(demo, story);
  return attempts;
}

/** Prints the last webhook. It was confirmed and applied before the loan was read again. */
function printWebhook({ received }: Demo, story: Storyline): void {
  const event = received.at(-1);
  if (event?.kind !== 'collection') return;
  const { instalmentStatus, amountCollected, totalAmount, collectedOn } = event.data;
  const total = totalAmount === undefined ? '' : ` of ${naira(totalAmount)}`;
  const outcome = `instalment '${instalmentStatus}', ${naira(amountCollected)}${total}`;
  const text = `webhook verified, parsed, confirmed and applied to the loan file: ${outcome}`;
  story.print(text, parseInstant(collectedOn));
}
