import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson, isSameContent, jsonProblem } from '../../src/domain/canonical-json.ts';

// Typed by hand from RFC 8785, appendix B: the bits of a double and its one text.
const numbers: readonly (readonly [bits: string, text: string])[] = [
  ['0000000000000000', '0'],
  ['8000000000000000', '0'],
  ['0000000000000001', '5e-324'],
  ['8000000000000001', '-5e-324'],
  ['7fefffffffffffff', '1.7976931348623157e+308'],
  ['ffefffffffffffff', '-1.7976931348623157e+308'],
  ['4340000000000000', '9007199254740992'],
  ['c340000000000000', '-9007199254740992'],
  ['4430000000000000', '295147905179352830000'],
  ['44b52d02c7e14af5', '9.999999999999997e+22'],
  ['44b52d02c7e14af6', '1e+23'],
  ['44b52d02c7e14af7', '1.0000000000000001e+23'],
  ['444b1ae4d6e2ef4e', '999999999999999700000'],
  ['444b1ae4d6e2ef4f', '999999999999999900000'],
  ['444b1ae4d6e2ef50', '1e+21'],
  ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
  ['3eb0c6f7a0b5ed8d', '0.000001'],
  ['41b3de4355555553', '333333333.3333332'],
  ['41b3de4355555554', '333333333.33333325'],
  ['41b3de4355555555', '333333333.3333333'],
  ['41b3de4355555556', '333333333.3333334'],
  ['41b3de4355555557', '333333333.33333343'],
  ['becbf647612f3696', '-0.0000033333333333333333'],
  ['43143ff3c1cb0959', '1424953923781206.2'],
];

function doubleOf(bits: string): number {
  return Buffer.from(bits, 'hex').readDoubleBE();
}

describe('the canonical text of a value', () => {
  test.each(numbers)('writes the double %s as %s', (bits, text) => expect(canonicalJson(doubleOf(bits))).toBe(text));

  test('writes the example of RFC 8785, section 3.2.2', () => {
    const value = {
      numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\u0022/",
      literals: [null, true, false],
    };
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  test('sorts members by UTF-16 code units, as RFC 8785, section 3.2.3 shows', () => {
    const value = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    };
    const text = canonicalJson(value) as string;
    expect(Object.values(JSON.parse(text.replace('"1"', '"\\u0000"').replace('"\\r"', '"\\u0001"')))).toHaveLength(7);
    expect(text.match(/(?<=:")[^"]+/g)).toEqual([
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ]);
  });

  test('writes control characters in their short form where there is one', () => {
    expect(canonicalJson('\b\t\n\f\r\u0000\u001f\u007f/')).toBe('"\\b\\t\\n\\f\\r\\u0000\\u001f\u007f/"');
  });

  test('gives the value back, and the same text again', () => {
    // Minus nought is the one value that RFC 8785 writes as another.
    const values = fc.jsonValue({ stringUnit: 'binary' }).map((value) => JSON.parse(JSON.stringify(value)));
    fc.assert(
      fc.property(values, (value) => {
        const text = canonicalJson(value) as string;
        expect(JSON.parse(text)).toEqual(value);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
      { numRuns: 1_000 },
    );
  });

  test('does not depend on the order in which members were written', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.integer(), { noNullPrototype: true }), (record) => {
        const turned = Object.fromEntries(Object.entries(record).reverse());
        expect(canonicalJson(turned)).toBe(canonicalJson(record));
      }),
    );
  });

  test('keeps a member named __proto__, which JSON can hold', () => {
    const value = JSON.parse('{"__proto__":{"isAdmin":true},"a":1}');
    expect(canonicalJson(value)).toBe('{"__proto__":{"isAdmin":true},"a":1}');
  });

  test('takes objects without a prototype and of another realm', () => {
    expect(canonicalJson(Object.assign(Object.create(null), { a: 1 }))).toBe('{"a":1}');
    expect(canonicalJson(runInNewContext('({ a: [1] })'))).toBe('{"a":[1]}');
  });

  test('takes an object with a symbol key', () => {
    expect(canonicalJson(Object.defineProperty({ a: 1 }, Symbol('hidden'), { value: 2, enumerable: false }))).toBe(
      '{"a":1}',
    );
  });

  test('is written at the depth that fits and refused one deeper', () => {
    const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
    expect(canonicalJson(nested(500))).toBe('['.repeat(500) + ']'.repeat(500));
    expect(canonicalJson(nested(501))).toBeUndefined();
    expect(canonicalJson(nested(100_000))).toBeUndefined();
  });
});

class Money {
  readonly naira = 5;
}

class Disguised {
  hasOwnProperty(): boolean {
    return true;
  }
}

function cyclic(): unknown {
  const value: Record<string, unknown> = {};
  value.again = value;
  return value;
}

describe('what JSON cannot hold', () => {
  const refused: readonly (readonly [name: string, value: unknown, message: RegExp])[] = [
    ['nothing', undefined, /no value/],
    ['not-a-number', Number.NaN, /finite/],
    ['infinity', Number.POSITIVE_INFINITY, /finite/],
    ['a bigint', 1n, /bigint/],
    ['a function', () => 1, /function/],
    ['a symbol', Symbol('s'), /symbol/],
    ['a date', new Date(0), /plain object/],
    ['a map', new Map(), /plain object/],
    ['a set', new Set(), /plain object/],
    ['bytes', new Uint8Array(1), /plain object/],
    ['a boxed number', Object(1), /plain object/],
    ['an object of a class', new Money(), /plain object/],
    ['an object of a class that looks like any object', new Disguised(), /plain object/],
    ['an object that inherits members', Object.create({ amount: 1 }), /plain object/],
    ['an object whose prototype was set in its literal', { __proto__: { isAdmin: true } }, /plain object/],
    ['an object over one without a prototype', Object.create(Object.create(null)), /plain object/],
    ['a member named by a symbol', { [Symbol('s')]: 1 }, /plain object/],
    ['half a surrogate pair', '\ud83d', /surrogate/],
    ['the other half', 'a\ude00', /surrogate/],
    ['a cycle', cyclic(), /contains itself/],
    ['a list with a hole', new Array(1), /no value/],
  ];

  test.each(refused)('%s is refused wherever it stands', (_, value, message) => {
    for (const [holder, path] of [
      [value, ''],
      [[0, value], '1'],
      [{ a: { b: value }, c: 1 }, 'a.b'],
    ] as const) {
      expect(canonicalJson(holder)).toBeUndefined();
      const problem = jsonProblem(holder);
      expect(problem?.message).toMatch(message);
      expect(problem?.path.startsWith(path)).toBe(true);
    }
  });

  test('a member whose name is no Unicode is refused', () => {
    expect(canonicalJson({ a: { '\ud800': 1 } })).toBeUndefined();
    expect(jsonProblem({ a: [{ '\ud800': 1 }] })).toEqual({
      path: 'a.0',
      message: 'has a member whose name is not well-formed Unicode: half of a surrogate pair is missing',
    });
  });

  test('there is a problem exactly where there is no text', () => {
    fc.assert(
      fc.property(
        fc.anything({
          withBigInt: true,
          withDate: true,
          withMap: true,
          withNullPrototype: true,
          withSparseArray: true,
        }),
        (value) => {
          expect(jsonProblem(value) === undefined).toBe(canonicalJson(value) !== undefined);
          expect(jsonProblem(value, 'content') === undefined).toBe(canonicalJson(value, 'content') !== undefined);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test('the problem never holds the value', () => {
    expect(JSON.stringify(jsonProblem({ name: '22222222222\ud800' }))).not.toContain('2222');
  });
});

describe('content that is only compared', () => {
  test('counts a member without a value as left out, but not an item of a list', () => {
    expect(canonicalJson({ b: undefined, a: { c: undefined } }, 'content')).toBe('{"a":{}}');
    expect(canonicalJson([undefined], 'content')).toBeUndefined();
    expect(jsonProblem({ a: undefined, b: new Date(0) }, 'content')?.path).toBe('b');
  });

  test('distinguishes text that is not Unicode', () => {
    expect(canonicalJson('\ud800', 'content')).toBe('"\\ud800"');
    expect(canonicalJson('\ud800', 'content')).not.toBe(canonicalJson('\ud801', 'content'));
    expect(jsonProblem({ '\ud800': '\ud800' }, 'content')).toBeUndefined();
  });

  test('is the same whenever its canonical text is', () => {
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.constantFrom(null, true, 0, -0, 1, '', 'a', '0'),
        fc.array(tie('any'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.oneof(tie('any'), fc.constant(undefined)), { maxKeys: 3 }),
      ),
    })).any;
    fc.assert(
      fc.property(value, value, (one, other) => {
        const isSame = canonicalJson(one, 'content') === canonicalJson(other, 'content');
        expect(isSameContent(one, other)).toBe(isSame);
        expect(isSameContent(one, structuredClone(one))).toBe(true);
      }),
      { numRuns: 2_000 },
    );
    expect(isSameContent(new Date(0), new Date(0))).toBe(false);
    expect(isSameContent([], {})).toBe(false);
  });
});
