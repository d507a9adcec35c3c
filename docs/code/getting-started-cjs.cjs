// The same in plain JavaScript with require, as in a package without "type": "module".
// #region cjs
const assert = require('node:assert/strict');
const { createTestKit } = require('repaykit/testing');

async function main() {
  const { kit, loanAt, clock, close } = await createTestKit();
  const loan = await loanAt('collecting'); // ₦90,000 in three instalments
  await clock.advance({ months: 1 });
  const { balances } = await kit.mandates.refresh(loan);
  assert.equal(balances.outstanding, 60_000);
  await close();
}

main();
// #endregion cjs
