import { describe, expect, test } from 'vitest';
import { virtualClock } from '../../src/clock/virtual-clock.ts';
import { DAY_MS, HOUR_MS, parseInstant } from '../../src/domain/calendar.ts';

const start = parseInstant('2026-01-31T22:30:00Z') as number;

describe('a virtual clock', () => {
  test('stands still until it is moved', () => {
    const clock = virtualClock(start);
    expect(clock.now()).toBe(start);
    clock.moveTo(start + HOUR_MS);
    expect(clock.now()).toBe(start + HOUR_MS);
  });

  test('knows the day in Lagos, which begins an hour before that of UTC', () => {
    const clock = virtualClock(start);
    expect(clock.today()).toBe('2026-01-31');
    clock.moveTo(start + HOUR_MS / 2);
    expect(clock.today()).toBe('2026-02-01');
  });

  test('wakes who is due, in time order, and no one else', async () => {
    const clock = virtualClock(start);
    const woken: string[] = [];
    const sleep = (name: string, delayMs: number) => clock.sleep(delayMs).then(() => woken.push(name));
    const sleepers = [
      sleep('later', 2 * HOUR_MS),
      sleep('first', HOUR_MS),
      sleep('at once', 0),
      sleep('for no time', Number.NaN),
      sleep('never', DAY_MS),
    ];
    clock.moveTo(start + 2 * HOUR_MS);
    await Promise.all(sleepers.slice(0, 4));
    expect(woken).toEqual(['at once', 'for no time', 'first', 'later']);
  });

  test('does not run backwards, nor to no time at all', () => {
    const clock = virtualClock(start);
    expect(() => clock.moveTo(start - 1)).toThrow(new RangeError('A clock only runs forwards.'));
    expect(() => clock.moveTo(Number.NaN)).toThrow(RangeError);
    expect(clock.now()).toBe(start);
  });

  test('lets a signal end a sleep with its own reason, before it and during it', async () => {
    const clock = virtualClock(start);
    const stop = new AbortController();
    const sleeping = clock.sleep(HOUR_MS, stop.signal);
    const reason = new Error('enough');
    stop.abort(reason);
    await expect(sleeping).rejects.toBe(reason);
    await expect(clock.sleep(HOUR_MS, stop.signal)).rejects.toBe(reason);
    clock.moveTo(start + DAY_MS);
  });

  test('forgets the signal of a sleep that is over', async () => {
    const clock = virtualClock(start);
    const stop = new AbortController();
    const sleeping = clock.sleep(HOUR_MS, stop.signal);
    clock.moveTo(start + HOUR_MS);
    stop.abort();
    await expect(sleeping).resolves.toBeUndefined();
  });
});
