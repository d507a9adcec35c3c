import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FaultRecord } from '../../../src/server/faults/fault.ts';
import { Faults } from '../../../src/server/faults/faults.ts';

const unlimited: Omit<FaultRecord, 'id' | 'calls' | 'hits'> = {
  kind: 'reset',
  operation: null,
  mandateId: null,
  times: null,
  every: null,
  first: null,
  probability: null,
  expiresAt: null,
  delayMs: null,
  status: null,
  retryAfter: null,
  when: 'before',
};

const call = (operation = 'getMandate', mandateId?: string, now = 0, seed = 1) => ({
  operation,
  mandateId: () => mandateId,
  now,
  seed,
});

/** Which of so many calls meet the fault, counted from 1. */
function faultyCalls(fault: Partial<FaultRecord>, count: number, seed = 1): number[] {
  const faults = new Faults();
  faults.add({ ...unlimited, ...fault });
  return Array.from({ length: count }, (_, index) => index + 1).filter(() =>
    faults.faultForCall(call('getMandate', undefined, 0, seed)),
  );
}

describe('the schedule of a fault', () => {
  test('is every call without limits, every n-th, the first n, n times at most', () => {
    expect(faultyCalls({}, 4)).toEqual([1, 2, 3, 4]);
    expect(faultyCalls({ every: 3 }, 10)).toEqual([3, 6, 9]);
    expect(faultyCalls({ first: 2 }, 5)).toEqual([1, 2]);
    expect(faultyCalls({ times: 2 }, 5)).toEqual([1, 2]);
    expect(faultyCalls({ every: 2, times: 2 }, 10)).toEqual([2, 4]);
    expect(faultyCalls({ every: 2, first: 5 }, 10)).toEqual([2, 4]);
    expect(faultyCalls({ probability: 0 }, 50)).toEqual([]);
    expect(faultyCalls({ probability: 1 }, 3)).toEqual([1, 2, 3]);
  });

  const limit = fc.option(fc.integer({ min: 1, max: 12 }), { nil: null });

  test('holds for any limits together', () => {
    fc.assert(
      fc.property(limit, limit, limit, fc.integer({ min: 0, max: 60 }), (times, every, first, count) => {
        const expected: number[] = [];
        for (let nth = 1; nth <= count; nth += 1) {
          const fits = (first === null || nth <= first) && (every === null || nth % every === 0);
          if (fits && (times === null || expected.length < times)) expected.push(nth);
        }
        expect(faultyCalls({ times, every, first }, count)).toEqual(expected);
      }),
    );
  });

  test('by probability is the same for the same seed, another for another, and strikes about as often as it says', () => {
    const share = faultyCalls({ probability: 0.3 }, 4_000).length / 4_000;
    expect(share).toBeGreaterThan(0.27);
    expect(share).toBeLessThan(0.33);
    expect(faultyCalls({ probability: 0.5 }, 40, 7)).toEqual(faultyCalls({ probability: 0.5 }, 40, 7));
    expect(faultyCalls({ probability: 0.5 }, 40, 7)).not.toEqual(faultyCalls({ probability: 0.5 }, 40, 8));
  });
});

describe('several faults', () => {
  test('strike in the order they were added, and each counts every call that fits it', () => {
    const faults = new Faults();
    faults.add({ ...unlimited, kind: 'reset', every: 2 });
    faults.add({ ...unlimited, kind: 'malformed', every: 3 });
    faults.add({ ...unlimited, kind: 'timeout', operation: 'listBanks' });
    expect(Array.from({ length: 6 }, () => faults.faultForCall(call())?.kind)).toEqual([
      undefined,
      'reset',
      'malformed',
      'reset',
      undefined,
      'reset',
    ]);
    expect(faults.list(0).map(({ calls, hits }) => [calls, hits])).toEqual([
      [6, 3],
      [6, 1],
      [0, 0],
    ]);
  });

  test('do not shift the luck of each other', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 0, max: 10 }), (seed, others) => {
        const luck = (more: number) => {
          const faults = new Faults();
          const { id } = faults.add({ ...unlimited, probability: 0.5 });
          for (let added = 0; added < more; added += 1) faults.add({ ...unlimited, probability: 0.5 });
          return Array.from(
            { length: 20 },
            () => faults.faultForCall(call('getMandate', undefined, 0, seed))?.id === id,
          );
        };
        expect(luck(others)).toEqual(luck(0));
      }),
    );
  });

  test('of webhooks and of calls do not meet', () => {
    const faults = new Faults();
    faults.add({ ...unlimited, kind: 'webhook-drop' });
    faults.add(unlimited);
    expect(faults.faultForCall(call())?.kind).toBe('reset');
    expect(faults.faultForWebhook(call('mandate.failed'))?.kind).toBe('webhook-drop');
  });
});

describe('a fault', () => {
  test('is gone at its time', () => {
    const faults = new Faults();
    faults.add({ ...unlimited, expiresAt: 1_000 });
    expect(faults.faultForCall(call('getMandate', undefined, 999))).toBeDefined();
    expect(faults.list(999)).toHaveLength(1);
    expect(faults.faultForCall(call('getMandate', undefined, 1_000))).toBeUndefined();
    expect([faults.list(1_000), faults.isEmpty]).toEqual([[], true]);
  });

  test('for a mandate finds it in either case, and no other', () => {
    const faults = new Faults();
    faults.add({ ...unlimited, mandateId: 'ABC' });
    expect(faults.faultForCall(call('getMandate', 'abc'))).toBeDefined();
    expect(faults.faultForCall(call('getMandate', 'abd'))).toBeUndefined();
    expect(faults.faultForCall(call('getMandate'))).toBeUndefined();
  });

  test('goes its own way in a copy', () => {
    const faults = new Faults();
    faults.add({ ...unlimited, times: 1 });
    const twin = faults.copy();
    expect(faults.faultForCall(call())).toBeDefined();
    expect(faults.faultForCall(call())).toBeUndefined();
    expect(twin.faultForCall(call())).toBeDefined();
    expect([faults.add(unlimited).id, twin.add(unlimited).id]).toEqual(['flt_2', 'flt_2']);
  });
});
