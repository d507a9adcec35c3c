import type { RepayKit } from '../../client/repay-kit.ts';
import { isRequestFile } from '../../client/workflows/idempotency-file.ts';
import { isRunningOut, type Lease, leaseWork, planAgain, requeue } from '../../client/workflows/leases.ts';
import { contextOf, type LoanContext } from '../../client/workflows/loan-context.ts';
import { steadyClock } from '../../clock/clock.ts';
import { quietly } from '../../clock/mutex.ts';
import { RateLimiter } from '../../clock/rate-limiter.ts';
import { isAskedAbout } from '../../domain/loan/reconcile-due.ts';
import { given } from '../../validation/record.ts';
import { reasonOf, type WorkDone } from '../run-report.ts';
import { notifierOf, whenHandled } from './notifier.ts';
import { checkReconcileOptions, type ReconcileOptions, type ReconcileSettings } from './reconcile-options.ts';
import { type ReconcileReport, ReconcileTally } from './reconcile-report.ts';
import { noticeSilence } from './silence.ts';
import { doNotify, doVisit, notifyWithoutVisit, type VisitTools } from './visit-work.ts';

/**
 * Finds changes that no webhook reported: asks the service about loans, records the changes, and calls the receiver's
 * handlers as the webhooks would have. Handlers run once per change, even after interruptions. By default it visits the
 * due loans, like {@link runDue}. With `all` it visits every loan. With `baseline` it stores all changes as done and
 * calls no handler. A failing loan does not stop the others. Spec §6.
 *
 * @example
 * ```ts
 * const { missing, differed } = await reconcile(kit, { inbox: receiver, all: true });
 * ```
 * @throws ConfigurationError if an option is invalid; StoreError if loans cannot be listed or claimed
 */
export async function reconcile(kit: RepayKit, options: ReconcileOptions = {}): Promise<ReconcileReport> {
  return new Reconciliation(contextOf(kit), checkReconcileOptions(options)).run();
}

class Reconciliation {
  readonly #context: LoanContext;
  readonly #settings: ReconcileSettings;
  readonly #tools: VisitTools & { readonly limiter: RateLimiter };
  readonly #tally: ReconcileTally;
  readonly #startedAt = steadyClock.now();
  // Loans that another process held when they were visited.
  #heldElsewhere: Visit[] = [];
  #next: string | undefined;
  #hasMore = true;

  constructor(context: LoanContext, settings: ReconcileSettings) {
    const { inbox, signal, requestsPerSecond, baseline: isBaseline = false } = settings;
    this.#context = context;
    this.#settings = settings;
    this.#next = settings.after;
    this.#tally = new ReconcileTally({ isBaseline });
    this.#tools = {
      limiter: new RateLimiter(requestsPerSecond),
      notifier: notifierOf(context, inbox, { isBaseline }),
      signal,
      notifiesOfAll: this.#isWalk,
    };
  }

  async run(): Promise<ReconcileReport> {
    for await (const portion of this.#portions()) {
      await this.#visitAll([...portion.loans]);
      if (this.#isEnough) break;
      // A later run skips only completed portions.
      this.#next = portion.next;
    }
    // The processes that held them may have finished.
    if (!this.#isEnough) await this.#visitAll(this.#heldElsewhere.splice(0));
    if (!this.#isEnough) this.#hasMore = false;
    const silence = await this.#watchSilence();
    return this.#report(silence);
  }

  #portions(): AsyncGenerator<Portion> {
    const { all, loanIds } = this.#settings;
    const loans = all ? allLoans : loanIds ? namedLoans : dueLoans;
    return loans(this.#context, this.#settings, this.#tools.limiter);
  }

  /** Whether loans are visited even if they are not due. */
  get #isWalk(): boolean {
    return this.#settings.all === true || this.#settings.loanIds !== undefined;
  }

  get #isEnough(): boolean {
    return this.#settings.signal?.aborted === true || this.#tally.done >= this.#settings.limit;
  }

  async #visitAll(loans: Visit[]): Promise<void> {
    const ends = await Promise.allSettled(Array.from({ length: this.#settings.concurrency }, () => this.#work(loans)));
    // Return the leases that no worker took.
    if (!this.#isWalk) for (const loan of loans.splice(0)) await this.#return(loan);
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  async #work(loans: Visit[]): Promise<void> {
    const next = () => (this.#isEnough ? undefined : loans.shift());
    for (let loan = next(); loan; loan = next()) {
      const done = await this.#visit(loan);
      if (!done) this.#heldElsewhere.push(loan);
      if (done) this.#tally.add(loan.loanId, done);
      quietly(() => this.#settings.onProgress?.(this.#tally.progress(this.#tools.limiter.requests, this.#next)));
    }
  }

  async #visit({ loanId, acquire }: Visit): Promise<WorkDone | undefined> {
    try {
      if (this.#isWalk) await this.#tools.limiter.whenOpen(this.#settings.signal);
      const lease = await acquire();
      if (lease === 'elsewhere') return undefined;
      // After a baseline, no worker may notify of the history of ended loans.
      if (lease === 'unasked')
        return this.#settings.baseline ? await notifyWithoutVisit(this.#context, loanId, this.#tools) : {};
      if (isRunningOut(this.#context, lease)) {
        await requeue(this.#context, lease).catch(() => undefined);
        return {};
      }
      return await (lease.claim.kind === 'news' ? doNotify : doVisit)(this.#context, lease, this.#tools);
    } catch (error) {
      return { reconcile: { failed: 1 }, reason: reasonOf(error) };
    }
  }

  async #return({ acquire }: Visit): Promise<void> {
    const lease = await acquire();
    // If it cannot be requeued, its lease expires.
    if (typeof lease === 'object') await requeue(this.#context, lease).catch(() => undefined);
  }

  async #watchSilence(): Promise<ReconcileReport['silence']> {
    const { inbox, onSilence, signal } = this.#settings;
    if (!inbox) return undefined;
    await whenHandled(inbox, { signal });
    if (!inbox.inbox) return undefined;
    const watch = { inbox: inbox.inbox, missing: this.#tally.missing, onSilence };
    return noticeSilence(this.#context, watch).catch(() => undefined);
  }

  #report(silence: ReconcileReport['silence']): ReconcileReport {
    const { all, signal, inbox } = this.#settings;
    return this.#tally.report({
      requests: this.#tools.limiter.requests,
      isTold: inbox !== undefined,
      heldElsewhere: this.#heldElsewhere.length,
      elapsedMs: Math.round(steadyClock.now() - this.#startedAt),
      ...(silence ? { silence } : {}),
      ...(this.#hasMore ? { left: signal?.aborted ? 'stopped' : 'limit' } : {}),
      ...(all && this.#hasMore && this.#next !== undefined ? { next: this.#next } : {}),
    });
  }
}

interface Visit {
  readonly loanId: string;
  /** Leases it. `unasked`: there is nothing to ask about it. `elsewhere`: another process holds it. */
  acquire(): Promise<Lease | 'unasked' | 'elsewhere'>;
}

interface Portion {
  readonly loans: readonly Visit[];
  /** Absent in the last portion. */
  readonly next?: string;
}

// The number of loans between two values of `next`.
const PAGE = 100;

/** Yields the loans that are due or have pending notifications, already leased, until there are none. */
async function* dueLoans(
  context: LoanContext,
  { concurrency, leaseMs, inbox, signal }: ReconcileSettings,
  limiter: RateLimiter,
): AsyncGenerator<Portion> {
  const kinds = inbox ? ['news', 'reconcile'] : ['reconcile'];
  for (;;) {
    // Lease nothing while requests are paused.
    await limiter.whenOpen(signal);
    const leases = await leaseWork(context, { kinds, leaseMs, limit: concurrency });
    if (leases.length === 0) return;
    yield { loans: leases.map((each) => ({ loanId: each.claim.loanId, acquire: async () => each })) };
  }
}

async function* allLoans(context: LoanContext, settings: ReconcileSettings): AsyncGenerator<Portion> {
  for (let after = settings.after; ; ) {
    const { heads, next } = await context.files.store.list({ limit: PAGE, ...given({ after }) });
    const loanIds = heads.map(({ loanId }) => loanId).filter((loanId) => !isRequestFile(loanId));
    yield { loans: loanIds.map((loanId) => loanToVisit(context, loanId, settings)), ...given({ next }) };
    if (next === undefined) return;
    after = next;
  }
}

async function* namedLoans(context: LoanContext, settings: ReconcileSettings): AsyncGenerator<Portion> {
  yield { loans: [...new Set(settings.loanIds)].map((loanId) => loanToVisit(context, loanId, settings)) };
}

function loanToVisit(context: LoanContext, loanId: string, { leaseMs }: ReconcileSettings): Visit {
  const claim = async () => (await leaseWork(context, { kinds: ['reconcile'], leaseMs, limit: 1, loanId }))[0];
  return {
    loanId,
    acquire: async () =>
      (await claim()) ?? ((await isNowPlanned(context, loanId)) ? ((await claim()) ?? 'elsewhere') : 'unasked'),
  };
}

// A file from an older version has no planned visit, nor has a loan that needs none.
async function isNowPlanned(context: LoanContext, loanId: string): Promise<boolean> {
  for (;;) {
    const state = await context.files.read(loanId);
    if (!isAskedAbout(state.stage)) return false;
    if (await planAgain(context, state, { reconcile: context.engine.settings.clock.now() })) return true;
  }
}
