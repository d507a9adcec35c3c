import { describe, expect, test } from 'vitest';
import { createTestKit } from '../../src/testing/index.ts';
import { autoTerms, openInput } from '../journeys/people.ts';

/** What the logger is warned of when a loan of ₦80,000 is opened with this total. */
async function warningsFor(totalAmountDue: number): Promise<readonly string[]> {
  const warnings: string[] = [];
  await using stage = await createTestKit({ client: { logger: { warn: (message) => void warnings.push(message) } } });
  const loan = await stage.kit.loans.open(openInput({ ...autoTerms, approvedAmount: 80_000, totalAmountDue }));
  expect(loan.terms.totalAmountDue).toBe(totalAmountDue);
  return warnings;
}

describe('a total that no loan costs', () => {
  test('is asked about, as kobo may have been meant, and is not refused', async () => {
    expect(await warningsFor(8_000_000)).toEqual([
      "repaykit: totalAmountDue of loan 'loan-1' is more than 10 times its approvedAmount: were kobo meant? Amounts are in naira",
    ]);
  });

  test('begins above ten times the approved amount', async () => {
    expect(await warningsFor(800_000)).toEqual([]);
    expect(await warningsFor(800_000.01)).toHaveLength(1);
  });
});
