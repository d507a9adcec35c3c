import { expect, test } from 'vitest';
import { createTestDelivery, type UnverifiedDelivery } from '../../src/webhooks/index.ts';
import { post, secret, setUp, statusOf } from './posted-deliveries.ts';

/** A receiver with a verifier that accepts all, and what the verifier was given. */
function watching(options: Parameters<typeof setUp>[0] = {}) {
  const seen: UnverifiedDelivery[] = [];
  const verify = { verify: (delivery: UnverifiedDelivery) => seen.push(delivery) > 0 };
  return { ...setUp({ verify, ...options }), seen };
}

const { headers, body } = createTestDelivery('collection', {}, { secret });

test('a verifier sees the headers, the exact bytes, the URL and the address of the sender', async () => {
  const { receiver, seen } = watching();
  const written = `\uFEFF ${body}\n`;
  expect(await statusOf(receiver(post({ headers, body: written }), { remoteAddress: '192.0.2.7' }))).toBe(200);
  expect(seen).toEqual([
    {
      headers: expect.any(Headers),
      rawBody: Buffer.from(written),
      url: 'https://merchant.example/webhooks',
      remoteAddress: '192.0.2.7',
    },
  ]);
  expect(seen[0]?.headers.get('X-Auth-Signature')).toBe(secret);
});

test.each([[undefined], [{}], [{ remoteAddress: undefined }]])(
  'a verifier sees no address where the host knows none: %j',
  async (sender) => {
    const { receiver, seen } = watching();
    await receiver(post({ headers, body }), sender);
    expect(seen).toHaveLength(1);
    expect(seen[0]).not.toHaveProperty('remoteAddress');
  },
);

test('a verifier sees no bytes of a body that is too long', async () => {
  const { receiver, seen } = watching({ maxBytes: 10 });
  expect(await statusOf(receiver(post({ headers, body })))).toBe(413);
  expect(seen.map(({ rawBody, url }) => [rawBody, url])).toEqual([
    [new Uint8Array(), 'https://merchant.example/webhooks'],
  ]);
});

test('a verifier sees nothing of a body that broke off, was read before, or was not posted', async () => {
  const { receiver, seen } = watching();
  const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('reset')) });
  const read = post({ headers, body });
  await read.text();
  const requests = [post({ body: broken, duplex: 'half' } as RequestInit), read, post({ method: 'PUT', body })];
  expect(await Promise.all(requests.map((request) => statusOf(receiver(request))))).toEqual([400, 500, 405]);
  expect(seen).toEqual([]);
});
