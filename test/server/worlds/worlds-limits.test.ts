import { afterEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/clock/clock.ts';
import { HOUR_MS } from '../../../src/domain/calendar.ts';
import { checkOptions, type ReferenceServerOptions } from '../../../src/server/options.ts';
import { IN_PROCESS_ORIGIN } from '../../../src/server/worlds/world-name.ts';
import { Worlds } from '../../../src/server/worlds/worlds.ts';
import { STARTS } from '../merchant.ts';

let worlds: Worlds;
afterEach(() => worlds.close());
const begin = (options: ReferenceServerOptions = {}, receiverStatus = 200) => {
  worlds = new Worlds(
    checkOptions({ now: STARTS, ...options, webhook: { url: 'http://127.0.0.1:9/' } }),
    async () => receiverStatus,
    () => IN_PROCESS_ORIGIN,
  );
};

const open = (name: string) => {
  const opened = worlds.open(name);
  if (!opened.ok) throw new Error(opened.refusal.code);
  return opened.data;
};
const fill = (count: number) => Array.from({ length: count }, (_, index) => open(`w${index}`));
const collection = { event: 'mandate.activated', content: { payload: {} }, occurredAt: 0 };

describe('the default world', () => {
  test('is opened by its first use, and always listed', () => {
    begin();
    open('w0');
    expect([...worlds.all()].map(({ name }) => name)).toEqual(['w0']);
    expect(worlds.list()).toMatchObject([{ name: 'repaykit', now: STARTS.replace('Z', '.000Z') }, { name: 'w0' }]);
  });

  test('has time that flows from the start of the server', () => {
    begin({ flow: 'real' });
    expect([...worlds.all()]).toEqual([worlds.default]);
  });
});

describe('a thousand worlds', () => {
  test('stay; the next one takes the place of the one that was idle longest', () => {
    begin();
    const [first, second] = fill(1_000);
    expect(open('w0')).toBe(first);
    open('one-more');
    expect(worlds.find('w0')).toBe(first);
    expect(worlds.find('w1')).toBeUndefined();
    expect(open('w1')).not.toBe(second);
    expect(worlds.list()).toHaveLength(1_001);
    expect(worlds.find('repaykit')).toBe(worlds.default);
  });

  test('lose none in which a webhook is under way', () => {
    begin();
    const [first] = fill(1_000);
    first?.deliveries.raise([collection]);
    open('one-more');
    expect([worlds.find('w0'), worlds.find('w1')]).toEqual([first, undefined]);
  });

  test('lose none in which the clock moves, and when something goes on in all of them the next one is refused', async () => {
    begin();
    const all = fill(1_000);
    let finish: (() => void) | undefined;
    const moving = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const moves = all.map((live) => live.moves.run(() => moving));
    expect(worlds.open('one-more')).toMatchObject({ ok: false, refusal: { status: 429, code: 'worlds_full' } });
    finish?.();
    await Promise.all(moves);
    expect(worlds.open('one-more').ok).toBe(true);
  });
});

describe('an idle world', () => {
  test('is dropped after an hour, and one that was used since is not', () => {
    begin();
    const now = systemClock.now();
    open('idle');
    worlds.dropIdle(now + HOUR_MS / 2);
    expect(worlds.find('idle')).toBeDefined();
    worlds.dropIdle(now + HOUR_MS + 60_000);
    expect([worlds.find('idle'), worlds.find('repaykit')]).toEqual([undefined, worlds.default]);
  });

  test('stays while something goes on in it', () => {
    begin();
    open('busy').deliveries.raise([collection]);
    open('idle');
    worlds.dropIdle(systemClock.now() + 2 * HOUR_MS);
    expect(worlds.list().map(({ name }) => name)).toEqual(['repaykit', 'busy']);
  });

  test('stays while a webhook waits for its next attempt', async () => {
    begin({ flow: 'real', policy: { webhook: { attempts: 2, backoff: 60 } } }, 500);
    const { deliveries } = open('trying');
    deliveries.raise([collection]);
    await deliveries.settled();
    worlds.dropIdle(systemClock.now() + 2 * HOUR_MS);
    expect(worlds.find('trying')?.deliveries.list().items).toMatchObject([
      { status: 'failed', attempts: [{ status: 500 }] },
    ]);
  });

  test('wakes its sleepers when it is dropped', async () => {
    begin();
    const slept = open('idle').clock.sleep(HOUR_MS);
    worlds.dropIdle(systemClock.now() + 2 * HOUR_MS);
    await slept;
    expect(worlds.find('idle')).toBeUndefined();
  });
});
