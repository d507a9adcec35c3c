import { describe, expect, test } from 'vitest';
import { WebhookError } from '../../src/errors.ts';
import type { Settlement } from '../../src/webhooks/inbox/inbox.ts';
import type { Confirmation, Inbox, NewDelivery } from '../../src/webhooks/index.ts';
import { bodyOf, MINUTE, type Options, recorder, setUp } from './believing-receiver.ts';

const receivedAt = '2026-01-31T07:00:00.000Z';
const start = Date.parse(receivedAt);
const NEVER = '00000000';
const none = { done: 0, failed: 0, quarantined: 0, elsewhere: 0 };

/** A receiver that logs, over an inbox that holds one delivery, and what was written at each end of the work. */
async function holding(facts: Partial<NewDelivery>, options: Options = {}) {
  const { logger, lines } = recorder();
  const scene = setUp({ logger, ...options });
  const ends: (Settlement & { readonly inMs?: number })[] = [];
  const settle = scene.inbox.settle.bind(scene.inbox);
  (scene.inbox as { settle: Inbox<undefined>['settle'] }).settle = (claim, end, commit) => {
    ends.push(end.kind === 'failed' ? { ...end, inMs: end.dueAt - scene.clock.now() } : end);
    return settle(claim, end, commit);
  };
  const delivery: NewDelivery = { key: NEVER, body: bodyOf('one'), kind: 'collection', source: 'webhook', receivedAt };
  await scene.inbox.store({ ...delivery, ...facts });
  return { ...scene, lines, ends };
}

const answering = (answer: Confirmation): Options => ({ confirm: { confirm: async () => answer } });
const failing = (error: unknown): Options => ({ confirm: { confirm: () => Promise.reject(error) } });

describe('the end of work is logged and counted', () => {
  const { key, kind } = { key: NEVER, kind: 'collection' };

  test.each<[string, Confirmation, unknown[]]>([
    [
      'that is left to reconciliation',
      { kind: 'deferred', reason: 'read 12 times' },
      ['warn', 'repaykit: a delivery was left to reconciliation', { key, kind, reason: 'read 12 times' }],
    ],
    [
      'that concerns another lender',
      { kind: 'unrelated', reason: 'not ours' },
      ['info', 'repaykit: a delivery concerns nothing of ours', { key, kind, reason: 'not ours' }],
    ],
    [
      'that says too little',
      { kind: 'synced', reason: 'no amount' },
      ['info', 'repaykit: a delivery was answered by asking the service', { key, kind, reason: 'no amount' }],
    ],
  ])('of a delivery %s', async (_what, answer, line) => {
    const { receiver, lines, ends, reported } = await holding({}, answering(answer));
    expect(await receiver.drain()).toEqual({ ...none, done: 1 });
    expect([lines, ends, reported]).toEqual([[line], [{ kind: 'done' }], []]);
  });

  test('of a delivery that is not confirmed yet, and of one that is given up', async () => {
    const { receiver, lines, clock } = await holding(
      {},
      { ...answering({ kind: 'unconfirmed', reason: 'not so' }), unconfirmedForMs: MINUTE },
    );
    expect(await receiver.drain()).toEqual({ ...none, failed: 1 });
    expect(await receiver.drain()).toEqual({ ...none, failed: 1 });
    clock.advance(MINUTE);
    expect(await receiver.drain()).toEqual({ ...none, quarantined: 1 });
    const waiting = 'repaykit: a delivery is not confirmed yet; it is looked at again when the inbox is drained';
    expect(lines).toEqual([
      ['info', waiting, { key, kind, attempts: 1, reason: 'not so' }],
      ['info', waiting, { key, kind, attempts: 2, reason: 'not so' }],
      ['warn', 'repaykit: a delivery was quarantined', { key, kind, attempts: 3, reason: 'not so' }],
    ]);
  });

  test('of a delivery that fails, and of one that failed too often', async () => {
    const { receiver, lines, ends } = await holding({}, { ...failing(new Error('down')), maxAttempts: 2 });
    expect(await receiver.drain()).toEqual({ ...none, failed: 1 });
    expect(await receiver.drain()).toEqual({ ...none, quarantined: 1 });
    const facts = { key, kind, reason: 'Error: down' };
    expect(lines).toEqual([
      [
        'error',
        'repaykit: work on a delivery failed; it is tried again when the inbox is drained',
        { ...facts, attempts: 1 },
      ],
      ['error', 'repaykit: a delivery was quarantined: work on it keeps failing', { ...facts, attempts: 2 }],
    ]);
    expect(ends[1]).toEqual({ kind: 'quarantined', reason: 'gave up after 2 attempts: Error: down' });
  });

  test('of a delivery that fails once and may fail only once', async () => {
    const { receiver, ends } = await holding({}, { ...failing('down'), maxAttempts: 1 });
    expect(await receiver.drain()).toEqual({ ...none, quarantined: 1 });
    expect(ends).toEqual([{ kind: 'quarantined', reason: 'gave up after 1 attempt: down' }]);
  });

  test('of a delivery that cannot be read, with how often it came', async () => {
    const { receiver, lines, inbox, clock } = await holding({ body: 'no json' });
    expect(await receiver.drain()).toEqual({ ...none, quarantined: 1 });
    const why =
      'The delivery cannot be read: the body is not JSON. Pass the raw bytes of the request, before any parser.';
    const line = 'repaykit: a delivery was quarantined: work on it keeps failing';
    expect(lines).toEqual([['error', line, { key, kind: undefined, attempts: 1, reason: `WebhookError: ${why}` }]]);
    const reason = async () => (await inbox.list({ limit: 1 }))[0]?.reason;
    expect(await reason()).toBe(`unreadable: ${why}`);
    await inbox.decide(key, { kind: 'quarantine', reason: 'unreadable, came 3 times: odd' });
    await inbox.decide(key, { kind: 'replay', now: clock.now() });
    await receiver.drain();
    expect(await reason()).toBe(`unreadable, came 3 times: ${why}`);
  });

  test('of a delivery that the confirmer cannot read', async () => {
    const { receiver, ends } = await holding({}, failing(new WebhookError('webhook_malformed', 'odd')));
    expect(await receiver.drain()).toEqual({ ...none, quarantined: 1 });
    expect(ends).toEqual([{ kind: 'quarantined', reason: 'unreadable: odd' }]);
  });

  test('of a delivery whose payer was erased', async () => {
    const { receiver, lines, reported, inbox } = await holding({ body: 'erased with its payer' });
    expect(await receiver.drain()).toEqual({ ...none, done: 1 });
    const line = 'repaykit: a delivery was not worked on, because its payer was erased';
    expect([lines, reported]).toEqual([[['info', line, { key, kind }]], []]);
    expect(await inbox.list({ limit: 9 })).toMatchObject([{ status: 'done', body: '' }]);
  });

  test('of an erased delivery that failed before, without its reason', async () => {
    const { receiver, inbox, clock } = await holding({ body: 'erased with its payer' });
    await inbox.decide(key, { kind: 'quarantine', reason: 'not so' });
    await inbox.decide(key, { kind: 'replay', now: clock.now() });
    expect(await receiver.drain()).toEqual({ ...none, done: 1 });
    const [item] = await inbox.list({ limit: 1 });
    expect(item).toMatchObject({ status: 'done', body: '' });
    expect(item).not.toHaveProperty('reason');
  });

  test('of an erased delivery that could never be read, which is still counted', async () => {
    const { receiver, lines, inbox, clock } = await holding({ body: 'erased with its payer' });
    await inbox.decide(key, { kind: 'quarantine', reason: 'unreadable, came 2 times: odd' });
    await inbox.decide(key, { kind: 'replay', now: clock.now() });
    expect(await receiver.drain()).toEqual({ ...none, quarantined: 1 });
    expect(lines).toEqual([]);
    expect(await inbox.list({ limit: 9 })).toMatchObject([
      { status: 'quarantined', reason: 'unreadable, came 2 times: odd' },
    ]);
  });

  test.each([
    [undefined, 'unreadable, came 0 times: kept as a number only: too many, too long, or erased'],
    ['unreadable, came 7 times: kept as a number only: too many, too long, or erased'],
  ])('of a counter that had the reason %s', async (before, after = before) => {
    const { receiver, inbox, clock } = await holding({ body: 'deliveries that cannot be read, kept as a number' });
    if (before !== undefined) {
      await inbox.decide(key, { kind: 'quarantine', reason: before });
      await inbox.decide(key, { kind: 'replay', now: clock.now() });
    }
    expect(await receiver.drain()).toEqual({ ...none, quarantined: 1 });
    expect(await inbox.list({ limit: 9 })).toMatchObject([{ status: 'quarantined', reason: after }]);
  });
});

describe('an inbox that fails', () => {
  const line = (key: string) => [
    'error',
    'repaykit: the inbox failed; the delivery is worked on again when it is drained',
    { key, reason: 'Error: no room' },
  ];

  test('while an end is written counts the delivery as failed', async () => {
    const { receiver, lines, inbox } = await holding({});
    (inbox as { settle: unknown }).settle = () => Promise.reject(new Error('no room'));
    expect(await receiver.drain()).toEqual({ ...none, failed: 1 });
    expect(lines).toEqual([line(NEVER)]);
  });

  test('while a delivery is claimed leaves it to the next drain', async () => {
    const { logger, lines } = recorder();
    const { deliver, receiver, inbox } = setUp({ logger });
    inbox.claim = () => Promise.reject(new Error('no room'));
    await deliver();
    await receiver.settled();
    const [item] = await inbox.list({ limit: 1 });
    expect([item?.attempts, lines]).toEqual([0, [line(item?.key ?? '')]]);
  });
});

describe('the next attempt', () => {
  test.each<[string, string, readonly number[]]>([
    ['the longest', '00000000', [0, 30, 60, 120, 240, 480, 960, 1_920, 3_840, 7_680, 15_360, 21_600, 21_600]],
    ['a quarter shorter', 'ffffffff', [0, 22.5, 45, 90, 180, 360, 720, 1_440, 2_880, 5_760, 11_520, 16_200, 16_200]],
    ['an eighth shorter', '80000000ffffffff', [0, 26.25, 52.5, 105]],
    ['the longest, of a key that is no hash', 'key', [0, 30, 60, 120]],
  ])('waits longer and longer: %s', async (_what, key, seconds) => {
    const { receiver, ends, clock } = await holding({ key }, failing(new Error('down')));
    for (const _ of seconds) {
      await receiver.drain();
      clock.advance(1);
    }
    expect(ends.map(({ inMs }) => inMs)).toEqual(seconds.map((each) => each * 1_000));
  });

  test.each([
    [90_000, 90_000],
    [59 * MINUTE, 59 * MINUTE],
    [61 * MINUTE, 60 * MINUTE],
    [-5, 0],
    [Number.NaN, 0],
    [Number.POSITIVE_INFINITY, 0],
    ['90000', 0],
  ])('after an error that says to wait %s ms waits %i ms', async (retryAfterMs, inMs) => {
    const { receiver, ends } = await holding({}, failing(Object.assign(new Error('busy'), { retryAfterMs })));
    await receiver.drain();
    expect(ends).toEqual([{ kind: 'failed', reason: 'Error: busy', dueAt: start + inMs, inMs }]);
  });

  test('waits for the longer of its own pause and what the error says', async () => {
    const { receiver, ends } = await holding({}, failing(Object.assign(new Error('busy'), { retryAfterMs: 40_000 })));
    for (let attempt = 1; attempt <= 3; attempt += 1) await receiver.drain();
    expect(ends.map(({ inMs }) => inMs)).toEqual([40_000, 40_000, 60_000]);
  });

  test.each([
    [600_000, [0, 30_000, 60_000, 120_000, 150_000, 150_000]],
    [40_001, [0, 10_000, 10_000]],
    [2_000, [0, 1_000, 1_000]],
  ])('to confirm within %i ms comes after at most a quarter of it, and a second at least', async (until, pauses) => {
    const unconfirmed = answering({ kind: 'unconfirmed', reason: 'not so' });
    const { receiver, ends } = await holding({}, { ...unconfirmed, unconfirmedForMs: until });
    for (const _ of pauses) await receiver.drain();
    expect(ends.map(({ inMs }) => inMs)).toEqual(pauses);
    expect(ends[0]).toMatchObject({ kind: 'failed', reason: 'not confirmed yet: not so' });
  });
});
