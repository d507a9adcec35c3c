import type { RepayKit } from '../client/repay-kit.ts';
import { giveBack, type HeldWork, holdWork, isRunningOut } from '../client/workflows/leases.ts';
import { contextOf, type LoanContext } from '../client/workflows/loan-context.ts';
import { steadyClock } from '../clock/clock.ts';
import { RateLimiter } from '../clock/rate-limiter.ts';
import { requireOptions } from '../errors.ts';
import type { WorkKind } from '../loan-file/store.ts';
import { record } from '../validation/record.ts';
import { doDebits, doReports, drainInbox, takeDueCheckpoint } from './due-work.ts';
import { tellerOf, whenTold } from './reconcile/notifier.ts';
import { listenForSilence } from './reconcile/silence.ts';
import { doLook, doNews, type Looking } from './reconcile/visit-work.ts';
import { type RunDueOptions, type RunSettings, runFields, runSettings } from './run-options.ts';
import { type DueKind, type DueReport, RunTally, reasonOf, type WorkDone } from './run-report.ts';

/**
 * Does what is due in the loans of a client's store, until nothing is: reports go to the bureau, open debits are asked about, loans are reconciled with the service,
 * a checkpoint is taken when the latest is old. Call it as often as you like and from as many processes as you like: each piece of work is claimed by one of them, and
 * what a killed one held is done once its lease has run out. One loan that fails stops no other. Spec §4.10, §6.3.
 *
 * @example
 * ```ts
 * const { reports, debits } = await runDue(kit, { inbox: receiver });
 * ```
 * @throws ConfigurationError when an option is wrong; StoreError when work cannot be claimed
 */
export async function runDue(kit: RepayKit, options: RunDueOptions = {}): Promise<DueReport> {
  return runOnce(contextOf(kit), runSettings(requireOptions('runDue', record(runFields), options)));
}

/** As {@link runDue}, and takes no more work once `isEnough` says so; what is under way comes to its end. */
export function runOnce(
  context: LoanContext,
  settings: RunSettings,
  isEnough: () => boolean = () => false,
): Promise<DueReport> {
  return new Run(context, settings, isEnough).run();
}

type Done = (context: LoanContext, held: HeldWork, settings: RunSettings & Looking) => Promise<WorkDone>;

const doers: Readonly<Record<DueKind | 'news', Done>> = {
  reports: doReports,
  debits: doDebits,
  news: doNews,
  reconcile: doLook,
};

// What is to be told is part of reconciling, and a kind of its own in stores: it asks the service nothing.
function dueKindOf(kind: WorkKind): DueKind {
  return kind === 'news' ? 'reconcile' : (kind as DueKind);
}

// A run that looks at many loans takes its time, and what is in the inbox waits for nobody.
const DRAIN_EVERY_MS = 30_000;

/** One run: a few lanes side by side, each taking the next piece of work from those that were claimed together. */
class Run {
  readonly #context: LoanContext;
  readonly #settings: RunSettings & Looking;
  readonly #isEnough: () => boolean;
  readonly #tally = new RunTally();
  readonly #startedAt: number;
  readonly #waiting: HeldWork[] = [];
  #claimed = 0;
  #claiming: Promise<void> | undefined;
  #isEmpty = false;
  #drainedAt = Number.NEGATIVE_INFINITY;

  constructor(context: LoanContext, settings: RunSettings, isEnough: () => boolean) {
    this.#context = context;
    this.#settings = {
      ...settings,
      limiter: new RateLimiter(settings.requestsPerSecond),
      teller: tellerOf(context, settings.inbox),
    };
    this.#isEnough = isEnough;
    this.#startedAt = context.engine.settings.clock.now();
  }

  async run(): Promise<DueReport> {
    const { concurrency } = this.#settings;
    // First, because news of repayments makes reports.
    await this.#drain();
    const lanes = Array.from({ length: concurrency }, () => this.#work());
    const ends = await Promise.allSettled(lanes);
    for (const held of this.#waiting.splice(0)) await this.#return(held);
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    await this.#listen();
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
    const { concurrency, limit } = this.#settings;
    const batch = Math.min(concurrency, limit - this.#claimed);
    try {
      const claimed = await (batch > 0 ? this.#claimMostUrgent(batch) : Promise.resolve([]));
      this.#claimed += claimed.length;
      this.#waiting.push(...claimed);
      this.#isEmpty = claimed.length === 0;
    } finally {
      // After the await, so that whoever waits for it has taken hold of it.
      this.#claiming = undefined;
    }
  }

  // However many loans wait to be looked at, reports and debits do not wait for them.
  async #claimMostUrgent(limit: number): Promise<readonly HeldWork[]> {
    const { kinds, leaseMs, teller, limiter } = this.#settings;
    const urgent: readonly WorkKind[] = [
      ...kinds.filter((kind) => kind !== 'reconcile'),
      ...(teller && kinds.includes('reconcile') ? ['news'] : []),
    ];
    const claimed = urgent.length > 0 ? await holdWork(this.#context, { kinds: urgent, leaseMs, limit }) : [];
    if (claimed.length > 0 || !kinds.includes('reconcile') || limiter.pausedForMs > 0) return claimed;
    await this.#drain();
    return holdWork(this.#context, { kinds: ['reconcile'], leaseMs, limit });
  }

  async #drain(): Promise<void> {
    const { inbox } = this.#settings;
    if (!inbox || steadyClock.now() - this.#drainedAt < DRAIN_EVERY_MS) return;
    this.#drainedAt = steadyClock.now();
    await drainInbox(inbox, this.#tally, () => this.#isStopped);
  }

  async #listen(): Promise<void> {
    const { inbox, onSilence, signal } = this.#settings;
    if (!inbox?.inbox) return;
    try {
      const { missing } = this.#tally;
      if (missing.length > 0) await whenTold(inbox, { signal });
      this.#tally.heardNothing(await listenForSilence(this.#context, { inbox: inbox.inbox, missing, onSilence }));
    } catch (error) {
      this.#tally.fail({ kind: 'silence', reason: reasonOf(error) });
    }
  }

  async #do(held: HeldWork): Promise<void> {
    const { loanId, kind: workKind } = held.claim;
    const kind = dueKindOf(workKind);
    this.#tally.add(loanId, kind, await this.#doSafely(held));
    // What was done may have left or made more to do.
    this.#isEmpty = false;
    try {
      this.#settings.onProgress?.({ loanId, kind, soFar: this.#report() });
    } catch {
      // Whoever watches must not be able to stop the work.
    }
  }

  async #doSafely(held: HeldWork): Promise<WorkDone> {
    const kind = held.claim.kind as DueKind | 'news';
    try {
      return await doers[kind](this.#context, held, this.#settings);
    } catch (error) {
      return { [dueKindOf(kind)]: { failed: 1 }, reason: reasonOf(error) };
    }
  }

  async #return(held: HeldWork): Promise<void> {
    // If it cannot be given back, its lease runs out.
    await giveBack(this.#context, held).catch(() => undefined);
  }

  #report(): DueReport {
    const elapsedMs = this.#context.engine.settings.clock.now() - this.#startedAt;
    return this.#tally.report(elapsedMs, this.#whyMoreIsLeft());
  }

  #whyMoreIsLeft(): DueReport['left'] {
    if (this.#isStopped) return 'stopped';
    if (this.#claimed >= this.#settings.limit) return 'limit';
    return this.#settings.limiter.pausedForMs > 0 ? 'pause' : undefined;
  }
}
