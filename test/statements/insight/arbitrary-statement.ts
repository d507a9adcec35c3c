import * as fc from 'fast-check';
import { addDays, type PlainDate } from '../../../src/domain/calendar.ts';
import type { InsightTransaction } from '../../../src/statements/insight/entries/entry.ts';
import { labelledBills } from './labelled-bills.ts';
import { labelledCredits } from './labelled-credits.ts';
import { labelledSpending } from './labelled-spending.ts';

const narrations = [labelledBills, labelledSpending, labelledCredits].flatMap((table) =>
  Object.values(table).flatMap((lines) =>
    lines
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
);

// Few amounts, so that equal ones meet; whole naira and kobo.
const kobo = fc.oneof(fc.constantFrom(5_000, 100_000, 2_500_000, 1_075), fc.integer({ min: 0, max: 500_000_000 }));

const line = fc.record({
  type: fc.constantFrom('debit', 'credit'),
  narration: fc.constantFrom(...narrations),
  kobo,
  day: fc.integer({ min: 0, max: 900 }),
  isKnown: fc.boolean(),
});

/** A statement of any kind: up to sixty entries over up to three calendar years, oldest first, with a true balance behind some of them. */
export const anyStatement: fc.Arbitrary<InsightTransaction[]> = fc
  .tuple(
    fc.array(line, { maxLength: 60 }),
    fc.integer({ min: 0, max: 60 }),
    fc.integer({ min: -1_000_000, max: 100_000_000 }),
  )
  .map(([lines, spread, opening]) => {
    let balance = opening;
    const sorted = lines
      .map((each) => ({ ...each, day: spread < 20 ? each.day % (spread + 1) : each.day }))
      .sort((a, b) => a.day - b.day);
    return sorted.map(({ type, narration, kobo: amount, day, isKnown }) => {
      balance += type === 'credit' ? amount : -amount;
      const date = `${addDays('2023-11-20' as PlainDate, day)}T00:00:00.000Z`;
      return { type, narration, amount: amount / 100, date, ...(isKnown && { balance: balance / 100 }) };
    });
  });
