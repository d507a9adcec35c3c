import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type BrokenKind, createTestDelivery, type TestDeliveryKind } from '../../src/webhooks/index.ts';

const secret = 'whsec_repaykit';
const sound = (kind: TestDeliveryKind) => createTestDelivery(kind, {}, { secret }).body;
const dataOf = (kind: TestDeliveryKind) => JSON.parse(sound(kind)).data ?? JSON.parse(sound(kind));

function make(broken: BrokenKind, kind: TestDeliveryKind = 'collection', overrides: object = {}) {
  const { headers, body, times } = createTestDelivery(kind, overrides, { secret, broken });
  return { headers, bytes: Buffer.from(body), text: Buffer.from(body).toString(), times };
}

const read = (...given: Parameters<typeof make>) => JSON.parse(make(...given).text);

describe('the bytes of a broken delivery', () => {
  const json = { 'content-type': 'application/json', 'x-auth-signature': secret };

  test('are sent once, as JSON with the secret, unless that is what is wrong', () => {
    for (const broken of [
      'truncated',
      'not-json',
      'empty-body',
      'oversized',
      'utf16',
      'bom',
      'other-business',
    ] as const)
      expect([make(broken).headers, make(broken).times], broken).toEqual([json, 1]);
    expect(make('duplicate')).toMatchObject({ headers: json, text: sound('collection'), times: 2 });
    expect(make('missing-secret')).toMatchObject({
      headers: { 'content-type': 'application/json' },
      text: sound('collection'),
    });
    expect(make('wrong-content-type')).toMatchObject({
      headers: { ...json, 'content-type': 'text/plain' },
      text: sound('collection'),
    });
  });

  test('truncated are the first half of the body', () => {
    const whole = sound('policy');
    expect(make('truncated', 'policy').text).toBe(whole.slice(0, Math.ceil(whole.length / 2)));
    expect(make('truncated', 'policy', { number: 'POL-00012' }).bytes.length * 2).toBeGreaterThanOrEqual(
      whole.length + 1,
    );
  });

  test('not-json are a form, empty-body none', () => {
    expect(make('not-json', 'mandate.failed').text).toBe('event=mandate.failed&status=success');
    expect(make('empty-body').bytes.length).toBe(0);
  });

  test('oversized are a megabyte and one byte, of which the rest are blanks', () => {
    const { bytes, text } = make('oversized');
    expect([bytes.length, text.trimEnd()]).toEqual([1_048_577, sound('collection')]);
    expect(text.slice(sound('collection').length).replaceAll(' ', '')).toBe('');
    const long = 'x'.repeat(1_100_000);
    expect(make('oversized', 'policy', { number: long }).text).toContain(long);
  });

  test('utf16 and bom begin with a mark, and hold the body behind it', () => {
    expect(make('utf16').bytes.toString('utf16le')).toBe(`\uFEFF${sound('collection')}`);
    expect(make('bom').text).toBe(`\uFEFF${sound('collection')}`);
  });

  test('gzip-encoded are the compressed body', () => {
    const { headers, bytes } = make('gzip-encoded');
    expect(headers).toEqual({ ...json, 'content-encoding': 'gzip' });
    expect(gunzipSync(bytes).toString()).toBe(sound('collection'));
  });

  test('proto-pollution begin with two hostile members', () => {
    expect(make('proto-pollution').text).toBe(
      `{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},${sound('collection').slice(1)}`,
    );
  });
});

describe('the data of a broken delivery', () => {
  test('unknown-event are those of the sound one, under another name', () => {
    for (const kind of ['collection', 'mandate.expired'] as const)
      expect(read('unknown-event', kind)).toEqual({ event: 'sample.unheard_of', data: dataOf(kind) });
  });

  test.each([
    ['collection', { instalmentStatus: 'success' }],
    ['mandate.failed', { event: 'mandate.failed', data: {} }],
    ['income_transaction', { event: 'income_transaction', data: {} }],
    ['income_insight', { event: 'income_insight', data: {} }],
  ] as const)('missing-fields of %s are %j', (kind, wanted) => {
    expect(read('missing-fields', kind)).toEqual(wanted);
  });

  test.each(['mandate.failed', 'income_transaction', 'income_insight'] as const)(
    'wrong-types of %s are lists that hold the right values',
    (kind) => {
      const lists = Object.fromEntries(Object.entries(dataOf(kind)).map(([name, value]) => [name, [value]]));
      expect(read('wrong-types', kind)).toEqual({ event: kind, data: lists });
    },
  );

  test('tampered-amount are ten times the amounts, as numbers or as text, and nothing else', () => {
    const ten = (kind: TestDeliveryKind, overrides?: object) => read('tampered-amount', kind, overrides);
    expect(ten('collection')).toEqual({ ...dataOf('collection'), totalAmount: 250_000, amountCollected: 250_000 });
    expect(ten('income_transaction').data).toEqual({ ...dataOf('income_transaction'), balance: 1_842_505 });
    expect(ten('income_insight').data).toEqual({ ...dataOf('income_insight'), eligibleAmount: '600000.00' });
    expect(ten('collection', { totalAmount: null, amountCollected: '12.5' })).toMatchObject({
      totalAmount: null,
      amountCollected: '125.00',
    });
  });

  test('other-business are addressed to another one', () => {
    expect(read('other-business')).toEqual({ ...dataOf('collection'), businessId: '65ffffffffffffffffffffff' });
    expect(read('other-business', 'policy')).toEqual({
      event: 'policy.updated',
      data: { ...dataOf('policy'), businessId: '65ffffffffffffffffffffff' },
    });
  });

  test('replayed-old are one year older in every field that is a time by its name', () => {
    const at = '2026-03-01T22:30:15.000Z';
    const before = '2025-03-01T22:30:15.000Z';
    const times = {
      collectedOn: at,
      arrivedAt: at,
      dueDate: at,
      Once: at,
      startedAtHome: at,
      seenAt: 'soon',
      paidOn: 5,
    };
    expect(read('replayed-old', 'collection', times)).toEqual({
      ...dataOf('collection'),
      ...times,
      collectedOn: before,
      arrivedAt: before,
      dueDate: before,
    });
    expect(read('replayed-old', 'collection', { collectedOn: '2024-02-29T07:00:00.000Z' }).collectedOn).toBe(
      '2023-03-01T07:00:00.000Z',
    );
  });
});
