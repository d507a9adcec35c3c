/* A webhook that is verified and kept at the edge, and worked on in Node. */
import assert from 'node:assert/strict';
import { createTestKit } from 'repaykit/testing';
import { memoryInbox, receive, sharedSecret } from 'repaykit/webhooks';

// #region edge
interface Edge {
  secret: string;
  queue: { send(body: string): Promise<void> };
}

/** Puts the delivery in the queue before it answers. */
async function receiveAtEdge(request: Request, { secret, queue }: Edge) {
  const given = request.headers.get('x-auth-signature') ?? '';
  if (!(await isSame(given, secret)))
    return new Response(null, { status: 401 });
  await queue.send(await request.text());
  return new Response(null, { status: 200 });
}

/** Compares digests, so that the time taken says nothing. */
async function isSame(one: string, other: string) {
  const [a, b] = await Promise.all([digest(one), digest(other)]);
  let difference = 0;
  for (const [at, byte] of a.entries()) difference |= byte ^ (b[at] ?? 0);
  return difference === 0;
}

async function digest(text: string) {
  const bytes = new TextEncoder().encode(text);
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}
// #endregion edge

const kit = await createTestKit();
const secret = 'whsec_docs';
const kept: string[] = [];
const queue = { send: async (body: string) => void kept.push(body) };
const inbox = memoryInbox();
const receiver = receive({
  verify: sharedSecret({ secrets: [secret] }),
  inbox,
  confirm: kit.kit,
});

const body = JSON.stringify({
  event: 'mandate.expired',
  data: { mandateId: '650000000000000000000003' },
});
const post = (header: string) =>
  new Request('https://edge.example.com/webhooks', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-auth-signature': header,
    },
    body,
  });

const forged = await receiveAtEdge(post('whsec_other'), { secret, queue });
assert.deepEqual([forged.status, kept.length], [401, 0]);
const genuine = await receiveAtEdge(post(secret), { secret, queue });
assert.deepEqual([genuine.status, kept.length], [200, 1]);

// #region consume
/** Gives a delivery from the queue to the receiver. */
async function consume(body: string) {
  const request = new Request('https://queue.internal/', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-auth-signature': secret,
    },
    body,
  });
  const { status } = await receiver(request);
  // The queue keeps it and delivers it again.
  if (status >= 500) throw new Error('the delivery was not stored');
}
// #endregion consume

for (const each of kept) await consume(each);
await receiver.settled();
assert.equal((await inbox.list({ limit: 2 })).length, 1);
await kit.close();
