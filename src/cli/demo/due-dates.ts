import { parseInstant } from '../../domain/calendar.ts';
import { isSameAccount } from '../../domain/identifiers.ts';
import type { ClosedLoan, CollectingLoan, LoanInstalment } from '../../domain/loan/loan.ts';
import { accounts, type Demo, terms } from './demo-server.ts';
import { refusalOf } from './onboarding.ts';
import { naira, type Storyline, shown } from './storyline.ts';

/** 1 February: the primary account has enough. */
export async function firstDueDate(demo: Demo, story: Storyline): Promise<void> {
  story.act('1 February: the primary account pays');
  await demo.moveTo('2026-02-01T08:00:00Z');
  const loan = await presentLoan(demo);
  await printAttempts(demo, story, loan.instalments[0]);
  story.claim('instalment 1 is collected', outcomeOf(loan.instalments[0]), { status: 'success', collected: 30_000 });
}

/** 1 March: the primary and the first backup have too little, the second backup pays. */
export async function secondDueDate(demo: Demo, story: Storyline): Promise<CollectingLoan> {
  story.act('1 March: the cascade reaches the second backup');
  await demo.moveTo('2026-03-01T08:00:00Z');
  const loan = await presentLoan(demo);
  const attempts = await printAttempts(demo, story, loan.instalments[1]);
  const { primary, firstBackup, secondBackup } = accounts;
  story.claim(
    'primary, first backup, second backup were tried in this order (Spec §3.5)',
    attempts.map((attempt) => attempt.accountNumber),
    [primary, firstBackup, secondBackup].map((account) => account.accountNumber),
  );
  story.claim('instalment 2 is collected from the second backup', outcomeOf(loan.instalments[1]), {
    status: 'success',
    collected: 30_000,
  });
  story.print(`a debit of ${naira(60_000)} is asked for while ${naira(loan.balances.outstanding)} is outstanding`);
  const tooMuch = await refusalOf(() =>
    demo.kit.collections.collect(loan, { amount: 60_000, debitDate: '2026-03-15' }),
  );
  story.printRefusal(tooMuch);
  story.claim('nothing was sent', tooMuch.rule, 'debit-within-terms');
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
  story.claim(
    'instalment 3 is partially paid: the last attempt of the day takes what is there (partial collection, Spec §6.1)',
    outcomeOf(partly.instalments[2]),
    { status: 'partially paid', collected: 20_000 },
  );

  await demo.server.bank.setBalance(primary, 12_000);
  story.print(`the payer's salary arrives at ${shown(partly.primaryAccount)}`);
  await demo.moveTo('2026-04-02T08:00:00Z');
  const repaid = await presentLoan(demo);
  printWebhook(demo, story);
  story.claim('the rest is collected the next day', outcomeOf(repaid.instalments[2]), {
    status: 'success',
    collected: 30_000,
  });
  return repaid;
}

/** The end: the loan is closed as repaid, and all records agree. */
export async function closeLoan(demo: Demo, story: Storyline, repaid: CollectingLoan): Promise<ClosedLoan> {
  story.act('Closure');
  const closed = await demo.kit.bureau.close(repaid, { finalStatus: 'repaid', closeDate: '2026-04-02' });
  await demo.kit.bureau.awaitReported(closed);
  const { totalAmountDue, collected, repaidOutside, outstanding } = closed.balances;
  story.claim(
    `collected ${naira(collected)} + outstanding ${naira(outstanding)} = total ${naira(totalAmountDue)}`,
    collected + repaidOutside + outstanding,
    terms.totalAmountDue,
  );

  const mandate = await demo.kit.mandates.get(closed.mandateId);
  story.claim(
    "the platform's book says the same",
    [mandate.collectedAmount, mandate.outstandingBalance],
    [collected, outstanding],
  );
  const { items } = await demo.server.controls.bureauReports();
  const own = (items as readonly { readonly source: string; readonly event: string }[]).filter(
    (report) => report.source === 'merchant',
  );
  story.claim(
    'the bureau holds the whole life of the loan, in order',
    own.map((report) => report.event),
    [
      'loan.approved',
      'loan.disbursed',
      'repayment.successful',
      'repayment.successful',
      'repayment.successful',
      'repayment.successful',
      'loan.closed',
    ],
  );
  story.claim('every webhook was delivered and applied once', demo.received.length, 7);
  return closed;
}

async function presentLoan({ kit }: Demo): Promise<CollectingLoan> {
  const loan = await kit.loans.get('DEMO-1');
  if (loan.stage !== 'collecting') throw new Error(`The loan is at stage '${loan.stage}'`);
  return loan;
}

function outcomeOf(instalment: LoanInstalment | undefined) {
  return instalment && { status: instalment.status, collected: instalment.collected };
}

async function printAttempts(demo: Demo, story: Storyline, instalment: LoanInstalment | undefined) {
  const { kit } = demo;
  const loan = await kit.loans.get('DEMO-1');
  const attempts = [...(await kit.collections.attempts(loan.mandateId, instalment?.breakdownId ?? ''))].reverse();
  const known = 'accounts' in loan ? loan.accounts : [];
  for (const attempt of attempts) {
    const { accountNumber = '', bankCode = '' } = attempt;
    const account = known.find((candidate) => isSameAccount(candidate, { accountNumber, bankCode })) ?? {
      accountNumber,
      bankCode,
    };
    story.print(
      `${naira(attempt.amount)} from ${shown(account)}: ${attempt.responseCode} ${attempt.responseMessage}`,
      parseInstant(attempt.createdAt),
    );
  }
  printWebhook(demo, story);
  return attempts;
}

/** Prints the last webhook. It was confirmed and applied before the loan was read again. */
function printWebhook({ received }: Demo, story: Storyline): void {
  const event = received.at(-1);
  if (event?.kind !== 'collection') return;
  const { instalmentStatus, amountCollected, totalAmount, collectedOn } = event.data;
  const outcome = `instalment '${instalmentStatus}', ${naira(amountCollected)}${totalAmount === undefined ? '' : ` of ${naira(totalAmount)}`}`;
  story.print(
    `webhook verified, parsed, confirmed and applied to the loan file: ${outcome}`,
    parseInstant(collectedOn),
  );
}
