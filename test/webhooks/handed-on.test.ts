import { describe, expect, test } from 'vitest';
import { ConflictError } from '../../src/errors.ts';
import { bodyOf, MINUTE, type Options, recorder, setUp } from './believing-receiver.ts';

const ended =
  'ConflictError: The delivery has ended, or another process works on it now: nothing was written. Return from the handler.';

describe('the same state change', () => {
  test('that two deliveries bring in different words runs the handler once', async () => {
    const lines: unknown[] = [];
    const { deliver, receiver, reported, inbox } = setUp({ logger: { info: (...line) => void lines.push(line) } });
    await deliver({ instalmentReference: 'r1', reference: 'first' });
    await receiver.settled();
    expect(lines).toEqual([]);
    await deliver({ instalmentReference: 'r1', reference: 'second' });
    await deliver({ instalmentReference: 'r2', reference: 'third' });
    await receiver.settled();
    expect(reported.map(([reference]) => reference)).toEqual(['first', 'third']);
    const done = await inbox.list({ status: 'done', limit: 9 });
    expect(done).toHaveLength(3);
    expect(lines).toEqual([
      [
        'repaykit: a delivery reports a state change that another one reported',
        { key: done[1]?.key, kind: 'collection' },
      ],
    ]);
  });

  test('runs the handler once, however many deliveries bring it at a time', async () => {
    const { deliver, receiver, reported } = setUp();
    await Promise.all(
      Array.from({ length: 30 }, (_, index) => deliver({ instalmentReference: 'r1', reference: `copy ${index}` })),
    );
    await receiver.settled();
    expect(reported).toHaveLength(1);
  });

  test('is retried by the delivery that brought it first, when the handler failed', async () => {
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

  test('that was confirmed once reaches the handler, although it is outdated when the handler succeeds', async () => {
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

  test('is left to the process that claimed it while the service was asked', async () => {
    const { inbox, clock } = setUp();
    const { deliver, receiver, reported } = setUp({
      inbox,
      clock,
      confirm: {
        confirm: async () => {
          clock.advance(6 * MINUTE);
          await inbox.claim({ now: clock.now(), leaseMs: MINUTE, limit: 1 });
          return { kind: 'confirmed', news: 'news:r1' };
        },
      },
    });
    const ends: unknown[] = [];
    inbox.settle = async (_claim, end) => ends.push(end) > 0;
    await deliver();
    await receiver.settled();
    expect([reported, ends]).toEqual([[], []]);
    const [item] = await inbox.list({ limit: 1 });
    expect(item).toMatchObject({ status: 'unfinished', attempts: 2 });
    expect(item).not.toHaveProperty('news');
  });

  test('without a name reaches the handler with each delivery', async () => {
    const { deliver, receiver, reported } = setUp({ confirm: { confirm: async () => ({ kind: 'confirmed' }) } });
    await deliver({ reference: 'first' });
    await deliver({ reference: 'second' });
    await receiver.settled();
    expect(reported).toHaveLength(2);
  });
});

describe('a state change that a sync found', () => {
  const found = { name: 'news:r1', kind: 'collection' as const, body: bodyOf('found') };

  test('reaches the same handlers once, and never again', async () => {
    const { receiver, reported, deliver } = setUp();
    expect(await receiver.notify([found])).toEqual(['news:r1']);
    expect(await receiver.notify([found, { ...found, body: bodyOf('found later') }])).toEqual([]);
    await receiver.settled();
    await deliver({ instalmentReference: 'r1', reference: 'late webhook' });
    await receiver.settled();
    expect(reported).toEqual([['found', 'reconciled', 1]]);
  });

  test('is skipped where a webhook reported it or is being handled', async () => {
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

  test('is reported by the process that drains, when the first process ended before', async () => {
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

test('a state change whose delivery was quarantined is reported by the next delivery that brings it, and not again by a replay of the first', async () => {
  let isDown = true;
  const reported: string[] = [];
  const proven: unknown[] = [];
  const { deliver, receiver, inbox, clock } = setUp({
    maxAttempts: 1,
    // What is proven needs no second name.
    confirm: {
      async confirm(_event, options) {
        proven.push(options?.isProven);
        return options?.isProven ? { kind: 'confirmed' } : { kind: 'confirmed', news: 'news:r1' };
      },
    },
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
  expect(proven).toEqual([true, false, true]);
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
    const { logger, lines } = recorder();
    const on: Options['on'] = {
      async collection(event, _confirmed, delivery) {
        await delivery.commit(() => void effects.push(event.data.reference ?? ''));
        throw new Error('too late');
      },
    };
    const { deliver, receiver, inbox } = setUp({ on, logger });
    await deliver({ reference: 'one' });
    await receiver.settled();
    await receiver.drain();
    expect(effects).toEqual(['one']);
    const [item] = await inbox.list({ limit: 1 });
    const facts = { key: item?.key, kind: 'collection', reason: 'Error: too late' };
    expect(lines).toEqual([['error', 'repaykit: a handler threw after its delivery had ended', facts]]);
  });

  test('is refused when it ends it a second time, and what it wrote first stays', async () => {
    const effects: string[] = [];
    const { logger, lines } = recorder();
    const on: Options['on'] = {
      async collection(_event, _confirmed, delivery) {
        await delivery.commit(() => void effects.push('once'));
        await delivery.commit(() => void effects.push('twice'));
      },
    };
    const { deliver, receiver, inbox } = setUp({ on, logger });
    await deliver();
    await receiver.settled();
    expect(effects).toEqual(['once']);
    const done = await inbox.list({ status: 'done', limit: 9 });
    const facts = { key: done[0]?.key, kind: 'collection', reason: ended };
    expect(lines).toEqual([['error', 'repaykit: a handler threw after its delivery had ended', facts]]);
  });

  test('learns what it ends: the key, the origin, the arrival and the attempts', async () => {
    const seen: unknown[] = [];
    const note = (_event: unknown, _confirmed: unknown, { commit: _, ...facts }: object & { commit: unknown }) =>
      void seen.push(facts);
    const { deliver, receiver, inbox } = setUp({ on: { 'collection.success': note, collection: note } });
    await deliver();
    await receiver.settled();
    const [item] = await inbox.list({ limit: 1 });
    const facts = { key: item?.key, source: 'webhook', receivedAt: '2026-01-31T07:00:00.000Z', attempts: 1 };
    expect(seen).toEqual([facts, facts]);
  });

  test('counts as done for the drain that called it', async () => {
    const effects: string[] = [];
    const on: Options['on'] = {
      collection: (_event, _it, delivery) => delivery.commit(() => void effects.push('one')),
    };
    const { receiver, inbox } = setUp({ on });
    await inbox.store({
      kind: 'collection',
      body: bodyOf('one'),
      key: 'k',
      source: 'webhook',
      receivedAt: '2026-01-31T07:00:00.000Z',
    });
    expect(await receiver.drain()).toEqual({ done: 1, failed: 0, quarantined: 0, elsewhere: 0 });
    expect(effects).toEqual(['one']);
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
    const { logger, lines } = recorder();
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
    const { deliver, receiver } = setUp({ inbox, clock, on, logger });
    await deliver();
    await receiver.settled();
    expect([effects, refusals]).toEqual([[], [expect.any(ConflictError)]]);
    const [item] = await inbox.list({ limit: 1 });
    expect(lines).toEqual([
      [
        'warn',
        'repaykit: a delivery was taken over by another worker, or ended, while its handler ran; its effects were not written here',
        { key: item?.key, kind: 'collection', reason: ended },
      ],
    ]);
  });
});
