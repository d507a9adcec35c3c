import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Logger } from '../../src/index.ts';
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

  test('is asked about by a process warning where there is no logger', async () => {
    const warning = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    onTestFinished(() => warning.mockRestore());
    await using stage = await createTestKit();
    await stage.kit.loans.open(openInput({ ...autoTerms, approvedAmount: 80_000, totalAmountDue: 8_000_000 }));
    expect(warning.mock.calls).toEqual([[expect.stringContaining('were kobo meant?')]]);
  });

  test('is asked about when a restructuring makes it so', async () => {
    const warnings: string[] = [];
    const logger: Logger = { warn: (message) => void warnings.push(message) };
    await using stage = await createTestKit({ client: { logger } });
    const loan = await stage.loanAt('collecting');
    const schedule = (amount: number) => ({ schedule: [{ dueDate: '2026-06-01', amount }], reason: 'illness' });
    const usual = await stage.kit.bureau.reportRestructured(loan, schedule(loan.terms.approvedAmount));
    expect(warnings).toEqual([]);
    const restructured = await stage.kit.bureau.reportRestructured(usual, schedule(loan.terms.approvedAmount * 100));
    expect(restructured.balances.due).toBe(loan.terms.approvedAmount * 100);
    expect(warnings).toEqual([
      expect.stringMatching(/restructuring is more than 10 times its approvedAmount: were kobo meant\?/),
    ]);
  });

  test('begins above ten times the approved amount', async () => {
    expect(await warningsFor(800_000)).toEqual([]);
    expect(await warningsFor(800_000.01)).toHaveLength(1);
  });
});
