/** In a process of its own: loads a world, runs a due date, measures; progress goes to standard error. */
import { addDays, type PlainDate } from '../../src/domain/calendar.ts';
import type { ReferenceServer } from '../../src/server/index.ts';
import { emptyServer, lend, mandateIdOf, post } from './scale-world.ts';

/** What is measured. */
export interface ScaleTask {
  /** How many loans there are before those that are due. */
  readonly existing: number;
  /** How many are due in the time that is measured. */
  readonly due: number;
}

/** What was measured. */
export interface ScaleResult {
  /** Bytes that one existing loan takes: heap after a forced collection, and what lies outside of it. */
  readonly bytesEach: number;
  readonly dayMs: number;
  readonly attempts: number;
  readonly webhooks: number;
  /** The longest time for which nothing else could run while the clock moved. */
  readonly longestBlockMs: number;
  /** The longest that an operation took which came in the middle. */
  readonly longestCallMs: number;
  readonly heapAfterMiB: number;
}

/** Loans after which every ring buffer is full. */
const FILLED = 12_000;
const DAYS = 3;

const SWEEPING_MS = 5_000;

const FAR_DUE = '2026-06-10' as PlainDate;
const TIMED_DUE = '2026-02-10' as PlainDate;

const collect = (globalThis as { gc?: () => void }).gc ?? (() => undefined);
const log = (text: string) => process.stderr.write(`${text}\n`);

/** Runs a task. Where as many are due as exist, the existing ones are, on one day; else those that are due come on top, a third on each of three days. */
export async function runScale({ existing, due }: ScaleTask): Promise<ScaleResult> {
  const server = emptyServer();
  const isAllDue = due === existing;
  const firstDue = isAllDue ? TIMED_DUE : FAR_DUE;
  // So many that journals and delivered webhooks are as long as they get: those take the same room however many loans there are.
  const first = Math.min(existing / 2, FILLED);
  await lend(server, { from: 0, count: first, firstDue }, () => undefined);
  const before = memory();
  await lend(server, { from: first, count: existing - first, firstDue }, reported('loans', existing - first));
  const bytesEach = (memory() - before) / (existing - first);
  if (isAllDue) return { bytesEach, ...(await timeDays(server, 1, mandateIdOf(existing - 1))) };
  const each = Math.floor(due / DAYS);
  for (let day = 0; day < DAYS; day += 1) {
    await lend(
      server,
      { from: existing + day * each, count: each, firstDue: addDays(TIMED_DUE, day) },
      () => undefined,
    );
  }
  return { bytesEach, ...(await timeDays(server, DAYS, mandateIdOf(existing))) };
}

async function timeDays(
  server: ReferenceServer,
  days: number,
  mandateId: string,
): Promise<Omit<ScaleResult, 'bytesEach'>> {
  await server.clock.to(`${addDays(TIMED_DUE, -1)}T20:00:00Z`);
  collect();
  // A forced collection is swept in the background; what allocates meanwhile would wait for that, which no user's process does.
  await new Promise((resolve) => setTimeout(resolve, SWEEPING_MS));
  const watched = watchLoop(server, mandateId);
  const start = performance.now();
  const printAttempts = reported('attempts', undefined);
  const { ran } = await server.clock.to(`${addDays(TIMED_DUE, days - 1)}T20:00:00Z`, {
    onProgress: (soFar) => printAttempts(soFar.ran.attempts),
  });
  const dayMs = performance.now() - start;
  return { dayMs, attempts: ran.attempts, webhooks: ran.webhooks, ...watched(), heapAfterMiB: memory() / 2 ** 20 };
}

function memory(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

// What else runs in the process: it looks at the clock as often as it may, and now and then sends a write.
function watchLoop(
  server: ReferenceServer,
  mandateId: string,
): () => Pick<ScaleResult, 'longestBlockMs' | 'longestCallMs'> {
  const longest = { longestBlockMs: 0, longestCallMs: 0 };
  let last = performance.now();
  let isOver = false;
  let isCalling = false;
  const call = async () => {
    const start = performance.now();
    isCalling = true;
    await post(server, '/_bureau/reports', { reportId: `late:${start}`, ...late, mandateId });
    isCalling = false;
    longest.longestCallMs = Math.max(longest.longestCallMs, performance.now() - start);
  };
  const look = () => {
    const now = performance.now();
    longest.longestBlockMs = Math.max(longest.longestBlockMs, now - last);
    last = now;
    if (isOver) return;
    if (!isCalling) void call();
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
  occurredAt: '2026-02-10T08:00:00Z',
  content: { amount: 1, date: '2026-02-10', outstandingBalance: 89_999 },
};

function reported(what: string, of: number | undefined): (done: number) => void {
  let next = performance.now() + 5_000;
  return (done) => {
    if (performance.now() < next) return;
    next = performance.now() + 5_000;
    log(`  ${done.toLocaleString('en')}${of === undefined ? '' : ` of ${of.toLocaleString('en')}`} ${what}`);
  };
}
