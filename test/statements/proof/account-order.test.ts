import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inAccountOrder, type PrintedOrder, printedOrders } from '../../../src/statements/proof/weigh-readings.ts';

const dayOf = (entry: string) => entry[0];
const ordered = (entries: readonly string[], order: PrintedOrder) => inAccountOrder(entries, order, dayOf);

describe('entries that are printed', () => {
  test.each([
    ['oldest-first', ['a1', 'a2', 'b1', 'c1', 'c2']],
    ['newest-first', ['c2', 'c1', 'b1', 'a2', 'a1']],
    ['oldest-day-first', ['a2', 'a1', 'b1', 'c2', 'c1']],
    ['newest-day-first', ['c1', 'c2', 'b1', 'a1', 'a2']],
  ] as const)('%s are put into the order of the account', (order, printed) =>
    expect(ordered(printed, order)).toEqual(['a1', 'a2', 'b1', 'c1', 'c2']),
  );

  test('in any order are all there, each once, and stay as they were printed', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat(9)).map(([day, at]) => `${day}${at}`)),
        fc.constantFrom(...printedOrders),
        (printed, order) => {
          const before = [...printed];
          expect([...ordered(printed, order)].sort()).toEqual([...printed].sort());
          expect(printed).toEqual(before);
          // Each way of turning undoes itself.
          expect(ordered(ordered(printed, order), order)).toEqual(printed);
        },
      ),
    );
  });
});
