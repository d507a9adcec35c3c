import { expect, test } from 'vitest';
import { workPauseMs } from '../../src/clock/clock.ts';

test('work that failed waits twice as long after each attempt, and six hours at most', () => {
  const pauses = Array.from({ length: 14 }, (_, index) => workPauseMs(index + 1, 0));
  expect(pauses.slice(0, 4)).toEqual([30_000, 60_000, 120_000, 240_000]);
  expect(pauses.slice(9)).toEqual([15_360_000, 21_600_000, 21_600_000, 21_600_000, 21_600_000]);
});

test('chance takes up to a quarter off, never more and never adds', () => {
  expect(workPauseMs(1, 0.5)).toBe(26_250);
  expect(workPauseMs(20, 0.999_999)).toBeGreaterThanOrEqual(16_200_000);
  expect(workPauseMs(20, 0.999_999)).toBeLessThan(21_600_000);
});

test('work that never failed is taken as if it had once', () => {
  expect(workPauseMs(0, 0)).toBe(30_000);
});
