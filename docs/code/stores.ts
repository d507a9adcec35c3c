// A claim under a key of the lender's own: sent once, however often it is asked for.
import assert from 'node:assert/strict';
import { createTestKit } from 'repaykit/testing';

const platform = await createTestKit();
const { kit, controls } = platform;
const { number: policyNumber } = await controls.addPolicy({
  productType: 'gadget',
  amount: 60_000,
});
const input = {
  amount: 45_000,
  policy_number: policyNumber,
  attachments: [],
  payment_details: {
    bank_name: 'Sterling Bank',
    account_number: '0200000022',
    sort_code: '232',
  },
};
const notes: string[] = [];
const cases = {
  note: async (caseId: string, text: string) =>
    void notes.push(`${caseId}: ${text}`),
};

// #region once
import { RequestRepeatedError } from 'repaykit';

async function claimOnce(caseId: string) {
  try {
    const { claim } = await kit.insurance.claim(input, {
      once: `claim-${caseId}`,
    });
    await cases.note(caseId, `claim ${claim.id}`);
  } catch (error) {
    if (!(error instanceof RequestRepeatedError)) throw error;
    // Sent before: 'succeeded', 'refused' or 'unknown'.
    const { outcome, result, reason } = error.known;
    await cases.note(
      caseId,
      `${outcome}: ${result ?? reason ?? 'still under way, or lost'}`,
    );
  }
}
// #endregion once

await claimOnce('17');
await claimOnce('17');
assert.match(
  notes.join('\n'),
  /^17: claim (\d+)\n17: succeeded: claim \1, discharge_voucher$/,
);
const { items } = await controls.requests();
assert.equal(
  items.filter(({ operation }) => operation === 'createClaim').length,
  1,
);
await platform.close();
