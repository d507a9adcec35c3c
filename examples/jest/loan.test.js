// Tests of a lender's code with jest: the same kit as for vitest, fresh for each test of the file by jest's own hooks.
const { useTestKit } = require('repaykit/testing');

const platform = useTestKit({ beforeEach, afterEach });

test('a due instalment is collected', async () => {
  const { loanAt, clock, webhooks } = platform();
  const loan = await loanAt('collecting');
  await clock.advance({ months: 1 });
  const { data } = await webhooks.waitFor('collection.success', {
    mandateId: loan.mandateId,
  });
  expect(data.amountCollected).toBe(30_000);
});

test('a missed instalment is collected once the bank recovers', async () => {
  const { loanAt, bank, clock, webhooks } = platform();
  await loanAt('collecting');
  await bank.decline('91');
  await clock.advance({ months: 1, hours: 12 });
  await webhooks.waitFor('collection.failed');

  await bank.recover();
  await clock.advance({ days: 1 });
  await webhooks.waitFor('collection.success');
});
