import { describe, expect, test } from 'vitest';
import {
  compareInstalmentStatus,
  type InstalmentStatus,
  isOpenInstalment,
  rankInstalmentStatus,
  statusAfterDay,
} from '../../src/domain/collection.ts';
import type { Kobo } from '../../src/domain/money.ts';

const statuses: readonly InstalmentStatus[] = [
  'success',
  'overdue',
  'processing',
  'scheduled',
  'partially paid',
  'failed',
];
describe('the status of an instalment', () => {
  test('has one order', () => {
    expect([...statuses].sort(compareInstalmentStatus)).toEqual([
      'scheduled',
      'processing',
      'failed',
      'overdue',
      'partially paid',
      'success',
    ]);
  });

  test('of an unknown status comes before every other, so that it hides none', () => {
    for (const status of statuses)
      expect(rankInstalmentStatus('waiting for a human')).toBeLessThan(rankInstalmentStatus(status));
    expect(rankInstalmentStatus('constructor')).toBeLessThan(rankInstalmentStatus('scheduled'));
  });
});

describe('an instalment after a day of collecting', () => {
  const afterDay = (collected: number, isAfterDueDate: boolean) =>
    statusAfterDay({ amount: 100 as Kobo, collected: collected as Kobo }, isAfterDueDate);

  test('is failed on its due date and overdue on later days', () => {
    expect(afterDay(0, false)).toBe('failed');
    expect(afterDay(0, true)).toBe('overdue');
  });

  test('is partially paid from the first kobo to the last but one', () => {
    expect([afterDay(1, false), afterDay(99, true), afterDay(100, true)]).toEqual([
      'partially paid',
      'partially paid',
      'success',
    ]);
  });

  test('is open until its last kobo', () => {
    expect(isOpenInstalment({ amount: 100 as Kobo, collected: 99 as Kobo })).toBe(true);
    expect(isOpenInstalment({ amount: 100 as Kobo, collected: 100 as Kobo })).toBe(false);
  });
});
