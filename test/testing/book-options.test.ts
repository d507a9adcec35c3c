import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { PlainDate } from '../../src/domain/calendar.ts';
import { memoryKeys, memoryStore } from '../../src/index.ts';
import { planBook, storyWeights } from '../../src/testing/book/book-plan.ts';
import { createBook, type PlayedBook, type PlayedBookOptions } from '../../src/testing/index.ts';
import { eventsOf } from './book-files.ts';

const small = { loans: 8, months: 2 };

async function play(options: PlayedBookOptions): Promise<PlayedBook> {
  const book = await createBook(options);
  onTestFinished(() => book.close());
  return book;
}

// Ids that the client draws, and what is derived from them: salts, commitments and the chain's hashes.
const drawn = /"(?:mandateId|debitId|reportId|previous|personal|id|reading|lookedBy|reference|sha256)":"[^"]*"/g;

async function filesOf(book: PlayedBook): Promise<readonly string[]> {
  const files = await Promise.all(book.loanIds.map((loanId) => eventsOf(book, loanId)));
  return files.map((events) => JSON.stringify(events).replace(drawn, '""'));
}

describe('a book', () => {
  let book: PlayedBook;
  beforeAll(async () => {
    book = await createBook(small);
  }, 60_000);
  afterAll(() => book.close());

  test('is the same for the same seed', async () => {
    const same = await play(small);
    expect(same.loans).toEqual(book.loans);
    expect(await filesOf(same)).toEqual(await filesOf(book));
  });

  test('is another for another seed', () => {
    const mix = { ...small, from: '2026-01-05' as PlainDate, payers: { salary: 1, gig: 1 }, stories: storyWeights };
    const [one, other] = [planBook({ ...mix, seed: 1 }), planBook({ ...mix, seed: 2 })];
    expect(one).not.toEqual(other);
    expect(planBook({ ...mix, seed: 1 })).toEqual(one);
  });

  test('goes on for as many days as you say', async () => {
    expect(book.clock.today()).toBe('2026-03-05');
    const days: string[] = [];
    await book.play({ days: 40, onProgress: ({ day }) => days.push(day) });
    expect(book.clock.today()).toBe('2026-04-14');
    expect(days).toEqual(['2026-04-05', '2026-04-14']);
    expect(book.loanIds.length).toBeGreaterThanOrEqual(7);
    await expect(book.play({ days: 3, signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortedError' });
    await book.play({ days: 1 });
    expect(book.clock.today()).toBe('2026-04-15');
  });

  test('is a test kit: more loans can be made, and its webhooks are recorded', async () => {
    expect((await book.loanAt('collecting')).stage).toBe('collecting');
    expect(book.webhooks.received.length).toBeGreaterThan(10);
    expect(book.receiver.inbox).toBe(book.webhooks.receiver.inbox);
  });

  test('keeps its loans in the given store, under the given keys', async () => {
    const [store, keys] = [memoryStore(), memoryKeys()];
    const kept = await play({ ...small, store, keys, from: '2025-11-03', stories: { steady: 1 } });
    expect(kept.store).toBe(store);
    expect(kept.clock.today()).toBe('2026-01-03');
    expect((await store.load(kept.loanIds[0] ?? ''))?.events[0]?.personal).toMatch(/^v1\./);
  });

  test('has only the payers and the stories that have a weight', async () => {
    const { loans } = await play({ ...small, payers: { gig: 1 }, stories: { manual: 3, steady: 1, defaults: 0 } });
    expect(new Set(loans.map(({ payer }) => payer))).toEqual(new Set(['gig']));
    expect(loans.filter(({ story }) => story === 'manual')).toHaveLength(6);
    expect(loans.filter(({ story }) => story === 'steady')).toHaveLength(2);
  });

  test('stops between two days when its signal is aborted', async () => {
    const stop = new AbortController();
    const playing = createBook({ ...small, signal: stop.signal, onProgress: () => stop.abort('enough') });
    await expect(playing).rejects.toMatchObject({
      name: 'AbortedError',
      cause: 'enough',
      message: 'The book was stopped on 2026-02-05',
    });
  });
});

describe('wrong input', () => {
  test.each<[string, object, RegExp]>([
    ['no loan', { loans: 0 }, /loans: must be/],
    ['a part of a loan', { loans: 1.5 }, /loans: must be/],
    ['more months than are played', { months: 61 }, /months: must be/],
    ['a seed that is no number', { seed: 'one' }, /seed: must be/],
    ['an impossible day', { from: '2026-02-30' }, /from: /],
    ['an unknown story', { stories: { steddy: 1 } }, /stories\.steddy: .*did you mean 'steady'/],
    ['weights without a positive one', { payers: { salary: 0 } }, /payers: must give a weight above zero/],
    ['an unknown option', { loan: 3 }, /loan: .*did you mean 'loans'/],
    ['a store that is none', { store: {} }, /store: /],
  ])('%s is refused', async (_, options, message) => {
    await expect(createBook(options)).rejects.toMatchObject({ name: 'ConfigurationError', message });
  });

  test('to go on for no days is refused', async () => {
    const book = await play({ loans: 1, months: 1 });
    await expect(book.play({ days: 0 })).rejects.toThrow(/days: must be/);
  });
});
