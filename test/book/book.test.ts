import { beforeAll, describe, expect, test } from 'vitest';
import { type Book, type FiguresQuery, openBook } from '../../src/book/index.ts';
import { virtualClock } from '../../src/clock/virtual-clock.ts';
import type { Instant } from '../../src/domain/calendar.ts';
import { memoryStore } from '../../src/loan-file/memory-store.ts';
import { TODAY, writePlayedBook } from '../cli/played-book.ts';

describe('the book', () => {
  const clock = virtualClock(Date.parse(`${TODAY}T09:00:00Z`) as Instant);
  let book: Book;
  let loanIds: readonly string[];
  beforeAll(async () => {
    const store = memoryStore();
    loanIds = await writePlayedBook(store);
    book = openBook({ store, clock });
    await book.advance();
  });

  test('returns a loan with its instalments and accounts', async () => {
    for (const loanId of loanIds) {
      const found = await book.loan(loanId);
      expect(found).toMatchObject((await book.loans({ loanIds: [loanId] })).loans[0] ?? {});
      expect(found?.accounts.every(({ bank, status }) => /^\d{3}$/.test(bank ?? '') && status)).toBe(true);
      const unpaid = found?.instalments.reduce((sum, each) => sum + each.unpaid * 100, 0) ?? 0;
      expect(Math.round(unpaid) / 100).toBe(found?.outstanding);
      const oldest = found?.instalments.find((each) => each.unpaid > 0);
      expect(oldest?.dueDate).toBe(found?.unpaidSince);
    }
    expect(await book.loan('no-such-loan')).toBeUndefined();
  });

  test.each<readonly [unknown, string]>([
    [{ asof: '2026-05-01' }, 'asof'],
    ['2026-05-01', 'figures'],
    [{ asOf: '2026-02-30' }, 'asOf: is not in the calendar: must be a real date, YYYY-MM-DD'],
    [{ asOf: '2026-05-07' }, 'asOf: lies ahead: nothing is known after 2026-05-06'],
    [{ knownAt: 'noon' }, 'knownAt: must be a real date, YYYY-MM-DD, or a time in ISO 8601 with its offset'],
    [{ knownAt: '2026-05-06T09:00:01Z' }, 'knownAt: lies ahead: nothing is known after 2026-05-06T09:00:00.000Z'],
  ])('refuses figures of %j', async (query, message) => {
    await expect(book.figures(query as FiguresQuery)).rejects.toThrow(message);
  });
});
