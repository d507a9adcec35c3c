import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LoanHistory } from '../../src/book/history.ts';
import { historyOf, historyText } from '../../src/book/history-text.ts';

const day = fc.integer({ min: -30_000, max: 60_000 });
const time = fc.integer({ min: 0, max: 9_000_000_000 });
const kobo = fc.oneof(fc.constant(0), fc.integer({ min: -(10 ** 14), max: 10 ** 14 }), fc.nat(10_000_000));
const words = fc.oneof(fc.constantFrom('', '51', '058'), fc.string({ unit: 'binary' }), fc.string());
const few = <Item>(item: fc.Arbitrary<Item>) => fc.array(item, { maxLength: 4 });
const flag = fc.constantFrom(0, 1) as fc.Arbitrary<0 | 1>;

const history: fc.Arbitrary<LoanHistory> = fc.record(
  {
    disbursed: fc.record({ on: day, known: time, kobo }),
    closed: fc.record({ on: day, known: time, isWrittenOff: fc.boolean() }),
    schedules: few(fc.record({ from: day, recorded: day, known: time, settled: kobo, due: few(fc.tuple(day, kobo)) })),
    money: few(fc.tuple(day, time, kobo, fc.nat(5))),
    unknown: few(
      fc
        .record({ from: time, lasted: fc.nat(1_000_000), kobo }, { requiredKeys: ['from', 'kobo'] })
        .map(({ from, lasted, ...of }) => ({ from, ...(lasted !== undefined && { until: from + lasted }), ...of })),
    ),
    attempts: fc.record({
      outcomes: few(
        fc.record({
          isTaken: flag,
          isSweep: flag,
          code: words,
          bank: words,
          position: fc.integer({ min: -1, max: 9 }),
        }),
      ),
      runs: few(
        fc
          .tuple(time, fc.nat(9), kobo, day, fc.nat(400), few(fc.nat(86_399)))
          .map(([known, outcome, amount, on, days, times]) => {
            return [known, outcome, amount, on, days, times.length, ...times];
          }),
      ).map((runs) => runs.flat()),
    }),
  },
  { requiredKeys: ['schedules', 'money', 'unknown', 'attempts'] },
);

test('the text of a history holds all of it, and nothing that a database would not keep', () => {
  fc.assert(
    fc.property(history, (given) => {
      const text = historyText(given);
      expect(historyOf(text)).toEqual(given);
      expect(text).not.toMatch(/[\0\ud800-\udfff]/u);
    }),
  );
});
