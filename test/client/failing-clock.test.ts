import { describe, expect, test } from 'vitest';
import type { RepayKitOptions } from '../../src/index.ts';
import { errorOf } from '../journeys/fixture.ts';
import { debitFixture, LATER, WANTED } from './debit-fixture.ts';

type Clock = NonNullable<RepayKitOptions['clock']>;

const broken = () => {
  throw new TypeError('no time');
};
const failures: readonly [how: string, now: () => unknown][] = [
  ['throws', broken],
  ['returns NaN', () => Number.NaN],
  ['returns a BigInt', () => 1_767_600_000_000n],
  ['returns a Date', () => new Date('2026-01-05T08:00:00Z')],
  ['returns an instant beyond the calendar', () => 1e18],
];

/** A debit asked for by a client whose clock fails from its n-th reading on. */
async function collectWith(now: () => unknown, failsFrom: number) {
  const stage = await debitFixture();
  const { clock } = stage.server;
  let readings = 0;
  const failing: Clock = {
    now: () => {
      readings += 1;
      return readings < failsFrom ? clock.now() : (now() as number);
    },
    today: () => clock.today(),
    sleep: (delayMs, signal) => clock.sleep(delayMs, signal),
  };
  const result = await stage
    .process(stage.store, { clock: failing })
    .collections.collect(stage.first, LATER)
    .catch(asIs);
  return { stage, result };
}

const asIs = (error: unknown) => error;

describe.each(failures)('a clock that %s', (_how, now) => {
  test('ends a debit in an error of ours, at whichever reading, and what may have been sent is on file', async () => {
    for (let failsFrom = 1; ; failsFrom += 1) {
      const { stage, result } = await collectWith(now, failsFrom);
      if (!(result instanceof Error)) return expect(failsFrom).toBeGreaterThan(4);
      expect(result).toMatchObject({
        name: 'ConfigurationError',
        outcome: 'unknown',
        message: expect.stringContaining('clock.now: must return'),
      });
      const doubts = await stage.doubts();
      expect(doubts.length).toBeGreaterThanOrEqual(stage.left());
      // Until it is settled, no other debit is taken on.
      if (doubts.length > 0)
        expect(await errorOf(stage.kit.collections.collect(stage.first, WANTED))).toMatchObject({
          rule: 'debit-after-unknown',
        });
    }
  });
});

test('a clock that fails once a debit was sent leaves its outcome unknown, and settling finds it', async () => {
  // The last reading is that of the answer.
  let last = await collectWith(broken, 1);
  for (let failsFrom = 2, next = last; next.result instanceof Error; failsFrom += 1)
    [last, next] = [next, await collectWith(broken, failsFrom)];
  const { stage } = last;
  expect((await stage.kit.collections.settle(await stage.loan())).debits).toMatchObject([{ status: 'scheduled' }]);
  expect(stage.left()).toBe(1);
});
