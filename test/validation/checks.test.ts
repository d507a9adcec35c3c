import { describe, expect, test } from 'vitest';
import {
  anyText,
  anything,
  type Check,
  check,
  described,
  digits,
  flag,
  func,
  isRecord,
  kindOf,
  list,
  nullable,
  number,
  oneOf,
  optional,
  present,
  signal,
  text,
  wholeNumber,
  withMethods,
} from '../../src/validation/checks.ts';

const messageOf = (known: Check, value: unknown) => known.problems(value, 'field').map(({ message }) => message)[0];

describe('a refusal says what came and what to give, and never repeats it', () => {
  const bvn = digits('the 11 digits of a BVN', (value) => /^\d{11}$/.test(value));
  const store = withMethods(['load', 'append'], 'a store, such as memoryStore()');
  test.each<[Check, unknown, string]>([
    [text(), undefined, 'is missing: give a string'],
    [text(), null, 'is null: give a string'],
    [text(), ' ', 'is empty: give a string'],
    [text(), 7, 'is a number, but must be a string'],
    [bvn, 22_212_345_678, 'is a number, but must be the 11 digits of a BVN, as text'],
    [bvn, '2221234567', 'must be the 11 digits of a BVN'],
    [anyText, ['a'], 'is a list, but must be a string'],
    [wholeNumber({ min: 1, max: 98 }), '7', 'must be of type number, not string'],
    [wholeNumber({ min: 1, max: 98 }), 99, 'must be at most 98'],
    [wholeNumber({ min: 1 }), 1.5, 'must be a whole number'],
    [wholeNumber({ min: 1, of: 'milliseconds' }), 0, 'must be a whole number of milliseconds, 1 or more'],
    [number({ above: 0, max: 1 }), 0, 'must be above 0'],
    [number({ min: 0, below: 24 }), 24, 'must be less than 24'],
    [number(), Number.NaN, 'is NaN, but must be a number'],
    [number({ min: 0 }), Number.POSITIVE_INFINITY, 'is infinite, but must be a number, 0 or more'],
    [flag, 'yes', 'must be of type boolean, not string'],
    [
      oneOf(['strict', 'lenient']),
      'Strict',
      `is unknown; did you mean 'strict'? It must be one of "strict" or "lenient"`,
    ],
    [oneOf(['a', 'b', 'c', 'd']), 'zzz', 'must be one of "a" or "b" or "c" or "d"'],
    [oneOf(['a', 'b']), 1, 'is a number, but must be one of "a" or "b"'],
    [func, {}, 'is an object, but must be a function'],
    [store, { load: () => 1 }, 'lacks append(): give a store, such as memoryStore()'],
    [store, 'postgres://', 'is a string, but must be a store, such as memoryStore()'],
    [signal, { aborted: false }, 'must be an AbortSignal'],
    [present('a key'), null, 'is null: give a key'],
    [list(text()), 'a', 'is a string, but must be a list'],
    [list(text(), { min: 1, takes: 'at least one name' }), [], 'must be at least one name'],
    [list(text(), { max: 1 }), ['a', 'b'], 'must be a list of at most 1'],
    [nullable(text()), 7, 'is a number, but must be a string'],
    [check({ type: 'day', test: () => 'is no day' }), 'x', 'is no day'],
  ])('%#', (known, value, message) => {
    expect(messageOf(known, value)).toBe(message);
  });

  test.each<[Check, unknown]>([
    [text(), 'a'],
    [anyText, ''],
    [wholeNumber({ min: 1, max: 1 }), 1],
    [number({ above: 0, below: 1 }), 0.5],
    [flag, false],
    [oneOf(['a']), 'a'],
    [func, () => 1],
    [signal, new AbortController().signal],
    [withMethods(['now'], 'a clock'), Object.assign(() => 1, { now: () => 1 })],
    [optional(text()), undefined],
    [anything, undefined],
    [present('a key'), ''],
    [nullable(text()), null],
    [list(text(), { min: 1, max: 2 }), ['a', 'b']],
  ])('and nothing of a good value (%#)', (known, value) => {
    expect(known.problems(value, 'field')).toEqual([]);
  });
});

test('an optional field may be left out, but null is no value for it', () => {
  expect(messageOf(optional(text()), null)).toBe('is null: give a string');
});

describe('the items of a list', () => {
  test('are named by their place, holes too', () => {
    const holed = ['b', ''].concat(new Array<string>(1));
    expect(list(list(text())).problems([['a'], holed], 'names')).toEqual([
      { path: 'names.1.1', message: 'is empty: give a string' },
      { path: 'names.1.2', message: 'is missing: give a string' },
    ]);
  });

  test('are named a hundred times at most', () => {
    expect(list(text()).problems(new Array(100_000).fill(7), 'names')).toHaveLength(100);
  });
});

test.each<[Check, string, string]>([
  [text(), 'string', 'not empty'],
  [anyText, 'string', ''],
  [text('the 10 digits of a NUBAN'), 'string', 'the 10 digits of a NUBAN'],
  [wholeNumber({ min: 1, max: 1_000 }), 'whole number, 1 to 1,000', ''],
  [nullable(list(nullable(text()), { max: 1_000 })), 'list (at most 1,000) of (string or null) or null', 'not empty'],
  [oneOf(['before', 'after']), '`before` `after`', ''],
])('a check says what it takes, for references (%#)', (known, type, rule) => {
  expect(known).toMatchObject({ type, rule: known.item ? '' : rule, meaning: '', optional: false });
  expect(described(optional(known), 'What for.')).toMatchObject({ type, meaning: 'What for.', optional: true });
});

test.each([
  [new Date(0), 'a Date'],
  [new Uint8Array(1), 'an object'],
  [Symbol('a'), 'a symbol'],
  [true, 'true'],
  [() => 1, 'a function'],
])('the kind of a value is named (%#)', (value, kind) => {
  expect(kindOf(value)).toBe(kind);
});

test.each([
  [{}, true],
  [Object.create(null), true],
  [new Map(), true],
  [[], false],
  [null, false],
  ['a', false],
])('fields can be read from objects, not from lists and the like (%#)', (value, is) => {
  expect(isRecord(value)).toBe(is);
});
