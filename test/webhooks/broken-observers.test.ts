import { describe, expect, onTestFinished, test } from 'vitest';
import {
  createTestDelivery,
  memoryInbox,
  type ReceiveOptions,
  receive,
  sharedSecret,
} from '../../src/webhooks/index.ts';

const secret = 'whsec_repaykit';
const throws = () => {
  throw new Error('broken logger');
};
const rejects = (async () => throws()) as () => never;

/** Rejections that are unhandled until some turns after `act`. */
async function unhandledIn(act: () => Promise<void>): Promise<unknown[]> {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => void unhandled.push(reason);
  const others = process.rawListeners('unhandledRejection') as NodeJS.UnhandledRejectionListener[];
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', note);
  onTestFinished(() => {
    process.off('unhandledRejection', note);
    for (const other of others) process.on('unhandledRejection', other);
  });
  await act();
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  return unhandled;
}

const confirmed = async () => ({ kind: 'confirmed' }) as const;

function setUp(options: Partial<ReceiveOptions<{ readonly kind: 'confirmed' }>>) {
  const inbox = memoryInbox();
  const receiver = receive({
    verify: sharedSecret({ secrets: secret }),
    inbox,
    confirm: { confirm: confirmed },
    ...options,
  } as ReceiveOptions<never>);
  const deliver = () =>
    receiver(
      new Request('https://merchant.example/webhooks', {
        method: 'POST',
        ...createTestDelivery('collection', {}, { secret }),
      }),
    );
  return { receiver, inbox: options.inbox ?? inbox, deliver };
}

describe.each([
  ['throws', { info: throws, warn: throws, error: throws }],
  ['rejects', { info: rejects, warn: rejects, error: rejects }],
])('a logger that %s', (_how, logger) => {
  test('leaves a refused verification refused', async () => {
    const { deliver } = setUp({ logger, verify: { verify: throws } });
    expect(await unhandledIn(async () => expect((await deliver()).status).toBe(401))).toEqual([]);
  });

  test('leaves a delivery that cannot be kept refused', async () => {
    const { deliver } = setUp({ logger, inbox: { ...memoryInbox(), store: rejects } });
    expect(await unhandledIn(async () => expect((await deliver()).status).toBe(500))).toEqual([]);
  });

  test.each([
    ['waitUntil that throws', { waitUntil: throws }, 'done'],
    ['waitUntil that rejects', { waitUntil: rejects as never }, 'done'],
    ['work that fails', { confirm: { confirm: rejects } }, 'not done'],
    [
      'a delivery that is not borne out',
      { confirm: { confirm: async () => ({ kind: 'unconfirmed', reason: 'not so' }) } as never },
      'not done',
    ],
    [
      'a state change of nothing of ours',
      { confirm: { confirm: async () => ({ kind: 'unrelated', reason: 'not ours' }) } as never },
      'done',
    ],
  ] as const)('leaves the work as it is after %s', async (_what, options, status) => {
    const { deliver, receiver, inbox } = setUp({ logger, ...options });
    const act = async () => {
      expect((await deliver()).status).toBe(200);
      await expect(receiver.settled()).resolves.toBeUndefined();
      expect(await inbox.list({ status: 'done', limit: 9 })).toHaveLength(status === 'done' ? 1 : 0);
    };
    expect(await unhandledIn(act)).toEqual([]);
  });

  test('leaves an inbox that fails to the next drain', async () => {
    const { deliver, receiver } = setUp({ logger, inbox: { ...memoryInbox(), claim: rejects } });
    const act = async () => {
      expect((await deliver()).status).toBe(200);
      await expect(receiver.settled()).resolves.toBeUndefined();
    };
    expect(await unhandledIn(act)).toEqual([]);
  });
});

test('a handler may throw what has no text', async () => {
  const on = { collection: () => Promise.reject(Object.create(null)) };
  const { deliver, receiver, inbox } = setUp({ on });
  const act = async () => {
    expect((await deliver()).status).toBe(200);
    await receiver.settled();
    expect(await inbox.list({ status: 'unfinished', limit: 9 })).toMatchObject([
      { attempts: 1, reason: 'an error without a text' },
    ]);
  };
  expect(await unhandledIn(act)).toEqual([]);
});
