// Insurance: list products, file a claim once, read policies, and receive a webhook.
import assert from 'node:assert/strict';
import { createTestKit } from 'repaykit/testing';
import {
  createTestDelivery,
  memoryInbox,
  receive,
  sharedSecret,
} from 'repaykit/webhooks';

const platform = await createTestKit();
const { kit, controls } = platform;
const said: string[] = [];
const print = (text: string) => void said.push(text);

// #region products
const products = await kit.insurance.products('gadget');
for (const { title, insurer, premium_rate, premium_rate_unit } of products)
  print(`${title}, ${insurer.name}: ${premium_rate} ${premium_rate_unit}`);
// Gadget Cover, Harbour Sample Insurance: 5 %
// #endregion products

assert.deepEqual(said, ['Gadget Cover, Harbour Sample Insurance: 5 %']);
assert.deepEqual(await kit.insurance.products('no-such-type'), []);
const { number: policyNumber } = await controls.addPolicy({
  productType: 'gadget',
  amount: 60_000,
});
const caseId = '17';

// #region claim
import { RequestRepeatedError } from 'repaykit';

const input = {
  amount: 45_000,
  policy_number: policyNumber,
  attachments: [501], // ids of documents
  payment_details: {
    bank_name: 'Sterling Bank',
    account_number: '0200000022',
    sort_code: '232',
  },
};
const fileClaim = async () => {
  try {
    const options = { once: `claim-${caseId}` };
    const { claim } = await kit.insurance.claim(input, options);
    print(`claim ${claim.id}: ${claim.status}`);
  } catch (error) {
    if (!(error instanceof RequestRepeatedError)) throw error;
    print(`sent before: ${error.known.outcome}`);
  }
};
// #endregion claim

await fileClaim();
await fileClaim();
assert.deepEqual(said.slice(1), [
  'claim 9001: discharge_voucher',
  'sent before: succeeded',
]);
const { items } = await controls.requests();
assert.equal(
  items.filter(({ operation }) => operation === 'createClaim').length,
  1,
);

// #region policies
const policies = await kit.insurance.policies();
const paid = policies.filter(({ status }) => status === 'paid');
for (const { product_type, provider, amount, currency } of paid)
  print(`${product_type} of ${provider}: ${amount} ${currency}`);
// #endregion policies

assert.equal(said.at(-1), 'gadget of Harbour Sample Insurance: 60000 NGN');
const secret = 'whsec_repaykit';

// #region webhook
const receiver = receive({
  verify: sharedSecret({ secrets: [secret] }),
  inbox: memoryInbox(),
  confirm: kit,
  on: {
    policy: ({ event, data }) => print(`${event}: ${data.number}`),
  },
});
// #endregion webhook

const { headers, body } = createTestDelivery('policy', {}, { secret });
const url = 'http://localhost/webhooks';
await receiver(new Request(url, { method: 'POST', headers, body }));
await receiver.settled();
assert.equal(said.at(-1), 'policy.updated: POL-0001');
await kit.close();
await platform.close();
