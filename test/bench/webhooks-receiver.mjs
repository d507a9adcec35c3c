// Deliveries through `(Request) => Response` in one process, the work behind the answer included; and through a hand-written handler, in alternating rounds.
import { hash, timingSafeEqual } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { benchBodies, liveSecret, numbered } from './webhooks-payloads.mjs';
import { benchReceiver } from './webhooks-subject.mjs';

const IN_FLIGHT = 50;

const { entryPoint, rounds, deliveries } = JSON.parse(process.argv[2]);
const webhooks = await import(pathToFileURL(entryPoint).href);
const body = benchBodies(webhooks).collection;
let sent = 0;

const { receiver } = benchReceiver(webhooks, webhooks.memoryInbox());
const kept = new Map();
const subjects = {
  ours: { take: receiver, settled: () => receiver.settled() },
  floor: { take: handWritten, settled: async () => kept.clear() },
};

const rates = { ours: [], floor: [] };
for (const name of ['ours', 'floor']) await round(subjects[name]);
for (let count = 0; count < rounds; count += 1) {
  for (const name of count % 2 === 0 ? ['ours', 'floor'] : ['floor', 'ours'])
    rates[name].push(await round(subjects[name]));
}
process.stdout.write(JSON.stringify(rates), () => process.exit(0));

// The requests are made while the clock runs, for both: made before, they fill the heap, and the collector is what is measured.
async function round({ take, settled }) {
  const start = performance.now();
  for (let first = 0; first < deliveries; first += IN_FLIGHT) {
    const answers = await Promise.all(Array.from({ length: IN_FLIGHT }, () => take(requestOf(numbered(body, ++sent)))));
    if (answers.some(({ status }) => status !== 200)) throw new Error('a delivery was refused');
    // As any server does: without a turn of the event loop the streams of requests are never let go of.
    await new Promise((resume) => setImmediate(resume));
  }
  await settled();
  return (deliveries * 1_000) / (performance.now() - start);
}

function requestOf(text) {
  const headers = { 'content-type': 'application/json', 'x-auth-signature': liveSecret };
  return new Request('http://127.0.0.1/webhooks', { method: 'POST', headers, body: Buffer.from(text) });
}

async function handWritten(request) {
  const text = Buffer.from(await request.arrayBuffer()).toString();
  const digests = [liveSecret, request.headers.get('x-auth-signature')].map((secret) =>
    Buffer.from(hash('sha256', secret, 'hex'), 'hex'),
  );
  if (!timingSafeEqual(...digests)) return new Response(null, { status: 401 });
  kept.set(JSON.parse(text).reference, text);
  return new Response('{"received":true}', { status: 200, headers: { 'content-type': 'application/json' } });
}
