/** In a process of its own: fills a world and measures days that pass. Progress goes to standard error. */
import { addDays, type PlainDate } from '../../src/domain/calendar.ts';
import { unwrap } from '../../src/server/control/server-controls.ts';
import type { ClockMove } from '../../src/server/journal/announce.ts';
import type { LiveWorld } from '../../src/server/worlds/live-world.ts';
import { type ServerClock, serverClock } from '../../src/server/worlds/server-clock.ts';
import { emptyWorld, lend, mandateIdOf, report } from './scale-world.ts';

/** What is measured. */
export interface ScaleTask {
  /** Loans that are all due on one day. Half of their payers have no money. */
  readonly loans: number;
  /** Loans beside them that are due earlier: a third on each of three days, and all are paid. */
  readonly beside: number;
}

/** What was measured. */
export interface ScaleResult {
  /** Bytes that a loan takes: heap after a forced collection, and what lies outside of it, pages of columns too. */
  readonly bytesEach: number;
  readonly quietDaysMs: number;
  readonly dueDay: DueDay;
}

export interface DueDay {
  readonly ms: number;
  readonly attempts: number;
  readonly webhooks: number;
  /** The longest time for which nothing else could run while the clock moved. */
  readonly longestBlockMs: number;
  /** The longest that an operation took which came in the middle. */
  readonly longestCallMs: number;
}

/** Loans after which every ring buffer is full. */
const FILLED = 12_000;
const DAYS = 3;
const SWEEPING_MS = 1_000;
const QUIET_DAY = '2026-02-10' as PlainDate;
const DUE_DAY = '2026-02-20' as PlainDate;

const collect = (globalThis as { gc?: () => void }).gc ?? (() => undefined);

/** Runs a task. */
export async function runScale({ loans, beside }: ScaleTask): Promise<ScaleResult> {
  const live = emptyWorld();
  const clock = serverClock(() => live, unwrap);
  // So many that journals and delivered webhooks are as long as they get: those take the same room however many loans there are.
  const first = Math.min(loans / 2, FILLED);
  lend(live, { from: 0, count: first, firstDue: DUE_DAY, funded: 50 });
  const before = memory(live);
  lend(live, { from: first, count: loans - first, firstDue: DUE_DAY, funded: 50 });
  const bytesEach = (memory(live) - before) / (loans - first);
  const count = Math.floor(beside / DAYS);
  for (let day = 0; day < DAYS; day += 1)
    lend(live, { from: loans + day * count, count, firstDue: addDays(QUIET_DAY, day), funded: 100 });
  const quietDays = await pass(clock, addDays(QUIET_DAY, -1), DAYS);
  if (quietDays.ran.attempts !== DAYS * count) throw new Error(`${quietDays.ran.attempts} attempts on the quiet days`);
  return { bytesEach, quietDaysMs: quietDays.ms, dueDay: await passDueDay(live, clock, mandateIdOf(loans - 1)) };
}

async function passDueDay(live: LiveWorld, clock: ServerClock, mandateId: string): Promise<DueDay> {
  const watch = () => watchLoop(live, mandateId);
  const { ms, ran, watched } = await pass(clock, addDays(DUE_DAY, -1), 1, watch);
  return { ms, attempts: ran.attempts, webhooks: ran.webhooks, ...watched };
}

interface Passed<Watched> extends Pick<ClockMove, 'ran'> {
  readonly ms: number;
  readonly watched: Watched;
}

// From an evening on, which comes first and is not measured.
async function pass<Watched>(
  clock: ServerClock,
  eve: PlainDate,
  days: number,
  watch: () => () => Watched = () => () => undefined as Watched,
): Promise<Passed<Watched>> {
  await clock.to(`${eve}T20:00:00Z`);
  collect();
  // A forced collection is swept in the background; what allocates meanwhile would wait for that, which no user's process does.
  await new Promise((resolve) => setTimeout(resolve, SWEEPING_MS));
  const stop = watch();
  const start = performance.now();
  const { ran } = await clock.to(`${addDays(eve, days)}T20:00:00Z`);
  return { ms: performance.now() - start, ran, watched: stop() };
}

function memory({ world }: LiveWorld): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external + pageBytes(world);
}

// The pages of columns are on shared buffers, which `memoryUsage` does not count.
function pageBytes(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.buffer instanceof SharedArrayBuffer ? value.byteLength : 0;
  if (typeof value !== 'object' || value === null || value instanceof Map) return 0;
  // Lists of records hold no columns.
  const parts = Object.entries(value).filter(([name]) => name !== 'items' && name !== 'agenda');
  return parts.reduce((sum, [, part]) => sum + pageBytes(part), 0);
}

// What else runs in the process: it looks at the clock as often as it may, and each time sends a write.
function watchLoop(live: LiveWorld, mandateId: string): () => Pick<DueDay, 'longestBlockMs' | 'longestCallMs'> {
  const longest = { longestBlockMs: 0, longestCallMs: 0 };
  let last = performance.now();
  let isOver = false;
  const look = () => {
    const now = performance.now();
    longest.longestBlockMs = Math.max(longest.longestBlockMs, now - last);
    last = now;
    if (isOver) return;
    report(live, { reportId: `late:${now}`, ...late, mandateId });
    longest.longestCallMs = Math.max(longest.longestCallMs, performance.now() - now);
    setImmediate(look);
  };
  setImmediate(look);
  return () => {
    isOver = true;
    return longest;
  };
}

const late = {
  event: 'repayment.successful',
  occurredAt: '2026-02-20T08:00:00Z',
  content: { amount: 1, date: '2026-02-20', outstandingBalance: 89_999 },
};
