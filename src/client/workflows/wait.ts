import { type Clock, systemClock } from '../../clock/clock.ts';
import { AbortedError, type DeadlineError } from '../../errors.ts';
import { check, optional, signal } from '../../validation/checks.ts';
import type { LoanContext } from './loan-context.ts';

export interface TimeLimit {
  /** The total: of a wait on the client's clock, of one piece of work on the machine's clock. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  readonly timeout: () => DeadlineError;
}

export interface RetrySchedule extends TimeLimit {
  /** The pause after the first attempt. Each further pause grows by `growth`, up to `longestPauseMs`. */
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  readonly growth: number;
}

export type Attempt<Result> = (limit: {
  readonly signal: AbortSignal;
  readonly waitedMs: number;
  readonly pauseMs: number;
}) => Promise<Result | undefined>;

/** Retries until an attempt has a result. @throws the error of an attempt; AbortedError; the timeout's DeadlineError */
export async function keepTrying<Result>(
  context: LoanContext,
  { firstPauseMs, longestPauseMs, growth, ...limit }: RetrySchedule,
  attempt: Attempt<Result>,
): Promise<Result> {
  const { clock } = context.engine.settings;
  const started = clock.now();
  const tryAgain = async (signal: AbortSignal) => {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * growth, longestPauseMs)) {
      const result = await unlessEnded(attempt({ signal, waitedMs: clock.now() - started, pauseMs }), signal);
      if (result !== undefined) return result;
      if (clock.now() - started + pauseMs > limit.timeoutMs) throw limit.timeout();
      await unlessEnded(clock.sleep(pauseMs, signal), signal);
    }
  };
  return withinTime(limit, tryAgain, clock);
}

// A delivery takes some milliseconds, or as long as the bureau does.
const FIRST_POLL_MS = 100;
const LONGEST_POLL_MS = 3_000;

/** Polls until another process has acted, in real time: pauses and limit end on the machine's or the client's clock. */
export async function keepAsking<Seen>(
  context: LoanContext,
  { timeoutMs, timeout, signal }: TimeLimit & { readonly signal: AbortSignal },
  look: () => Promise<Seen | undefined>,
): Promise<Seen> {
  const endsAt = systemClock.now() + timeoutMs;
  for (let pauseMs = FIRST_POLL_MS; ; pauseMs = Math.min(pauseMs * 1.5, LONGEST_POLL_MS)) {
    const seen = await look();
    if (seen !== undefined) return seen;
    const leftMs = endsAt - systemClock.now();
    if (leftMs <= 0) throw timeout();
    await pauseOnEitherClock(context, Math.min(pauseMs, leftMs), signal);
  }
}

// Without a reason, an abort makes an error with its stack, which no one reads.
const OVER = 'over';

async function pauseOnEitherClock(context: LoanContext, pauseMs: number, signal: AbortSignal): Promise<void> {
  const isOver = new AbortController();
  const ending = AbortSignal.any([signal, isOver.signal]);
  try {
    await Promise.race([systemClock, context.engine.settings.clock].map((clock) => clock.sleep(pauseMs, ending)));
  } finally {
    isOver.abort(OVER);
  }
}

/** Runs something once within a limit on the machine's clock: moving the client's clock in a test ends no work. */
export async function withinTime<Result>(
  limit: TimeLimit,
  act: (signal: AbortSignal) => Promise<Result>,
  clock: Clock = systemClock,
): Promise<Result> {
  const { signal, done } = endingAfter(clock, limit);
  try {
    return await unlessEnded(act(signal), signal);
  } finally {
    done();
  }
}

function endingAfter(clock: Clock, { timeoutMs, timeout, signal }: TimeLimit) {
  const ending = new AbortController();
  const released = new AbortController();
  const onAbort = () => ending.abort(new AbortedError('The wait was ended by its signal', { cause: signal?.reason }));
  if (signal?.aborted) onAbort();
  else signal?.addEventListener('abort', onAbort, { once: true });
  clock.sleep(Math.max(1, timeoutMs), released.signal).then(
    () => ending.abort(timeout()),
    () => undefined,
  );
  const done = () => {
    released.abort(OVER);
    signal?.removeEventListener('abort', onAbort);
  };
  return { signal: ending.signal, done };
}

// The work may never end. An error after the end of the wait is ignored.
function unlessEnded<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    promise
      .then(resolve, (error: unknown) => reject(signal.aborted ? signal.reason : error))
      .finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/** Options of a wait. With a limit that is no number, a wait would never end. */
export const waitFields = {
  timeoutMs: optional(
    check({
      type: 'number of milliseconds, 0 or more',
      kind: 'a number',
      test: (value) => typeof value === 'number' && value >= 0,
    }),
  ),
  signal: optional(signal),
};
