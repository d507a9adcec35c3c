import { contextOf } from '../client/kit-context.ts';
import type { RepayKit } from '../client/repay-kit.ts';
import { giveBack, type HeldWork, holdWork, isRunningOut } from '../client/steps/held-work.ts';
import type { LoanContext } from '../client/steps/loan-context.ts';
import { takeDueCheckpoint } from './checkpoint-work.ts';
import { doDebits } from './debit-work.ts';
import { drainInbox } from './inbox-drain.ts';
import { doReports } from './report-work.ts';
import { checkRunOptions, type RunDueOptions, type RunSettings } from './run-options.ts';
import { type DueKind, type DueReport, RunTally, reasonOf, type WorkDone } from './run-report.ts';

/**
 * Does what is due in the loans of a client's store, until nothing is: reports go to the bureau, open debits are asked about, a checkpoint is
 * taken when the latest is old. Call it as often as you like and
 * from as many processes as you like: each piece of work is claimed by one of them, and what a killed one held is done once its lease has run out. One loan that
 * fails stops no other. Spec §4.10, §6.3.
 *
 * @example
 * ```ts
 * const { reports, debits } = await runDue(kit, { inbox: receiver });
 * ```
 * @throws ConfigurationError when an option is wrong; StoreError when work cannot be claimed
 */
export async function runDue(kit: RepayKit, options: RunDueOptions = {}): Promise<DueReport> {
  return runOnce(contextOf(kit), checkRunOptions(options));
}

/** As {@link runDue}, and takes no more work once `isEnough` says so; what is under way comes to its end. */
export function runOnce(context: LoanContext, settings: RunSettings, isEnough: () => boolean = () => false): Promise<DueReport> {
  return new Run(context, settings, isEnough).run();
}

const doers: Readonly<Record<DueKind, (context: LoanContext, held: HeldWork, settings: RunSettings) => Promise<WorkDone>>> = {
  reports: doReports,
  debits: doDebits,
};

/** One run: a few lanes side by side, each taking the next piece of work from those that were claimed together. */
class Run {
  readonly #context: LoanContext;
  readonly #settings: RunSettings;
  readonly #isEnough: () => boolean;
  readonly #tally = new RunTally();
  readonly #startedAt: number;
  readonly #waiting: HeldWork[] = [];
  #claimed = 0;
  #claiming: Promise<void> | undefined;
  #isEmpty = false;

  constructor(context: LoanContext, settings: RunSettings, isEnough: () => boolean) {
    this.#context = context;
    this.#settings = settings;
    this.#isEnough = isEnough;
    this.#startedAt = context.engine.settings.clock.now();
  }

  async run(): Promise<DueReport> {
    const { inbox, concurrency } = this.#settings;
    // First, because news of repayments makes reports.
    if (inbox) await drainInbox(inbox, this.#tally, () => this.#isStopped);
    const lanes = Array.from({ length: concurrency }, () => this.#work());
    const ends = await Promise.allSettled(lanes);
    for (const held of this.#waiting.splice(0)) await this.#return(held);
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    // Last, so that it covers what the run wrote down.
    if (!this.#isStopped) await takeDueCheckpoint(this.#context, this.#settings, this.#tally);
    return this.#report();
  }

  get #isStopped(): boolean {
    return this.#settings.signal?.aborted === true || this.#isEnough();
  }

  async #work(): Promise<void> {
    for (let held = await this.#next(); held; held = await this.#next()) await this.#do(held);
  }

  async #next(): Promise<HeldWork | undefined> {
    while (!this.#isStopped) {
      const held = this.#waiting.shift();
      if (held && !isRunningOut(this.#context, held)) return held;
      if (held) await this.#return(held);
      else if (this.#isEmpty) return undefined;
      else {
        const claiming = this.#claiming ?? this.#claim();
        this.#claiming = claiming;
        await claiming;
      }
    }
    return undefined;
  }

  async #claim(): Promise<void> {
    const { kinds, leaseMs, concurrency, limit } = this.#settings;
    const batch = Math.min(concurrency, limit - this.#claimed);
    try {
      const claimed = await (batch > 0 ? holdWork(this.#context, { kinds, leaseMs, limit: batch }) : Promise.resolve([]));
      this.#claimed += claimed.length;
      this.#waiting.push(...claimed);
      this.#isEmpty = claimed.length === 0;
    } finally {
      // After the await, so that whoever waits for it has taken hold of it.
      this.#claiming = undefined;
    }
  }

  async #do(held: HeldWork): Promise<void> {
    const { loanId, kind } = held.claim;
    this.#tally.add(loanId, kind as DueKind, await this.#doSafely(held));
    // What was done may have left or made more to do.
    this.#isEmpty = false;
    try {
      this.#settings.onProgress?.({ loanId, kind: kind as DueKind, soFar: this.#report() });
    } catch {
      // Whoever watches must not be able to stop the work.
    }
  }

  async #doSafely(held: HeldWork): Promise<WorkDone> {
    const kind = held.claim.kind as DueKind;
    try {
      return await doers[kind](this.#context, held, this.#settings);
    } catch (error) {
      return { [kind]: { failed: 1 }, reason: reasonOf(error) };
    }
  }

  async #return(held: HeldWork): Promise<void> {
    // If it cannot be given back, its lease runs out.
    await giveBack(this.#context, held).catch(() => undefined);
  }

  #report(): DueReport {
    const elapsedMs = this.#context.engine.settings.clock.now() - this.#startedAt;
    const isAtLimit = this.#claimed >= this.#settings.limit;
    return this.#tally.report(elapsedMs, this.#isStopped ? 'stopped' : isAtLimit ? 'limit' : undefined);
  }
}
