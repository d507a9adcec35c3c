/** The story of a portfolio over three due dates: the borrowers, the lender who debits on demand and does what is due, and time. */

import { addDays, type PlainDate } from '../../../src/domain/calendar.ts';
import { RepayKitError } from '../../../src/errors.ts';
import type { ReferenceServer } from '../../../src/server/index.ts';
import { runDue } from '../../../src/worker/run-due.ts';
import type { Dice } from '../tampering/dice.ts';
import { dueDates, habitOf, isManual } from './books-borrowers.ts';
import { accountsOf, loanIdOf } from './borrowers.ts';
import type { Merchant } from './merchant.ts';

/** Who plays. */
export interface Portfolio {
  readonly server: ReferenceServer;
  readonly merchant: Merchant;
  readonly loans: number;
  readonly dice: Dice;
  readonly log: (line: string) => void;
  readonly counts: StoryCounts;
}

/** What happened on the way. */
export interface StoryCounts {
  /** State changes that no webhook reported, found by a sync. */
  found: number;
  /** Looks at loans. */
  looks: number;
  /** Deliveries that the service lost and sent again later. */
  redelivered: number;
  readonly errors: string[];
}

const AT_ONCE = 16;
const UNLIMITED = 1_000_000;
const REDELIVERED_A_DAY = 50;
/** Days after a due date on which money may still come in. */
const DAYS_AFTER = 4;

/** Plays the three due dates, day by day; what is due is done every few hours, as a worker would. */
export async function playDueDates(portfolio: Portfolio): Promise<void> {
  for (const [due, dueDate] of dueDates.entries()) {
    for (let day = 0; day <= DAYS_AFTER; day += 1) {
      await playDay(portfolio, { due, day, date: addDays(dueDate, day) });
      portfolio.log(
        `${addDays(dueDate, day)}: ${portfolio.merchant.reported.length.toLocaleString('en')} pieces of news told, ${portfolio.counts.found} of them found by asking`,
      );
    }
  }
}

interface Day {
  readonly due: number;
  /** 0: the due date itself. */
  readonly day: number;
  readonly date: PlainDate;
}

async function playDay(portfolio: Portfolio, today: Day): Promise<void> {
  const { clock } = portfolio.server;
  await clock.to(`${today.date}T05:00:00Z`);
  await fillAccounts(portfolio, today);
  await debitOnDemand(portfolio, today);
  for (const hour of ['10', '15', '20']) {
    await clock.to(`${today.date}T${hour}:00:00Z`);
    await workOnce(portfolio);
  }
  await redeliverSome(portfolio);
  await clock.to(`${today.date}T22:30:00Z`);
  await workOnce(portfolio);
}

/** What a lender's worker does: deliveries that are unfinished, open debits, reports, loans that are due to be asked about. */
export async function workOnce({
  merchant: { kit, receiver },
  counts,
}: Pick<Portfolio, 'merchant' | 'counts'>): Promise<void> {
  await receiver.settled();
  const report = await runDue(kit, {
    inbox: receiver,
    requestsPerSecond: UNLIMITED,
    limit: UNLIMITED,
    concurrency: AT_ONCE,
  });
  await receiver.settled();
  counts.found += report.reconcile?.missing ?? 0;
  counts.looks += report.reconcile?.looked ?? 0;
  for (const { loanId, kind, reason } of report.errors)
    if (counts.errors.length < 20) counts.errors.push(`${kind} of ${loanId}: ${reason}`);
}

async function fillAccounts({ server, loans }: Portfolio, { due, day }: Day): Promise<void> {
  if (day > 2) return;
  for (let number = 1; number <= loans; number += 1) {
    const { primary, backup, code } = habitOf(number, due);
    const [first, second] = accountsOf(number, 2);
    const balance = primary[day];
    if (first && balance !== undefined) await server.bank.setBalance(first, balance);
    if (second && day === 0) await server.bank.setBalance(second, backup ?? 0);
    if (first && code !== undefined && day !== 1) await server.bank.decline(first, day === 0 ? code : null);
  }
}

// On the due date what falls due; on the days after it what is still open of it, if there is any sense in that.
async function debitOnDemand({ merchant: { kit }, loans, counts }: Portfolio, { due, day, date }: Day): Promise<void> {
  if (day === 1 || day > 2) return;
  const numbers = Array.from({ length: loans }, (_, index) => index + 1).filter(isManual);
  for (let from = 0; from < numbers.length; from += AT_ONCE) {
    await Promise.all(numbers.slice(from, from + AT_ONCE).map((number) => debitOne(number)));
  }

  async function debitOne(number: number): Promise<void> {
    const loan = await kit.loans.get(loanIdOf(number));
    if (loan.stage !== 'collecting') return;
    const open = Math.min((due + 1) * 30_000 - loan.balances.collected, loan.balances.collectable);
    if (open <= 0) return;
    try {
      await kit.collections.collect(loan, { amount: Math.round(open * 100) / 100, debitDate: date });
    } catch (error) {
      // A rule that refuses, such as one debit of an account a day, is part of the story.
      if (!(error instanceof RepayKitError)) throw error;
      if (error.code !== 'rule_refused' && counts.errors.length < 20)
        counts.errors.push(`debit of ${loan.loanId}: ${error.message}`);
    }
  }
}

// A person at the service notices, and sends again what was lost: much too late, and perhaps found out long ago.
async function redeliverSome({ server, merchant, dice, counts }: Portfolio): Promise<void> {
  const { items } = await server.controls.webhooks();
  const lost = items.filter(({ status }) => status === 'failed');
  for (let count = Math.min(REDELIVERED_A_DAY, lost.length); count > 0; count -= 1) {
    await server.controls.redeliver(dice.of(lost).id);
    counts.redelivered += 1;
  }
  await merchant.receiver.settled();
}
