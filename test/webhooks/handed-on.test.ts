import { describe, expect, test } from 'vitest';
import { virtualClock } from '../../src/clock/virtual-clock.ts';
import { ConflictError, RateLimitError } from '../../src/errors.ts';
import {
  type Confirmation,
  createTestDelivery,
  type HandledDelivery,
  type Inbox,
  memoryInbox,
  type ReceiveOptions,
  receive,
  sharedSecret,
} from '../../src/webhooks/index.ts';

const secret = 'whsec_repaykit';
const start = Date.UTC(2026, 0, 31, 7);
const MINUTE = 60_000;

type Options = Partial<ReceiveOptions<Confirmation, undefined>>;

/** A receiver that believes everything and names its news by the reference. */
function setUp(options: Options = {}) {
  const told: [string, HandledDelivery['source'], number][] = [];
  const inbox = memoryInbox();
  const standing = virtualClock(start);
  const clock = { ...standing, advance: (ms: number) => standing.moveTo(standing.now() + ms) };
  const receiver = receive<Confirmation, undefined>({
    verify: sharedSecret({ secrets: secret }),
    inbox,
    clock,
    confirm: { confirm: async (event) => ({ kind: 'confirmed', news: event.kind === 'collection' ? `news:${event.data.instalmentReference}` : undefined }) },
    on: { collection: ({ data }, _confirmed, { source, attempts }) => void told.push([data.reference, source, attempts]) },
    ...options,
  });
  const deliver = async (overrides: Parameters<typeof createTestDelivery<'collection'>>[1] = {}) => {
    const init = { method: 'POST', ...createTestDelivery('collection', overrides, { secret }) };
    return (await receiver(new Request('https://merchant.example/webhooks', init))).status;
  };
  return { receiver, inbox: (options.inbox ?? inbox) as Inbox<undefined>, told, clock, deliver };
}

const bodyOf = (reference: string) => createTestDelivery('collection', { instalmentReference: 'r1', reference }, { secret }).body;

describe('the same news', () => {
  test('that two deliveries bring in different words is told once', async () => {
    const { deliver, receiver, told, inbox } = setUp();
    await deliver({ instalmentReference: 'r1', reference: 'first' });
    await receiver.settled();
    await deliver({ instalmentReference: 'r1', reference: 'second' });
    await deliver({ instalmentReference: 'r2', reference: 'third' });
    await receiver.settled();
    expect(told.map(([reference]) => reference)).toEqual(['first', 'third']);
    expect(await inbox.list({ status: 'done', limit: 9 })).toHaveLength(3);
  });

  test('is told once however many bring it at a time', async () => {
    const { deliver, receiver, told } = setUp();
    await Promise.all(Array.from({ length: 30 }, (_, index) => deliver({ instalmentReference: 'r1', reference: `copy ${index}` })));
    await receiver.settled();
    expect(told).toHaveLength(1);
  });

  test('is told again by the one that brought it first, when its handler failed', async () => {
    const attempts: string[] = [];
    const collection: NonNullable<Options['on']>['collection'] = ({ data }) => {
      attempts.push(data.reference);
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

  test('without a name is told by each delivery', async () => {
    const { deliver, receiver, told } = setUp({ confirm: { confirm: async () => ({ kind: 'confirmed' }) } });
    await deliver({ reference: 'first' });
    await deliver({ reference: 'second' });
    await receiver.settled();
    expect(told).toHaveLength(2);
  });
});

describe('news that asking found', () => {
  const found = { name: 'news:r1', kind: 'collection' as const, body: bodyOf('found') };

  test('is told once, to the same handlers, and again by nobody', async () => {
    const { receiver, told, deliver } = setUp();
    expect(await receiver.tell([found])).toEqual(['news:r1']);
    expect(await receiver.tell([found, { ...found, body: bodyOf('found later') }])).toEqual([]);
    await receiver.settled();
    await deliver({ instalmentReference: 'r1', reference: 'late webhook' });
    await receiver.settled();
    expect(told).toEqual([['found', 'reconciled', 1]]);
  });

  test('is not told where a webhook told it, or is telling it', async () => {
    const { receiver, told, deliver } = setUp();
    await deliver({ instalmentReference: 'r1', reference: 'webhook' });
    await receiver.settled();
    expect(await receiver.tell([found])).toEqual([]);
    await receiver.settled();
    expect(told).toEqual([['webhook', 'webhook', 1]]);
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
    await receiver.tell([found]);
    await deliver();
    await receiver.settled();
    expect(asked).toEqual([true, false]);
  });

  test('is told by whoever drains, when the process ended before', async () => {
    const { inbox, told } = setUp();
    const dead = setUp({ inbox, waitUntil: undefined, concurrency: 1, confirm: { confirm: () => new Promise(() => {}) } });
    await dead.receiver.tell([found]);
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    const heir = setUp({ inbox, on: { collection: ({ data }, _confirmed, { source, attempts }) => void told.push([data.reference, source, attempts]) } });
    expect(await heir.receiver.drain({ dueOnly: true })).toMatchObject({ done: 0 });
    heir.clock.advance(6 * MINUTE);
    expect(await heir.receiver.drain({ dueOnly: true })).toMatchObject({ done: 1 });
    expect(told).toEqual([['found', 'reconciled', 2]]);
  });
});

describe('a handler that ends its delivery itself', () => {
  test('ends it once, together with its effects', async () => {
    const effects: string[] = [];
    const on: Options['on'] = { collection: (event, _confirmed, delivery) => delivery.commit(() => void effects.push(event.data.reference)) };
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
        await delivery.commit(() => void effects.push(event.data.reference));
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

  test('is refused when somebody else took the delivery over, and when it has ended', async () => {
    const refusals: unknown[] = [];
    const effects: string[] = [];
    const { inbox, clock } = setUp();
    const on: Options['on'] = {
      async collection(_event, _confirmed, delivery) {
        clock.advance(6 * MINUTE);
        await inbox.claim({ now: clock.now(), leaseMs: MINUTE, limit: 1 });
        await delivery.commit(() => void effects.push('late')).catch((error) => refusals.push(error));
      },
    };
    const { deliver, receiver } = setUp({ inbox, clock, on });
    await deliver();
    await receiver.settled();
    expect([effects, refusals]).toEqual([[], [expect.any(ConflictError)]]);
  });
});

describe('work that fails', () => {
  const failing = (error: unknown): Options => ({ confirm: { confirm: () => Promise.reject(error) } });

  test('is tried a second time at once, and then after longer and longer pauses', async () => {
    const { deliver, receiver, inbox, clock } = setUp(failing(new Error('down')));
    await deliver();
    await receiver.settled();
    const waits: number[] = [];
    for (let attempt = 2; attempt <= 5; attempt += 1) {
      const before = clock.now();
      while ((await receiver.drain({ dueOnly: true })).failed === 0) clock.advance(1_000);
      waits.push(clock.now() - before);
    }
    expect(waits[0]).toBe(0);
    for (const [index, from] of [22_000, 44_000, 89_000].entries()) expect(waits[index + 1]).toBeGreaterThanOrEqual(from);
    expect(waits[3]).toBeLessThanOrEqual(121_000);
    expect(await inbox.list({ status: 'unfinished', limit: 9 })).toMatchObject([{ attempts: 5, reason: 'Error: down' }]);
  });

  test('waits as long as the service says', async () => {
    const { deliver, receiver, clock } = setUp(failing(new RateLimitError('Too many', 90_000)));
    await deliver();
    await receiver.settled();
    clock.advance(89_000);
    expect(await receiver.drain({ dueOnly: true })).toMatchObject({ failed: 0 });
    clock.advance(1_000);
    expect(await receiver.drain({ dueOnly: true })).toMatchObject({ failed: 1 });
  });

  test('is kept aside after so many attempts, with the reason', async () => {
    const { deliver, receiver, inbox } = setUp({ ...failing(new Error('poison')), maxAttempts: 3 });
    await deliver();
    await receiver.settled();
    expect(await receiver.drain()).toMatchObject({ failed: 1 });
    expect(await receiver.drain()).toMatchObject({ quarantined: 1 });
    expect(await inbox.list({ status: 'quarantined', limit: 9 })).toMatchObject([{ reason: 'gave up after 3 attempts: Error: poison' }]);
  });

  test('of which nothing can be read is kept aside at once', async () => {
    const { inbox, receiver } = setUp();
    await inbox.store({ key: 'a', body: 'no json', kind: 'unknown', source: 'webhook', receivedAt: '2026-01-31T07:00:00.000Z' });
    expect(await receiver.drain()).toMatchObject({ quarantined: 1 });
  });

  test('is worked on when it is replayed, as if it were new', async () => {
    let isDown = true;
    const { deliver, receiver, inbox, clock, told } = setUp({
      maxAttempts: 1,
      confirm: { confirm: async () => (isDown ? Promise.reject(new Error('down')) : { kind: 'confirmed' }) },
    });
    await deliver({ reference: 'one' });
    await receiver.settled();
    const [item] = await inbox.list({ status: 'quarantined', limit: 1 });
    isDown = false;
    expect(await receiver.drain()).toMatchObject({ done: 0 });
    expect(await inbox.decide(item?.key ?? '', { kind: 'replay', now: clock.now() })).toBe(true);
    expect(await receiver.drain({ dueOnly: true })).toMatchObject({ done: 1 });
    expect(told).toEqual([['one', 'webhook', 1]]);
  });
});

describe('many deliveries at once', () => {
  test('are worked on so many at a time', async () => {
    let now = 0;
    let most = 0;
    const confirm: Options['confirm'] = {
      async confirm() {
        now += 1;
        most = Math.max(most, now);
        await new Promise((resolve) => setImmediate(resolve));
        now -= 1;
        return { kind: 'confirmed' };
      },
    };
    const { deliver, receiver, told } = setUp({ confirm, concurrency: 3 });
    await Promise.all(Array.from({ length: 40 }, (_, index) => deliver({ reference: `${index}` })));
    await receiver.settled();
    expect([most, told.length]).toEqual([3, 40]);
  });

  test('lead to no more questions a second than allowed, after a second’s worth at once', async () => {
    let asked = 0;
    const confirm: Options['confirm'] = {
      async confirm(_event, options) {
        await options?.beforeAsking?.();
        asked += 1;
        return { kind: 'confirmed' };
      },
    };
    const { deliver, receiver } = setUp({ confirm, asksPerSecond: 5, concurrency: 20 });
    await Promise.all(Array.from({ length: 12 }, (_, index) => deliver({ reference: `${index}` })));
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(asked).toBeLessThan(12);
    await receiver.settled();
    expect(asked).toBe(12);
  });
});

test.each(['income_transaction', 'income_insight', 'income_insight_failure', 'pdf_upload'] as const)(
  'the body of %s is kept for an hour, for whoever waits for it in another process',
  async (kind) => {
    const { receiver, inbox, clock } = setUp();
    await receiver(new Request('https://merchant.example/webhooks', { method: 'POST', ...createTestDelivery(kind, {}, { secret }) }));
    await receiver.settled();
    const body = async () => (await inbox.list({ kinds: [kind], limit: 1 }))[0]?.body;
    clock.advance(59 * MINUTE);
    await receiver.drain({ dueOnly: true });
    expect(await body()).toContain('data');
    clock.advance(MINUTE);
    await receiver.drain({ dueOnly: true });
    expect(await body()).toBe('');
  },
);

test('a verifier is told the address of the socket, where the host tells it', async () => {
  const seen: unknown[] = [];
  const { receiver } = setUp({ verify: { verify: (delivery) => seen.push((delivery as { remoteAddress?: string }).remoteAddress) > 0 } });
  const request = () => new Request('https://merchant.example/webhooks', { method: 'POST', ...createTestDelivery('collection', {}, { secret }) });
  await receiver(request(), { remoteAddress: '192.0.2.7' });
  await receiver(request());
  expect(seen).toEqual(['192.0.2.7', undefined]);
});
