/** Running what is due. Whoever moves the clock calls these; nothing here waits or reads a clock. */
import type { Instant } from '../../domain/calendar.ts';
import { runExpiry, runTimeout } from './account-lifecycle.ts';
import { closeInstant, type DepositWindow, type DigestWork, firstInstant, nextKind, take, type WorkOf } from './agenda.ts';
import { runRound } from './attempt-round.ts';
import { runDigest } from './digest.ts';
import { runManualDebit } from './manual-debit.ts';
import type { CollectionOrder, Mandate } from './records.ts';
import { runQuestion } from './unknown-debits.ts';
import type { World } from './world.ts';

/** What a stretch of time did. */
export interface Ran {
  /** Debits put to banks. */
  readonly attempts: number;
  /** Accounts whose deposit window closed. */
  readonly timeouts: number;
  /** Mandates whose tenure ended. */
  readonly expiries: number;
}

/** Nothing ran. */
export const NOTHING_RAN: Ran = { attempts: 0, timeouts: 0, expiries: 0 };

/** The next instant at which something is due; undefined when nothing ever will be. */
export function nextDueInstant(world: World): Instant | undefined {
  return firstInstant(world.agenda);
}

/**
 * Performs everything that is due at exactly that instant: time-outs, expiry, questions about unknown debits, debits on demand, attempts, the
 * digest; each in order of creation. Webhooks are appended to `world.outgoing`. An instant before the world's time is lived through as if it were then.
 */
export function runInstant(world: World, instant: Instant): Ran {
  const { now } = world;
  world.now = instant;
  const { ran } = runSlice(world, instant, Number.POSITIVE_INFINITY);
  world.now = Math.max(now, instant);
  return ran;
}

/** Performs what is due at or before the world's time: what is due now happens now, also on a clock that stands still. */
export function runDueNow(world: World): Ran {
  let total = NOTHING_RAN;
  for (let next = nextDueInstant(world); next !== undefined && next <= world.now; next = nextDueInstant(world)) {
    total = addRan(total, runInstant(world, next));
  }
  return total;
}

/** How {@link runTo} goes about it. */
export interface RunOptions {
  /** Called after every instant that produced webhooks, before time goes on. */
  readonly settle: () => Promise<void>;
  /** Called with the instant reached, each time other work was let in. */
  readonly onProgress?: (reached: Instant, ran: Ran) => void;
  readonly signal?: AbortSignal;
}

// At 100,000 and more pieces of work a second this keeps the event loop free at least every 10 ms.
const SLICE = 1_000;

/** Moves the world to an instant, running what is due on the way in time order. An aborted signal stops it between two slices and throws its reason. */
export async function runTo(world: World, target: Instant, { settle, onProgress, signal }: RunOptions): Promise<Ran> {
  let total = NOTHING_RAN;
  let sinceBreath = 0;
  for (let next = nextDueInstant(world); next !== undefined && next <= target; next = nextDueInstant(world)) {
    signal?.throwIfAborted();
    world.now = Math.max(world.now, next);
    const { ran, pieces } = runSlice(world, next, SLICE - sinceBreath);
    total = addRan(total, ran);
    sinceBreath += pieces;
    if (sinceBreath >= SLICE) {
      sinceBreath = 0;
      onProgress?.(world.now, total);
      await new Promise<void>((resume) => setImmediate(resume));
    }
    const isInstantOver = nextDueInstant(world) !== next;
    if (isInstantOver && world.outgoing.length > 0) await settle();
  }
  if (world.outgoing.length > 0) await settle();
  world.now = Math.max(world.now, target);
  return total;
}

interface Slice {
  readonly ran: Ran;
  /** Pieces of work taken, out-of-date ones included. */
  readonly pieces: number;
}

function runSlice(world: World, instant: Instant, budget: number): Slice {
  const attemptsBefore = world.attempts;
  let timeouts = 0;
  let expiries = 0;
  let pieces = 0;
  for (; pieces < budget; pieces += 1) {
    const kind = nextKind(world.agenda, instant);
    if (!kind) break;
    const worked = runPiece(world, instant, kind);
    if (worked && kind === 'timeouts') timeouts += 1;
    if (worked && kind === 'expiries') expiries += 1;
  }
  closeInstant(world.agenda, instant);
  return { ran: { attempts: world.attempts - attemptsBefore, timeouts, expiries }, pieces };
}

function runPiece(world: World, instant: Instant, kind: keyof WorkOf): boolean {
  const work = take(world.agenda, instant, kind);
  if (!work) return false;
  switch (kind) {
    case 'timeouts':
      return runTimeout(world, work as DepositWindow);
    case 'expiries':
      return runExpiry(world, work as Mandate);
    case 'questions':
      runQuestion(world, work as CollectionOrder);
      return true;
    case 'manualDebits':
      return runManualDebit(world, work as CollectionOrder);
    case 'attempts':
      return runRound(world, work as Mandate);
    case 'digests':
      return runDigest(world, work as DigestWork);
  }
}

function addRan(a: Ran, b: Ran): Ran {
  return { attempts: a.attempts + b.attempts, timeouts: a.timeouts + b.timeouts, expiries: a.expiries + b.expiries };
}
