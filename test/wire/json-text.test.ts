import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dropPrototypes, readJsonText } from '../../src/wire/json-text.ts';
import { prototypesIn } from './prototypes.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const valueIn = (body: string | Uint8Array) => {
  const reading = readJsonText(body);
  return reading.ok ? reading.value : expect.unreachable(reading.problem);
};
const problemOf = (body: string | Uint8Array) => {
  const reading = readJsonText(body);
  return reading.ok ? undefined : reading.problem;
};
/** What JavaScript's own reader takes it for, less what is left out on purpose. */
const plainly = (text: string) => JSON.parse(text, (name, value) => (name === '__proto__' ? undefined : value));

describe('JSON of a stranger', () => {
  test('is read as JavaScript reads it, but no object in it has a prototype', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        expect(valueIn(text)).toEqual(plainly(text));
        expect(prototypesIn(valueIn(bytesOf(text)))).toEqual([]);
      }),
    );
  });

  test('has no member that was not sent, and those that were are values', () => {
    const value = valueIn('{"constructor":{"prototype":{"polluted":true}},"hasOwnProperty":1}') as Record<
      string,
      unknown
    >;
    expect(
      ['toString', 'valueOf', 'isPrototypeOf', '__proto__', '__defineGetter__'].filter((name) => name in value),
    ).toEqual([]);
    expect(value).toEqual({ constructor: { prototype: { polluted: true } }, hasOwnProperty: 1 });
  });

  test('of members with one name keeps the last', () => {
    expect(valueIn('{"a":1,"b":2,"a":{"c":3},"\\u0062":4}')).toEqual({ a: { c: 3 }, b: 4 });
  });

  test('is read after one byte order mark, as bytes and as text', () => {
    expect([valueIn('\uFEFF{"a":1}'), valueIn(bytesOf('\uFEFF{"a":1}'))]).toEqual([{ a: 1 }, { a: 1 }]);
    expect([problemOf('\uFEFF\uFEFF{"a":1}'), problemOf(bytesOf('\uFEFF\uFEFF{"a":1}'))]).toEqual([
      'the body is not JSON',
      'the body is not JSON',
    ]);
    expect([problemOf('\uFEFF'), problemOf(bytesOf('\uFEFF'))]).toEqual(['the body is empty', 'the body is empty']);
  });

  test('may hold halves of surrogate pairs as escapes, and they stay what they are', () => {
    expect(valueIn(String.raw`{"narration":"SALARY \ud83d","\udc00":1}`)).toEqual({
      narration: 'SALARY \ud83d',
      '\udc00': 1,
    });
  });
});

describe('a member named __proto__', () => {
  const spellings = [
    '__proto__',
    String.raw`\u005f_proto__`,
    String.raw`\u005F\u005F\u0070\u0072\u006f\u0074\u006f\u005f\u005f`,
    String.raw`__prot\u006f__`,
  ];

  test.each(spellings)('written as %s is left out, wherever it stands', (name) => {
    const text = `{"${name}":{"polluted":1},"a":[{"${name}":[],"b":{"${name}":"x","c":{"${name}":null}}}],"${name}":7}`;
    expect(JSON.stringify(valueIn(text))).toBe('{"a":[{"b":{"c":{}}}]}');
    expect(prototypesIn(valueIn(text))).toEqual([]);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  test('is no reason to lose its neighbours, and its look-alikes stay', () => {
    const text = '{"a":1,"__proto__":{"x":1},"b":2,"__Proto__":3,"proto":4,"__proto__ ":5}';
    expect(Object.entries(valueIn(text) as object)).toEqual([
      ['a', 1],
      ['b', 2],
      ['__Proto__', 3],
      ['proto', 4],
      ['__proto__ ', 5],
    ]);
  });

  test('may be a value', () => {
    expect(valueIn('{"event":"__proto__","list":["__proto__"]}')).toEqual({ event: '__proto__', list: ['__proto__'] });
  });
});

describe('what is refused', () => {
  test.each([
    ['an empty body', ''],
    ['blanks', ' \n\t\r '],
  ])('is %s', (_, text) => {
    expect([problemOf(text), problemOf(bytesOf(text))]).toEqual(['the body is empty', 'the body is empty']);
  });

  test.each([
    '{',
    '{"a":1}}',
    "{'a':1}",
    '{a:1}',
    '{"a":01}',
    '{"a":.5}',
    '{"a":NaN}',
    '[1,]',
    '{"a":1}\u0000',
    '// a\n1',
    '"\u0001"',
    '\u00a01',
  ])('is %j', (text) => {
    expect(problemOf(text)).toBe('the body is not JSON');
  });

  test.each([
    ['a byte that begins nothing', [0x7b, 0xff, 0x7d]],
    ['half of a surrogate pair', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['a letter written longer than it is', [0x22, 0xc0, 0xaf, 0x22]],
    ['UTF-16', [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]],
  ])('is %s', (_, bytes) => {
    expect(problemOf(new Uint8Array(bytes))).toBe('the body is not UTF-8');
  });

  test.each(['{"a":1e999}', '[[-1e999]]', '1e400', `{"a":{"b":[1,2,${'9'.repeat(400)}]}}`])(
    'is a number that JavaScript cannot hold: %s',
    (text) => {
      expect(problemOf(text)).toBe('the body holds a number that is too great');
    },
  );

  test('is no number that it holds less exactly', () => {
    expect(valueIn('[1.7976931348623157e308,9007199254740993,1e-999,-0]')).toEqual([
      Number.MAX_VALUE,
      9007199254740992,
      0,
      -0,
    ]);
  });

  test('is nesting beyond 32 levels, whatever it is made of', () => {
    const nested = (open: string, close: string, levels: number) => open.repeat(levels) + close.repeat(levels);
    expect([problemOf(nested('[', ']', 32)), problemOf(`${nested('{"a":', '}', 32).replace('}', '1}')}`)]).toEqual([
      undefined,
      undefined,
    ]);
    const tooDeep = 'the body is nested deeper than 32 levels';
    expect([
      problemOf(nested('[', ']', 33)),
      problemOf(nested('{"a":', '}', 33)),
      problemOf('[{"a":'.repeat(100_000)),
    ]).toEqual([tooDeep, tooDeep, tooDeep]);
  });

  test('is never quoted', () => {
    const planted = '22212345678';
    const bodies = [
      `{"bvn":"${planted}", broken`,
      `${planted} `.repeat(3),
      `{"${planted}":1e999}`,
      `${'['.repeat(40)}${planted}`,
    ];
    expect(bodies.map(problemOf).join()).not.toContain('222');
  });
});

test('any bytes are read or refused, and change no object of ours', () => {
  const before = Reflect.ownKeys(Object.prototype);
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc
      .string({
        unit: fc.constantFrom('{', '}', '[', ']', '"', '\\', 'u', '0', ':', ',', '__proto__', 'a', ' ', '1e9'),
      })
      .map(bytesOf),
  );
  fc.assert(fc.property(bytes, (body) => void expect(readJsonText(body).ok).toBeTypeOf('boolean')));
  expect(Reflect.ownKeys(Object.prototype)).toEqual(before);
});

test('what has no prototype any more is not walked again', () => {
  const walked = valueIn('{"a":{"b":1}}') as { a: object };
  const late = {};
  Object.assign(walked.a, { late });
  const around = { walked };
  expect(dropPrototypes(around)).toBe(true);
  expect([Object.getPrototypeOf(around), Object.getPrototypeOf(late)]).toEqual([null, Object.prototype]);
});
