import { describe, expect, test } from 'vitest';
import { ConflictError } from '../../src/errors.ts';
import { bodyOf, MINUTE, type Options, setUp } from './believing-receiver.ts';

describe('the same news', () => {
  test('that two deliveries bring in different words is told once', async () => {
    const { deliver, receiver, reported, inbox } = setUp();
    await deliver({ instalmentReference: 'r1', reference: 'first' });
    await receiver.settled();
    await deliver({ instalmentReference: 'r1', reference: 'second' });
    await deliver({ instalmentReference: 'r2', reference: 'third' });
    await receiver.settled();
    expect(reported.map(([reference]) => reference)).toEqual(['first', 'third']);
    expect(await inbox.list({ status: 'done', limit: 9 })).toHaveLength(3);
  });

  test('is told once however many bring it at a time', async () => {
    const { deliver, receiver, reported } = setUp();
    await Promise.all(
      Array.from({ length: 30 }, (_, index) => deliver({ instalmentReference: 'r1', reference: `copy ${index}` })),
    );
    await receiver.settled();
    expect(reported).toHaveLength(1);
  });

  test('is told again by the one that brought it first, when its handler failed', async () => {
    const attempts: string[] = [];
    const collection: NonNullable<Options['on']>['collection'] = ({ data }) => {
      attempts.push(data.reference ?? '');
      if (attempts.length === 1) throw new Error('the database is away');
    };
    const { deliver, receiver } = setUp({ on: { collection } });
    await deliver({ instalmentReference: 'r1', reference: 'first' });
    await receiver.settled();
    await deliver({ instalmentReference: 'r1', reference: 'second' });
    await receiver.settled();
    await receiver.drain();
    expect(attempts).toEqual(['first', 'first']);
  });

  test('that was borne out once is told, although it is not so any more when its handler succeeds', async () => {
    let isSo = true;
    const reported: string[] = [];
    const { deliver, receiver } = setUp({
      confirm: {
        confirm: async (_event, options) =>
          isSo || options?.isProven
            ? { kind: 'confirmed', news: 'news:r1' }
            : { kind: 'unconfirmed', reason: 'not so' },
      },
      on: {
        collection({ data }) {
          reported.push(data.reference ?? '');
          if (reported.length === 1) throw new Error('the database is away');
        },
      },
    });
    await deliver({ reference: 'one' });
    await receiver.settled();
    isSo = false;
    expect(await receiver.drain()).toMatchObject({ done: 1 });
    expect(reported).toEqual(['one', 'one']);
  });

  test('without a name is told by each delivery', async () => {
    const { deliver, receiver, reported } = setUp({ confirm: { confirm: async () => ({ kind: 'confirmed' }) } });
    await deliver({ reference: 'first' });
    await deliver({ reference: 'second' });
    await receiver.settled();
    expect(reported).toHaveLength(2);
  });
});

describe('news that asking found', () => {
  const found = { name: 'news:r1', kind: 'collection' as const, body: bodyOf('found') };

  test('is told once, to the same handlers, and again by nobody', async () => {
    const { receiver, reported, deliver } = setUp();
    expect(await receiver.notify([found])).toEqual(['news:r1']);
    expect(await receiver.notify([found, { ...found, body: bodyOf('found later') }])).toEqual([]);
    await receiver.settled();
    await deliver({ instalmentReference: 'r1', reference: 'late webhook' });
    await receiver.settled();
    expect(reported).toEqual([['found', 'reconciled', 1]]);
  });

  test('is not told where a webhook told it, or is telling it', async () => {
    const { receiver, reported, deliver } = setUp();
    await deliver({ instalmentReference: 'r1', reference: 'webhook' });
    await receiver.settled();
    expect(await receiver.notify([found])).toEqual([]);
    await receiver.settled();
    expect(reported).toEqual([['webhook', 'webhook', 1]]);
  });

  test('is not asked about again', async () => {
    const asked: unknown[] = [];
    const confirm: Options['confirm'] = {
      async confirm(_event, options) {
        asked.push(options?.isProven);
        return { kind: 'confirmed' };
      },
    };
    const { receiver, deliver } = setUp({ confirm });
    await receiver.notify([found]);
    await deliver();
    await receiver.settled();
    expect(asked).toEqual([true, false]);
  });

  test('is told by whoever drains, when the process ended before', async () => {
    const { inbox, reported } = setUp();
    const dead = setUp({
      inbox,
      waitUntil: undefined,
      concurrency: 1,
      confirm: { confirm: () => new Promise(() => {}) },
    });
    await dead.receiver.notify([found]);
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    const heir = setUp({
      inbox,
      on: {
        collection: ({ data }, _confirmed, { source, attempts }) =>
          void reported.push([data.reference ?? '', source, attempts]),
      },
    });
    expect(await heir.receiver.drain({ dueOnly: true })).toMatchObject({ done: 0 });
    heir.clock.advance(6 * MINUTE);
    expect(await heir.receiver.drain({ dueOnly: true })).toMatchObject({ done: 1 });
    expect(reported).toEqual([['found', 'reconciled', 2]]);
  });
});

test('news whose teller was kept aside is told by the next one that brings it, and the replayed first one tells it no more', async () => {
  let isDown = true;
  const reported: string[] = [];
  const { deliver, receiver, inbox, clock } = setUp({
    maxAttempts: 1,
    on: {
      collection({ data }) {
        if (isDown) throw new Error('the database is away');
        reported.push(data.reference ?? '');
      },
    },
  });
  await receiver.notify([{ name: 'news:r1', kind: 'collection', body: bodyOf('found') }]);
  await receiver.settled();
  isDown = false;
  expect(await receiver.notify([{ name: 'news:r1', kind: 'collection', body: bodyOf('found') }])).toEqual([]);
  await deliver({ instalmentReference: 'r1', reference: 'webhook' });
  await receiver.settled();
  const [aside] = await inbox.list({ status: 'quarantined', limit: 1 });
  expect(await inbox.decide(aside?.key ?? '', { kind: 'replay', now: clock.now() })).toBe(true);
  expect(await receiver.drain()).toMatchObject({ done: 1 });
  expect(reported).toEqual(['webhook']);
});

describe('a handler that ends its delivery itself', () => {
  test('ends it once, together with its effects', async () => {
    const effects: string[] = [];
    const on: Options['on'] = {
      collection: (event, _confirmed, delivery) => delivery.commit(() => void effects.push(event.data.reference ?? '')),
    };
    const { deliver, receiver, inbox } = setUp({ on });
    await deliver({ reference: 'one' });
    await receiver.settled();
    expect(effects).toEqual(['one']);
    expect(await inbox.list({ status: 'done', limit: 9 })).toMatchObject([{ attempts: 1, body: '' }]);
  });

  test('is not called again when it throws after that', async () => {
    const effects: string[] = [];
    const lines: string[] = [];
    const on: Options['on'] = {
      async collection(event, _confirmed, delivery) {
        await delivery.commit(() => void effects.push(event.data.reference ?? ''));
        throw new Error('too late');
      },
    };
    const { deliver, receiver } = setUp({ on, logger: { error: (line) => void lines.push(line) } });
    await deliver({ reference: 'one' });
    await receiver.settled();
    await receiver.drain();
    expect(effects).toEqual(['one']);
    expect(lines).toEqual(['repaykit: a handler threw after its delivery had ended']);
  });

  test('stays unfinished when its effects fail, and is called again', async () => {
    let calls = 0;
    const on: Options['on'] = {
      collection: (_event, _confirmed, delivery) =>
        delivery.commit(() => {
          calls += 1;
          if (calls === 1) throw new Error('a constraint');
        }),
    };
    const { deliver, receiver, inbox } = setUp({ on });
    await deliver();
    await receiver.settled();
    expect(await inbox.list({ status: 'unfinished', limit: 9 })).toMatchObject([{ reason: 'Error: a constraint' }]);
    await receiver.drain();
    expect([calls, (await inbox.list({ status: 'done', limit: 9 })).length]).toEqual([2, 1]);
  });

  test('is refused, and logged as no failure, when another worker took the delivery over', async () => {
    const refusals: unknown[] = [];
    const effects: string[] = [];
    const lines: string[] = [];
    const { inbox, clock } = setUp();
    const on: Options['on'] = {
      async collection(_event, _confirmed, delivery) {
        clock.advance(6 * MINUTE);
        await inbox.claim({ now: clock.now(), leaseMs: MINUTE, limit: 1 });
        await delivery
          .commit(() => void effects.push('late'))
          .catch((error) => {
            refusals.push(error);
            throw error;
          });
      },
    };
    const logger = { warn: (line: string) => void lines.push(line), error: (line: string) => void lines.push(line) };
    const { deliver, receiver } = setUp({ inbox, clock, on, logger });
    await deliver();
    await receiver.settled();
    expect([effects, refusals]).toEqual([[], [expect.any(ConflictError)]]);
    expect(lines).toEqual([
      'repaykit: a delivery was taken over by another worker, or ended, while its handler ran; its effects were not written here',
    ]);
  });
});
