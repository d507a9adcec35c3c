/** Runs due work. The code that moves the clock calls these functions. Nothing here waits or reads a clock. */
import type { Instant } from '../../../domain/calendar.ts';
import { runExpiry, runTimeout } from '../mandates/account-lifecycle.ts';
import { closeInstant, firstInstant, nextKind, take, type WorkOf } from '../world/agenda.ts';
import { itemAt } from '../world/long-list.ts';
import type { World } from '../world/world.ts';
import { runManualDebit, runQuestion, runRound } from './attempts.ts';
import { runDigest } from './digest.ts';

/** The counts of work done in a span of time. */
export interface Ran {
  /** Debits at banks. */
  readonly attempts: number;
  /** Accounts whose deposit window closed. */
  readonly timeouts: number;
  /** Mandates whose tenure ended. */
  readonly expiries: number;
}

/** The next instant with due work. Undefined if there is none. */
export function nextDueInstant(world: World): Instant | undefined {
  return firstInstant(world.agenda);
}

// Work items and debits between two turns of the event loop, about 10 ms. Counted and not timed, so that a webhook
// handler in the middle of a long instant sees the same state in every run.
const TICK = 1_000;

/**
 * Runs the work due at or before an instant, for one tick. Returns false if some of it is left. The order is by time.
 * Within an instant it is by kind (time-outs, expiry, questions about unknown debits, debits on demand, attempts,
 * digests), then by creation. Webhooks are appended to `world.outgoing`. Work planned before the world's time runs at
 * the world's time.
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
  /** Called after every tick, and after every instant that produced webhooks. The run waits for it. */
  readonly settle: () => Promise<void>;
  /** Called with the current instant, each time other work could run. */
  readonly onProgress?: ((reached: Instant, ran: Ran) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Runs the due work until an instant. An aborted signal stops it between two ticks and throws its reason. */
export async function runTo(world: World, target: Instant, { settle, onProgress, signal }: RunOptions): Promise<Ran> {
  const { attempts, timeouts, expiries } = world;
  // The counters are in the world, so that they include work that an operation starts in the middle of a move.
  const ran = (): Ran => ({
    attempts: world.attempts - attempts,
    timeouts: world.timeouts - timeouts,
    expiries: world.expiries - expiries,
  });
  let left = TICK;
  for (let next = nextDueInstant(world); next !== undefined && next <= target; next = nextDueInstant(world)) {
    signal?.throwIfAborted();
    left -= runSlice(world, next, left);
    const isTickOver = left <= 0;
    // Deliver webhooks before too many pile up.
    if (world.outgoing.length > 0 && (isTickOver || nextDueInstant(world) !== next)) await settle();
    if (isTickOver) {
      left = TICK;
      onProgress?.(world.now, ran());
      await new Promise<void>((resume) => setImmediate(resume));
    }
  }
  if (world.outgoing.length > 0) await settle();
  world.now = Math.max(world.now, target);
  return ran();
}

const READ_AHEAD = 16;
const read = { sum: 0 };

// Returns the amount of work done: work items, including outdated ones, and debits.
function runSlice(world: World, instant: Instant, most: number): number {
  const { now, attempts } = world;
  world.now = instant;
  let pieces = 0;
  for (; pieces + world.attempts - attempts < most; pieces += 1) {
    const kind = nextKind(world.agenda, instant);
    if (!kind) break;
    if (kind === 'attempts' && pieces % READ_AHEAD === 0) readAhead(world, instant);
    const worked = runPiece(world, instant, kind);
    if (worked && kind === 'timeouts') world.timeouts += 1;
    if (worked && kind === 'expiries') world.expiries += 1;
  }
  closeInstant(world.agenda, instant);
  world.now = Math.max(now, instant);
  return pieces + world.attempts - attempts;
}

// The function for each kind of work. It returns false for an outdated entry.
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

// Reads the fields that the next rounds read first, in records that no one read for a day. The processor then loads them
// from memory all at once, and not one after the other as the rounds do.
function readAhead({ agenda }: World, instant: Instant): void {
  const queue = agenda.buckets.get(instant)?.attempts;
  for (let index = 0; queue && index < READ_AHEAD; index += 1) {
    const mandate = itemAt(queue.inOrder, queue.taken + index);
    if (!mandate) return;
    const account = mandate.consents[0]?.account;
    // The sum is kept, or the compiler would leave out the reading.
    read.sum = (account?.balance ?? 0) + (account?.accountNumber.length ?? 0);
  }
}
