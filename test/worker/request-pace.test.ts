import { describe, expect, test, vi } from 'vitest';
import { virtualClock } from '../../src/index.ts';
import { RequestPace } from '../../src/worker/reconcile/request-pace.ts';

const turns = async () => {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
};

function set(perSecond: number) {
  const clock = virtualClock(0);
  const pace = new RequestPace(perSecond, clock);
  const went: number[] = [];
  const ask = (signal?: AbortSignal) =>
    void pace.turn(signal).then(
      () => went.push(clock.now()),
      () => went.push(-1),
    );
  const pass = async (ms: number) => {
    await turns();
    clock.moveTo(clock.now() + ms);
    await turns();
  };
  return { clock, pace, went, ask, pass };
}

describe('a pace', () => {
  test('lets a second’s worth out at once and the rest evenly, never more than its rate', async () => {
    const { went, ask, pass, pace } = set(10);
    for (let request = 0; request < 40; request++) ask();
    for (let tick = 0; tick < 40; tick++) await pass(100);
    expect(went).toHaveLength(40);
    expect(went.filter((at) => at === 0)).toHaveLength(10);
    expect(went.at(-1)).toBe(3_000);
    expect(pace.requests).toBe(40);
  });

  test('makes everybody wait where the service asks for a pause, and lets them back one by one', async () => {
    const { went, ask, pass, pace } = set(10);
    ask();
    await turns();
    pace.backOff(2_000);
    expect(pace.pausedForMs).toBe(2_000);
    for (let request = 0; request < 5; request++) ask();
    await pass(1_999);
    expect(went).toHaveLength(1);
    for (let tick = 0; tick < 10; tick++) await pass(100);
    expect(went.slice(1).every((at) => at >= 2_000)).toBe(true);
    expect(new Set(went.slice(1)).size).toBe(5);
    expect(pace.pausedForMs).toBe(0);
  });

  test('keeps the longest pause that was asked for, of five seconds where none was named, and none beyond an hour', async () => {
    const { pace } = set(10);
    pace.backOff(undefined);
    expect(pace.pausedForMs).toBe(5_000);
    pace.backOff(1_000);
    expect(pace.pausedForMs).toBe(5_000);
    pace.backOff(86_400_000);
    expect(pace.pausedForMs).toBe(3_600_000);
  });

  test('does not keep whoever stops waiting', async () => {
    const { went, ask, pass, pace } = set(1);
    const stop = new AbortController();
    pace.backOff(60_000);
    ask(stop.signal);
    await pass(10);
    stop.abort();
    await turns();
    expect(went).toEqual([-1]);
    expect(pace.requests).toBe(0);
    await pace.whenOpen(stop.signal);
  });
});

test('the machine’s clock set back by an hour keeps nobody waiting', async () => {
  const now = vi.spyOn(Date, 'now');
  try {
    const pace = new RequestPace(1_000);
    await pace.turn(undefined);
    const before = Date.now();
    now.mockImplementation(() => before - 3_600_000);
    await pace.turn(AbortSignal.timeout(60_000));
    expect(pace.requests).toBe(2);
    pace.backOff(1);
    expect(pace.pausedForMs).toBeLessThanOrEqual(1);
  } finally {
    now.mockRestore();
  }
});
