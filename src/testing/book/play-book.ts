/** Plays a book, one day of virtual time after another. */
import { quietly } from '../../clock/mutex.ts';
import { addDays, addPeriods, dayNumber, lagosInstant, type PlainDate } from '../../domain/calendar.ts';
import { AbortedError } from '../../errors.ts';
import { inventPayer } from '../../server/scenarios/invented-payer.ts';
import { DEFAULT_WORLD } from '../../server/worlds/world-name.ts';
import type { Receiver } from '../../webhooks/receive.ts';
import { runDue } from '../../worker/run-due.ts';
import { makeClient, type TestKit } from '../test-kit.ts';
import { KnownLoans, testPayer, testWorld } from '../test-world.ts';
import type { BookLoan, BookSide } from './book-loan.ts';
import { type BookMix, chanceOf, type PlannedLoan, planBook, planOutages } from './book-plan.ts';
import { CashFlow } from './cash-flow.ts';
import { closeOfDay, openLoan, requestDebit } from './lender.ts';
import { playStory, storyBegins } from './stories.ts';

/** How a book is played. */
export interface PlayOptions {
  /** Stops between two days. */
  readonly signal?: AbortSignal;
  /** Called at the end of each month, and at the end. Errors it throws are ignored. */
  readonly onProgress?: (progress: BookProgress) => void;
}

/** How far a book is. Nothing in it is personal. */
export interface BookProgress {
  /** Months since the first day, the last one perhaps not whole. */
  readonly month: number;
  /** The day in Lagos, `YYYY-MM-DD`. */
  readonly day: string;
  /** Loans that were opened so far. */
  readonly loans: number;
  /** Of these, the loans that were closed or abandoned. */
  readonly ended: number;
}

/** A book, as far as it was played. */
export interface RunningBook extends BookSide {
  readonly from: PlainDate;
  readonly loans: readonly BookLoan[];
  readonly receiver: Receiver;
}

/** The specification spells only months. The server takes any spelling that it knows. */
export const frequencies = { weekly: 'weekly' };

// Some webhooks never arrive, and some debits are taken although their answer is lost.
const faults = [
  { kind: 'webhook-drop', probability: 0.03 },
  { kind: 'reset', operation: 'collectManually', when: 'after', probability: 0.05 },
] as const;

/** Plans a book on a test kit. No loan is open yet. */
export async function openBook(platform: TestKit, mix: BookMix): Promise<RunningBook> {
  const { kit, payer, controls, server, webhooks } = platform;
  const world = { ...testWorld(server, DEFAULT_WORLD, () => webhooks.receiver.settled()), clock: platform.clock };
  const formerKit = await makeClient(server, world, { client: { frequencies } });
  for (const fault of faults) await controls.addFault(fault);
  return {
    kit,
    payer,
    former: { kit: formerKit, payer: testPayer(world, new KnownLoans(), formerKit) },
    world,
    outages: planOutages(mix),
    from: mix.from,
    loans: planBook(mix).map((plan) => bookLoan(plan, mix.seed)),
    receiver: webhooks.receiver,
  };
}

function bookLoan(plan: PlannedLoan, seed: number): BookLoan {
  const chance = chanceOf(seed, plan.number, 'story');
  const keys = inventPayer(plan.payerNumber, plan.accounts.length).accounts;
  return {
    plan,
    cash: new CashFlow(plan.purse, chanceOf(seed, plan.number, 'cash'), plan.opensOn),
    chance,
    accounts: keys.map((key, index) => ({ ...key, ...plan.accounts[index] })),
    paysTheRest: plan.story !== 'defaults' && chance.happens(0.5),
    place: 'planned',
    isBehind: false,
    actsOn: storyBegins(plan, (from, to) => chance.between(from, to)),
    acts: 0,
    schedule: { lines: plan.terms.breakdown, after: 0 },
  };
}

/** The loans in the lender's store. */
export function idsOnFile({ loans }: RunningBook): readonly string[] {
  return loans.filter(({ place }) => place === 'here' || place === 'ended').map(({ plan }) => plan.loanId);
}

/** Plays until the morning of a day. @throws AbortedError between two days */
export async function playBook(
  book: RunningBook,
  { until, signal, onProgress }: PlayOptions & { readonly until: PlainDate },
): Promise<void> {
  const { world, from, loans } = book;
  for (let today = world.clock.today(); today < until; today = world.clock.today()) {
    if (signal?.aborted) throw new AbortedError(`The book was stopped on ${today}`, { cause: signal.reason });
    await playDay(book, today);
    const tomorrow = world.clock.today();
    const month = monthsBetween(from, tomorrow);
    if (addPeriods(from, 'monthly', month) !== tomorrow && tomorrow !== until) continue;
    const opened = loans.filter(({ place }) => place !== 'planned');
    const ended = opened.filter(({ place }) => place === 'ended').length;
    quietly(() => onProgress?.({ month, day: tomorrow, loans: opened.length, ended }));
  }
}

// Whole and begun months.
function monthsBetween(from: PlainDate, to: PlainDate): number {
  let month = 0;
  while (addPeriods(from, 'monthly', month) < to) month += 1;
  return month;
}

// The hours of the day's attempts, and the evening. The receiver handles the webhooks of each before the next, so that
// the files do not depend on how fast the machine is.
const hours = [8, 12, 16, 20, 22];

// Virtual days pass in milliseconds, so the usual limits would only slow the worker down. It leases as many pieces of
// work at once as it does at the same time.
const worker = { requestsPerSecond: 1_000_000, concurrency: 16, limit: 1_000_000, leaseMs: 600_000 };

// A visit to each live loan is most of the work of a day. Every third day also finds what no webhook reported.
const RECONCILE_EVERY = 3;
const kinds = ['reports', 'debits', 'reconcile'] as const;

// New loans and cash in the morning, attempts until the evening, then the lender, its payers and its worker.
async function playDay(book: RunningBook, today: PlainDate): Promise<void> {
  const { kit, world, receiver, loans } = book;
  for (const of of loans) if (of.place === 'planned' && of.plan.opensOn <= today) await openLoan(book, of);
  const due = loans.filter((of) => isCollectedOn(of, today));
  for (const of of due) {
    await moveCash(book, of, today);
    if (of.place === 'here' && of.plan.terms.collectionMode === 'manual') await requestDebit(book, of, today);
  }
  for (const hour of hours) await world.clock.to(lagosInstant(today, hour));
  const acting = loans.filter(({ place, actsOn }) => isLive(place) && actsOn !== undefined && actsOn <= today);
  for (const of of acting) await playStory(book, of, today);
  for (const of of new Set([...due, ...acting])) {
    if (of.place === 'former') of.isBehind = await isBehindElsewhere(book, of, today);
    else await closeOfDay(book, of, today);
  }
  const isVisitDay = dayNumber(today) % RECONCILE_EVERY === 0;
  await runDue(kit, { ...worker, inbox: receiver, kinds: isVisitDay ? kinds : kinds.slice(0, -1) });
  await world.clock.to(lagosInstant(addDays(today, 1)));
}

function isLive(place: BookLoan['place']): boolean {
  return place === 'here' || place === 'former';
}

// On other days nothing touches the payer's accounts, so their cash can wait.
function isCollectedOn({ place, isBehind, plan: { terms } }: BookLoan, today: PlainDate): boolean {
  return isLive(place) && (isBehind || terms.breakdown.some(({ dueDate }) => dueDate === today));
}

async function isBehindElsewhere({ former }: BookSide, { plan }: BookLoan, today: PlainDate): Promise<boolean> {
  const loan = await former.kit.loans.get(plan.loanId);
  if (loan.stage !== 'collecting') return false;
  const { instalments } = await former.kit.mandates.refresh(loan);
  return instalments.some(({ dueDate = '', status }) => dueDate <= today && status !== 'success');
}

// Brings the payer's accounts up to this morning, and shows whether their banks work today.
async function moveCash({ world: { controls }, outages }: BookSide, of: BookLoan, today: PlainDate): Promise<void> {
  const before: number[] = [];
  for (const account of of.accounts) before.push((await controls.readAccount(account)).balance);
  const balances = of.cash.until(today, before);
  for (const [index, account] of of.accounts.entries()) {
    const isOut = (outage: BookSide['outages'][number]) =>
      outage.bankCode === account.bankCode && outage.from <= today && today <= outage.to;
    const declineWith = outages.find(isOut)?.responseCode ?? null;
    await controls.patchAccount(account, { balance: balances[index] ?? 0, declineWith });
  }
}
