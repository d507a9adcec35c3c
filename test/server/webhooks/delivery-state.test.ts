import { expect, test } from 'vitest';
import type { DeliveryState } from '../../../src/server/webhooks/delivery.ts';
import { type DeliveryContext, DeliveryQueue } from '../../../src/server/webhooks/delivery-queue.ts';

/** A queue whose receiver answers on command. */
function queue(state?: DeliveryState, more: Partial<DeliveryContext> = {}) {
  const received: string[] = [];
  const answer: (() => void)[] = [];
  const context: DeliveryContext = {
    endpoint: () => ({ url: 'http://127.0.0.1/hooks', secret: 's' }),
    policy: () => ({ attempts: 1, backoff: 0 }),
    now: () => 0,
    isFlowing: () => false,
    isMoving: () => false,
    holdBack: () => undefined,
    write: (content) => ('payload' in content ? content.payload : {}),
    onAttempt: () => undefined,
    send: ({ body, signal }) => {
      received.push(String(body));
      return new Promise((resolve, reject) => {
        answer.push(() => resolve(204));
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    },
    capacity: 2,
    ...more,
  };
  return { deliveries: new DeliveryQueue(context, state), received, answerNext: () => answer.shift()?.() };
}

const webhook = (name: string) => ({ event: 'mandate.failed', content: { payload: { name } }, occurredAt: 0 });
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('a captured queue goes on elsewhere: what was under way counts as waiting, and ids go on', async () => {
  const first = queue();
  first.deliveries.raise([webhook('a'), webhook('b'), webhook('c')]);
  await turn();
  await turn();
  expect(first.received).toEqual(['{"name":"a"}']);
  const state = first.deliveries.capture();
  expect(structuredClone(state)).toEqual(state);
  first.answerNext();
  await turn();

  const second = queue(state);
  expect(second.deliveries.list()).toMatchObject({ items: [{ id: 'wh_2' }, { id: 'wh_3' }], dropped: 1 });
  for (let delivered = 0; delivered < 3; delivered += 1) {
    await turn();
    await turn();
    second.answerNext();
  }
  await second.deliveries.settled();
  expect(second.received).toEqual(['{"name":"a"}', '{"name":"b"}', '{"name":"c"}']);
  expect(second.deliveries.list().items.map(({ status }) => status)).toEqual(['delivered', 'delivered']);
  second.deliveries.raise([webhook('d')]);
  expect(second.deliveries.list().items.at(-1)?.id).toBe('wh_4');
  // The state is unused again: a queue can start from it.
  expect(state.records.items.map(({ status }) => status)).toEqual(['pending', 'pending']);
  await Promise.all([first.deliveries.close(), second.deliveries.close()]);
});

test('a captured queue also holds what waits for a next webhook', async () => {
  const first = queue(undefined, { isMoving: () => true });
  first.deliveries.raise([{ ...webhook('a'), effect: { kind: 'webhook-reorder', faultId: 'flt_1' } }]);
  await first.deliveries.settled();
  expect(first.received).toEqual([]);
  const second = queue(first.deliveries.capture(), { isMoving: () => true });
  second.deliveries.raise([webhook('b')]);
  for (let delivered = 0; delivered < 2; delivered += 1) {
    await turn();
    await turn();
    second.answerNext();
  }
  await second.deliveries.settled();
  expect(second.received).toEqual(['{"name":"b"}', '{"name":"a"}']);
});

test('the attempt under way says whether a receiver answers soon', async () => {
  const { deliveries, answerNext } = queue();
  expect(await deliveries.receiverAnswersWithin(0)).toBe(true);
  deliveries.raise([webhook('a')]);
  await turn();
  await turn();
  expect(await deliveries.receiverAnswersWithin(5)).toBe(false);
  const answers = deliveries.receiverAnswersWithin(1_000);
  answerNext();
  expect(await answers).toBe(true);
  await deliveries.close();
});
