import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import * as answer from '../../src/wire/shapes/answer-fields.ts';
import { shapeIssues } from '../../src/wire/shapes/shape-issues.ts';
import { listOf, mapOf } from '../../src/wire/shapes/shapes.ts';

const entry = z.looseObject({ amount: answer.amount, bank: answer.text });
const list = z.looseObject({ entries: listOf(entry) });
const map = z.looseObject({ months: mapOf(answer.decimal) });

const problems = (shape: z.ZodMiniType, value: unknown) => {
  const { error } = shape.safeParse(value);
  return error ? shapeIssues(error).map(({ path, message }) => `${path}: ${message}`) : [];
};

describe('a list', () => {
  test('is read member by member, in order, with fields of tomorrow', () => {
    const entries = [
      { amount: '5.50', bank: 'A', later: 1 },
      { amount: 7, bank: 'B' },
    ];
    expect(list.parse({ entries })).toEqual({ entries: [{ ...entries[0], amount: 5.5 }, entries[1]] });
    expect(list.parse({ entries: [] })).toEqual({ entries: [] });
  });

  test('says where a member does not fit, and what was expected there', () => {
    expect(problems(list, { entries: [{ amount: 1, bank: 'A' }, { amount: 1 }, 5] })).toEqual([
      'entries.1.bank: is missing',
      'entries.2: must be of type object, not number',
    ]);
  });

  test.each([
    [undefined, 'entries: is missing'],
    [{}, 'entries: must be of type array, not object'],
    ['x', 'entries: must be of type array, not string'],
  ])('is not %j', (entries, problem) => {
    expect(problems(list, { entries })).toEqual([problem]);
  });

  test('of a hundred thousand wrong members names the first', () => {
    const wrong = problems(list, { entries: Array(100_000).fill({}) });
    expect([wrong.length, wrong[0], wrong.at(-1)]).toEqual([
      20,
      'entries.0.amount: expected an amount up to a trillion, as a number or decimal text',
      'entries.9.bank: is missing',
    ]);
  });
});

describe('a map', () => {
  test('is read as a list of its members is, whatever their names', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true })), (months) => {
        expect(Object.entries((map.parse({ months }) as { months: object }).months)).toEqual(
          Object.entries(months).filter(([name]) => name !== '__proto__'),
        );
      }),
    );
  });

  test('says which member does not fit, and twenty at most', () => {
    expect(problems(map, { months: { 'May 2026': 1, 'June 2026': 'much' } })).toEqual([
      'months.June 2026: expected a number, or decimal text',
    ]);
    expect(
      problems(map, {
        months: Object.fromEntries(Array.from({ length: 50_000 }, (_, month) => [`m${month}`, 'much'])),
      }),
    ).toHaveLength(20);
  });

  test.each([undefined, null, [], 5])('is not %j', (months) => {
    expect(problems(map, { months })).toEqual([
      expect.stringMatching(/^months: (is missing|must be of type record, not (null|array|number))$/),
    ]);
  });

  test('leaves __proto__ out', () => {
    const read = map.parse({ months: JSON.parse('{"__proto__":5,"constructor":6}') }) as { months: object };
    expect([Object.entries(read.months), Object.getPrototypeOf(read.months)]).toEqual([
      [['constructor', 6]],
      Object.prototype,
    ]);
  });
});
