import { SEEDED_POLICY_NUMBER } from '../../../src/server/engine/insurance/policies.ts';
import { createTestDelivery } from '../../../src/webhooks/test-delivery.ts';
import { type Recorder, SHORT_PDF } from './recorder.ts';

/** One of the BVNs that simulate a statement, so that no file is read. Spec §2. */
const TEST_BVN = '12345678901';

/** Insurance and income insight. */
export async function playServices(recorder: Recorder): Promise<void> {
  const payment_details = { bank_name: 'Guaranty Trust Bank', account_number: '0100000011', sort_code: '058' };
  const claim = { amount: 25_000, policy_number: SEEDED_POLICY_NUMBER, attachments: [1], payment_details };
  await recorder.record('listProducts', 'goodsInTransit: Products of one type', { type: 'git' });
  await recorder.record('createClaim', 'claimed: A claim against a policy', claim);
  await recorder.record('listPolicies', 'policies: What the business sold', {});
  await uploadStatements(recorder);
  for (const kind of ['income_insight_failure', 'policy'] as const) {
    const { body } = createTestDelivery(kind, {}, { secret: 'none' });
    recorder.recordBody(kind, 'sample: As it may look', JSON.parse(body));
  }
}

async function uploadStatements(recorder: Recorder): Promise<void> {
  const form = {
    bvn: TEST_BVN,
    accountName: 'SAMPLE BORROWER',
    accountNumber: '0123456789',
    accountType: 'savings',
    bankName: 'Sample Bank',
    bankCode: '058',
    statement: new Blob([SHORT_PDF], { type: 'application/pdf' }),
  };
  for (const [operation, webhook, label] of [
    ['uploadStatement', 'income_transaction', 'simulated: The last entries'],
    ['processIncome', 'income_insight', 'simulated: Half a year'],
  ] as const) {
    await recorder.record(operation, 'acknowledged: The file was taken', form);
    // A clock move waits until the file is read and its webhook delivered.
    await recorder.server.clock.advance('PT1M');
    recorder.recordWebhook(webhook, label);
  }
  recorder.recordWebhook('pdf_upload', 'received: The file was taken');
}
