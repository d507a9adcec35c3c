import type { RepayKit } from '../../client/repay-kit.ts';
import { isRequestFile } from '../../client/workflows/idempotency/idempotency-file.ts';
import { giveBack, type HeldWork, holdWork, isRunningOut, planAgain } from '../../client/workflows/leases.ts';
import { contextOf, type LoanContext } from '../../client/workflows/loan-context.ts';
import { steadyClock } from '../../clock/clock.ts';
import { quietly } from '../../clock/mutex.ts';
import { RateLimiter } from '../../clock/rate-limiter.ts';
import { isAskedAbout } from '../../domain/loan/reconcile-due.ts';
import { reasonOf, type WorkDone } from '../run-report.ts';
import { tellerOf, whenTold } from './notifier.ts';
import { checkReconcileOptions, type ReconcileOptions, type ReconcileSettings } from './reconcile-options.ts';
import { type ReconcileReport, ReconcileTally } from './reconcile-report.ts';
import { listenForSilence } from './silence.ts';
import { doLook, doNews, type Looking, tellUnasked } from './visit-work.ts';

/**
 * Finds what was never heard: asks the service about loans, writes down what is new, and has the receiver's handlers told of it with the events that webhooks would have
 * brought, each once, whoever else brings it and however often this is stopped and begun again. Asks about the loans that are due, as {@link runDue} does among other
 * things; with `all` about every loan, which also takes care of those whose files an older version of this package wrote; with `baseline` it calls nobody and keeps all of it as told. One loan that fails stops no other. Spec §6.
 *
 * @example
 * ```ts
 * const { missing, differed } = await reconcile(kit, { inbox: receiver, all: true });
 * ```
 * @throws ConfigurationError when an option is wrong; StoreError when loans cannot be listed or claimed
 */
export async function reconcile(kit: RepayKit, options: ReconcileOptions = {}): Promise<ReconcileReport> {
  return new Reconciliation(contextOf(kit), checkReconcileOptions(options)).run();
}

/** One reconciliation: a few lanes side by side over one portion of loans after the other. */
class Reconciliation {
  readonly #context: LoanContext;
  readonly #settings: ReconcileSettings;
  readonly #looking: Looking & { readonly limiter: RateLimiter };
  readonly #tally: ReconcileTally;
  readonly #startedAt = steadyClock.now();
  // Loans that somebody else held when their turn came.
  #heldElsewhere: Visit[] = [];
  #next: string | undefined;
  #hasMore = true;

  constructor(context: LoanContext, settings: ReconcileSettings) {
    const { inbox, signal, requestsPerSecond, baseline: isBaseline = false } = settings;
    this.#context = context;
    this.#settings = settings;
    this.#next = settings.after;
    this.#tally = new ReconcileTally({ isBaseline });
    this.#looking = {
      limiter: new RateLimiter(requestsPerSecond),
      teller: tellerOf(context, inbox, { isBaseline }),
      signal,
      tellsAll: this.#isWalk,
    };
  }

  async run(): Promise<ReconcileReport> {
    for await (const portion of this.#portions()) {
      await this.#visitAll([...portion.loans]);
      if (this.#isEnough) break;
      // Only what is done altogether is passed over when it goes on later.
      this.#next = portion.next;
    }
    // Whoever held them may be through by now.
    if (!this.#isEnough) await this.#visitAll(this.#heldElsewhere.splice(0));
    if (!this.#isEnough) this.#hasMore = false;
    const silence = await this.#listen();
    return this.#report(silence);
  }

  #portions(): AsyncGenerator<Portion> {
    const { all, loanIds } = this.#settings;
    const loans = all ? allLoans : loanIds ? namedLoans : dueLoans;
    return loans(this.#context, this.#settings, this.#looking.limiter);
  }

  /** Are loans asked about whether they are due or not? */
  get #isWalk(): boolean {
    return this.#settings.all === true || this.#settings.loanIds !== undefined;
  }

  get #isEnough(): boolean {
    return this.#settings.signal?.aborted === true || this.#tally.done >= this.#settings.limit;
  }

  async #visitAll(loans: Visit[]): Promise<void> {
    const ends = await Promise.allSettled(Array.from({ length: this.#settings.concurrency }, () => this.#work(loans)));
    // What was held for nobody.
    if (!this.#isWalk) for (const loan of loans.splice(0)) await this.#return(loan);
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  async #work(loans: Visit[]): Promise<void> {
    for (
      let loan = this.#isEnough ? undefined : loans.shift();
      loan;
      loan = this.#isEnough ? undefined : loans.shift()
    ) {
      const done = await this.#visit(loan);
      if (!done) this.#heldElsewhere.push(loan);
      if (done) this.#tally.add(loan.loanId, done);
      quietly(() => this.#settings.onProgress?.(this.#tally.progress(this.#looking.limiter.requests, this.#next)));
    }
  }

  /** Undefined: somebody else holds it. */
  async #visit({ loanId, hold }: Visit): Promise<WorkDone | undefined> {
    try {
      if (this.#isWalk) await this.#looking.limiter.whenOpen(this.#settings.signal);
      const held = await hold();
      if (held === 'elsewhere') return undefined;
      // Nor must a worker tell the past of loans that are over.
      if (held === 'unasked')
        return this.#settings.baseline ? await tellUnasked(this.#context, loanId, this.#looking) : {};
      if (isRunningOut(this.#context, held)) {
        await giveBack(this.#context, held).catch(() => undefined);
        return {};
      }
      return await (held.claim.kind === 'news' ? doNews : doLook)(this.#context, held, this.#looking);
    } catch (error) {
      return { reconcile: { failed: 1 }, reason: reasonOf(error) };
    }
  }

  async #return({ hold }: Visit): Promise<void> {
    const held = await hold();
    // If it cannot be given back, its lease runs out.
    if (typeof held === 'object') await giveBack(this.#context, held).catch(() => undefined);
  }

  async #listen(): Promise<ReconcileReport['silence']> {
    const { inbox, onSilence, signal } = this.#settings;
    if (!inbox) return undefined;
    await whenTold(inbox, { signal });
    if (!inbox.inbox) return undefined;
    return listenForSilence(this.#context, { inbox: inbox.inbox, missing: this.#tally.missing, onSilence }).catch(
      () => undefined,
    );
  }

  #report(silence: ReconcileReport['silence']): ReconcileReport {
    const { all, signal, inbox } = this.#settings;
    return this.#tally.report({
      requests: this.#looking.limiter.requests,
      isTold: inbox !== undefined,
      heldElsewhere: this.#heldElsewhere.length,
      elapsedMs: Math.round(steadyClock.now() - this.#startedAt),
      ...(silence ? { silence } : {}),
      ...(this.#hasMore ? { left: signal?.aborted ? 'stopped' : 'limit' } : {}),
      ...(all && this.#hasMore && this.#next !== undefined ? { next: this.#next } : {}),
    });
  }
}

/** A loan to be asked about. */
interface Visit {
  readonly loanId: string;
  /** Holds it; `unasked`: there is nothing to ask about it, `elsewhere`: somebody else holds it. */
  hold(): Promise<HeldWork | 'unasked' | 'elsewhere'>;
}

/** Loans to be asked about, in portions, and where to go on after the portion. */
interface Portion {
  readonly loans: readonly Visit[];
  /** Absent after the last one. */
  readonly next?: string;
}

/** How many loans of a walk are between two places to go on from. */
const PAGE = 100;

/** The loans that are due, held already, and what waits to be told: until nothing more is. */
async function* dueLoans(
  context: LoanContext,
  { concurrency, leaseMs, inbox, signal }: ReconcileSettings,
  limiter: RateLimiter,
): AsyncGenerator<Portion> {
  const kinds = inbox ? ['news', 'reconcile'] : ['reconcile'];
  for (;;) {
    // Nothing is held while nobody may be asked.
    await limiter.whenOpen(signal);
    const held = await holdWork(context, { kinds, leaseMs, limit: concurrency });
    if (held.length === 0) return;
    yield { loans: held.map((each) => ({ loanId: each.claim.loanId, hold: async () => each })) };
  }
}

/** Every loan of the store, in the order in which their files were begun. */
async function* allLoans(context: LoanContext, settings: ReconcileSettings): AsyncGenerator<Portion> {
  for (let after = settings.after; ; ) {
    const { heads, next } = await context.files.store.list({ limit: PAGE, ...(after === undefined ? {} : { after }) });
    yield {
      loans: heads.flatMap(({ loanId }) => (isRequestFile(loanId) ? [] : [loanToHold(context, loanId, settings)])),
      ...(next === undefined ? {} : { next }),
    };
    if (next === undefined) return;
    after = next;
  }
}

/** The loans that were named. */
async function* namedLoans(context: LoanContext, settings: ReconcileSettings): AsyncGenerator<Portion> {
  yield { loans: [...new Set(settings.loanIds)].map((loanId) => loanToHold(context, loanId, settings)) };
}

function loanToHold(context: LoanContext, loanId: string, { leaseMs }: ReconcileSettings): Visit {
  const claim = async () => (await holdWork(context, { kinds: ['reconcile'], leaseMs, limit: 1, loanId }))[0];
  return {
    loanId,
    hold: async () =>
      (await claim()) ?? ((await isNowPlanned(context, loanId)) ? ((await claim()) ?? 'elsewhere') : 'unasked'),
  };
}

// A file that an older version wrote has no look planned; nor has a loan that is not asked about. Whoever else holds it is at it.
async function isNowPlanned(context: LoanContext, loanId: string): Promise<boolean> {
  for (;;) {
    const state = await context.files.read(loanId);
    if (!isAskedAbout(state.stage)) return false;
    if (await planAgain(context, state, { reconcile: context.engine.settings.clock.now() })) return true;
  }
}
