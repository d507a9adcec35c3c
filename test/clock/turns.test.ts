import { expect, test } from 'vitest';
import { Turns } from '../../src/clock/turns.ts';

/** Turns on a clock that a sleep moves on, and when each was given. */
function counted(perSecond: number) {
  let now = 10_000;
  const clock = {
    now: () => now,
    sleep: async (ms: number) => {
      now += ms;
    },
  };
  const turns = new Turns(perSecond, clock);
  const take = async (count: number) => {
    const times: number[] = [];
    for (let turn = 0; turn < count; turn += 1) {
      await turns.wait();
      times.push(now - 10_000);
    }
    return times;
  };
  return { turns, take, pass: (ms: number) => clock.sleep(ms) };
}

test('turns come a second’s worth at once, then evenly', async () => {
  const { take } = counted(4);
  expect(await take(7)).toEqual([0, 0, 0, 0, 250, 500, 750]);
});

test('the first turn comes at once, also where there are fewer than one a second', async () => {
  expect(await counted(0.5).take(3)).toEqual([0, 2_000, 4_000]);
});

test('turns that nobody took are not saved up beyond a second', async () => {
  const { take, pass } = counted(4);
  await take(4);
  await pass(60_000);
  expect(await take(6)).toEqual([60_000, 60_000, 60_000, 60_000, 60_250, 60_500]);
});

test('turns that are put off come evenly after that', async () => {
  const { turns, take } = counted(4);
  turns.notBefore(15_000);
  expect(await take(3)).toEqual([5_250, 5_500, 5_750]);
});

test('a signal ends the wait', async () => {
  const turns = new Turns(0.001);
  await turns.wait();
  const ending = new AbortController();
  const waiting = turns.wait(ending.signal);
  ending.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
});
