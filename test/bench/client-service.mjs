// Answers every request with a mandate of some 700 bytes, or refuses as often as the path asks: `/refuse/8/…` refuses eight times.
import { createServer } from 'node:http';

const id = 'a0b1c2d3e4f5a0b1c2d3e4f5';
const account = {
  _id: id,
  accountNumber: '0123456789',
  bankCode: '044',
  accountName: 'ADA OBI',
  primary: true,
  active: true,
};
const mandate = {
  _id: id,
  businessId: '650000000000000000000002',
  reference: '0b0f6a4e-6f4e-4f39-8a53-7d1f7c3e9a10',
  bvn: '22200000001',
  status: 'active',
  totalAmountDue: 120_000,
  outstandingBalance: 120_000,
  collectedAmount: 0,
  startDate: '2026-01-31',
  endDate: '2026-06-30',
  frequency: 'monthly',
  collectionMode: 'auto',
  consents: [account, { ...account, accountNumber: '0123456780', bankCode: '058', primary: false }],
};
const answer = Buffer.from(JSON.stringify({ status: true, message: null, error: false, data: mandate }));
const refusal = Buffer.from(JSON.stringify({ status: false, message: 'x'.repeat(50_000), error: true, data: null }));
const head = { 'content-type': 'application/json', 'content-length': answer.length };

let refused = 0;
let sockets = 0;

const server = createServer((request, response) => {
  request.resume().once('end', () => {
    const refusals = /\/refuse\/(\d+)\//.exec(request.url)?.[1];
    if (request.url === '/sockets') return response.end(String(sockets));
    if (request.url === '/reset') {
      refused = 0;
      sockets = 0;
      return response.end();
    }
    if (refusals !== undefined && refused < Number(refusals)) {
      refused += 1;
      return response
        .writeHead(503, { 'content-type': 'application/json', 'content-length': refusal.length })
        .end(refusal);
    }
    response.writeHead(200, head).end(answer);
  });
});
server.on('connection', () => {
  sockets += 1;
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
process.once('disconnect', () => process.exit(0));
