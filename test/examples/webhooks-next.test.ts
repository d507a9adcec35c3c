import { createHmac } from 'node:crypto';
import { createTestDelivery } from 'repaykit/webhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { begin, goAwayMidBody, keptConnection } from '../webhooks/adapters/wire.ts';
import { type NextProcess, startNext } from './next-process.ts';
import { deliveryFor } from './webhooks-example.ts';

let next: NextProcess;
beforeAll(async () => {
  next = await startNext();
}, 600_000);
afterAll(() => next?.stop());

const { headers, body } = createTestDelivery('mandate.activated', {}, { secret: 'whsec_repaykit' });
const post = (path: string, init: RequestInit) => fetch(`${next.url}${path}`, { method: 'POST', ...init });
const signed = (sent: string | Buffer) => ({
  'content-type': 'application/json',
  'x-signature': createHmac('sha256', 'key').update(sent).digest('hex'),
});
const activation = (mandateId: string) =>
  createTestDelivery('mandate.activated', { mandateId }, { secret: 'whsec_repaykit' }).body;

describe('a receiver behind Next', () => {
  test('takes a delivery and hands it to the lender', async () => {
    // Next loads a route when it is asked for.
    await post('/webhooks', { headers, body });
    await expect.poll(() => next.printed()).toContain('has the mandate');
    const { loanId, ...delivery } = deliveryFor(next.printed());
    const response = await post('/webhooks', delivery);
    expect([response.status, await response.json()]).toEqual([200, { received: true }]);
    await expect.poll(() => next.printed()).toContain(`an account of ${loanId} is proved\n`);
  });

  test.each([
    ['an unbelieved delivery', 401, { headers: { ...headers, 'x-auth-signature': 'no' }, body }],
    ['a malformed one', 400, { headers, body: '{' }],
    ['one that is too long', 413, { headers, body: 'x'.repeat(300 * 1024) }],
    ['one that is far too long', 413, { headers, body: 'x'.repeat(5_000_000) }],
  ])('answers %s with %i', async (_what, status, init) => {
    const response = await post('/webhooks', init);
    expect([response.status, ((await response.json()) as { received: boolean }).received]).toEqual([status, false]);
  });

  test.each(['GET', 'HEAD', 'PUT', 'DELETE'])('has Next answer %s with 405', async (method) => {
    expect((await fetch(`${next.url}/webhooks`, { method })).status).toBe(405);
  });

  test('stays usable on the same connection after a refusal and after a body that was too long', async () => {
    const connection = keptConnection(`${next.url}/webhooks`);
    expect((await connection.post({ ...headers, 'x-auth-signature': 'no' }, body)).status).toBe(401);
    expect(await connection.post(headers, body)).toEqual({ status: 200, reused: true });
    expect((await connection.post(headers, 'x'.repeat(300 * 1024))).status).toBe(413);
    expect((await connection.post(headers, body)).status).toBe(200);
    connection.close();
  });

  test('answers an upload that never says how long it is before its end', async () => {
    const { outgoing, answered } = begin(`${next.url}/webhooks`, { headers });
    for (let chunk = 0; chunk < 5; chunk += 1) outgoing.write('x'.repeat(64 * 1024));
    expect((await answered).statusCode).toBe(413);
    outgoing.destroy();
  });

  test('hands the bytes on as they were sent, no address, and the work to Next’s after', async () => {
    const odd = Buffer.from(
      ` {"event":\t"mandate.activated","data": {"mandateId":"odd", "note": "Ọlá — ₦5,000 \u{1F600}" }  }\r\n`,
    );
    const { outgoing, answered } = begin(`${next.url}/exact`, { headers: signed(odd) });
    const cut = odd.indexOf(Buffer.from('₦')) + 1;
    outgoing.write(odd.subarray(0, cut));
    outgoing.end(odd.subarray(cut));
    expect((await answered).statusCode).toBe(200);
    await expect.poll(() => next.printed()).toContain('heard of odd');
    expect(next.printed()).toContain('after took it');
    expect((await post('/exact', { headers: signed(odd), body: `${odd}\n` })).status).toBe(401);
  });

  test('takes deliveries side by side', async () => {
    const mandateIds = Array.from({ length: 50 }, (_, index) => `side-${index}.`);
    const answers = await Promise.all(
      mandateIds.map((id) => post('/exact', { headers: signed(activation(id)), body: activation(id) })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await expect
      .poll(() => mandateIds.filter((id) => next.printed().split(`heard of ${id}\n`).length === 2))
      .toEqual(mandateIds);
  });

  test('lets a sender go on that waits for 100 Continue, and survives one that goes away', async () => {
    await goAwayMidBody(`${next.url}/webhooks`, headers);
    const { outgoing, answered } = begin(`${next.url}/webhooks`, { headers: { ...headers, expect: '100-continue' } });
    outgoing.on('continue', () => outgoing.end(body));
    outgoing.flushHeaders();
    expect((await answered).statusCode).toBe(200);
  });

  test('refuses a body that the route has read, and a warning says how to fix it; a copy may be read', async () => {
    const response = await post('/eaten', { headers, body });
    expect([response.status, await response.json()]).toEqual([500, { received: false, code: 'body_already_read' }]);
    await expect.poll(() => next.printed()).toContain('read a copy, as in await request.clone().json()');
    expect((await post('/eaten', { headers: { ...headers, 'x-copy': 'yes' }, body })).status).toBe(200);
  });
});
