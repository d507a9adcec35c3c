/** Whose turn it is to read a mandate because of notifications: one reader at a time over all processes, and a few readings an hour. */
import { systemClock } from '../../../clock/system-clock.ts';
import { HOUR_MS, type Instant, MINUTE_MS } from '../../../domain/calendar.ts';
import { isAskedAbout } from '../../../domain/loan/reconcile-due.ts';
import type { LoanState } from '../../../domain/loan/state.ts';
import type { WorkClaim } from '../../../loans/store.ts';
import { LEASE_MS, planAgain } from '../held-work.ts';
import type { LoanContext } from '../loan-context.ts';

/** Whether to read now: yes, and then say how it ended; or another reading has answered already; or reconciliation will. */
export type SyncTurn = { readonly kind: 'read'; end(isRead: boolean): Promise<unknown> } | { readonly kind: 'answered' } | { readonly kind: 'deferred' };

/** What a turn is wanted for. */
export interface TurnTerms {
  /** A reading that began at this moment or later will do; undefined: only one that begins now. */
  readonly since: Instant | undefined;
  /** How many readings one mandate gets in an hour. */
  readonly mostAnHour: number;
}

const KIND = 'sync';
// The time of the last reading is kept as when the work is due, moved so far ahead that nobody finds it due.
const FAR_AHEAD_MS = 10 ** 13;
const LONGEST_WAIT_MS = 1_000;
const WAIT_STEP_MS = 100;
const MOST_REMEMBERED = 10_000;
// Readings for which reconciliation takes over: at most one in each of these.
const DEFERRED_TO_MS = 15 * MINUTE_MS;

/** The turns of one client; what they share with other processes lies in the store. */
export class SyncTurns {
  readonly #context: LoanContext;
  readonly #readAt = new Map<string, Instant>();
  readonly #known = new Set<string>();

  constructor(context: LoanContext) {
    this.#context = context;
  }

  /** Takes a turn for the mandate of a loan. @throws StoreError */
  async take(state: LoanState, { since, mostAnHour }: TurnTerms): Promise<SyncTurn> {
    const { loanId } = state;
    if (since !== undefined && (this.#readAt.get(loanId) ?? 0) >= since) return { kind: 'answered' };
    const claim = await this.#hold(state);
    const now = this.#context.engine.settings.clock.now();
    // Somebody is at it for long: two readings do no harm.
    if (!claim) return { kind: 'read', end: async () => undefined };
    const readAt = claim.dueAt - FAR_AHEAD_MS;
    if (since !== undefined && readAt >= since) {
      await this.#letGo(claim, readAt);
      return { kind: 'answered' };
    }
    const isNewHour = hourOf(readAt) !== hourOf(now);
    if (!isNewHour && claim.attempts > mostAnHour) {
      await this.#letGo(claim, readAt);
      return { kind: 'deferred' };
    }
    // The store counts the claims since the work was last set: with a new hour it begins anew.
    if (isNewHour) await this.#plan(loanId, { [KIND]: FAR_AHEAD_MS + hourOf(now) * HOUR_MS });
    return {
      kind: 'read',
      end: async (isRead) => {
        if (isRead) this.#remember(loanId, now);
        await this.#letGo(claim, isRead ? now : Math.max(readAt, hourOf(now) * HOUR_MS));
      },
    };
  }

  /** Has reconciliation look at the loan soon, and no later than it would have. False: it is looking just now. @throws StoreError */
  async bringLookForward({ loanId, stage }: LoanState): Promise<boolean> {
    if (!isAskedAbout(stage)) return true;
    const { files, engine } = this.#context;
    const now = engine.settings.clock.now();
    // All that are deferred in the same quarter of an hour wait for the same look, which they cannot put off.
    const soon = (Math.floor(now / DEFERRED_TO_MS) + 1) * DEFERRED_TO_MS;
    const [claim] = await files.claim({ kinds: ['reconcile'], loanId, limit: 1, now, leaseMs: LEASE_MS });
    // A look is under way, which may have begun before this came; or none was ever planned. The next try finds which.
    if (!claim) await this.#plan(loanId, { reconcile: soon });
    if (!claim) return false;
    return files.settle(claim, { kind: 'failed', dueAt: Math.min(claim.dueAt, soon), reason: 'notifications wait for it' });
  }

  async #hold(state: LoanState): Promise<WorkClaim | undefined> {
    const { clock } = this.#context.engine.settings;
    const claimed = async () => (await this.#context.files.claim({ kinds: [KIND], loanId: state.loanId, limit: 1, now: clock.now(), leaseMs: LEASE_MS }))[0];
    for (let waitedMs = 0; waitedMs < LONGEST_WAIT_MS; waitedMs += WAIT_STEP_MS) {
      const claim = await claimed();
      if (claim) this.#known.add(state.loanId);
      if (claim) return claim;
      // Not there yet, or held. What is held stays held when it is planned anew and only loses its count, so each process does that once at most.
      if (this.#known.has(state.loanId)) await systemClock.sleep(WAIT_STEP_MS);
      else await this.#plan(state.loanId, { [KIND]: FAR_AHEAD_MS });
      this.#known.add(state.loanId);
    }
    return undefined;
  }

  async #plan(loanId: string, work: Readonly<Record<string, number>>): Promise<void> {
    while (!(await planAgain(this.#context, await this.#context.files.read(loanId), work)));
  }

  #letGo(claim: WorkClaim, readAt: Instant): Promise<boolean> {
    return this.#context.files.settle(claim, { kind: 'failed', dueAt: FAR_AHEAD_MS + readAt, reason: 'the last reading' });
  }

  #remember(loanId: string, readAt: Instant): void {
    this.#readAt.delete(loanId);
    this.#readAt.set(loanId, readAt);
    const [oldest] = this.#readAt.keys();
    if (this.#readAt.size > MOST_REMEMBERED && oldest !== undefined) this.#readAt.delete(oldest);
  }
}

function hourOf(instant: Instant): number {
  return Math.floor(instant / HOUR_MS);
}
