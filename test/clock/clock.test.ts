import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemClock, systemRandom } from '../../src/clock/clock.ts';
import { DAY_MS, HOUR_MS } from '../../src/domain/calendar.ts';

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 0, 31, 23, 30) }));
afterEach(() => void vi.useRealTimers());

describe('the clock of the machine', () => {
  test('gives the instant in UTC and the day in Lagos', () => {
    expect(systemClock.now()).toBe(Date.UTC(2026, 0, 31, 23, 30));
    expect(systemClock.today()).toBe('2026-02-01');
  });

  // A timer of the machine holds 2^31 - 1 ms; what is longer fires at once.
  test.each([5, HOUR_MS, 30 * DAY_MS, 100 * DAY_MS])('sleeps %d ms, and not shorter', async (delayMs) => {
    let isAwake = false;
    const sleeping = systemClock.sleep(delayMs).then(() => {
      isAwake = true;
    });
    await vi.advanceTimersByTimeAsync(delayMs - 1);
    expect(isAwake).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await sleeping;
    expect(vi.getTimerCount()).toBe(0);
  });

  test('lets a signal end a sleep at once with its own reason, also a long one that is under way', async () => {
    const stop = new AbortController();
    const sleeping = systemClock.sleep(60 * DAY_MS, stop.signal);
    const outcome = expect(sleeping).rejects.toThrow('enough');
    await vi.advanceTimersByTimeAsync(40 * DAY_MS);
    stop.abort(new Error('enough'));
    await outcome;
    expect(vi.getTimerCount()).toBe(0);
    await expect(systemClock.sleep(1, stop.signal)).rejects.toThrow('enough');
  });
});

describe('the chance of the machine', () => {
  test('lies from 0 up to, but without, 1', () => {
    const drawn = Array.from({ length: 1_000 }, () => systemRandom());
    expect(drawn.every((value) => value >= 0 && value < 1)).toBe(true);
    expect(new Set(drawn).size).toBeGreaterThan(900);
  });
});
