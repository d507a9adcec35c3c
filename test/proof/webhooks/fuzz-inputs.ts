/** Bodies that no service sends: bytes and structures that a reader may stumble over. */
import { gzipSync } from 'node:zlib';
import { createTestDelivery, testDeliveryKinds } from '../../../src/webhooks/index.ts';
import type { Dice } from '../tampering/dice.ts';

/** A body, and what is said about it. */
export interface FuzzInput {
  readonly name: string;
  readonly body: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

/** As long as a receiver reads by default. */
export const LONGEST = 256 * 1024;

type Fields = Record<string, unknown>;

const secret = 'unused';
const samples = testDeliveryKinds.map((kind) => createTestDelivery(kind, {}, { secret }).body);

/** A statement of a year: as long as one may be. */
export function longStatement(): string {
  const root = JSON.parse(createTestDelivery('income_transaction', {}, { secret }).body) as {
    data: { trans: unknown[] };
  };
  const [entry] = root.data.trans;
  const each = JSON.stringify(entry).length + 1;
  root.data.trans = Array.from({ length: Math.floor((LONGEST - 2_000) / each) }, () => entry);
  return JSON.stringify(root);
}

const statement = longStatement();
const collection = samples[0] as string;
const utf8 = (text: string) => Uint8Array.from(Buffer.from(text));
const filled = (piece: string, before = '{"x":"', after = '"}') =>
  before + piece.repeat(Math.floor((LONGEST - before.length - after.length) / piece.length)) + after;
const inside = (fields: string) => `${collection.slice(0, -1)},${fields}}`;

/** Each as bad as it gets within the longest body. */
const monsters: Readonly<Record<string, () => string | Uint8Array>> = {
  'a statement of 250 kB': () => statement,
  'a statement with one escaped letter': () => statement.replace('SALARY', 'S\\u0041LARY'),
  'a statement one byte short': () => statement.slice(0, -1),
  'lists in lists': () => '['.repeat(LONGEST),
  'members in members': () => '{"a":'.repeat(LONGEST / 5),
  'lists in lists, closed': () => `{"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  'lists just deep enough, again and again': () => filled(`${'['.repeat(30)}${']'.repeat(30)},`, '{"x":[', '0]}'),
  'a list of zeros': () => filled('0,', '{"x":[', '0]}'),
  'a list of zeros and an escape': () => filled('0,', '{"\\u0078":[', '0]}'),
  'empty members': () => filled('{},', '{"\\u0078":[', '0]}'),
  'many keys': () => inside(Array.from({ length: 20_000 }, (_, index) => `"k${index}":0`).join(',')),
  'the same key many times': () => inside(Array.from({ length: 20_000 }, () => '"k":0').join(',')),
  'prototypes, many': () => inside(Array.from({ length: 9_000 }, () => '"__proto__":{"x":0}').join(',')),
  'keys that are numbers': () =>
    inside(Array.from({ length: 20_000 }, (_, index) => `"${(index * 7_919) % 100_003}":0`).join(',')),
  'keys in falling order': () =>
    inside(Array.from({ length: 20_000 }, (_, index) => `"k${99_999 - index}":0`).join(',')),
  'a long string': () => filled('a'),
  'a long string of escapes': () => filled('\\u0000'),
  'a long string of backslashes': () => filled('\\\\'),
  'a long string of escaped quotes': () => filled('\\"'),
  'backslashes without an end': () => `{"x":"${'\\'.repeat(200_000)}`,
  'quotes without an end': () => `{"x":${'"'.repeat(200_001)}`,
  'strings of nothing': () => filled('"",', '{"x":[', '0]}'),
  'a long number': () => filled('9', '{"amountCollected":', '}'),
  'a number with a long exponent': () => `{"amountCollected":1e${'9'.repeat(1_000)}}`,
  'half of a pair': () => filled('\\ud800'),
  emoji: () => filled('🙂'),
  blanks: () => ' '.repeat(LONGEST),
  'blanks around': () => `${' '.repeat(100_000)}${collection}${'\n'.repeat(100_000)}`,
  'a mandate id of 200 kB': () => collection.replace(/"mandateId":"[^"]*"/, `"mandateId":"${'a'.repeat(200_000)}"`),
  'a status of 200 kB': () =>
    collection.replace(/"instalmentStatus":"[^"]*"/, `"instalmentStatus":"${' success'.repeat(25_000)}"`),
  'a reference of 200 kB': () =>
    collection.replace(/"instalmentReference":"[^"]*"/, `"instalmentReference":"${'é'.repeat(100_000)}"`),
  'an amount as a text of 200 kB': () =>
    collection.replace(/"amountCollected":[^,]*/, `"amountCollected":"${'1'.repeat(200_000)}"`),
  'an amount that a pattern could get lost in': () =>
    collection.replace(/"amountCollected":[^,]*/, `"amountCollected":"${'1 '.repeat(60_000)}x"`),
  'a day that a pattern could get lost in': () =>
    collection.replace(/"collectedOn":"[^"]*"/, `"collectedOn":"${'2026-01-01T'.repeat(15_000)}"`),
  'an event of 200 kB': () => `{"event":"${'collection.'.repeat(18_000)}","data":${collection}}`,
  'too long by one byte': () => `${collection}${' '.repeat(LONGEST + 1 - collection.length)}`,
  'ten times too long': () => filled('a').repeat(10),
  nothing: () => '',
  'a null': () => 'null',
  'a byte order mark': () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(collection)]),
  'UTF-16': () => Buffer.from(`\ufeff${collection}`, 'utf16le'),
  'UTF-16, the other way round': () => Buffer.from(`\ufeff${collection}`, 'utf16le').swap16(),
  'bytes that are no UTF-8': () => Buffer.from(filled('x')).fill(0xff, 10, 100_000),
  'a form': () => filled('a=1&', '', ''),
  'XML with entities': () => filled('<!ENTITY a "&b;&b;&b;">', '<?xml version="1.0"?><!DOCTYPE x [', ']><x>&a;</x>'),
};

/** All of them. */
export const monsterNames = Object.keys(monsters);

/** One of them. */
export function monster(name: string): FuzzInput {
  const body = monsters[name]?.() ?? '';
  return { name, body: typeof body === 'string' ? utf8(body) : Uint8Array.from(body) };
}

type Mutation = (body: Buffer, dice: Dice) => Uint8Array | string;

const mutations: Readonly<Record<string, Mutation>> = {
  'bytes by chance': (_body, dice) => Uint8Array.from({ length: dice.below(2_000) }, () => dice.below(256)),
  'some bytes replaced': (body, dice) => {
    const bytes = Uint8Array.from(body);
    for (let count = dice.between(1, 20); count > 0; count -= 1) bytes[dice.below(bytes.length)] = dice.below(256);
    return bytes;
  },
  'a part said again': (body, dice) => {
    const [from, to] = [dice.below(body.length), dice.below(body.length)].sort((a, b) => a - b) as [number, number];
    return Buffer.concat([body.subarray(0, to), body.subarray(from)]);
  },
  'a part left out': (body, dice) => {
    const [from, to] = [dice.below(body.length), dice.below(body.length)].sort((a, b) => a - b) as [number, number];
    return Buffer.concat([body.subarray(0, from), body.subarray(to)]);
  },
  'a value replaced by a structure': (body, dice) => withField(body, dice, () => structure(dice, dice.between(1, 6))),
  'a value wrapped': (body, dice) =>
    withField(body, dice, (value) =>
      dice.of([[value], { value }, { _id: value }, { $oid: value }, String(value), [[[value]]]]),
    ),
  'more members': (body, dice) =>
    withField(body, dice, (value) =>
      typeof value === 'object' ? { ...value, ...(structure(dice, 3) as Fields) } : structure(dice, 4),
    ),
  'two bodies in one': (body, dice) => Buffer.concat([body, Buffer.from(dice.of(['', ',', '\n', '\0'])), body]),
};

/** A body by chance: a true one of any kind, altered; now and then said to be packed, or really packed. */
export function fuzzInput(dice: Dice): FuzzInput {
  const body = Buffer.from(dice.of(dice.below(50) === 0 ? [statement] : samples));
  const [name, mutate] = dice.of(Object.entries(mutations));
  const altered = mutate(body, dice);
  const bytes = typeof altered === 'string' ? utf8(altered) : Uint8Array.from(altered);
  switch (dice.below(12)) {
    case 0:
      return {
        name: `${name}, said to be packed`,
        body: bytes,
        headers: { 'content-encoding': dice.of(['gzip', 'br', 'deflate', 'x']) },
      };
    case 1:
      return {
        name: `${name}, packed`,
        body: Uint8Array.from(gzipSync(bytes)),
        headers: { 'content-encoding': 'gzip' },
      };
    case 2:
      return {
        name: `${name}, with another type`,
        body: bytes,
        headers: {
          'content-type': dice.of(['text/plain', 'application/json;charset=utf-16', 'application/x+json', ';', '*/*']),
        },
      };
    case 3:
      return {
        name: `${name}, of a length that is not so`,
        body: bytes,
        headers: { 'content-length': dice.of(['0', '-1', '1e3', 'NaN', '99999999999999999999', ' ']) },
      };
    default:
      return { name, body: bytes };
  }
}

function withField(body: Buffer, dice: Dice, replace: (value: unknown) => unknown): string {
  const root = JSON.parse(body.toString()) as Fields;
  const inner = typeof root.data === 'object' && root.data !== null && dice.below(5) > 0 ? (root.data as Fields) : root;
  const name = dice.of(Object.keys(inner));
  inner[name] = replace(inner[name]);
  return JSON.stringify(root);
}

const leaves: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  1.5,
  -1,
  1e21,
  1e-9,
  '',
  ' ',
  '\u0000',
  '\ud800',
  '__proto__',
  'é'.normalize('NFD'),
  'constructor',
  '9'.repeat(400),
];

function structure(dice: Dice, depth: number): unknown {
  if (depth === 0) return dice.of(leaves);
  const children = Array.from({ length: dice.below(4) }, () => structure(dice, depth - 1));
  if (dice.below(2) === 0) return children;
  return Object.fromEntries(
    children.map((child) => [
      String(dice.of([...leaves, '_id', 'data', 'event', 'mandateId', 'toJSON', 'then', 'length'])),
      child,
    ]),
  );
}
