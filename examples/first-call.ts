// The first calls: make a client, ask which banks there are and what insurance is sold, and find a payer's accounts.
// `npx repaykit serve --json > service.json` starts a service; give this program that file's name. Without it the service is in this process.
// Run it: `node --import ./examples/typescript.js examples/first-call.ts`.
import { readFileSync } from 'node:fs';
import { type Consent, DISCLAIMER, RepayKit } from 'repaykit';
import { createReferenceServer, REFERENCE_DEFAULTS } from 'repaykit/server';

const print = (text: string) => void process.stdout.write(`${text}\n`);

// #region construct
const file = process.argv
  .slice(2)
  .find((argument) => argument.endsWith('.json'));
const server = createReferenceServer();
const service = file
  ? JSON.parse(readFileSync(file, 'utf8'))
  : { ...REFERENCE_DEFAULTS, ...(await server.listen()) };

// All that a client needs: where the service is, and who you are. On this machine loans are kept in memory; elsewhere you name a store.
const {
  url: baseUrl,
  appId,
  businessId,
  publicKey,
  secretKey,
  segments,
} = service;
const kit = new RepayKit({
  baseUrl,
  appId,
  businessId,
  publicKey,
  secretKey,
  segments,
});
// #endregion construct

// #region ask
// Reads need no loan. Each answer is checked before you get it, and a read that fails on the way is tried again within its deadline.
const banks = await kit.discovery.banks();
const [first, second] = banks.map(({ name }) => name);
print(
  `${banks.length} banks take the ₦50 deposit, among them ${first} and ${second}.`,
);

const products = await kit.insurance.products('gadget');
print(
  `Insurance of gadgets: ${products.map(({ title }) => title).join(', ')}.`,
);
// #endregion ask

// #region discover
// Accounts are found by BVN, and only after consent: scope by scope, with time and address. The wrong order does not compile.
const grantedAt = new Date().toISOString();
const consent: Consent = {
  scopes: (
    [
      'accountDiscovery',
      'mandatePlacement',
      'automatedDebit',
      'bureauReporting',
      'cascadeDebit',
    ] as const
  ).map((scope) => ({
    scope,
    grantedAt,
    ipAddress: '203.0.113.7',
  })),
  channel: 'web',
  language: 'en',
  notice: {
    version: '1',
    text: `We debit the accounts you choose on your due dates. ${DISCLAIMER}`,
  },
};
const payer = {
  payerId: 'P-1',
  bvn: '22200000001',
  name: 'Ada Obiora',
  email: 'ada.obiora@example.com',
  mobileNumber: '08030000001',
  address: '1 Broad Street, Lagos',
};
const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const dates = { startDate: inDays(30), endDate: inDays(120) };
const terms = {
  approvedAmount: 100_000,
  totalAmountDue: 120_000,
  ...dates,
  frequency: 'monthly',
  collectionMode: 'auto',
} as const;

const consented = await kit.loans.open({
  loanId: 'L-1',
  payer,
  terms,
  consent,
});
const { stage, accounts } = await kit.discovery.discover(consented);
print(`Loan L-1 is ${stage}: its payer has ${accounts.length} accounts.`);
// Never print an account number whole; the last digits are enough to choose by.
for (const { bankName, accountNumber, active } of accounts)
  print(
    `  ${bankName} ******${accountNumber.slice(-4)}${active ? '' : ' (not active)'}`,
  );
// #endregion discover

await kit.close();
await server.close();
