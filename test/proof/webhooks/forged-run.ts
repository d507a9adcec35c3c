/** Sends forgeries to a running lender, in batches of one sort each, and looks after each batch and in the end whether anything came of them. */
import { deepStrictEqual } from 'node:assert';
import { Dice } from '../tampering/dice.ts';
import { callsTo, type ForgedWorld, makeForgedWorld } from './forged-world.ts';
import { aboutNone, alterations, forge, wrongSecret } from './forgeries.ts';
import { deliveryOf, type Merchant } from './merchant.ts';

/** How a run goes. */
export interface ForgedRun {
  readonly deliveries: number;
  readonly loans: number;
  readonly seed: number;
  readonly log?: (line: string) => void;
}

/** What came of it. Everything after `calls` has to be 0 or empty, but for `toldProcessing`, which is at most once for each standing of an instalment. */
export interface ForgedResult {
  /** Deliveries by sort. */
  readonly sent: Readonly<Record<Sort, number>>;
  /** Answers by sort and status. */
  readonly answers: Readonly<Record<string, number>>;
  /** Requests that the service got because of them. */
  readonly calls: number;
  /** Of these, readings of a mandate. */
  readonly readings: number;
  /** Requests for each delivery that carried the secret and was about a mandate of ours. */
  readonly callsForEach: number;
  /** Of those with a wrong secret: kept in the inbox, or written into a file. */
  readonly writesForWrongSecrets: number;
  /** For those with a wrong secret or about mandates of no loan. */
  readonly callsInVain: number;
  /** Calls of handlers: for what never was so, and for what had been handled before. */
  readonly reportedUntrue: readonly string[];
  readonly reportedAgain: number;
  /** Times that an instalment that was tried was said to be in process: so it was, at some moment, and afterwards it is unknown whether a webhook said so. */
  readonly reportedProcessing: number;
  /** What changed: a loan's file, a report, a debit, a balance. */
  readonly changes: readonly string[];
}

/** What a forger has: no secret, the secret but no mandate of ours, or both. */
export type Sort = 'wrong secret' | 'mandate of nobody' | 'leaked secret';

const BATCH = 250;
// An inbox in memory keeps what it set aside: every so often another one begins, which receives everything that is true first.
const BATCHES_PER_INBOX = 80;
const MOST_REPORTED = 10;
const order: readonly Sort[] = [
  'wrong secret',
  'leaked secret',
  'leaked secret',
  'mandate of nobody',
  'wrong secret',
  'leaked secret',
  'wrong secret',
  'leaked secret',
];
const namesOf: Readonly<Record<Sort, readonly string[]>> = {
  'wrong secret': Object.keys(alterations),
  'mandate of nobody': aboutNone,
  'leaked secret': Object.keys(alterations),
};

/** Plays a run. */
export async function playForgedRun({ deliveries, loans, seed, log }: ForgedRun): Promise<ForgedResult> {
  const world = await makeForgedWorld(loans);
  const before = await world.standing();
  const assault = new Assault(world, seed);
  try {
    for (let batch = 0; batch * BATCH < deliveries; batch += 1) {
      if (batch % BATCHES_PER_INBOX === 0) await assault.beginAnew();
      await assault.send(order[batch % order.length] as Sort, Math.min(BATCH, deliveries - batch * BATCH));
      if (batch % 200 === 199) log?.(`${((batch + 1) * BATCH).toLocaleString('en')} deliveries`);
    }
    await assault.end();
    const after = await world.standing();
    for (const name of ['heads', 'reports', 'debits', 'balances'] as const)
      assault.compare(name, before[name], after[name]);
    return assault.result();
  } finally {
    await world.close();
  }
}

class Assault {
  readonly #world: ForgedWorld;
  readonly #dice: Dice;
  readonly #sent: Record<Sort, number> = { 'wrong secret': 0, 'mandate of nobody': 0, 'leaked secret': 0 };
  readonly #answers: Record<string, number> = {};
  readonly #changes: string[] = [];
  readonly #untrue: string[] = [];
  #merchant: Merchant | undefined;
  #received: ReadonlySet<string> = new Set();
  #processing = 0;
  #again = 0;
  #calls = 0;
  #readings = 0;
  #writesForWrongSecrets = 0;
  #callsInVain = 0;

  constructor(world: ForgedWorld, seed: number) {
    this.#world = world;
    this.#dice = new Dice(seed);
  }

  /** A new inbox, which knows everything that is true. */
  async beginAnew(): Promise<void> {
    await this.end();
    this.#merchant = await this.#world.newMerchant();
    this.#received = new Set(this.#merchant.reported);
  }

  async send(sort: Sort, count: number): Promise<void> {
    const merchant = this.#merchant;
    if (!merchant) return;
    const { costs, loot } = this.#world;
    const before = {
      kept: costs.kept,
      appends: costs.appends,
      calls: callsTo(costs),
      readings: callsTo(costs, '/get-mandate'),
    };
    for (let place = 0; place < count; place += 1) {
      const body = forge(loot, { dice: this.#dice, turn: this.#sent[sort], names: namesOf[sort] });
      this.#sent[sort] += 1;
      const { status } = await merchant.receiver(
        deliveryOf(body, sort === 'wrong secret' ? wrongSecret(this.#dice) : undefined),
      );
      const answer = `${sort}: ${status}`;
      this.#answers[answer] = (this.#answers[answer] ?? 0) + 1;
    }
    await merchant.receiver.settled();
    const calls = callsTo(costs) - before.calls;
    this.#calls += calls;
    this.#readings += callsTo(costs, '/get-mandate') - before.readings;
    if (sort !== 'leaked secret') this.#callsInVain += calls;
    if (sort === 'wrong secret')
      this.#writesForWrongSecrets += costs.kept - before.kept + costs.appends - before.appends;
  }

  /** Checks what the handlers of the present lender received beyond the truth. */
  async end(): Promise<void> {
    if (!this.#merchant) return;
    await this.#merchant.receiver.settled();
    const received = new Set(this.#received);
    for (const reported of this.#merchant.reported.slice(this.#received.size)) {
      if (received.has(reported)) this.#again += 1;
      else if (/ processing \S+$/.test(reported)) this.#processing += 1;
      else if (!this.#world.standings.has(reported) && this.#untrue.length < MOST_REPORTED) this.#untrue.push(reported);
      received.add(reported);
    }
    await this.#merchant.close();
  }

  compare(name: string, before: unknown, after: unknown): void {
    try {
      deepStrictEqual(after, before);
    } catch (error) {
      this.#changes.push(`${name}: ${error instanceof Error ? error.message : error}`);
    }
  }

  result(): ForgedResult {
    return {
      sent: this.#sent,
      answers: this.#answers,
      calls: this.#calls,
      readings: this.#readings,
      callsForEach: Math.round((100 * this.#calls) / Math.max(1, this.#sent['leaked secret'])) / 100,
      writesForWrongSecrets: this.#writesForWrongSecrets,
      callsInVain: this.#callsInVain,
      reportedUntrue: this.#untrue,
      reportedAgain: this.#again,
      reportedProcessing: this.#processing,
      changes: this.#changes,
    };
  }
}
