/** One run: receiving processes take a great many deliveries and are killed meanwhile; then everything is counted. */
import { setTimeout as pause } from 'node:timers/promises';
import type { RepayKit } from '../../../src/client/repay-kit.ts';
import { createReferenceServer, type ReferenceServer } from '../../../src/server/index.ts';
import { parse } from '../../../src/webhooks/index.ts';
import { merchantKit } from '../kill/merchant.ts';
import type { StorePlace } from '../kill/store-place.ts';
import { Dice } from '../tampering/dice.ts';
import { BEGINS, lend, loanIdOf } from './borrowers.ts';
import { sendAll } from './gateway.ts';
import { missedThenPaid } from './lives.ts';
import { reporting } from './merchant.ts';
import { shuffled } from './orders.ts';
import { ReceiverCrew } from './receiver-crew.ts';
import { type OpenedPlace, openPlace } from './receiver-place.ts';

/** How a run goes. */
export interface ReceiversRun {
  readonly place: StorePlace;
  /** The built receiver. */
  readonly program: string;
  readonly receivers: number;
  readonly events: number;
  /** In all, each event at least once. */
  readonly deliveries: number;
  readonly kills: number;
  readonly seed: number;
  /** Everything ends after this time, in milliseconds of the machine. */
  readonly limitMs: number;
  readonly log?: (line: string) => void;
}

/** What came out. */
export interface ReceiversResult {
  readonly events: number;
  readonly deliveries: number;
  readonly kills: number;
  readonly processes: number;
  /** Attempts to deliver that failed, because a receiver was dead. */
  readonly failedAttempts: number;
  /** Deliveries that were worked on more than once. */
  readonly begunAgain: number;
  readonly effects: number;
  /** Of these, the same state change twice. */
  readonly double: number;
  /** Events without an effect. */
  readonly missing: number;
  readonly unfinished: number;
  readonly quarantined: number;
  readonly loans: number;
  readonly seconds: number;
  /** How long it took to deliver all. */
  readonly deliverySeconds: number;
  readonly wrongs: readonly string[];
}

const LOANS_AT_ONCE = 8;
const LOOK_EVERY_MS = 250;
const SHORT_LOOK_MS = 10;
const MOST_LISTED = 1_000_000;

/** Plays a run. */
export async function playReceiversRun(run: ReceiversRun): Promise<ReceiversResult> {
  const begun = performance.now();
  const limit = AbortSignal.timeout(run.limitMs);
  const opened = openPlace(run.place);
  await opened.addEffects();
  const story = await reportStory(run, opened);
  const { server, kit, bodies, loans } = story;
  const { url } = await server.listen();
  run.log?.(`${loans} loans lived, ${bodies.length} events`);
  const task = { url, place: run.place, aheadMs: server.clock.now() - Date.now() };
  const crew = new ReceiverCrew({ program: run.program, task, size: run.receivers });
  try {
    const dice = new Dice(run.seed);
    const all = shuffled(
      [...bodies, ...Array.from({ length: run.deliveries - bodies.length }, () => dice.of(bodies))],
      dice,
    );
    while (crew.ports.length < run.receivers && !limit.aborted && crew.collapses.length === 0)
      await pause(LOOK_EVERY_MS);
    const killer = new Killer(crew, run, { limit, countEffects: async () => (await opened.effects()).length });
    const sending = performance.now();
    const { failedAttempts } = await sendAll({
      bodies: all,
      ports: () => crew.ports,
      dice,
      limit,
      onTaken: (taken) => killer.look(taken),
    });
    const deliverySeconds = (performance.now() - sending) / 1_000;
    await killer.done;
    run.log?.(`${all.length} deliveries taken, ${killer.kills} kills; now everything is worked on`);
    while (!limit.aborted && (await opened.inbox.list({ limit: 1, status: 'unfinished' })).length > 0)
      await pause(LOOK_EVERY_MS);
    await crew.end();
    const counted = await count(opened, bodies);
    const wrongs = [...crew.collapses, ...(await wrongLoans(kit, server, loans))];
    return {
      ...counted,
      events: bodies.length,
      deliveries: all.length,
      kills: killer.kills,
      processes: crew.started,
      failedAttempts,
      loans,
      deliverySeconds: Math.round(deliverySeconds),
      seconds: Math.round((performance.now() - begun) / 1_000),
      wrongs,
    };
  } finally {
    await crew.end();
    await kit.close();
    await server.close();
    await opened.close();
  }
}

/** Kills receivers at random, evenly over the deliveries. */
class Killer {
  readonly #crew: ReceiverCrew;
  readonly #dice: Dice;
  readonly #moments: number[];
  readonly #countEffects: () => Promise<number>;
  readonly #events: number;
  readonly #limit: AbortSignal;
  #seen = 0;
  kills = 0;
  done: Promise<void> = Promise.resolve();

  constructor(
    crew: ReceiverCrew,
    { kills, deliveries, events, seed }: ReceiversRun,
    { countEffects, limit }: { readonly countEffects: () => Promise<number>; readonly limit: AbortSignal },
  ) {
    this.#crew = crew;
    this.#countEffects = countEffects;
    this.#events = events;
    this.#limit = limit;
    this.#dice = new Dice(seed + 1);
    const each = deliveries / (kills + 1);
    this.#moments = Array.from({ length: kills }, (_, index) =>
      Math.floor((index + 0.5 + this.#dice.below(1_000) / 1_000) * each),
    );
  }

  look(taken: number): void {
    while (this.#moments[0] !== undefined && this.#moments[0] <= taken) {
      this.#moments.shift();
      this.done = this.done.then(() => this.#killOne());
    }
  }

  // In the middle of its work: something was done since the last kill, and more is left to do.
  async #killOne(): Promise<void> {
    for (let effects = 0; effects <= this.#seen || this.#crew.ports.length === 0; ) {
      this.#limit.throwIfAborted();
      effects = await this.#countEffects();
      if (effects >= this.#events && this.#crew.ports.length > 0) break;
      await pause(SHORT_LOOK_MS);
    }
    this.#seen = await this.#countEffects();
    await this.#crew.kill(this.#dice.of(this.#crew.ports));
    this.kills += 1;
  }
}

interface Story {
  readonly server: ReferenceServer;
  readonly kit: RepayKit;
  readonly bodies: readonly string[];
  readonly loans: number;
}

/** As many loans as it takes live their lives without webhooks; what the service would have sent is kept, each state change once. */
async function reportStory({ events, log }: ReceiversRun, { store }: OpenedPlace): Promise<Story> {
  const bodies: string[] = [];
  const handler = async (request: Request) => {
    bodies.push(await request.text());
    return new Response(null, { status: 200 });
  };
  const server = createReferenceServer({ now: BEGINS, webhook: { handler } });
  const { url } = server;
  const kit = merchantKit(url, { store, clock: server.clock, transport: server.dispatcher });
  const [lending] = missedThenPaid.lendings;
  const loans = Math.ceil(events / EVENTS_EACH);
  for (let from = 1; lending && from <= loans; from += LOANS_AT_ONCE) {
    const numbers = Array.from({ length: Math.min(LOANS_AT_ONCE, loans + 1 - from) }, (_, index) => from + index);
    await Promise.all(numbers.map((number) => lend(kit, server, { ...lending, number })));
    if (from % 400 === 1) log?.(`${from + numbers.length - 1} of ${loans} loans`);
  }
  for (const { at, balances = {} } of missedThenPaid.moments) {
    await server.clock.to(at);
    const balance = balances[1];
    if (balance !== undefined) {
      for (let number = 1; number <= loans; number += 1)
        await server.bank.setBalance(
          { accountNumber: `4${String(number).padStart(9, '0')}`, bankCode: '058' },
          balance,
        );
    }
  }
  await server.clock.to(missedThenPaid.ends);
  return { server, kit, bodies: bodies.slice(0, events), loans };
}

/** Webhooks in the life that each loan lives. */
const EVENTS_EACH = 6;

async function count({ inbox, effects }: OpenedPlace, bodies: readonly string[]) {
  const done = (await effects()).map(({ news }) => news);
  const reported = new Set(done);
  const items = await inbox.list({ limit: MOST_LISTED });
  return {
    effects: done.length,
    double: done.length - reported.size,
    missing: bodies.filter((body) => !reported.has(reporting(parse(body)))).length,
    begunAgain: items.filter(({ attempts }) => attempts > 1).length,
    unfinished: items.filter(({ status }) => status === 'unfinished').length,
    quarantined: items.filter(({ status }) => status === 'quarantined').length,
  };
}

/** Each loan's file holds what the service collected, once. */
async function wrongLoans(kit: RepayKit, { controls }: ReferenceServer, loans: number): Promise<readonly string[]> {
  const wrongs: string[] = [];
  for (let number = 1; number <= loans; number += 1) {
    const loan = await kit.loans.get(loanIdOf(number));
    if (loan.stage !== 'collecting') {
      wrongs.push(`${loan.loanId} is ${loan.stage}`);
      continue;
    }
    const { collectedAmount } = (await controls.readMandate(loan.mandateId)).mandate;
    const instalments = loan.instalments.reduce((sum, { collected }) => sum + collected, 0);
    const repaid = loan.reports.filter(({ event }) => event === 'repayment.successful').length;
    const facts = [loan.balances.collected, instalments, repaid];
    const wanted = [collectedAmount, collectedAmount, 1];
    if (facts.join() !== wanted.join())
      wrongs.push(
        `${loan.loanId} has collected, on instalments and reported ${facts.join(', ')}, not ${wanted.join(', ')}`,
      );
  }
  return wrongs.slice(0, 20);
}
