import { beforeAll, describe, expect, test } from 'vitest';
import { type BooksResult, playBooksRun } from '../proof/webhooks/books-run.ts';
import { sized } from '../size.ts';

// The full run is `npm run proof -- books`.
const LOANS = sized(20, 60);
/** In proportion to the loans, and somewhat fewer: in small, chance weighs more. */
const atLeast = (all: number) => sized(Math.floor(all / 4), all);

describe('many loans over three due dates, with webhooks lost, doubled, turned round, late and with a wrong secret all the time', () => {
  let result: BooksResult;
  beforeAll(async () => {
    result = await playBooksRun({ loans: LOANS, seed: 3 });
  }, 600_000);

  test('end with the lender’s books equal to the server’s, to the kobo', () => {
    expect(result.wrongs).toEqual([]);
    expect(result.differing).toBe(0);
    expect(result.collectedByMerchant).toBe(result.collectedByServer);
    expect(result.collectedByServer).toBeGreaterThan(atLeast(300_000_000));
  });

  test('are reported once: nothing is missing, and nothing was reported twice', () => {
    expect(result).toMatchObject({ double: 0, missing: 0 });
    expect(result.reported).toBeGreaterThan(atLeast(400));
  });

  test('really met faults, and a sync alone found much', () => {
    for (const [kind, least] of Object.entries({
      drop: 60,
      duplicate: 60,
      'wrong-secret': 10,
      reorder: 20,
      delay: 20,
    })) {
      expect(result.hit[`webhook-${kind}`]).toBeGreaterThan(atLeast(least));
    }
    expect(result.found).toBeGreaterThan(atLeast(80));
    expect(result.redelivered).toBeGreaterThan(atLeast(50));
  });
});
