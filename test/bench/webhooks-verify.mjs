// Verify and parse, on one core: ours, two peers' and a floor in alternating rounds of one process. Prints deliveries per second of processor time, round by round.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { benchBodies, liveSecret } from './webhooks-payloads.mjs';

const { entryPoint, rounds, roundMs } = JSON.parse(process.argv[2]);
const webhooks = await import(pathToFileURL(entryPoint).href);
const sentAt = Math.floor(Date.now() / 1_000);

/** What reads a body that came with its proof; each says at the end whether it understood. */
const subjects = {
  sharedSecret(rawBody, { kind }) {
    const verifier = webhooks.sharedSecret({ secrets: liveSecret });
    const headers = new Headers({ 'content-type': 'application/json', 'x-auth-signature': liveSecret });
    return () => verifier.verify({ headers, rawBody }) === true && webhooks.parse(rawBody).kind === kind;
  },
  hmac(rawBody, { kind, standard }) {
    const verifier = webhooks.hmac({ secrets: liveSecret });
    const headers = new Headers(standard);
    return () => verifier.verify({ headers, rawBody }) === true && webhooks.parse(rawBody).kind === kind;
  },
  stripe(rawBody) {
    const { webhooks: stripe } = new Stripe('sk_test_bench');
    const header = stripe.generateTestHeaderString({ payload: rawBody.toString(), secret: liveSecret });
    return () => typeof stripe.constructEvent(rawBody, header, liveSecret) === 'object';
  },
  standardwebhooks(rawBody, { standard }) {
    const verifier = new Webhook(liveSecret);
    return () => typeof verifier.verify(rawBody, standard) === 'object';
  },
  'by hand'(rawBody) {
    const digestOf = (text) => createHash('sha256').update(text).digest();
    const expected = digestOf(liveSecret);
    return () => timingSafeEqual(expected, digestOf(liveSecret)) && typeof JSON.parse(rawBody.toString()) === 'object';
  },
};

const kinds = { collection: 'collection', mandate: 'mandate.activated', insight: 'income_insight' };
const names = Object.keys(subjects);
const result = {};
for (const [name, body] of Object.entries(benchBodies(webhooks))) {
  const rawBody = Buffer.from(body);
  const made = Object.fromEntries(
    names.map((subject) => [subject, subjects[subject](rawBody, { kind: kinds[name], standard: signed(body) })]),
  );
  const rates = Object.fromEntries(names.map((subject) => [subject, []]));
  for (const subject of names) round(made[subject]);
  for (let count = 0; count < rounds; count += 1) {
    const order = count % 2 === 0 ? names : [...names].reverse();
    for (const subject of order) rates[subject].push(round(made[subject]));
  }
  result[name] = { bytes: rawBody.length, rates };
}
process.stdout.write(JSON.stringify(result), () => process.exit(0));

// By the processor's time: what else the machine does is no part of it.
function round(read) {
  const start = performance.now();
  const before = process.cpuUsage();
  let count = 0;
  while (performance.now() - start < roundMs) {
    for (let each = 0; each < 50; each += 1) if (!read()) throw new Error('a delivery was refused or not understood');
    count += 50;
  }
  const { user, system } = process.cpuUsage(before);
  return (count * 1_000_000) / (user + system);
}

// As the Standard Webhooks scheme has it.
function signed(body) {
  const key = Buffer.from(liveSecret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`msg_bench.${sentAt}.${body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'webhook-id': 'msg_bench',
    'webhook-timestamp': String(sentAt),
    'webhook-signature': `v1,${signature}`,
  };
}
