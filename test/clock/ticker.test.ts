import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startTicking } from '../../src/clock/clock.ts';

describe('a ticker', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('ticks again and again until the signal, and not once more', () => {
    const stop = new AbortController();
    const tick = vi.fn();
    startTicking(250, tick, stop.signal);
    vi.advanceTimersByTime(249);
    expect(tick).toHaveBeenCalledTimes(0);
    vi.advanceTimersByTime(501);
    expect(tick).toHaveBeenCalledTimes(3);
    stop.abort();
    vi.advanceTimersByTime(1_000);
    expect(tick).toHaveBeenCalledTimes(3);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('never begins after its signal', () => {
    startTicking(1, () => undefined, AbortSignal.abort());
    expect(vi.getTimerCount()).toBe(0);
  });
});

test('a ticker keeps no process alive', () => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const stop = new AbortController();
  const before = timers();
  const held = setInterval(() => undefined, 60_000);
  expect(timers()).toBe(before + 1);
  clearInterval(held);
  startTicking(60_000, () => undefined, stop.signal);
  expect(timers()).toBe(before);
  stop.abort();
});
