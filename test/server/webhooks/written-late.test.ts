import { expect, onTestFinished, test } from 'vitest';
import { deposit, disburse, PRIMARY, place, serverWithCaller } from '../merchant.ts';

/** An instalment that was paid in two parts, a day apart: the first webhook is outdated by now. */
async function paidInParts(receivesWebhooks: boolean) {
  const received: string[] = [];
  const handler = async (request: Request) => {
    received.push(await request.text());
    return new Response(null, { status: 204 });
  };
  const { server, send } = serverWithCaller(receivesWebhooks ? { webhook: { handler } } : {});
  onTestFinished(() => server.close());
  await place(send);
  await deposit(send);
  await disburse(send);
  await server.controls.patchAccount(PRIMARY, { balance: 12_500 });
  await server.clock.to('2026-02-01T23:00:00Z');
  await server.controls.patchAccount(PRIMARY, { balance: 100_000 });
  await server.clock.to('2026-02-02T12:00:00Z');
  return { server, handler, received };
}

const reported = [
  { event: 'mandate.activated' },
  { event: 'collection.partial', payload: { amountCollected: 12_500, instalmentStatus: 'partially paid' } },
  { event: 'collection.success', payload: { amountCollected: 30_000, instalmentStatus: 'success' } },
];

test('a webhook says what was so when it was raised, however late it is looked at, also after a restore', async () => {
  const { server } = await paidInParts(false);
  const listed = (await server.controls.webhooks()).items;
  expect(listed).toMatchObject(reported);
  const { id } = await server.controls.snapshot();
  await server.clock.advance({ months: 1 });
  await server.controls.restore(id);
  expect((await server.controls.webhooks()).items).toEqual(listed);
});

test('and is sent again byte for byte', async () => {
  const { server, received } = await paidInParts(true);
  const sent = [...received];
  for (const { id } of (await server.controls.webhooks()).items) await server.controls.redeliver(id);
  expect(received).toEqual([...sent, ...sent]);
  expect(sent.slice(1).map((body) => JSON.parse(body))).toMatchObject(reported.slice(1).map(({ payload }) => payload));
});

test('one that had nowhere to go is written when it is sent for the first time', async () => {
  const { server, handler, received } = await paidInParts(false);
  const { items } = await server.controls.webhooks();
  server.world('repaykit').deliverTo(handler);
  await server.controls.redeliver(items[1]?.id ?? '');
  expect(received.map((body) => JSON.parse(body))).toEqual([items[1]?.payload]);
});
