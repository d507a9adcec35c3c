import { describe, expect, test } from 'vitest';
import { createTestDelivery } from '../../src/webhooks/index.ts';
import { delivery, post, secret, setUp, statusOf } from './posted-deliveries.ts';

describe('a request that is no delivery', () => {
  const { headers, body } = createTestDelivery('collection', {}, { secret });
  const json = { 'content-type': 'application/json' };
  const long = JSON.stringify({ event: 'x', data: 'y'.repeat(256 * 1024) });
  const streamed = (text: string) => ({ body: new Blob([text]).stream(), duplex: 'half' }) as RequestInit;

  test.each([
    ['is a GET', 405, new Request('https://merchant.example/webhooks', { headers })],
    ['is a PUT', 405, post({ method: 'PUT', headers, body })],
    [
      'is a form without the secret',
      415,
      post({ headers: { 'content-type': 'application/x-www-form-urlencoded' }, body }),
    ],
    ['is a list without the secret', 401, post({ headers: json, body: `[${body}]` })],
    ['is too long', 413, post({ headers, body: long })],
    ['is too long and does not say so', 413, post({ headers, ...streamed(long) })],
    ['says that it is too long', 413, post({ headers: { ...headers, 'content-length': '262145' }, ...streamed(body) })],
    ['has no secret', 401, post({ headers: json, body })],
    ['has another secret', 401, post({ headers: { ...headers, 'x-auth-signature': 'whsec_other' }, body })],
    ['has another secret and is malformed', 401, post({ headers: { ...json, 'x-auth-signature': 'x' }, body: '{' })],
  ])('because it %s gets %i, and nothing is kept', async (_why, status, request) => {
    const { receiver, inbox } = setUp();
    const response = await receiver(request);
    const text = await response.text();
    expect([response.status, JSON.parse(text).received]).toEqual([status, false]);
    expect(text).not.toContain('0123456789');
    expect(await inbox.list({ status: 'unfinished', limit: 9 })).toEqual([]);
  });

  test.each([
    ['a form', 415, { 'content-type': 'application/x-www-form-urlencoded' }, 'event=collection&bvn=22212345678'],
    ['announced as text', 415, { 'content-type': 'text/plain' }, body],
    ['compressed', 415, { 'content-encoding': 'gzip' }, new Uint8Array([31, 139, 8, 0])],
    ['cut off', 400, {}, body.slice(0, -5)],
    ['empty', 400, {}, ''],
    ['text', 400, {}, '"22212345678"'],
    ['nested deeply', 400, {}, `${'['.repeat(40)}${']'.repeat(40)}`],
    ['a list of more than a hundred', 400, {}, JSON.stringify(Array(101).fill({}))],
  ])('is %s gets %i, and is kept for a person where its sender is verified', async (_what, status, more, sent) => {
    const { receiver, inbox, synced } = setUp();
    const send = () => statusOf(receiver(post({ headers: { ...headers, ...more }, body: sent })));
    expect(await send()).toBe(status);
    await receiver.settled();
    expect(await inbox.list({ limit: 9 })).toMatchObject([
      { kind: 'unknown', status: 'quarantined', reason: expect.stringMatching(/^unreadable: /) },
    ]);
    expect(await send()).toBe(status);
    await receiver.settled();
    expect(await inbox.list({ limit: 9 })).toMatchObject([{ attempts: 2 }]);
    expect(synced).toEqual([]);
  });

  test('cannot fill the disk: of unreadable bodies a few are kept, each up to a length', async () => {
    const { receiver, inbox } = setUp({ maxBytes: 100_000 });
    for (let number = 0; number < 300; number += 1)
      await receiver(post({ headers, body: `${'x'.repeat(50_000)}${number}` }));
    await receiver.settled();
    const kept = await inbox.list({ limit: 999 });
    expect(kept.length).toBeLessThanOrEqual(64);
    expect(Math.max(...kept.map(({ body: text }) => text.length))).toBeLessThanOrEqual(16 * 1_024);
    expect(kept.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(300);
  });

  test.each([['not UTF-8 in a name', 400, {}, Buffer.from(body.replace('ADAEZE', 'ADA\u00c9ZE'), 'latin1')]])(
    'that is %s gets %i and is worked on all the same, because it is only a notification',
    async (_what, status, more, sent) => {
      const { receiver, synced, inbox } = setUp();
      expect(await statusOf(receiver(post({ headers: { ...headers, ...more }, body: sent })))).toBe(status);
      await receiver.settled();
      expect(synced).toEqual([['collection', 'loan-1']]);
      expect(await inbox.list({ limit: 9 })).toMatchObject([{ status: 'done', kind: 'collection' }]);
    },
  );

  test.each([
    ['bare', (one: object, other: object) => [one, other]],
    ['under one event', (one: object, other: object) => ({ event: 'collection.success', data: [one, other] })],
  ])('that lists several, %s, is several', async (_how, together) => {
    const { receiver, inbox, synced } = setUp();
    const one = JSON.parse(body);
    const sent = JSON.stringify(together(one, { ...one, instalmentReference: 'r2' }));
    expect(await statusOf(receiver(post({ headers, body: sent })))).toBe(200);
    await receiver.settled();
    expect([synced.length, (await inbox.list({ status: 'done', limit: 9 })).length]).toEqual([2, 2]);
  });

  test.each(['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/vnd.service+json'])(
    'is not one of type %s',
    async (type) => {
      expect(await statusOf(setUp().receiver(post({ headers: { ...headers, 'content-type': type }, body })))).toBe(200);
    },
  );

  test('names the method that is taken', async () => {
    expect((await setUp().receiver(post({ method: 'DELETE' }))).headers.get('allow')).toBe('POST');
  });

  test('may be as long as the limit, and no longer', async () => {
    const exactly = setUp({ maxBytes: Buffer.byteLength(body) }).receiver(post({ headers, ...streamed(body) }));
    const longer = setUp({ maxBytes: Buffer.byteLength(body) - 1 }).receiver(post({ headers, ...streamed(body) }));
    expect([await statusOf(exactly), await statusOf(longer)]).toEqual([200, 413]);
  });

  test('was refused because a verifier threw', async () => {
    const verify = {
      verify: () => {
        throw new Error('key server is down');
      },
    };
    expect(await statusOf(setUp({ verify }).receiver(delivery()))).toBe(401);
  });

  test('was refused because a verifier answered something that is not true', async () => {
    expect(await statusOf(setUp({ verify: { verify: () => 'yes' as unknown as boolean } }).receiver(delivery()))).toBe(
      401,
    );
  });

  test('had its body read before', async () => {
    const request = delivery();
    await request.text();
    const response = await setUp().receiver(request);
    expect([response.status, await response.json()]).toEqual([500, { received: false, code: 'body_already_read' }]);
  });

  test('lost its sender in the middle', async () => {
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('reset')) });
    expect(await statusOf(setUp().receiver(post({ headers, body: broken, duplex: 'half' } as RequestInit)))).toBe(400);
  });
});
