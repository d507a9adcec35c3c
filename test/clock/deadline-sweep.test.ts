import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Expiring, unwatchDeadline, watchDeadline } from '../../src/clock/deadline-sweep.ts';
import { DAY_MS } from '../../src/domain/calendar.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

function deadline(delayMs: number, expire: () => void = () => undefined) {
  const what = { expiresAt: performance.now() + delayMs, expire: vi.fn(expire) } satisfies Expiring;
  watchDeadline(what);
  return what;
}

describe('the sweep of deadlines', () => {
  test('ends each at its time, whatever the order in which they were begun', () => {
    const [late, early, middle] = [deadline(300), deadline(100), deadline(200)];
    vi.advanceTimersByTime(99);
    expect(early.expire).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(early.expire).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(100);
    expect(middle.expire).toHaveBeenCalledOnce();
    expect(late.expire).not.toHaveBeenCalled();
    vi.advanceTimersByTime(100);
    expect(late.expire).toHaveBeenCalledOnce();
    expect(early.expire).toHaveBeenCalledOnce();
  });

  test('forgets what ended in time', () => {
    const [ended, other] = [deadline(100), deadline(100)];
    unwatchDeadline(ended);
    vi.advanceTimersByTime(1_000);
    expect(ended.expire).not.toHaveBeenCalled();
    expect(other.expire).toHaveBeenCalledOnce();
  });

  test('keeps one timer for all of them', () => {
    for (let call = 0; call < 50; call += 1) deadline(1_000 - call);
    expect(vi.getTimerCount()).toBe(1);
  });

  test('an expiry may begin another deadline, earlier or later than those that stand', () => {
    const standing = deadline(500);
    const begun: ReturnType<typeof deadline>[] = [];
    deadline(100, () => begun.push(deadline(50), deadline(1_000)));
    vi.advanceTimersByTime(150);
    expect(begun.map(({ expire }) => expire.mock.calls.length)).toEqual([1, 0]);
    vi.advanceTimersByTime(350);
    expect(standing.expire).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(600);
    expect(begun.map(({ expire }) => expire.mock.calls.length)).toEqual([1, 1]);
  });

  test('an expiry that ends the others leaves no timer behind', () => {
    const other = deadline(500);
    deadline(100, () => unwatchDeadline(other));
    vi.advanceTimersByTime(100);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a deadline beyond the longest timer of the machine is kept, not swept in a hurry', () => {
    const far = deadline(60 * DAY_MS);
    vi.advanceTimersByTime(59 * DAY_MS);
    expect(far.expire).not.toHaveBeenCalled();
    vi.advanceTimersByTime(DAY_MS + 1);
    expect(far.expire).toHaveBeenCalledOnce();
  });
});
