import { describe, expect, test } from 'vitest';
import { RateLimitError } from '../../src/errors.ts';
import { bodyOf, countedConfirm, MINUTE, type Options, setUp } from './believing-receiver.ts';

const none = { done: 0, failed: 0, quarantined: 0, elsewhere: 0 };

/** A receiver over an inbox with this many deliveries, `k0` first. */
async function holding(count: number, options: Options = {}) {
  const scene = setUp(options);
  for (let index = 0; index < count; index += 1)
    await scene.inbox.store({
      key: `k${index}`,
      body: bodyOf(`${index}`),
      kind: 'collection',
      source: 'webhook',
      receivedAt: '2026-01-31T07:00:00.000Z',
    });
  const references = () => scene.reported.map(([reference]) => reference);
  return { ...scene, references };
}

const believing: Options = { confirm: { confirm: async () => ({ kind: 'confirmed' }) } };

describe.each([{ dueOnly: true }, { dueOnly: false }])('a drain with %j', (how) => {
  test('works on as many deliveries as it may, the first ones first, and leaves the rest untouched', async () => {
    const { receiver, references, inbox } = await holding(5, believing);
    expect(await receiver.drain({ ...how, limit: 2 })).toEqual({ ...none, done: 2 });
    expect(references()).toEqual(['0', '1']);
    const left = await inbox.list({ status: 'unfinished', limit: 9 });
    expect(left.map(({ attempts }) => attempts)).toEqual([0, 0, 0]);
  });

  test('works on a hundred if nothing else is said', async () => {
    const { receiver } = await holding(101, believing);
    expect(await receiver.drain(how)).toEqual({ ...none, done: 100 });
    expect(await receiver.drain(how)).toEqual({ ...none, done: 1 });
    expect(await receiver.drain(how)).toEqual(none);
  });

  test('works on no more at a time than the receiver allows', async () => {
    const { confirm, most } = countedConfirm();
    const { receiver } = await holding(6, { confirm, concurrency: 2 });
    expect(await receiver.drain(how)).toEqual({ ...none, done: 6 });
    expect(most()).toBe(2);
  });

  test('counts each way in which work ends', async () => {
    const confirm: Options['confirm'] = {
      async confirm({ data }) {
        const { reference } = data as { readonly reference: string };
        if (reference === '1') throw new RateLimitError('busy', 1_000);
        return reference === '2' ? { kind: 'unconfirmed', reason: 'not so' } : { kind: 'confirmed' };
      },
    };
    const { receiver } = await holding(4, { confirm, unconfirmedForMs: 0 });
    expect(await receiver.drain(how)).toEqual({ done: 2, failed: 1, quarantined: 1, elsewhere: 0 });
  });
});

describe('a drain of everything', () => {
  test('begins with what was tried least, so that what always fails blocks nothing', async () => {
    const failing = (reference: string) => ['0', '1', '2'].includes(reference);
    const on: Options['on'] = {
      collection({ data }) {
        tried.push(data.reference ?? '');
        if (failing(data.reference ?? '')) throw new Error('poison');
      },
    };
    const tried: string[] = [];
    const { receiver, clock } = await holding(6, { ...believing, on });
    await receiver.drain({ limit: 3 });
    clock.advance(MINUTE);
    await receiver.drain({ limit: 3 });
    expect(tried.slice(0, 3)).toEqual(['0', '1', '2']);
    expect(tried.slice(3).toSorted()).toEqual(expect.arrayContaining(['3', '4']));
  });

  test('leaves to the other process what it holds', async () => {
    const { receiver, inbox, clock } = await holding(3, believing);
    await inbox.claim({ key: 'k1', now: clock.now(), leaseMs: MINUTE, limit: 1 });
    expect(await receiver.drain()).toEqual({ ...none, done: 2, elsewhere: 1 });
  });

  test('leaves to the other process what that one took over meanwhile', async () => {
    const scene = await holding(1, {
      confirm: {
        async confirm() {
          scene.clock.advance(6 * MINUTE);
          await scene.inbox.claim({ now: scene.clock.now(), leaseMs: MINUTE, limit: 1 });
          return { kind: 'unrelated', reason: 'not ours' };
        },
      },
    });
    expect(await scene.receiver.drain()).toEqual({ ...none, elsewhere: 1 });
  });
});

describe('a drain of what is due', () => {
  test('asks an empty inbox only as often as it may work at the same time', async () => {
    const { receiver, inbox } = await holding(0, { concurrency: 2 });
    let claims = 0;
    const claim = inbox.claim.bind(inbox);
    inbox.claim = (terms) => {
      claims += 1;
      return claim(terms);
    };
    expect([await receiver.drain({ dueOnly: true }), claims]).toEqual([none, 2]);
  });

  test('leaves what is due later', async () => {
    const { receiver, inbox, clock } = await holding(2, believing);
    const [item] = await inbox.claim({ key: 'k1', now: clock.now(), leaseMs: MINUTE, limit: 1 });
    if (item) await inbox.settle(item, { kind: 'failed', reason: 'down', dueAt: clock.now() + MINUTE });
    expect(await receiver.drain({ dueOnly: true })).toEqual({ ...none, done: 1 });
    clock.advance(MINUTE);
    expect(await receiver.drain({ dueOnly: true })).toEqual({ ...none, done: 1 });
  });
});
