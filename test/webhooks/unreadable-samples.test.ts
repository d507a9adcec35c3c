import { describe, expect, test } from 'vitest';
import { virtualClock } from '../../src/clock/virtual-clock.ts';
import type { ClaimTerms, Inbox, InboxQuery } from '../../src/webhooks/inbox/inbox.ts';
import { MINUTE, type Options, recorder, secret, setUp } from './believing-receiver.ts';
import { delivery } from './inbox/deliveries.ts';

const why = 'The delivery cannot be read: the body is not JSON. Pass the raw bytes of the request, before any parser.';
const COUNTER = 'kept as a number only: too many, too long, or erased';

/** A receiver that is sent what it cannot read, and how it used its inbox. */
function scene(options: Options = {}) {
  const { logger, lines } = recorder();
  const made = setUp({ logger, maxBytes: 40_000, ...options });
  const used = { lists: [] as InboxQuery[], claims: [] as ClaimTerms[] };
  const { list, claim } = made.inbox;
  Object.assign(made.inbox, {
    list: (query: InboxQuery) => {
      used.lists.push(query);
      return list(query);
    },
    claim: (terms: ClaimTerms) => {
      used.claims.push(terms);
      return claim(terms);
    },
  } satisfies Partial<Inbox<undefined>>);
  const send = async (body: string) => {
    const headers = { 'content-type': 'application/json', 'x-auth-signature': secret };
    const request = new Request('https://merchant.example/webhooks', { method: 'POST', headers, body });
    return (await made.receiver(request)).status;
  };
  const reasons = async () => (await list({ limit: 999 })).map(({ reason }) => reason);
  return { ...made, lines, used, send, reasons };
}

describe('a body that cannot be read', () => {
  test('is quarantined with why, and each repetition is counted', async () => {
    const { send, inbox, lines, used, reasons } = scene();
    expect(await send('<p>')).toBe(400);
    expect(lines).toEqual([['error', 'repaykit: a delivery cannot be read', { reason: why, bytes: 3 }]]);
    expect(await inbox.list({ limit: 9 })).toMatchObject([
      {
        ...{ body: '<p>', kind: 'unknown', source: 'webhook', status: 'quarantined', reason: `unreadable: ${why}` },
        receivedAt: '2026-01-31T07:00:00.000Z',
      },
    ]);
    expect(await send('<p>')).toBe(400);
    expect(await send('<p>')).toBe(400);
    expect(await reasons()).toEqual([`unreadable, came 3 times: ${why}`]);
    expect(used.claims).toMatchObject(Array(3).fill({ leaseMs: 10_000, limit: 1 }));
  });

  test('is cut after sixteen KiB, and is told from others by all of it', async () => {
    const { send, inbox } = scene();
    const body = '<'.repeat(16_384);
    for (const more of ['', '1', '2']) await send(`${body}${more}`);
    expect((await inbox.list({ limit: 9 })).map((item) => item.body)).toEqual([body, body, body]);
  });

  test('is only counted once fifty are kept, until a minute later there is room again', async () => {
    const { send, inbox, clock, used, reasons } = scene();
    const keep = async (name: string) => {
      await send(`<p>${name}`);
      return (await inbox.list({ limit: 999 })).some(({ body }) => body === `<p>${name}`);
    };
    for (let number = 0; number < 50; number += 1) expect(await keep(`${number}`)).toBe(true);
    expect(await keep('fifty-first')).toBe(false);
    expect(await keep('fifty-second')).toBe(false);
    expect((await reasons()).at(-1)).toBe(`unreadable, came 2 times: ${COUNTER}`);
    const keys = (await inbox.list({ limit: 2 })).map(({ key }) => key);
    for (const key of keys) {
      await inbox.decide(key, { kind: 'replay', now: clock.now() });
      const [item] = await inbox.claim({ key, now: clock.now(), leaseMs: 1, limit: 1 });
      if (item) await inbox.settle(item, { kind: 'done' });
    }
    clock.advance(MINUTE - 1);
    expect(await keep('too early')).toBe(false);
    clock.advance(1);
    expect([await keep('in time'), await keep('in time too'), await keep('too late')]).toEqual([true, true, false]);
    const counted = { status: 'quarantined', kinds: ['unknown'], newestFirst: true, limit: 100 };
    expect(used.lists.filter(({ newestFirst }) => newestFirst)).toEqual([counted, counted]);
  });

  test('has the kept ones counted again when the clock was set back by a minute', async () => {
    let now = Date.UTC(2026, 0, 31, 7);
    const { send, used } = scene({ clock: { ...virtualClock(now), now: () => now } });
    await send('<p>1');
    now -= MINUTE - 1;
    await send('<p>2');
    expect(used.lists).toHaveLength(1);
    now -= 1;
    await send('<p>3');
    expect(used.lists).toHaveLength(2);
  });

  test('finds room beside unknown events that are quarantined for another reason', async () => {
    const { send, inbox } = scene();
    for (let number = 0; number < 60; number += 1) {
      await inbox.store(delivery(`${number}`, { kind: 'unknown' }));
      await inbox.decide(`${number}`, { kind: 'quarantine', reason: 'not so' });
    }
    await send('<p>');
    expect(await inbox.list({ limit: 1, newestFirst: true })).toMatchObject([{ body: '<p>' }]);
  });

  test('takes no more room when it comes again', async () => {
    const { send, inbox } = scene();
    for (let time = 0; time < 60; time += 1) await send('<p>');
    await send('<p>new');
    expect((await inbox.list({ limit: 9 })).map(({ body }) => body)).toEqual(['<p>', '<p>new']);
  });

  test('is left to the process that claimed it right after it was stored', async () => {
    const { send, inbox, lines } = scene();
    inbox.claim = async () => [];
    expect(await send('<p>')).toBe(400);
    expect(await inbox.list({ limit: 9 })).toMatchObject([{ body: '<p>', status: 'unfinished' }]);
    expect(lines).toHaveLength(1);
  });

  test('is counted where another delivery holds its sample', async () => {
    const { send, inbox, clock, reasons } = scene();
    await send('<p>');
    const [sample] = await inbox.list({ limit: 1 });
    await inbox.decide(sample?.key ?? '', { kind: 'replay', now: clock.now() });
    expect(await send('<p>')).toBe(400);
    expect(await reasons()).toEqual([`unreadable: ${why}`, `unreadable: ${COUNTER}`]);
  });
});

describe('a body that is too long', () => {
  const long = 'x'.repeat(40_001);

  test('is only counted', async () => {
    const { send, lines, inbox, reasons } = scene();
    expect([await send(long), await send(long)]).toEqual([413, 413]);
    const line = ['error', 'repaykit: a delivery cannot be read', { reason: 'it is longer than maxBytes' }];
    expect(lines).toEqual([line, line]);
    expect(await reasons()).toEqual([`unreadable, came 2 times: ${COUNTER}`]);
    expect(await inbox.list({ limit: 9 })).toMatchObject([
      { body: 'deliveries that cannot be read, kept as a number', kind: 'unknown', status: 'quarantined' },
    ]);
  });

  test('is counted elsewhere while another process holds a counter, and in eight places at most', async () => {
    const { send, lines, inbox, clock } = scene();
    for (let number = 0; number < 8; number += 1) {
      await send(long);
      for (const { key, status } of await inbox.list({ limit: 9 })) {
        if (status === 'quarantined') await inbox.decide(key, { kind: 'replay', now: clock.now() });
        await inbox.claim({ key, now: clock.now(), leaseMs: MINUTE, limit: 1 });
      }
    }
    expect(await inbox.list({ limit: 99 })).toHaveLength(8);
    lines.length = 0;
    expect(await send(long)).toBe(413);
    expect(lines.at(-1)).toEqual([
      'error',
      'repaykit: a delivery that cannot be read could not be kept',
      { reason: 'StoreError' },
    ]);
    expect(await inbox.list({ limit: 99 })).toHaveLength(8);
  });
});
