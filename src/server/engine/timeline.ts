/** Running what is due. The code that moves the clock calls these. Nothing here waits or reads a clock. */
import type { Instant } from '../../domain/calendar.ts';
import { runExpiry, runTimeout } from './account-lifecycle.ts';
import { closeInstant, firstInstant, nextKind, take, type WorkOf } from './agenda.ts';
import { runManualDebit, runQuestion, runRound } from './attempts.ts';
import { runDigest } from './digest.ts';
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

/** The next instant at which something is due; undefined when nothing ever will be. */
export function nextDueInstant(world: World): Instant | undefined {
  return firstInstant(world.agenda);
}

// Pieces of work and debits between two turns of the event loop: some ten milliseconds. Counted, not timed, so that what a webhook handler sees in
// the middle of a long instant is the same in every run.
const TICK = 1_000;

/**
 * Performs what is due at or before an instant, as far as one tick reaches; false while some of it is left. In time order, and at one instant by kind
 * (time-outs, expiry, questions about unknown debits, debits on demand, attempts, digests), each in order of creation. Webhooks are appended to
 * `world.outgoing`. An instant before the world's time is lived through as if it were then.
 */
export function runTick(world: World, until: Instant): boolean {
  let left = TICK;
  for (let next = nextDueInstant(world); next !== undefined && next <= until; next = nextDueInstant(world)) {
    if (left <= 0) return false;
    left -= runSlice(world, next, left);
  }
  return true;
}

export interface RunOptions {
  /** Called after every tick and every instant that produced webhooks, before anything more is done. */
  readonly settle: () => Promise<void>;
  /** Called with the instant reached, each time other work was let in. */
  readonly onProgress?: ((reached: Instant, ran: Ran) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Moves the world to an instant, running what is due on the way in time order. An aborted signal stops it between two ticks and throws its reason. */
export async function runTo(world: World, target: Instant, { settle, onProgress, signal }: RunOptions): Promise<Ran> {
  const before = countsOf(world);
  let left = TICK;
  for (let next = nextDueInstant(world); next !== undefined && next <= target; next = nextDueInstant(world)) {
    signal?.throwIfAborted();
    left -= runSlice(world, next, left);
    const isTickOver = left <= 0;
    // Webhooks leave before a million of them have piled up.
    if (world.outgoing.length > 0 && (isTickOver || nextDueInstant(world) !== next)) await settle();
    if (isTickOver) {
      left = TICK;
      onProgress?.(world.now, ranSince(world, before));
      await new Promise<void>((resume) => setImmediate(resume));
    }
  }
  if (world.outgoing.length > 0) await settle();
  world.now = Math.max(world.now, target);
  return ranSince(world, before);
}

// The answer is how much was done: pieces of work, out-of-date ones included, and debits.
function runSlice(world: World, instant: Instant, most: number): number {
  const { now, attempts } = world;
  world.now = instant;
  let pieces = 0;
  for (; pieces + world.attempts - attempts < most; pieces += 1) {
    const kind = nextKind(world.agenda, instant);
    if (!kind) break;
    const worked = runPiece(world, instant, kind);
    if (worked && kind === 'timeouts') world.timeouts += 1;
    if (worked && kind === 'expiries') world.expiries += 1;
  }
  closeInstant(world.agenda, instant);
  world.now = Math.max(now, instant);
  return pieces + world.attempts - attempts;
}

// What each kind of work does; false for an entry that is out of date.
const run: { readonly [Kind in keyof WorkOf]: (world: World, work: WorkOf[Kind]) => boolean } = {
  webhooks: ({ outgoing }, { serial, webhook }) => outgoing.push({ ...webhook, heldBackAs: serial }) > 0,
  timeouts: runTimeout,
  expiries: runExpiry,
  questions: runQuestion,
  manualDebits: runManualDebit,
  attempts: runRound,
  digests: runDigest,
};

function runPiece<Kind extends keyof WorkOf>(world: World, instant: Instant, kind: Kind): boolean {
  const work = take(world.agenda, instant, kind);
  return work !== undefined && run[kind](world, work);
}

function countsOf({ attempts, timeouts, expiries }: World): Ran {
  return { attempts, timeouts, expiries };
}

// Counted in the world, so that what an operation set off in the middle of a move is part of it.
function ranSince(world: World, before: Ran): Ran {
  return {
    attempts: world.attempts - before.attempts,
    timeouts: world.timeouts - before.timeouts,
    expiries: world.expiries - before.expiries,
  };
}
