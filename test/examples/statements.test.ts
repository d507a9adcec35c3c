import { expect, test, vi } from 'vitest';

/** What the example printed. */
async function running<Module>(
  example: () => Promise<Module>,
): Promise<Module & { readonly printed: readonly string[] }> {
  let text = '';
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    text += String(chunk);
    return true;
  });
  try {
    const module = await example();
    return { ...module, printed: text.trimEnd().split('\n') };
  } finally {
    write.mockRestore();
  }
}

test('the example reads a locked statement on this machine, computes its insight and says what it is made of', async () => {
  const { statement, insight, known, printed } = await running(() => import('../../examples/statement-local.ts'));
  expect(statement.proof).toMatchObject({ proved: true, doubts: [] });
  expect(insight.salary.amount.length).toBeGreaterThanOrEqual(5);
  expect(Number(insight.average_monthly_income)).toBeGreaterThan(0);
  expect(known.eligibleAmount).not.toBe(insight.eligibleAmount);
  expect(printed[0]).toMatch(/^page 1 of \d+$/);
  expect(printed).toContainEqual(expect.stringMatching(/^Credits that are income/));
  expect(printed).toContainEqual(expect.stringMatching(/^page \d+, line \d+: \S/));
  expect(printed.at(-1)).toMatch(/^\d+ credits are not income$/);
});

test('the example uploads a statement and receives the insight by webhook', async () => {
  const { event, truth, printed } = await running(() => import('../../examples/statement-upload.ts'));
  expect(event.data).toMatchObject({
    success: true,
    numberOfActiveMonths: '3',
    totalMoneyReceive: truth.totalCredit.toFixed(2),
  });
  expect(printed.at(-1)).toMatch(/^(\d+) of \1 bytes$/);
});
