import { describe, expect, test } from 'vitest';
import { createStatement, layoutNames } from '../../../src/testing/index.ts';
import { layoutNamed } from '../../../src/testing/statements/layouts/layouts.ts';
import { isFull, sized } from '../../size.ts';
import { readInPlace } from './read-in-place.ts';
import { readTampered, type TamperingOutcome } from './read-tampered.ts';
import { type TamperingName, tamperingNames } from './tamperings.ts';

const options = { seed: 21, months: 1, rowsPerMonth: 8 } as const;
/** Prints too little to prove itself even untouched. */
const provable = layoutNames.filter((layout) => layout !== 'aggregator');

/** A falsification that leaves the printed figures as they are, or that the rest of the page repairs, harms no one. */
const harmless: readonly TamperingOutcome[] = ['unproved', 'unharmed'];

describe.each(provable)('a falsified statement of the layout %s', (layout) => {
  const { pdf, truth } = createStatement({ layout, ...options });
  const rows = truth.rows.length;
  /** The first, the last, and one in between. */
  const places = isFull ? [0, Math.floor(rows / 2), rows - 1] : [Math.floor(rows / 2)];

  test('would prove itself if no one had changed it', async () => {
    const { proof } = await readInPlace(pdf, { account: truth.account.number });
    expect(proof.proved).toBe(true);
  });

  test.each(tamperingNames)('does not prove itself with other entries: %s', async (way) => {
    for (const row of places) {
      const outcome = await readTampered({ layout: layoutNamed(layout), ...options, row, rows, way });
      // Where no balance stands between two entries of a day, nothing printed says which was first.
      expect([...harmless, ...(hasOpenDays(layout, way) ? ['reordered'] : [])]).toContain(outcome);
    }
  });
});

function hasOpenDays(layout: string, way: TamperingName): boolean {
  return way.startsWith('swap') && (layout === 'daily-balance' || layout === 'no-balance');
}

describe('what a falsification changes on the page', () => {
  test.each<[TamperingName, string]>([
    ['delete', 'daily-balance'],
    ['alter the amount', 'daily-balance'],
    ['flip the side', 'daily-balance'],
    ['repeat', 'daily-balance'],
    ['delete', 'no-balance'],
    ['alter the amount', 'no-balance'],
    ['flip the side', 'no-balance'],
    ['repeat', 'no-balance'],
    ['swap with a distant one', 'no-balance'],
  ])('shows: %s, also in the layout %s, for every row', async (way, name) => {
    const layout = name as (typeof layoutNames)[number];
    const rows = createStatement({ layout, ...options }).truth.rows.length;
    for (let row = 0; row < rows; row += sized(5, 1)) {
      const outcome = await readTampered({ layout: layoutNamed(layout), ...options, row, rows, way });
      expect([row, outcome]).toEqual([row, 'unproved']);
    }
  });
});
