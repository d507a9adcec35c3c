import { describe, expect, test } from 'vitest';
import type { ConfirmOptions } from '../../src/webhooks/confirmer.ts';
import type { Confirmation } from '../../src/webhooks/index.ts';
import { bodyOf, MINUTE, type Options, recorder, setUp } from './believing-receiver.ts';

const start = Date.UTC(2026, 0, 31, 7);

/** A receiver whose confirmer gives this answer and notes how it was asked. */
function asking(answer: () => Confirmation | Promise<Confirmation>, options: Options = {}) {
  const asked: Omit<ConfirmOptions, 'beforeAsking'>[] = [];
  const confirm: Options['confirm'] = {
    async confirm(_event, { beforeAsking: _, ...how } = {}) {
      asked.push(how);
      return answer();
    },
  };
  return { ...setUp({ confirm, ...options }), asked };
}

const unconfirmed = () => ({ kind: 'unconfirmed', reason: 'not so' }) as const;
const confirmed = () => ({ kind: 'confirmed' }) as const;

describe('a read of the service answers a delivery', () => {
  test.each([
    ['at first, if it began after the arrival', {}, [0], [1]],
    ['within the first minute, by the same read', {}, [0, 59_999], [1, 1]],
    ['after a minute, by a second read', {}, [0, MINUTE, 9 * MINUTE], [1, MINUTE, MINUTE]],
    ['after ten minutes, by a third', {}, [0, 599_999, 10 * MINUTE], [1, MINUTE, 600_000]],
    ['much later, by one that began after its time', {}, [0, 60 * MINUTE], [1, 600_000]],
    ['at the end of a short time, by a second', { unconfirmedForMs: 30_000 }, [0, 29_999, MINUTE], [1, 1, 30_000]],
    ['at the first and only look', { unconfirmedForMs: 0 }, [0], [1]],
  ] as const)('%s', async (_what, options, looks, wanted) => {
    const { deliver, receiver, clock, asked } = asking(unconfirmed, options);
    await deliver();
    await receiver.settled();
    for (const look of looks.slice(1)) {
      clock.moveTo(start + look);
      await receiver.drain();
    }
    expect(asked).toEqual(
      wanted.map((since) => ({ isProven: false, terms: { since: start + since, mostAnHour: 12 } })),
    );
  });

  test('that failed, or that a person replays, only if it begins now', async () => {
    let isDown = true;
    const fails = () => (isDown ? Promise.reject(new Error('down')) : unconfirmed());
    const { deliver, receiver, inbox, clock, asked } = asking(fails, { asksPerMandateAndHour: 3 });
    await deliver();
    await receiver.settled();
    isDown = false;
    await receiver.drain();
    const [item] = await inbox.list({ limit: 1 });
    await inbox.decide(item?.key ?? '', { kind: 'quarantine', reason: 'a person wants to look' });
    await inbox.decide(item?.key ?? '', { kind: 'replay', now: clock.now() });
    await receiver.drain();
    expect(asked.map(({ terms }) => terms)).toEqual([
      { since: start + 1, mostAnHour: 3 },
      { since: undefined, mostAnHour: 3 },
      { since: undefined, mostAnHour: 3 },
    ]);
  });

  test('that was claimed before without an end, only if it begins now', async () => {
    const { receiver, inbox, clock, asked } = asking(confirmed);
    const delivery = { key: 'k', body: bodyOf('one'), kind: 'collection', source: 'webhook' } as const;
    await inbox.store({ ...delivery, receivedAt: '2026-01-31T07:00:00.000Z' });
    await inbox.claim({ now: clock.now(), leaseMs: 1, limit: 1 });
    clock.advance(1);
    await receiver.drain();
    expect(asked).toEqual([{ isProven: false, terms: { since: undefined, mostAnHour: 12 } }]);
  });
});

describe('a delivery that comes again', () => {
  const found = (reference: string) => ({
    name: `news:${reference}`,
    kind: 'collection' as const,
    body: bodyOf(reference),
  });

  test('has the service asked what else it may report, and hands that on once', async () => {
    let answer: Confirmation = confirmed();
    const { logger, lines } = recorder();
    const { deliver, receiver, clock, asked, reported } = asking(() => answer, { logger });
    await deliver({ reference: 'first' });
    await receiver.settled();
    clock.advance(5);
    answer = { kind: 'confirmed', found: [found('more'), found('even more')] };
    await deliver({ reference: 'first' });
    await receiver.settled();
    answer = confirmed();
    await deliver({ reference: 'first' });
    await receiver.settled();
    expect(reported).toEqual([
      ['first', 'webhook', 1],
      ['more', 'reconciled', 1],
      ['even more', 'reconciled', 1],
    ]);
    expect(lines).toEqual([]);
    expect(asked[1]).toEqual({ isRepetition: true, terms: { since: start + 5, mostAnHour: 12 } });
  });

  test('is only logged when the service cannot be asked', async () => {
    const { logger, lines } = recorder();
    let isDown = false;
    const { deliver, receiver } = asking(() => (isDown ? Promise.reject(new Error('down')) : confirmed()), { logger });
    await deliver();
    await receiver.settled();
    isDown = true;
    expect(await deliver()).toBe(200);
    await receiver.settled();
    expect(lines).toEqual([
      [
        'warn',
        'repaykit: the service could not be asked about a delivery that came again',
        { kind: 'collection', reason: 'Error: down' },
      ],
    ]);
  });

  test.each<Confirmation>([
    { kind: 'synced', reason: 'no amount', found: [found('instead')] },
    { kind: 'unconfirmed', reason: 'not so', found: [found('instead')] },
  ])('hands on what the service reports instead: $kind', async (answer) => {
    const { deliver, receiver, reported, asked } = asking(() => (asked.length === 1 ? answer : confirmed()));
    await deliver();
    await receiver.settled();
    expect(reported).toEqual([['instead', 'reconciled', 1]]);
  });
});
