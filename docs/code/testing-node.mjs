import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { useTestKit } from 'repaykit/testing';

// A new kit for each test of this file.
const platform = useTestKit({ beforeEach, afterEach });

test('a missed instalment is collected when the bank recovers', async () => {
  const { loanAt, bank, clock, webhooks } = platform();
  await loanAt('collecting');
  await bank.decline('91');
  await clock.advance({ months: 1, hours: 12 });
  await webhooks.waitFor('collection.failed');

  await bank.recover();
  await clock.advance({ days: 1 });
  const { data } = await webhooks.waitFor('collection.success');
  assert.equal(data.amountCollected, 30_000);
});
