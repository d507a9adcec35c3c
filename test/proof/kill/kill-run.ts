/** One run: lenders' processes work on loans and are killed, again and again; then everything settles and is held against each other. */
import type { Loan } from '../../../src/domain/loan/loan.ts';
import type { FileHead } from '../../../src/loan-file/store.ts';
import { Dice } from '../tampering/dice.ts';
import { Crew, type Worker } from './crew.ts';
import { type Acknowledged, merchantKit } from './merchant.ts';
import type { Reported, Said } from './merchant-worker.ts';
import { Platform } from './platform.ts';
import { settleAll } from './settle-all.ts';
import { openStore, type StorePlace } from './store-place.ts';
import { judge, type Verdict } from './verdict.ts';

/** How a run goes. */
export interface KillRun {
  readonly place: StorePlace;
  /** The built worker. */
  readonly program: string;
  readonly kills: number;
  readonly seed: number;
  /** Everything ends after this time, in milliseconds of the machine. */
  readonly limitMs: number;
  readonly workers?: number;
  /** Kills go on until at least so much has happened, however slow the machine is. */
  readonly atLeast?: Progress;
  readonly log?: (line: string) => void;
}

/** What has happened so far. */
export interface Progress {
  readonly acknowledged: number;
  readonly debitsSent: number;
  readonly killsAtArrival: number;
}

/** What came out. */
export interface KillResult extends Verdict {
  readonly kills: number;
  /** Of these, at the moment when a request of the process arrived at the server. */
  readonly killsAtArrival: number;
  readonly processes: number;
  readonly loans: number;
  readonly stages: Readonly<Record<string, number>>;
  readonly acknowledged: number;
  /** Steps that ended with an error that said what to do, by error. */
  readonly refused: Readonly<Record<string, number>>;
  readonly parked: number;
  readonly seconds: number;
}

const LOANS_AT_ONCE = 5;
/** After so many steps a loan is left as it is, so that others begin. */
const STEPS_EACH = 140;
const LOOK_EVERY_MS = 200;
/** Of one process. */
const MOST_STEPS_BEFORE_KILL = 24;
const LONGEST_WAIT_FOR_ARRIVAL_MS = 300;
/** Twenty minutes of the run's time: longer than any window of a debit. */
const LONGEST_SUSPENSION_MS = 8_000;

/** Plays a run. */
export async function playKillRun(run: KillRun): Promise<KillResult> {
  const began = performance.now();
  const platform = await Platform.open(run.seed);
  const opened = openStore(run.place);
  const work = new WorkInHand(platform, run);
  const limit = AbortSignal.timeout(run.limitMs);
  let crew: Crew | undefined;
  try {
    await work.begin();
    await platform.addFaults();
    const reported = (): Reported => ({ now: platform.server.clock.now(), loans: work.inHand });
    const task = { url: platform.url, place: run.place };
    const { program, seed, workers: size = 4 } = run;
    crew = new Crew({
      program,
      size,
      task,
      seed,
      state: reported,
      onSaid: (said) => work.handle(said),
      onCollapse: (what) => work.wrongs.push(what),
    });
    platform.startTime(() => crew?.send(reported()));
    const looking = setInterval(() => void work.look(() => opened.store.list({ limit: 1_000 })), LOOK_EVERY_MS);
    const done = { acknowledged: () => work.acknowledged.length, debitsSent: () => platform.debits.length };
    const { kills, killsAtArrival } = await killAll({ crew, platform, run, limit, done }).finally(() =>
      clearInterval(looking),
    );
    await crew.end();
    await work.looked;
    run.log?.(`${kills} kills in ${Math.round(performance.now() - began)} ms; now everything settles`);

    await platform.server.controls.clearFaults();
    const kit = merchantKit(platform.url, { store: opened.store, clock: platform.server.clock });
    const heads = (await opened.store.list({ limit: 1_000 })).heads;
    const numbers = heads.map(({ loanId }) => Number(loanId.slice('loan-'.length)));
    const settled = await settleAll(kit, platform, { numbers, limit });
    await platform.stopTime();
    const seenHeads = [...work.seenHeads, ...heads];
    const verdict = await judge({
      kit,
      store: opened.store,
      platform,
      numbers,
      acknowledged: work.acknowledged,
      seenHeads,
    });
    await kit.close();
    const restless = settled.restless.map((loanId) => `${loanId} did not come to rest`);
    return {
      ...verdict,
      wrongs: [...work.wrongs, ...restless, ...verdict.wrongs],
      kills,
      killsAtArrival,
      processes: crew.started,
      loans: numbers.length,
      stages: countBy(settled.loans, ({ stage }: Loan) => stage),
      acknowledged: work.acknowledged.length,
      refused: Object.fromEntries(work.refused),
      parked: settled.parked,
      seconds: Math.round((performance.now() - began) / 1_000),
    };
  } finally {
    await crew?.end();
    await platform.close();
    await opened.close();
  }
}

/** Which loans are in work, what was said of them, and how far their files were seen to be. */
class WorkInHand {
  inHand: number[] = [];
  readonly acknowledged: Acknowledged[] = [];
  readonly seenHeads: FileHead[] = [];
  readonly refused = new Map<string, number>();
  readonly wrongs: string[] = [];
  looked: Promise<void> = Promise.resolve();
  readonly #platform: Platform;
  readonly #log: (line: string) => void;
  readonly #steps = new Map<number, number>();
  readonly #versions = new Map<string, number>();
  #last = 0;

  constructor(platform: Platform, { log = () => undefined }: KillRun) {
    this.#platform = platform;
    this.#log = log;
  }

  async begin(): Promise<void> {
    while (this.inHand.length < LOANS_AT_ONCE) await this.#addLoan();
  }

  handle(said: Said): void {
    switch (said.say) {
      case 'ready':
        return;
      case 'begins': {
        const number = Number(said.loanId.slice('loan-'.length));
        this.#steps.set(number, (this.#steps.get(number) ?? 0) + 1);
        if (said.stage === 'verifying' && said.mandateId) void this.#platform.payDeposits(said.mandateId, number);
        if ((this.#steps.get(number) ?? 0) > STEPS_EACH) this.#leave(number);
        return;
      }
      case 'done':
        this.acknowledged.push(said.fact);
        if (said.fact.stage === 'closed' && said.fact.step === 'awaitReported')
          this.#leave(Number(said.fact.loanId.slice('loan-'.length)));
        return;
      case 'refused': {
        const name = `${said.step}: ${said.error}`;
        this.refused.set(name, (this.refused.get(name) ?? 0) + 1);
        return;
      }
      case 'broken':
        this.#log(`${said.step} broke: ${said.error}`);
        this.wrongs.push(`${said.step} broke: ${said.error}`);
    }
  }

  /** Sees how far the files are: at least as far as was acknowledged before, and never less far than before. */
  async look(list: () => Promise<{ readonly heads: readonly FileHead[] }>): Promise<void> {
    const reported = this.acknowledged.length;
    this.looked = list().then(({ heads }) => {
      const present = new Map(heads.map(({ loanId, version }) => [loanId, version]));
      for (const head of heads) {
        const before = this.#versions.get(head.loanId) ?? 0;
        if (head.version < before)
          this.wrongs.push(`${head.loanId} went back from version ${before} to ${head.version}`);
        if (head.version > before) this.seenHeads.push(head);
        this.#versions.set(head.loanId, head.version);
      }
      for (const { loanId, version } of this.acknowledged.slice(this.#checked, reported)) {
        if ((present.get(loanId) ?? 0) < version)
          this.wrongs.push(`${loanId} was acknowledged at version ${version}, and is at ${present.get(loanId)}`);
      }
      this.#checked = reported;
    });
    await this.looked;
  }

  #checked = 0;

  #leave(number: number): void {
    if (!this.inHand.includes(number)) return;
    this.inHand = this.inHand.filter((each) => each !== number);
    void this.#addLoan();
  }

  async #addLoan(): Promise<void> {
    this.#last += 1;
    const number = this.#last;
    await this.#platform.addPayer(number);
    this.inHand = [...this.inHand, number];
  }
}

interface Killing {
  readonly crew: Crew;
  readonly platform: Platform;
  readonly run: KillRun;
  readonly limit: AbortSignal;
  readonly done: { readonly acknowledged: () => number; readonly debitsSent: () => number };
}

async function killAll({
  crew,
  platform,
  run,
  limit,
  done,
}: Killing): Promise<{ readonly kills: number; readonly killsAtArrival: number }> {
  const { seed, log, atLeast = { acknowledged: 0, debitsSent: 0, killsAtArrival: 0 } } = run;
  const dice = new Dice(seed);
  let kills = 0;
  let killsAtArrival = 0;
  const isEnough = () =>
    kills >= run.kills &&
    done.acknowledged() >= atLeast.acknowledged &&
    done.debitsSent() >= atLeast.debitsSent &&
    killsAtArrival >= atLeast.killsAtArrival;
  while (!isEnough()) {
    if (limit.aborted) throw new Error(`the run took too long: ${kills} of ${run.kills} kills`);
    await pause(dice.between(20, 180));
    // Some die young, some after they have done much.
    const steps = dice.between(0, MOST_STEPS_BEFORE_KILL);
    const victims = crew.ready.filter((worker) => worker.steps >= steps);
    if (victims.length === 0) continue;
    const victim = dice.of(victims);
    if (dice.below(4) === 0) crew.suspend(dice.of(victims), dice.between(500, LONGEST_SUSPENSION_MS));
    if (dice.below(2) === 0 && (await arrivalOf(platform, victim))) killsAtArrival += 1;
    await crew.kill(victim);
    kills += 1;
    if (kills % 50 === 0) log?.(`${kills} kills`);
  }
  return { kills, killsAtArrival };
}

/** Waits until a request about the loan that a process works on arrives; false if none does in time. */
function arrivalOf(platform: Platform, victim: Worker): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isArrived: boolean) => {
      clearTimeout(timer);
      stop();
      resolve(isArrived);
    };
    const timer = setTimeout(() => end(false), LONGEST_WAIT_FOR_ARRIVAL_MS);
    const stop = platform.onArrival(({ mandateId }) => {
      // At once, before the server does anything: this is the moment in which most hangs in the balance.
      if (mandateId === undefined || mandateId !== victim.mandateId) return;
      victim.child.kill('SIGKILL');
      end(true);
    });
  });
}

const pause = (delayMs: number) => new Promise((resolve) => setTimeout(resolve, delayMs));

function countBy<Item>(items: readonly Item[], nameOf: (item: Item) => string): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const item of items) counts[nameOf(item)] = (counts[nameOf(item)] ?? 0) + 1;
  return counts;
}
