import { describe, expect, test, vi } from 'vitest';
import { RateLimiter } from '../../src/clock/rate-limiter.ts';
import { virtualClock } from '../../src/index.ts';

const turns = async () => {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
};

function set(perSecond: number) {
  const clock = virtualClock(0);
  const limiter = new RateLimiter(perSecond, clock);
  const went: number[] = [];
  const ask = (signal?: AbortSignal) =>
    void limiter.wait(signal).then(
      () => went.push(clock.now()),
      () => went.push(-1),
    );
  const pass = async (ms: number) => {
    await turns();
    clock.moveTo(clock.now() + ms);
    await turns();
  };
  return { clock, limiter, went, ask, pass };
}

describe('a rate limiter', () => {
  test('lets a second’s worth out at once and the rest evenly, never more than its rate', async () => {
    const { went, ask, pass, limiter } = set(10);
    for (let request = 0; request < 40; request++) ask();
    for (let tick = 0; tick < 40; tick++) await pass(100);
    expect(went).toHaveLength(40);
    expect(went.filter((at) => at === 0)).toHaveLength(10);
    expect(went.at(-1)).toBe(3_000);
    expect(limiter.requests).toBe(40);
  });

  test('makes everybody wait where the service asks for a pause, and lets them back one by one', async () => {
    const { went, ask, pass, limiter } = set(10);
    ask();
    await turns();
    limiter.pause(2_000);
    expect(limiter.pausedForMs).toBe(2_000);
    for (let request = 0; request < 5; request++) ask();
    await pass(1_999);
    expect(went).toHaveLength(1);
    for (let tick = 0; tick < 10; tick++) await pass(100);
    expect(went.slice(1).every((at) => at >= 2_000)).toBe(true);
    expect(new Set(went.slice(1)).size).toBe(5);
    expect(limiter.pausedForMs).toBe(0);
  });

  test('keeps the longest pause that was asked for, of five seconds where none was named, and none beyond an hour', async () => {
    const { limiter } = set(10);
    limiter.pause(undefined);
    expect(limiter.pausedForMs).toBe(5_000);
    limiter.pause(1_000);
    expect(limiter.pausedForMs).toBe(5_000);
    limiter.pause(86_400_000);
    expect(limiter.pausedForMs).toBe(3_600_000);
  });

  test('lets a caller stop waiting', async () => {
    const { went, ask, pass, limiter } = set(1);
    const stop = new AbortController();
    limiter.pause(60_000);
    ask(stop.signal);
    await pass(10);
    stop.abort();
    await turns();
    expect(went).toEqual([-1]);
    expect(limiter.requests).toBe(0);
    await limiter.whenOpen(stop.signal);
  });
});

test('the machine’s clock set back by an hour delays no one', async () => {
  const now = vi.spyOn(Date, 'now');
  try {
    const limiter = new RateLimiter(1_000);
    await limiter.wait(undefined);
    const before = Date.now();
    now.mockImplementation(() => before - 3_600_000);
    await limiter.wait(AbortSignal.timeout(60_000));
    expect(limiter.requests).toBe(2);
    limiter.pause(1);
    expect(limiter.pausedForMs).toBeLessThanOrEqual(1);
  } finally {
    now.mockRestore();
  }
});

/** A limiter on a clock that a sleep moves on, and when each request went out. */
function counted(perSecond: number) {
  let now = 10_000;
  const clock = {
    now: () => now,
    sleep: async (ms: number) => {
      now += ms;
    },
  };
  const limiter = new RateLimiter(perSecond, clock);
  const take = async (count: number) => {
    const times: number[] = [];
    for (let turn = 0; turn < count; turn += 1) {
      await limiter.wait();
      times.push(now - 10_000);
    }
    return times;
  };
  return { limiter, take, pass: (ms: number) => clock.sleep(ms) };
}

test('a second’s worth of requests starts at once, the rest evenly', async () => {
  const { take } = counted(4);
  expect(await take(7)).toEqual([0, 0, 0, 0, 250, 500, 750]);
});

test('the first request starts at once, also below one a second', async () => {
  expect(await counted(0.5).take(3)).toEqual([0, 2_000, 4_000]);
});

test('an idle limiter saves up no more than a second’s worth', async () => {
  const { take, pass } = counted(4);
  await take(4);
  await pass(60_000);
  expect(await take(6)).toEqual([60_000, 60_000, 60_000, 60_000, 60_250, 60_500]);
});

test('after a pause requests start evenly', async () => {
  const { limiter, take } = counted(4);
  limiter.pause(5_000);
  expect(await take(3)).toEqual([5_250, 5_500, 5_750]);
});

test('a signal ends the wait', async () => {
  const limiter = new RateLimiter(0.001);
  await limiter.wait();
  const ending = new AbortController();
  const waiting = limiter.wait(ending.signal);
  ending.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
});
