import { SEEDED_POLICY_NUMBER } from '../../server/engine/insurance/insurance-book.ts';
import { createTestDelivery } from '../../webhooks/test-delivery.ts';
import { type Recorder, SHORT_PDF } from './recorder.ts';

/** One of the BVNs that simulate a statement: nobody needs to read a file. Spec §2. */
const TEST_BVN = '12345678901';

/** Insurance and income insight. */
export async function playServices(recorder: Recorder): Promise<void> {
  await insure(recorder);
  await uploadStatements(recorder);
  for (const kind of ['income_insight_failure', 'policy'] as const) {
    const { body } = createTestDelivery(kind, {}, { secret: 'none' });
    recorder.noteBody(kind, { name: 'sample', summary: 'As it may look' }, JSON.parse(body));
  }
}

async function insure(recorder: Recorder): Promise<void> {
  await recorder.note('listProducts', { name: 'goodsInTransit', summary: 'Products of one type' }, { type: 'git' });
  const payment_details = { bank_name: 'Guaranty Trust Bank', account_number: '0100000011', sort_code: '058' };
  const claim = { amount: 25_000, policy_number: SEEDED_POLICY_NUMBER, attachments: [1], payment_details };
  await recorder.note('createClaim', { name: 'claimed', summary: 'A claim against a policy' }, claim);
  await recorder.note('listPolicies', { name: 'policies', summary: 'What the business sold' }, {});
}

async function uploadStatements(recorder: Recorder): Promise<void> {
  const statement = new Blob([SHORT_PDF], { type: 'application/pdf' });
  const form = {
    bvn: TEST_BVN,
    accountName: 'SAMPLE BORROWER',
    accountNumber: '0123456789',
    accountType: 'savings',
    bankName: 'Sample Bank',
    bankCode: '058',
    statement,
  };
  for (const [operation, webhook, summary] of [
    ['uploadStatement', 'income_transaction', 'The last entries'],
    ['processIncome', 'income_insight', 'Half a year'],
  ] as const) {
    await recorder.note(operation, { name: 'acknowledged', summary: 'The file was taken' }, form);
    // A clock move waits until the file is read and told of.
    await recorder.server.clock.advance('PT1M');
    recorder.noteWebhook(webhook, { name: 'simulated', summary }, ({ event }) => event === webhook);
  }
  recorder.noteWebhook(
    'pdf_upload',
    { name: 'received', summary: 'The file was taken' },
    ({ event }) => event === 'pdf_upload',
  );
}
