import { steadyClock, workPauseMs } from '../../clock/clock.ts';
import type { LoanState } from '../../domain/loan/state.ts';
import { ConflictError } from '../../errors.ts';
import type { ClaimEnd, ClaimQuery, WorkClaim } from '../../loan-file/store.ts';
import type { Plan } from '../../loan-file/work-plan.ts';
import type { LoanContext } from './loan-context.ts';

/** Default duration of a lease. If its holder dies, others wait this long. */
export const LEASE_MS = 60_000;

/** A lease on a loan's work. Until it ends, no other process does this work. */
export interface Lease {
  readonly claim: WorkClaim;
  /** When the claim was made and when it expires, in epoch milliseconds. */
  readonly heldFrom: number;
  readonly heldUntil: number;
  /** When the claim was made, on the machine's monotonic clock. */
  readonly since: number;
}

export async function leaseWork(context: LoanContext, wanted: Omit<ClaimQuery, 'now'>): Promise<readonly Lease[]> {
  const [heldFrom, since] = [context.engine.settings.clock.now(), steadyClock.now()];
  const claims = await context.files.store.claim({ ...wanted, now: heldFrom });
  return claims.map((claim) => ({ claim, heldFrom, heldUntil: heldFrom + wanted.leaseMs, since }));
}

export function heldForMs(context: LoanContext, { heldUntil }: Lease): number {
  return heldUntil - context.engine.settings.clock.now();
}

/** The machine's milliseconds for one piece of work. Less than the lease: the rest is for recording the result. */
export function workLimitMs({ heldFrom, heldUntil, since }: Lease): number {
  const leftMs = heldUntil - heldFrom - (steadyClock.now() - since);
  return Math.max(1, Math.floor(leftMs * 0.8));
}

/** Whether less than half of the lease is left. New work may not finish in time. */
export function isRunningOut(context: LoanContext, held: Lease): boolean {
  return heldForMs(context, held) < (held.heldUntil - held.heldFrom) / 2;
}

export function release(context: LoanContext, { claim }: Lease, end: ClaimEnd): Promise<boolean> {
  return context.files.store.settle(claim, end);
}

/** Requeues work that was not done, due at once. Counts as a failed attempt, so that the next one is careful. */
export function requeue(context: LoanContext, held: Lease): Promise<boolean> {
  return release(context, held, {
    kind: 'failed',
    dueAt: context.engine.settings.clock.now(),
    reason: 'it was requeued before it was done',
  });
}

/** Defers work that failed. False if the lease had expired and another process holds it. */
export function defer(
  context: LoanContext,
  held: Lease,
  {
    attempts,
    reason,
    atLeastMs = 0,
  }: { readonly attempts: number; readonly reason: string; readonly atLeastMs?: number },
): Promise<boolean> {
  const { clock, random } = context.engine.settings;
  return release(context, held, {
    kind: 'failed',
    dueAt: clock.now() + Math.max(atLeastMs, workPauseMs(attempts, random())),
    reason,
  });
}

/** Sets when work is due that follows from a file alone. False, without a change, if the file has new events. */
export async function planAgain(context: LoanContext, { loanId, version }: LoanState, work: Plan): Promise<boolean> {
  try {
    await context.files.store.append(loanId, version, [], { work });
    return true;
  } catch (error) {
    if (error instanceof ConflictError) return false;
    throw error;
  }
}
