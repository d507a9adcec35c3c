import { describe, expect, test, vi } from 'vitest';
import { redact, redactText } from '../../src/redact/redact.ts';
import { countSteps } from './pattern-steps.ts';

// Twice the text may cost twice the work and what counts with bounds of some hundred characters adds; of work that grows with the square it would be fourfold.
const MOST_GROWTH = 2.6;

function expectLinear(measure: (size: number) => number, size: number) {
  const once = measure(size);
  expect(once).toBeGreaterThan(size / 2);
  expect(measure(2 * size) / once).toBeLessThan(MOST_GROWTH);
}

test('the count of work sees a pattern that is tried again from each character', () => {
  const count = (size: number) => countSteps(() => /a+b/.test('a'.repeat(size)));
  expect(count(1_000) / count(500)).toBeGreaterThan(3.9);
});

describe('twice as long a text is twice the work', () => {
  test.each([
    'a',
    '1',
    ' ',
    '-',
    '.',
    '@',
    '%',
    '\\',
    '"',
    '=',
    '/',
    'é',
    'a.',
    'a@',
    'a@a.',
    '1 ',
    '12-',
    '1.',
    '0803 ',
    '22 ',
    '+234',
    'token ',
    'token=',
    'token="',
    'a="',
    'pin:',
    '%3',
    '%31',
    '%25',
    '\\u003',
    '\\u0031',
    '\\"',
    'password=\\"',
    'Basic ',
    '://',
    '://a',
    `${'A'.repeat(76)}\n`,
    'A\n',
    '２',
    'name=A ',
    'Cookie: ',
    'at=',
    'bvn=',
    'name=',
    'email:',
    'account:',
    'pin:***',
    'file:',
    'accountName:Ä',
    'account=0123456789-',
    '0123456789 ',
    'x-2026-',
    'accountName: A ',
    '"pin":[',
    'pin=)',
    '%E9',
    '\u0660',
    'bvn="\\\\"',
    'name="\\"',
    '2026-',
    'name=A',
    'name="A ',
    'bvn=\\a',
    'name=\\"',
    'name=\'"',
    'Cookie: a="',
    'Cookie: a=;',
    'account=0123456789/058',
    '"at":12345678901,',
    '://a@',
    'Bearer \t!',
    'Basic a',
    'req_1-',
    '3f2b8c1e-',
    '0.1',
    '\u200b1',
    'user[secret]',
    '\r\n',
  ])('of %j', (part) => {
    expectLinear((size) => {
      const text = part.repeat(size / part.length);
      return countSteps(() => {
        redactText(`${text}!x`);
        redactText(`name="${text}`);
      });
    }, 1_500);
  });
});

/** How many items of lists are handed out one by one while this runs. */
function countItems(run: () => void): number {
  const iterator = Object.getPrototypeOf([][Symbol.iterator]());
  const { next } = iterator;
  let items = 0;
  iterator.next = function countedNext() {
    items += 1;
    return next.call(this);
  };
  try {
    run();
  } finally {
    iterator.next = next;
  }
  return items;
}

describe('twice as large a structure is twice the work', () => {
  const record = (keys: (at: number) => string) => (size: number) =>
    Object.fromEntries(Array.from({ length: size }, (_, at) => [keys(at), 'x']));

  test.each<[string, (size: number) => unknown]>([
    ['a name of one word', (size) => ({ name: 'a'.repeat(10 * size) })],
    ['a name of letters with marks', (size) => ({ name: 'a\u0301'.repeat(10 * size) })],
    ['a long key', (size) => ({ ['aName_'.repeat(size)]: 'x' })],
    ['numbered names', record((at) => `name${at}`)],
    ['numbered names of a thing', record((at) => (at === 0 ? 'slug' : `name${at}`))],
    ['accounts that look alike', record((at) => `${String(at).padStart(6, '0')}6789`)],
  ])('of %s', (_, make) => {
    expectLinear((size) => {
      const value = make(size);
      return countSteps(() => redact(value));
    }, 200);
  });

  test('of accounts that look alike, each of which is tried for few names', () => {
    const size = 2_000;
    const plan = record((at) => `${String(at).padStart(6, '0')}6789`)(size);
    const tried = vi.spyOn(Object, 'hasOwn');
    const reported = redact(plan) as object;
    expect(tried.mock.calls.length).toBeLessThan(3 * size);
    tried.mockRestore();
    expect(Object.keys(reported)).toHaveLength(size);
  });

  test('of a query that repeats one name, whose values are not copied for each of them', () => {
    const size = 2_000;
    const query = new URLSearchParams('page=1&'.repeat(size));
    expect(countItems(() => redact(query))).toBeLessThan(40 * size);
    expect(redact(query)).toEqual({ page: Array.from({ length: size }, () => '1') });
  });
});
