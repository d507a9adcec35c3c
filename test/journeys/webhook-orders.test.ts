import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  debitedOnDemand,
  type Life,
  type LifePlan,
  live,
  missedThenPaid,
  paidInParts,
  threeLoans,
} from '../proof/webhooks/lives.ts';
import { endAfter, endInOrder, tryEveryOrder, tryLost, tryMeanwhile } from '../proof/webhooks/order-trials.ts';
import type { End } from '../proof/webhooks/orders.ts';
import { sized } from '../size.ts';

// The full run is `npm run proof -- orders`.
const lives: readonly (readonly [string, LifePlan])[] = [
  ['missed on its due date and paid two days later', missedThenPaid],
  ['paid in parts, where the platform reports repayments', { ...paidInParts, repaymentReports: 'platform' }],
  ['debited on demand', debitedOnDemand],
];

describe.each(lives)('a loan that is %s', (_name, plan) => {
  const orders = sized(60, 720);

  test(`ends in the same file with each state change handled once, in ${orders} of the 720 orders of its six webhooks, whether one by one or at once`, {
    timeout: 600_000,
  }, async () => {
    const { runs, different } = await tryEveryOrder(plan, 'in turn', orders);
    expect(different).toEqual([]);
    expect(runs).toBe(orders);
  });

  test('ends in the same file when its webhooks come while the story goes on', async () => {
    const { runs, different } = await tryMeanwhile(plan, sized(4, 15));
    expect(different).toEqual([]);
    expect(runs).toBe(sized(4, 15));
  });

  test('ends there too when many of them never come and it is reconciled, and reports nothing twice when they come after all', async () => {
    const { runs, different } = await tryLost(plan, sized(4, 15));
    expect(different).toEqual([]);
    expect(runs).toBe(sized(4, 15));
  });
});

describe('three loans with a long story', () => {
  let life: Life;
  let wanted: End;
  beforeAll(async () => {
    life = await live(threeLoans);
    wanted = await endInOrder(life);
  });
  afterAll(() => life.close());

  test('are reported by more than twenty webhooks, each a state change', () => {
    expect(life.deliveries.length).toBeGreaterThan(20);
    expect(wanted.reported).toHaveLength(life.deliveries.length);
    expect(new Set(wanted.reported).size).toBe(life.deliveries.length);
  });

  test('end in the same files whatever the order and however often each webhook comes', async () => {
    const extras = fc.array(fc.nat(life.deliveries.length - 1), { maxLength: 30 });
    const order = extras.chain((more) =>
      fc.shuffledSubarray([...life.deliveries.keys(), ...more], { minLength: life.deliveries.length + more.length }),
    );
    const arrival = fc.constantFrom('one by one', 'at once');
    await fc.assert(
      fc.asyncProperty(order, arrival, async (places, comes) => {
        const bodies = places.map((place) => life.deliveries[place] as string);
        expect(await endAfter(life, { bodies, arrival: comes })).toEqual(wanted);
      }),
      { numRuns: sized(12, 60) },
    );
  });

  test('end in the same files when their webhooks come while the story goes on', async () => {
    expect((await tryMeanwhile(threeLoans, sized(2, 10))).different).toEqual([]);
  });

  test('end in the same files when many of their webhooks never come and they are reconciled', async () => {
    expect((await tryLost(threeLoans, sized(2, 10))).different).toEqual([]);
  });
});
