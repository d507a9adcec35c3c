import { expect, test } from 'vitest';
import { deliveryKey, memoryInbox, type WebhookEvent } from '../../src/webhooks/index.ts';
import { bodyOf, type Options, setUp } from './believing-receiver.ts';

// State changes that happened before the lender used this inbox: stored as done, and handled by no one.
const changes = ['r1', 'r2'].map((name) => ({
  name: `news:${name}`,
  kind: 'collection' as const,
  body: bodyOf('found'),
}));
const [first] = changes as [(typeof changes)[number]];
const isBaseline = { isBaseline: true };

test('a state change of the baseline is done, and its body says nothing of it', async () => {
  const { receiver, reported, inbox } = setUp();
  expect(await receiver.notify(changes, isBaseline)).toEqual(['news:r1', 'news:r2']);
  await receiver.settled();
  expect(reported).toEqual([]);
  const done = changes.map(({ name, kind }) => ({
    ...{ status: 'done', source: 'reconciled', news: name, kind, body: '', attempts: 1 },
    receivedAt: '2026-01-31T07:00:00.000Z',
  }));
  expect(await inbox.list({ limit: 9 })).toMatchObject(done);
});

test('a state change of the baseline calls no handler when it is found or reported later', async () => {
  const { receiver, reported, deliver } = setUp();
  await receiver.notify([first], isBaseline);
  expect(await receiver.notify([first])).toEqual([]);
  expect(await receiver.notify([first], isBaseline)).toEqual([]);
  await deliver({ instalmentReference: 'r1', reference: 'late webhook' });
  await receiver.settled();
  expect(reported).toEqual([]);
});

test('a baseline leaves a delivery alone that waits for its handlers', async () => {
  let isDown = true;
  const reported: string[] = [];
  const on: Options['on'] = {
    collection({ data }) {
      if (isDown) throw new Error('the database is away');
      reported.push(data.reference ?? '');
    },
  };
  const { receiver, inbox } = setUp({ on });
  await receiver.notify([first]);
  await receiver.settled();
  expect(await receiver.notify(changes, isBaseline)).toEqual(['news:r2']);
  expect(await inbox.list({ status: 'unfinished', limit: 9 })).toMatchObject([{ news: 'news:r1' }]);
  isDown = false;
  expect(await receiver.drain()).toMatchObject({ done: 1 });
  expect(reported).toEqual(['found']);
});

test('a baseline that stopped halfway is finished by the next one', async () => {
  const inbox = memoryInbox();
  const settle = async () => Promise.reject(new Error('the process stopped'));
  const stopped = setUp({ inbox: { ...inbox, settle } });
  await expect(stopped.receiver.notify([first], isBaseline)).rejects.toThrow('the process stopped');
  const { receiver, clock } = setUp({ inbox, leaseMs: 1_000 });
  expect(await receiver.notify([first], isBaseline)).toEqual([]);
  expect(await inbox.list({ status: 'unfinished', limit: 9 })).toHaveLength(1);
  clock.advance(5 * 60_000);
  expect(await receiver.notify([first], isBaseline)).toEqual([]);
  expect(await inbox.list({ limit: 9 })).toMatchObject([{ status: 'done', attempts: 2 }]);
});

test('a baseline that stopped halfway asks about no loan when it is drained', async () => {
  const inbox = memoryInbox();
  const settle = async () => Promise.reject(new Error('the process stopped'));
  await expect(setUp({ inbox: { ...inbox, settle } }).receiver.notify([first], isBaseline)).rejects.toThrow();
  const asked: WebhookEvent[] = [];
  const confirm: Options['confirm'] = {
    async confirm(event) {
      asked.push(event);
      return { kind: 'unrelated', reason: 'an unknown mandate' };
    },
  };
  const { receiver, clock, reported } = setUp({ inbox, confirm });
  clock.advance(5 * 60_000);
  expect(await receiver.drain()).toMatchObject({ done: 1 });
  expect(asked).toMatchObject([{ kind: 'mandate.expired', data: { mandateId: 'told-elsewhere' } }]);
  expect(reported).toEqual([]);
});

test('a baseline has a key of its own for each state change', async () => {
  const { receiver, inbox } = setUp();
  await receiver.notify(changes, isBaseline);
  const keys = (await inbox.list({ limit: 9 })).map(({ key }) => key);
  expect(keys).toEqual(changes.map(({ name }) => deliveryKey({ toldElsewhere: name })));
});
