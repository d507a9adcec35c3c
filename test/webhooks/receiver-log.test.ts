import { expect, test } from 'vitest';
import { DELIVERY_GUARD } from '../../src/loan-file/body-seal.ts';
import { memoryKeys } from '../../src/loan-file/keys.ts';
import { createTestDelivery, deliveryKey, type Inbox, memoryInbox } from '../../src/webhooks/index.ts';
import { delivery, post, type Result, secret, setUp, statusOf } from './posted-deliveries.ts';

const { headers, body } = createTestDelivery('collection', {}, { secret });
const key = deliveryKey(JSON.parse(body));
const throws = () => {
  throw new TypeError('no 0123456789');
};
const fails = async () => throws();

/** A receiver, and the lines of its log. */
function logging(options: Parameters<typeof setUp>[0] = {}) {
  const lines: unknown[] = [];
  const at =
    (level: string) =>
    (...line: unknown[]) =>
      void lines.push([level, ...line]);
  return { ...setUp({ logger: { info: at('info'), warn: at('warn'), error: at('error') }, ...options }), lines };
}

test('a delivery that works leaves no line', async () => {
  const { receiver, lines } = logging({ waitUntil: () => {} });
  expect(await statusOf(receiver(delivery()))).toBe(200);
  await receiver.settled();
  expect(lines).toEqual([]);
});

test('a delivery that concerns nothing of ours is an information', async () => {
  const { receiver, lines } = logging({
    confirm: { confirm: async () => ({ kind: 'unrelated', reason: 'not ours' }) },
  });
  await receiver(delivery());
  await receiver.settled();
  const facts = { key, kind: 'collection', reason: 'not ours' };
  expect(lines).toEqual([['info', 'repaykit: a delivery concerns nothing of ours', facts]]);
});

test('a host that cannot wait is a warning', async () => {
  const { receiver, lines } = logging({ waitUntil: throws });
  await receiver(delivery());
  await receiver.settled();
  expect(lines).toEqual([['warn', 'repaykit: waitUntil threw', { reason: 'TypeError' }]]);
});

test.each([
  ['throws', throws],
  ['rejects', fails],
])('a verifier that %s is an error', async (_how, verify) => {
  const { receiver, lines, inbox } = logging({ verify: { verify } });
  const response = await receiver(delivery());
  expect([response.status, await response.json()]).toEqual([401, { received: false, code: 'webhook_unverified' }]);
  const line = 'repaykit: a verifier threw; the delivery was refused';
  expect(lines).toEqual([['error', line, { reason: 'TypeError' }]]);
  expect(await inbox.list({ limit: 9 })).toEqual([]);
});

test('a delivery that an inbox cannot store is an error', async () => {
  const { receiver, lines } = logging({ inbox: { ...memoryInbox(), store: fails } });
  const response = await receiver(delivery());
  expect([response.status, await response.json()]).toEqual([500, { received: false, code: 'not_stored' }]);
  const line = 'repaykit: a delivery could not be kept; it was refused';
  expect(lines).toEqual([['error', line, { key, reason: 'TypeError' }]]);
});

test('an unreadable delivery that an inbox cannot store is an error, and the sender is asked to repeat it', async () => {
  const { receiver, lines } = logging({ inbox: { ...memoryInbox(), store: fails } });
  const response = await receiver(post({ headers, body: '<html>' }));
  expect([response.status, await response.json()]).toEqual([500, { received: false, code: 'not_stored' }]);
  const problem =
    'The delivery cannot be read: the body is not JSON. Pass the raw bytes of the request, before any parser.';
  expect(lines).toEqual([
    ['error', 'repaykit: a delivery cannot be read', { reason: problem, bytes: 6 }],
    ['error', 'repaykit: a delivery that cannot be read could not be kept', { reason: 'TypeError' }],
  ]);
});

test.each([
  ['too long', 413, 'body_too_large', 'it is longer than maxBytes', {}, 'x'.repeat(1_001)],
  ['text', 415, 'not_json', 'it was refused as not_json', { 'content-type': 'text/plain' }, 'x'],
  ['compressed', 415, 'body_encoded', 'it was refused as body_encoded', { 'content-encoding': 'br' }, 'x'],
])('a body that is %s is an error with its reason', async (_what, status, code, reason, more, sent) => {
  const { receiver, lines, inbox } = logging({ maxBytes: 1_000 });
  const response = await receiver(post({ headers: { ...headers, ...more }, body: sent }));
  expect([response.status, await response.json()]).toEqual([status, { received: false, code }]);
  const isKept = status === 415;
  expect(lines).toEqual([
    ['error', 'repaykit: a delivery cannot be read', isKept ? { reason, bytes: sent.length } : { reason }],
  ]);
  expect(await inbox.list({ limit: 9 })).toMatchObject([
    isKept
      ? { body: sent, reason: `unreadable: ${reason}` }
      : { reason: 'unreadable: kept as a number only: too many, too long, or erased' },
  ]);
});

/** A confirmer with keys, so that bodies are sealed. */
const sealing = (keys: ReturnType<typeof memoryKeys>) => ({
  confirm: async (): Promise<Result> => ({ kind: 'confirmed' }),
  [DELIVERY_GUARD]: { keys, findPayer: async () => [], findPerson: async () => [], onErasure: () => {} },
});

test('a delivery that cannot be sealed is an error, and is not stored', async () => {
  const { receiver, lines, inbox } = logging({ confirm: sealing({ ...memoryKeys(), indexKey: fails }) });
  const response = await receiver(delivery());
  expect([response.status, await response.json()]).toEqual([500, { received: false, code: 'not_stored' }]);
  const line = 'repaykit: a delivery could not be sealed; it was refused';
  expect(lines).toEqual([['error', line, { reason: 'TypeError' }]]);
  expect(await inbox.list({ limit: 9 })).toEqual([]);
});

test('with keys, neither a delivery’s key nor its body tells what it holds', async () => {
  const inbox = memoryInbox() as Inbox;
  const hold = {
    waitUntil: () => {},
    confirm: { ...sealing(memoryKeys()), confirm: () => new Promise<Result>(() => {}) },
  };
  const { receiver } = logging({ inbox, ...hold });
  expect(await statusOf(receiver(delivery()))).toBe(200);
  const [item] = await inbox.list({ limit: 9 });
  expect(item?.key).toMatch(/^[0-9a-f]{64}$/);
  expect(item?.key).not.toBe(key);
  expect(item?.body).toMatch(/^repaykit-body\.v1\./);
  expect(await receiver.inbox.list({ limit: 9 })).toMatchObject([{ key: item?.key, body }]);
});
