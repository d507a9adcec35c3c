import { isRequestFile } from '../../client/workflows/idempotency/idempotency-file.ts';
import { type HeldWork, holdWork, planAgain } from '../../client/workflows/leases.ts';
import type { LoanContext } from '../../client/workflows/loan-context.ts';
import type { RateLimiter } from '../../clock/rate-limiter.ts';
import { isAskedAbout } from '../../domain/loan/reconcile-due.ts';
import type { ReconcileSettings } from './reconcile-options.ts';

/** A loan to be asked about. */
export interface Visit {
  readonly loanId: string;
  /** Holds it; `unasked`: there is nothing to ask about it, `elsewhere`: somebody else holds it. */
  hold(): Promise<HeldWork | 'unasked' | 'elsewhere'>;
}

/** Loans to be asked about, in portions, and where to go on after the portion. */
export interface Portion {
  readonly loans: readonly Visit[];
  /** Absent after the last one. */
  readonly next?: string;
}

/** How many loans of a walk are between two places to go on from. */
const PAGE = 100;

/** The loans that are due, held already, and what waits to be told: until nothing more is. */
export async function* dueLoans(
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
export async function* allLoans(context: LoanContext, settings: ReconcileSettings): AsyncGenerator<Portion> {
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
export async function* namedLoans(context: LoanContext, settings: ReconcileSettings): AsyncGenerator<Portion> {
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
