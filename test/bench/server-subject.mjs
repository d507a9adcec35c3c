// The reference server with many mandates of three accounts and three instalments; prints where it is, how each is read and written, and what reading answers.
import { pathToFileURL } from 'node:url';

const accounts = [
  { accountNumber: '0100000011', bankCode: '058' },
  { accountNumber: '0100000012', bankCode: '044' },
  { accountNumber: '0100000013', bankCode: '057' },
];

process.once('message', async ({ entryPoint, mandates }) => {
  const { createReferenceServer } = await import(pathToFileURL(entryPoint));
  const server = createReferenceServer({ now: '2026-01-05T08:00:00Z' });
  const { port } = await server.listen();
  const headers = { token: 'pk_test_repaykit', 'content-type': 'application/json' };
  const post = async ({ path, input }) => {
    const response = await server.fetch(path, { method: 'POST', headers, body: input });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${path} answered ${text}`);
    return text;
  };
  const ids = Array.from({ length: mandates }, (_, index) => index.toString(16).padStart(24, 'b'));
  const placements = ids.flatMap((mandateId) => accounts.map((account) => placement(mandateId, account)));
  for (const placed of placements) await post(placed);
  const reads = ids.map((mandateId) => ({
    path: '/v1/mandates/consent/business/get-mandate',
    input: JSON.stringify({ mandateId }),
  }));
  process.send({ port, headers, reads, writes: placements, answer: await post(reads[0]) });
});
process.once('disconnect', () => process.exit(0));

function placement(mandateId, account) {
  const input = {
    appId: '650000000000000000000001',
    businessId: '650000000000000000000002',
    mandateId,
    email: 'ada.obiora@example.com',
    mobileNumber: '08030000001',
    address: '1 Sample Street, Lagos',
    ...account,
    totalAmountDue: 90_000,
    startDate: '2026-02-01',
    endDate: '2026-04-01',
    frequency: 'monthly',
  };
  return { path: '/v1/mandates/mandates/consent/create', input: JSON.stringify(input) };
}
