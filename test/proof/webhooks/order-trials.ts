/** The trials of the proof of orders: each answers how many runs there were, and which of them ended elsewhere. */
import { deepStrictEqual } from 'node:assert';
import type { LoanState } from '../../../src/domain/loan/state.ts';
import { parse } from '../../../src/webhooks/index.ts';
import { reconcile } from '../../../src/worker/reconcile/reconcile.ts';
import { Dice } from '../tampering/dice.ts';
import { type Life, type LifePlan, live } from './lives.ts';
import { liveAndReceive } from './meanwhile.ts';
import { reporting } from './merchant.ts';
import {
  type Arrival,
  allOrders,
  deliver,
  type End,
  endOf,
  freshMerchant,
  repaidInReports,
  repeated,
  shuffled,
  whateverTheTimes,
} from './orders.ts';

/** What trials came to. */
export interface Trials {
  readonly runs: number;
  readonly deliveries: number;
  /** How a run that ended elsewhere differed; the first few. */
  readonly different: readonly string[];
}

const MOST_REPORTED = 5;
const UNPACED = 1_000_000;
const arrivals: readonly Arrival[] = ['one by one', 'at once'];

/**
 * Every order of a life's deliveries, each delivery up to three times; each order one by one and all at once, or only in one of the ways, in turn.
 * With `most`, that many orders at even distances instead of all.
 */
export async function tryEveryOrder(
  plan: LifePlan,
  ways: 'in both ways' | 'in turn' = 'in both ways',
  most = Number.POSITIVE_INFINITY,
): Promise<Trials> {
  const life = await live(plan);
  const dice = new Dice(1);
  try {
    const all = allOrders(life.deliveries.length);
    const chosen =
      most >= all.length
        ? all
        : Array.from({ length: most }, (_, turn) => all[Math.floor((turn * all.length) / most)] ?? []);
    const orders = chosen.flatMap((order, turn) => {
      const ordered = order.map((index) => life.deliveries[index] as string);
      const taken =
        ways === 'in both ways' ? arrivals : arrivals.filter((_, index) => index === turn % arrivals.length);
      return taken.map((arrival) => ({ bodies: repeated(ordered, dice), arrival }));
    });
    return await tryOrders(life, orders);
  } finally {
    await life.close();
  }
}

/** Orders by chance of a life with many deliveries. */
export async function tryRandomOrders(plan: LifePlan, count: number): Promise<Trials> {
  const life = await live(plan);
  const dice = new Dice(2);
  try {
    const order = () => ({ bodies: repeated(shuffled(life.deliveries, dice), dice), arrival: dice.of(arrivals) });
    return await tryOrders(life, Array.from({ length: count }, order));
  } finally {
    await life.close();
  }
}

/** Where a lender ends who received everything in order, each once. */
export async function endInOrder(life: Life): Promise<End> {
  return endAfter(life, { bodies: life.deliveries, arrival: 'one by one' });
}

/** The state of that lender in the end. */
export async function endAfter(life: Life, { bodies, arrival }: Order): Promise<End> {
  const merchant = await freshMerchant(life);
  try {
    await deliver(merchant, bodies, arrival);
    return await endOf(merchant, life);
  } finally {
    await merchant.close();
  }
}

/** Deliveries in the order in which they come. */
export interface Order {
  readonly bodies: readonly string[];
  readonly arrival: Arrival;
}

async function tryOrders(life: Life, orders: readonly Order[]): Promise<Trials> {
  const wanted = await endInOrder(life);
  const tally = new Tally();
  for (const order of orders) {
    const end = await endAfter(life, order);
    tally.count(order.bodies.length, () => deepStrictEqual(end, wanted));
  }
  return tally;
}

/** Deliveries that come in while the story goes on. */
export async function tryMeanwhile(plan: LifePlan, count: number): Promise<Trials> {
  const reported = await live(plan);
  const wanted = await endInOrder(reported).finally(() => reported.close());
  const dice = new Dice(3);
  const tally = new Tally();
  for (let run = 0; run < count; run += 1) {
    const { life, merchant } = await liveAndReceive(plan, { dice, lost: 0 });
    const end = await endOf(merchant, life);
    tally.count(life.deliveries.length, () => {
      deepStrictEqual(whateverTheTimes(end), whateverTheTimes(wanted));
      deepStrictEqual(repaidInReports(end), repaidInReports(wanted));
    });
    await merchant.close();
    await life.close();
  }
  return tally;
}

/**
 * Deliveries of which many never come: reconciliation finds what they reported. When they do come in the end, an outdated state change is not reported again.
 */
export async function tryLost(plan: LifePlan, count: number): Promise<Trials> {
  const reported = await live(plan);
  const wanted = await endInOrder(reported).finally(() => reported.close());
  const dice = new Dice(4);
  const tally = new Tally();
  for (let run = 0; run < count; run += 1) {
    const { life, merchant, lost } = await liveAndReceive(plan, { dice, lost: dice.between(20, 100) });
    const { receiver, kit } = merchant;
    await reconcile(kit, { inbox: receiver, all: true, requestsPerSecond: UNPACED });
    await receiver.settled();
    const found = await endOf(merchant, life);
    const received = life.deliveries.filter((body) => !lost.includes(body)).map((body) => reporting(parse(body)));
    const isReportedOf = received.every((each) => merchant.reported.includes(each));
    await deliver(merchant, shuffled(lost, dice), dice.of(arrivals));
    const end = await endOf(merchant, life);
    tally.count(life.deliveries.length, () => {
      deepStrictEqual(whateverTheTimes(found).loans, whateverTheTimes(wanted).loans);
      deepStrictEqual(repaidInReports(found), repaidInReports(wanted));
      deepStrictEqual(unreported(found.reported, standingIn(wanted)), []);
      deepStrictEqual(isReportedOf, true);
      deepStrictEqual(whateverTheTimes(end).loans, whateverTheTimes(wanted).loans);
      deepStrictEqual(unreported(end.reported, wanted.reported), []);
      deepStrictEqual(new Set(end.reported).size, end.reported.length);
    });
    await merchant.close();
    await life.close();
  }
  return tally;
}

function unreported(reported: readonly string[], wanted: readonly string[]): readonly string[] {
  return wanted.filter((each) => !reported.includes(each));
}

// The last state change of an instalment; every state change of accounts and mandates.
function standingIn({ loans, reported }: End): readonly string[] {
  const instalments = (loans as readonly LoanState[]).flatMap(({ loanId, collections }) =>
    collections.map(
      ({ instalmentReference, status, collected }) =>
        `collection mandate of ${loanId} ${instalmentReference} ${status} ${collected / 100}`,
    ),
  );
  return [...instalments, ...reported.filter((each) => each.startsWith('mandate.'))];
}

/** Counts runs and keeps what was found. */
export class Tally implements Trials {
  runs = 0;
  deliveries = 0;
  readonly different: string[] = [];

  count(deliveries: number, compare: () => void): void {
    this.runs += 1;
    this.deliveries += deliveries;
    try {
      compare();
    } catch (error) {
      if (this.different.length < MOST_REPORTED)
        this.different.push(`run ${this.runs}: ${error instanceof Error ? error.message : error}`);
    }
  }
}
