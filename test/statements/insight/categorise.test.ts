import { describe, expect, test } from 'vitest';
import { labelledBills } from './labelled-bills.ts';
import { labelledCredits } from './labelled-credits.ts';
import { labelledSpending } from './labelled-spending.ts';
import { categorise } from './sample-entries.ts';

type Side = 'debit' | 'credit';

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

const tables: readonly (readonly [Side, Readonly<Record<string, string>>])[] = [
  ['debit', labelledBills],
  ['debit', labelledSpending],
  ['credit', labelledCredits],
];

describe('an entry is what its narration says', () => {
  for (const [type, table] of tables) {
    for (const [category, lines] of Object.entries(table)) {
      test(`${type}s that are ${category}`, () => {
        const wrong = linesOf(lines).map((narration) => `${categorise({ type, narration })}: ${narration}`);
        expect(wrong).toEqual(linesOf(lines).map((narration) => `${category}: ${narration}`));
      });
    }
  }

  test('more than four hundred narrations are labelled', () => {
    expect(tables.flatMap(([, table]) => Object.values(table).flatMap(linesOf)).length).toBeGreaterThan(400);
  });
});
