// Uploads a statement and waits for the webhook with the income insight.
// The service is that of a test kit, which really reads the file.
// Run it: `node --import ./examples/typescript.js examples/statement-upload.ts`.
import { createStatement, createTestKit } from 'repaykit/testing';

const print = (...words: readonly unknown[]) =>
  void process.stdout.write(`${words.join(' ')}\n`);

const { kit, webhooks, close } = await createTestKit();
// #region synthetic
const {
  pdf: file,
  password,
  truth,
} = createStatement({
  profile: 'salary',
  months: 3,
  seed: 11,
  password: 'moth-lantern',
});
// #endregion synthetic
const { account, bank } = truth;
const person = {
  bvn: '22200000001',
  accountName: account.name,
  accountNumber: account.number,
  accountType: 'savings',
  bankName: bank.name,
  bankCode: bank.code,
};

// #region upload
await kit.income.processIncome(
  { ...person, statement: file, password },
  {
    once: 'statement-17',
    onUploadProgress: ({ sentBytes, totalBytes }) =>
      print(`${sentBytes} of ${totalBytes ?? '?'} bytes`),
  },
);
// The service reads the PDF in real time.
const event = await webhooks.waitFor('income_insight', { timeoutMs: 60_000 });
// #endregion upload

await close();

export { event, truth };
