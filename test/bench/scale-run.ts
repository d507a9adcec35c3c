/** In a process of its own: loads a world, runs a due date, measures; progress goes to standard error. */
import { addDays, type PlainDate } from '../../src/domain/calendar.ts';
import type { ReferenceServer } from '../../src/server/index.ts';
import { emptyServer, lend, mandateIdOf, post } from './scale-world.ts';

/** What is measured. */
export interface ScaleTask {
  /** How many loans there are before those that are due. */
  readonly existing: number;
  /** How many are due on the day that is timed. */
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

const FAR_DUE = '2026-06-10' as PlainDate;
const TIMED_DUE = '2026-02-10' as PlainDate;

const collect = (globalThis as { gc?: () => void }).gc ?? (() => undefined);
const tell = (text: string) => process.stderr.write(`${text}\n`);

/** Runs a task. Where as many are due as exist, the existing ones are. */
export async function runScale({ existing, due }: ScaleTask): Promise<ScaleResult> {
  const server = emptyServer();
  const before = memory();
  const isAllDue = due === existing;
  await lend(server, { from: 0, count: existing, firstDue: isAllDue ? TIMED_DUE : FAR_DUE }, told('loans', existing));
  const bytesEach = (memory() - before) / existing;
  if (!isAllDue) await lend(server, { from: existing, count: due, firstDue: TIMED_DUE }, () => undefined);
  await server.clock.to(`${addDays(TIMED_DUE, -1)}T20:00:00Z`);
  collect();
  const watched = watchLoop(server, mandateIdOf(existing - 1));
  const start = performance.now();
  const tellAttempts = told('attempts', undefined);
  const { ran } = await server.clock.to(`${TIMED_DUE}T20:00:00Z`, { onProgress: (soFar) => tellAttempts(soFar.ran.attempts) });
  const dayMs = performance.now() - start;
  return { bytesEach, dayMs, attempts: ran.attempts, webhooks: ran.webhooks, ...watched(), heapAfterMiB: memory() / 2 ** 20 };
}

function memory(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

// What else runs in the process: it looks at the clock as often as it may, and now and then sends a write.
function watchLoop(server: ReferenceServer, mandateId: string): () => Pick<ScaleResult, 'longestBlockMs' | 'longestCallMs'> {
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

const late = { event: 'repayment.successful', occurredAt: '2026-02-10T08:00:00Z', content: { amount: 1, date: '2026-02-10', outstandingBalance: 89_999 } };

function told(what: string, of: number | undefined): (done: number) => void {
  let next = performance.now() + 5_000;
  return (done) => {
    if (performance.now() < next) return;
    next = performance.now() + 5_000;
    tell(`  ${done.toLocaleString('en')}${of === undefined ? '' : ` of ${of.toLocaleString('en')}`} ${what}`);
  };
}
