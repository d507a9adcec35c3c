// The reference server with one mandate of three accounts and three instalments; tells where it is and what reading the mandate answers.
import { pathToFileURL } from 'node:url';

process.once('message', async ({ door }) => {
  const { createReferenceServer } = await import(pathToFileURL(door));
  const server = createReferenceServer({ now: '2026-01-05T08:00:00Z' });
  const { port } = await server.listen();
  const mandateId = 'b'.repeat(24);
  for (const [accountNumber, bankCode] of [
    ['0100000011', '058'],
    ['0100000012', '044'],
    ['0100000013', '057'],
  ]) {
    const placed = await server.fetch('/v1/mandates/mandates/consent/create', {
      method: 'POST',
      headers: { token: 'pk_test_repaykit', 'content-type': 'application/json' },
      body: JSON.stringify({
        appId: '650000000000000000000001',
        businessId: '650000000000000000000002',
        mandateId,
        email: 'ada.obiora@example.com',
        mobileNumber: '08030000001',
        address: '1 Sample Street, Lagos',
        accountNumber,
        bankCode,
        totalAmountDue: 90_000,
        startDate: '2026-02-01',
        endDate: '2026-04-01',
        frequency: 'monthly',
      }),
    });
    if (placed.status !== 200) throw new Error(`the mandate could not be placed: ${await placed.text()}`);
  }
  const path = '/v1/mandates/consent/business/get-mandate';
  const input = JSON.stringify({ mandateId });
  const headers = { token: 'pk_test_repaykit', 'content-type': 'application/json' };
  const answer = await (await server.fetch(path, { method: 'POST', headers, body: input })).text();
  process.send({ port, path, input, headers, answer });
});
process.once('disconnect', () => process.exit(0));
