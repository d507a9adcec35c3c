import { describe, expect, test } from 'vitest';
import { patchPolicy } from '../../../src/server/engine/mandates/settings.ts';
import { BACKUP, dataOf, LoanStory, PRIMARY } from './loan-story.ts';

const LOCK = { dailyLock: true, attemptsPerDueDate: 12, attemptGapHours: 1 };
const isLocked = (story: LoanStory, account = PRIMARY) => story.bank(account, {}).locked;

describe('the daily lock', () => {
  test('is off unless the agreement knows it', async () => {
    const story = LoanStory.collecting({ policy: { ...LOCK, dailyLock: false } });
    story.bank(PRIMARY, { balance: 0 });
    await story.until('2026-01-31T22:00:00Z');
    expect(story.tries(0)).toEqual(Array.from({ length: 12 }, () => '058/51/10000'));
    expect(isLocked(story)).toBe(false);
  });

  test('shuts an account after five declines for want of funds, also against money that comes the same day', async () => {
    const story = LoanStory.collecting({ policy: LOCK });
    story.bank(PRIMARY, { balance: 0 });
    await story.until('2026-01-31T10:30:00Z');
    expect(isLocked(story)).toBe(false);
    await story.until('2026-01-31T11:30:00Z');
    expect(isLocked(story)).toBe(true);
    story.bank(PRIMARY, { balance: 50_000 });
    await story.until('2026-01-31T22:00:00Z');
    expect(story.tries(0)).toEqual([
      ...Array.from({ length: 5 }, () => '058/51/10000'),
      ...Array.from({ length: 7 }, () => '058/65/10000'),
    ]);
    expect(story.statuses()?.[0]).toBe('failed');
    expect(story.balance(PRIMARY)).toBe(50_000);
  });

  test('lifts at the next Lagos day', async () => {
    const story = LoanStory.collecting({ policy: LOCK });
    story.bank(PRIMARY, { balance: 0 });
    await story.until('2026-01-31T22:59:59Z');
    expect(isLocked(story)).toBe(true);
    story.bank(PRIMARY, { balance: 50_000 });
    await story.until('2026-01-31T23:00:00Z');
    expect(isLocked(story)).toBe(false);
    await story.until('2026-02-01T07:00:00Z');
    expect(story.tries(0).at(-1)).toBe('058/00/10000');
  });

  test.each(['91', '05', '61'])('takes ten declines with %s: other reasons weigh less', async (code) => {
    const story = LoanStory.collecting({ policy: LOCK });
    story.bank(PRIMARY, { declineWith: code });
    await story.until('2026-01-31T22:00:00Z');
    const codes = story.tries(0).map((tried) => tried.split('/')[1]);
    expect(codes).toEqual([...Array.from({ length: 10 }, () => code), '65', '65']);
  });

  test('forgets what was counted at a success', async () => {
    const story = LoanStory.collecting({ policy: LOCK, terms: { collectionMode: 'manual' } });
    await story.until('2026-01-20T08:00:00Z');
    const pay = () => dataOf(story.collect(100, '2026-01-20'));
    story.bank(PRIMARY, { script: ['51', '51', '51', '51', null, '51', '51', '51', '51'] });
    for (let nth = 0; nth < 9; nth += 1) pay();
    expect(isLocked(story)).toBe(false);
    pay();
    expect(story.mandate().collectedAmount).toBe(200);
    story.bank(PRIMARY, { script: ['51', '51', '51', '51', '51'] });
    for (let nth = 0; nth < 6; nth += 1) pay();
    expect(isLocked(story)).toBe(true);
    expect(story.mandate().collectedAmount).toBe(200);
  });

  test('counts no unknown outcome', async () => {
    const story = LoanStory.collecting({ policy: LOCK });
    story.bank(PRIMARY, { declineWith: '09' });
    await story.until('2026-01-31T22:00:00Z');
    expect(isLocked(story)).toBe(false);
  });

  test('is of one account: the backup is debited all the same, and only what is not locked is swept', async () => {
    const story = LoanStory.collecting({ policy: { ...LOCK, attemptsPerDueDate: 6 }, accounts: [PRIMARY, BACKUP] });
    story.bank(PRIMARY, { balance: 4_000 });
    story.bank(BACKUP, { balance: 3_000, script: ['91', '91', '91', '91'] });
    await story.until('2026-01-31T22:00:00Z');
    expect(story.tries(0).slice(-5)).toEqual([
      '058/51/10000',
      '044/51/10000',
      '058/65/10000',
      '044/51/10000',
      '044/00/3000',
    ]);
    expect([story.balance(PRIMARY), story.balance(BACKUP), isLocked(story, BACKUP)]).toEqual([4_000, 0, false]);
  });

  test('leaves what is there where the last decline of the day is the fifth', async () => {
    const story = LoanStory.collecting({ policy: { ...LOCK, attemptsPerDueDate: 5 } });
    story.bank(PRIMARY, { balance: 4_000 });
    await story.until('2026-01-31T22:00:00Z');
    expect(story.tries(0)).toEqual(Array.from({ length: 5 }, () => '058/51/10000'));
    expect(story.statuses()?.[0]).toBe('failed');
  });

  test('goes with the policy', async () => {
    const story = LoanStory.collecting({ policy: LOCK });
    story.bank(PRIMARY, { balance: 0 });
    await story.until('2026-01-31T11:30:00Z');
    dataOf(patchPolicy(story.world, { dailyLock: false }));
    expect(isLocked(story)).toBe(false);
    story.bank(PRIMARY, { balance: 10_000 });
    await story.until('2026-01-31T12:00:00Z');
    expect(story.statuses()?.[0]).toBe('success');
  });
});
