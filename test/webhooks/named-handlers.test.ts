import { describe, expect, test } from 'vitest';
import { InputError } from '../../src/errors.ts';
import { bodyOf, type Options, setUp } from './believing-receiver.ts';

type Collection = NonNullable<NonNullable<Options['on']>['collection']>;
type Delivery = Parameters<Collection>[2];

/** Handlers of all these names, each of which notes its name. */
function noting(names: readonly (keyof NonNullable<Options['on']>)[], called: string[]): Options['on'] {
  return Object.fromEntries(names.map((name) => [name, () => void called.push(name)]));
}

describe('handlers of specific names', () => {
  const names = [
    'collection.success',
    'collection.partial',
    'collection.failed',
    'collection.processing',
    'mandate.activated',
  ] as const;

  test.each([
    ['success', ['collection.success']],
    ['Partially Paid', ['collection.partial']],
    ['failed', ['collection.failed']],
    ['overdue', ['collection.failed']],
    ['processing', ['collection.processing']],
    ['reversed', []],
  ])('of an instalment that is %s, that one is called: %j', async (instalmentStatus, expected) => {
    const called: string[] = [];
    const { deliver, receiver } = setUp({ on: noting(names, called) });
    await deliver({ instalmentStatus });
    await receiver.settled();
    expect(called).toEqual(expected);
  });

  test('are called before the one of the kind, which is called whatever the outcome', async () => {
    const called: string[] = [];
    const { deliver, receiver } = setUp({ on: noting(['collection', 'collection.success'], called) });
    await deliver({ instalmentReference: 'r1', instalmentStatus: 'success' });
    await deliver({ instalmentReference: 'r2', instalmentStatus: 'failed' });
    await deliver({ instalmentReference: 'r3', instalmentStatus: 'reversed' });
    await receiver.settled();
    expect(called).toEqual(['collection.success', 'collection', 'collection', 'collection']);
  });

  test('are called again when the one of the kind fails, and the delivery is not done before both are', async () => {
    const called: string[] = [];
    const on: Options['on'] = {
      'collection.success': () => void called.push('success'),
      collection() {
        called.push('kind');
        if (called.length === 2) throw new Error('the database is away');
      },
    };
    const { deliver, receiver, inbox } = setUp({ on });
    await deliver();
    await receiver.settled();
    expect(await inbox.list({ status: 'unfinished', limit: 9 })).toHaveLength(1);
    await receiver.drain();
    expect(called).toEqual(['success', 'kind', 'success', 'kind']);
    expect(await inbox.list({ status: 'done', limit: 9 })).toHaveLength(1);
  });

  test('are called also for a state change that a sync found', async () => {
    const called: string[] = [];
    const { receiver } = setUp({ on: noting(['collection.success'], called) });
    await receiver.notify([{ name: 'news:r1', kind: 'collection', body: bodyOf('found') }]);
    await receiver.settled();
    expect(called).toEqual(['collection.success']);
  });

  test('may end the delivery where they are alone', async () => {
    const effects: string[] = [];
    const { deliver, receiver, inbox } = setUp({
      on: {
        'collection.success': (_event, _confirmed, delivery) => delivery.commit(() => void effects.push('booked')),
      },
    });
    await deliver();
    await receiver.settled();
    expect([effects, (await inbox.list({ status: 'done', limit: 9 })).length]).toEqual([['booked'], 1]);
  });

  test('may not end it before the one of the kind was called: nothing of theirs is written', async () => {
    const effects: string[] = [];
    const refusals: unknown[] = [];
    const commit = (effect: string) => async (_event: unknown, _confirmed: unknown, delivery: Delivery) => {
      await delivery.commit(() => void effects.push(effect)).catch((error) => refusals.push(error));
    };
    const { deliver, receiver } = setUp({ on: { 'collection.success': commit('early'), collection: commit('last') } });
    await deliver();
    await receiver.settled();
    expect([effects, refusals]).toEqual([['last'], [expect.any(InputError)]]);
    expect(refusals).toMatchObject([
      {
        message: expect.stringContaining('delivery.commit'),
        issues: [
          {
            path: '',
            message:
              "on['collection.success'] and on['collection'] are both called for this delivery, and only the last one may end it: commit in on['collection'], or give one of the two",
          },
        ],
      },
    ]);
  });

  test('of names that do not exist are refused with the one that was meant', () => {
    expect(() => setUp({ on: { 'collection.succes': () => {} } as Options['on'] })).toThrow(
      'on.collection.succes: is unknown; did you mean collection.success?',
    );
  });
});
