import { describe, expect, test } from 'vitest';
import type { LoanHistory } from '../../src/book/history.ts';
import { KnownLoan, standingAt } from '../../src/book/standing.ts';

const LATER = Number.POSITIVE_INFINITY;
const terms = {
  from: 0,
  recorded: 0,
  known: 1,
  settled: 0,
  due: [
    [110, 100],
    [140, 100],
  ],
} as const;

function history(change: Partial<LoanHistory> = {}): LoanHistory {
  const disbursed = { on: 100, known: 1, kobo: 150 };
  return { disbursed, schedules: [terms], money: [], attempts: { outcomes: [], runs: [] }, unknown: [], ...change };
}

describe('a loan on a day', () => {
  test('is not past due on its due date, and is from the next day on', () => {
    expect(standingAt(history(), { day: 110, known: LATER })).toMatchObject({ arrears: 100, daysPastDue: 0 });
    expect(standingAt(history(), { day: 111, known: LATER })).toMatchObject({ arrears: 100, daysPastDue: 1 });
  });

  test('counts what was known by then, and nothing else', () => {
    const late = history({ money: [[110, 500, 100, 0]] });
    expect(standingAt(late, { day: 120, known: 499 })).toMatchObject({ paid: 0, daysPastDue: 10 });
    expect(standingAt(late, { day: 120, known: 500 })).toMatchObject({ paid: 100, daysPastDue: 0 });
  });

  // The money is dated by its attempt, which may be after the day on which it was given back.
  test('is not past due because more went back than had come in', () => {
    const refunded = history({
      money: [
        [120, 9, 50, 0],
        [105, 5, -40, 4],
      ],
    });
    expect(standingAt(refunded, { day: 108, known: LATER })).toMatchObject({ arrears: 0, daysPastDue: 0 });
  });

  test('follows new terms from the day on which they count', () => {
    const restructured = history({
      schedules: [terms, { from: 130, recorded: 130, known: 7, settled: 60, due: [[150, 140]] }],
      money: [[110, 2, 60, 0]],
    });
    const known = new KnownLoan(restructured, LATER);
    expect(known.instalmentsOn(160).map(({ day, before }) => [day, before])).toEqual([
      [110, 0],
      [150, 60],
    ]);
    expect(standingAt(restructured, { day: 129, known: LATER })).toMatchObject({ arrears: 40, daysPastDue: 19 });
    expect(standingAt(restructured, { day: 149, known: LATER })).toMatchObject({ outstanding: 140, daysPastDue: 0 });
    expect(standingAt(restructured, { day: 151, known: 6 })).toMatchObject({ arrears: 140, daysPastDue: 41 });
  });
});
