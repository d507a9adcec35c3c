// `undici.request` onto the reference server's dispatcher and onto one that answers the same bytes with nothing behind it, in alternating rounds.
import { pathToFileURL } from 'node:url';
import { Dispatcher, request } from 'undici';

const ROUND_MS = 500;
const ROUNDS = 9;
const ORIGIN = 'http://127.0.0.1:65535';

const { entryPoint } = JSON.parse(process.argv[2]);
const { createReferenceServer } = await import(pathToFileURL(entryPoint));
const server = createReferenceServer({ now: '2026-01-05T08:00:00Z' });
const mandateId = 'b'.repeat(24);
const headers = { token: 'pk_test_repaykit', 'content-type': 'application/json' };
for (const [accountNumber, bankCode] of [
  ['0100000011', '058'],
  ['0100000012', '044'],
  ['0100000013', '057'],
]) {
  const merchant = { appId: '650000000000000000000001', businessId: '650000000000000000000002' };
  const payer = { email: 'ada.obiora@example.com', mobileNumber: '08030000001', address: '1 Sample Street, Lagos' };
  const terms = { totalAmountDue: 90_000, startDate: '2026-02-01', endDate: '2026-04-01', frequency: 'monthly' };
  const body = JSON.stringify({ ...merchant, ...payer, ...terms, mandateId, accountNumber, bankCode });
  await server.fetch('/v1/mandates/mandates/consent/create', { method: 'POST', headers, body });
}
const path = '/v1/mandates/consent/business/get-mandate';
const call = { method: 'POST', headers, body: JSON.stringify({ mandateId }) };
const real = await server.fetch(path, call);
if (real.status !== 200) throw new Error(await real.text());
const rawHeaders = [...real.headers].flat().map((text) => Buffer.from(text));
const bytes = Buffer.from(await real.arrayBuffer());

class EmptyDispatcher extends Dispatcher {
  dispatch(_options, handler) {
    queueMicrotask(() => {
      handler.onConnect(() => undefined, {});
      handler.onHeaders(200, rawHeaders, () => undefined, 'OK');
      handler.onData(bytes);
      handler.onComplete([]);
    });
    return true;
  }
}

const empty = new EmptyDispatcher();
await rate(empty);
await rate(server.dispatcher);
const rounds = [];
for (let round = 0; round < ROUNDS; round += 1) {
  if (round % 2 === 0) rounds.push({ ours: await rate(server.dispatcher), empty: await rate(empty) });
  else rounds.unshift({ empty: await rate(empty), ours: await rate(server.dispatcher) });
}
process.stdout.write(JSON.stringify(rounds), () => process.exit(0));

async function rate(dispatcher) {
  const start = performance.now();
  let answers = 0;
  while (performance.now() - start < ROUND_MS) {
    for (let each = 0; each < 50; each += 1) {
      const { body } = await request(ORIGIN + path, { ...call, dispatcher });
      await body.text();
    }
    answers += 50;
    // As any program does: without a turn of the event loop undici's streams are never let go of, and the collector is what is measured.
    await new Promise((resume) => setImmediate(resume));
  }
  return (answers / (performance.now() - start)) * 1000;
}
