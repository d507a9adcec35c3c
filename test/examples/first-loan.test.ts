import { expect, it } from 'vitest';

it('the first example brings a loan to its first collection', async () => {
  const { loan } = await import('../../examples/first-loan.ts');
  if (loan.stage !== 'collecting') throw new Error(`The loan is at stage '${loan.stage}'`);
  expect(loan.balances).toMatchObject({ totalAmountDue: 120_000, collected: 40_000, outstanding: 80_000 });
  expect(loan.instalments.map((instalment) => instalment.status)).toEqual(['success', 'scheduled', 'scheduled']);
});
