import type { RepayKit } from '../client/repay-kit.ts';
import { isRunningOut, type Lease, leaseWork, requeue } from '../client/workflows/leases.ts';
import { contextOf, type LoanContext } from '../client/workflows/loan-context.ts';
import { steadyClock } from '../clock/clock.ts';
import { quietly } from '../clock/mutex.ts';
import { RateLimiter } from '../clock/rate-limiter.ts';
import { requireOptions } from '../errors.ts';
import type { WorkKind } from '../loan-file/store.ts';
import { record } from '../validation/record.ts';
import { advanceBook, doDebits, doReports, drainInbox, takeDueCheckpoint } from './due-work.ts';
import { notifierOf, whenHandled } from './reconcile/notifier.ts';
import { noticeSilence } from './reconcile/silence.ts';
import { doNotify, doVisit, type VisitTools } from './reconcile/visit-work.ts';
import { type RunDueOptions, type RunSettings, runFields, runSettings } from './run-options.ts';
import { type DueKind, type DueReport, RunTally, reasonOf, type WorkDone } from './run-report.ts';

/**
 * Does all due work of the loans in a client's store: sends reports to the bureau, asks about open debits, reconciles
 * loans with the service, takes a checkpoint if the latest is old, and brings the book of the store forward. Any number
 * of processes can call it at any time: each piece of work is leased to one of them. If a process dies, its work
 * continues when the lease expires. A failing loan does not stop the others. Spec §4.10, §6.3.
 *
 * @example
 * ```ts
 * const { reports, debits } = await runDue(kit, { inbox: receiver });
 * ```
 * @throws ConfigurationError if an option is invalid; StoreError if work cannot be claimed
 */
export async function runDue(kit: RepayKit, options: RunDueOptions = {}): Promise<DueReport> {
  return runOnce(contextOf(kit), runSettings(requireOptions('runDue', record(runFields), options)));
}

/** Like {@link runDue}, but takes no more work once `isEnough` returns true. Running work is finished. */
export function runOnce(
  context: LoanContext,
  settings: RunSettings,
  isEnough: () => boolean = () => false,
): Promise<DueReport> {
  return new Run(context, settings, isEnough).run();
}

type Work = (context: LoanContext, lease: Lease, settings: RunSettings & VisitTools) => Promise<WorkDone>;

// Stores list notifications as a separate kind, because they send no requests. For callers they are part of
// reconciling.
const workOf = (kind: WorkKind): { readonly kind: DueKind; readonly work: Work } => {
  if (kind === 'reports') return { kind: 'reports', work: doReports };
  if (kind === 'debits') return { kind: 'debits', work: doDebits };
  return { kind: 'reconcile', work: kind === 'news' ? doNotify : doVisit };
};

// A run with many visits takes long, and the deliveries in the inbox are urgent.
const DRAIN_EVERY_MS = 30_000;

/** One run: several concurrent workers. Each takes the next piece of work from a shared batch of leases. */
class Run {
  readonly #context: LoanContext;
  readonly #settings: RunSettings & VisitTools;
  readonly #isEnough: () => boolean;
  readonly #tally = new RunTally();
  readonly #startedAt: number;
  readonly #waiting: Lease[] = [];
  #claimed = 0;
  #claiming: Promise<void> | undefined;
  #isEmpty = false;
  #drainedAt = Number.NEGATIVE_INFINITY;

  constructor(context: LoanContext, settings: RunSettings, isEnough: () => boolean) {
    this.#context = context;
    this.#settings = {
      ...settings,
      limiter: new RateLimiter(settings.requestsPerSecond),
      notifier: notifierOf(context, settings.inbox),
    };
    this.#isEnough = isEnough;
    this.#startedAt = context.engine.settings.clock.now();
  }

  async run(): Promise<DueReport> {
    // First, because webhooks of repayments create reports.
    await this.#drain();
    const workers = Array.from({ length: this.#settings.concurrency }, () => this.#work());
    const ends = await Promise.allSettled(workers);
    for (const lease of this.#waiting.splice(0)) await this.#return(lease);
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    await this.#watchSilence();
    // Last, so that it covers what the run wrote.
    if (!this.#isStopped) await takeDueCheckpoint(this.#context, this.#settings, this.#tally);
    await advanceBook(this.#context, this.#settings, { tally: this.#tally, isStopped: () => this.#isStopped });
    return this.#report();
  }

  get #isStopped(): boolean {
    return this.#settings.signal?.aborted === true || this.#isEnough();
  }

  async #work(): Promise<void> {
    for (let lease = await this.#next(); lease; lease = await this.#next()) await this.#do(lease);
  }

  async #next(): Promise<Lease | undefined> {
    while (!this.#isStopped) {
      const lease = this.#waiting.shift();
      if (lease && !isRunningOut(this.#context, lease)) return lease;
      if (lease) await this.#return(lease);
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
      // After the await, so that every worker waits for the same claim.
      this.#claiming = undefined;
    }
  }

  // Reports and debits never wait for visits, however many loans are due for one.
  async #claimMostUrgent(limit: number): Promise<readonly Lease[]> {
    const { kinds, leaseMs, notifier, limiter } = this.#settings;
    const urgent: readonly WorkKind[] = [
      ...kinds.filter((kind) => kind !== 'reconcile'),
      ...(notifier && kinds.includes('reconcile') ? ['news'] : []),
    ];
    const claimed = urgent.length > 0 ? await leaseWork(this.#context, { kinds: urgent, leaseMs, limit }) : [];
    if (claimed.length > 0 || !kinds.includes('reconcile') || limiter.pausedForMs > 0) return claimed;
    await this.#drain();
    return leaseWork(this.#context, { kinds: ['reconcile'], leaseMs, limit });
  }

  async #drain(): Promise<void> {
    const { inbox } = this.#settings;
    if (!inbox || steadyClock.now() - this.#drainedAt < DRAIN_EVERY_MS) return;
    this.#drainedAt = steadyClock.now();
    await drainInbox(inbox, this.#tally, () => this.#isStopped);
  }

  async #watchSilence(): Promise<void> {
    const { inbox, onSilence, signal } = this.#settings;
    if (!inbox?.inbox) return;
    try {
      const { missing } = this.#tally;
      if (missing.length > 0) await whenHandled(inbox, { signal });
      this.#tally.silence = await noticeSilence(this.#context, { inbox: inbox.inbox, missing, onSilence });
    } catch (error) {
      this.#tally.fail({ kind: 'silence', reason: reasonOf(error) });
    }
  }

  async #do(lease: Lease): Promise<void> {
    const { loanId } = lease.claim;
    const { kind, work } = workOf(lease.claim.kind);
    const done = await work(this.#context, lease, this.#settings).catch((error) => ({
      [kind]: { failed: 1 },
      reason: reasonOf(error),
    }));
    this.#tally.add(loanId, kind, done);
    // The work may have left or created more work.
    this.#isEmpty = false;
    quietly(() => this.#settings.onProgress?.({ loanId, kind, soFar: this.#report() }));
  }

  async #return(lease: Lease): Promise<void> {
    // If it cannot be requeued, its lease expires.
    await requeue(this.#context, lease).catch(() => undefined);
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
