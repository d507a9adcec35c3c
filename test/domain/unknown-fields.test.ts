import { describe, expect, test } from 'vitest';
import {
  besideMistyped,
  fieldsOf,
  mistypedFields,
  nearestField,
  unknownFields,
} from '../../src/domain/unknown-fields.ts';

const known = ['amount', 'debitDate'];

describe('a field that nobody knows', () => {
  test.each([
    [{ amount: 1, debitDate: 'x', amont: 1 }, 'amont', 'is unknown; did you mean amount?'],
    [{ debit_date: 'x' }, 'debit_date', 'is unknown; did you mean debitDate?'],
    [{ date: 'x' }, 'date', 'is unknown; did you mean debitDate?'],
    [{ idempotencyKey: 'x' }, 'idempotencyKey', 'is unknown; known are amount, debitDate'],
    [{ reference: undefined }, 'reference', 'is unknown; known are amount, debitDate'],
    [JSON.parse('{ "__proto__": 1 }'), '__proto__', 'is unknown; known are amount, debitDate'],
    [{ ['a'.repeat(65)]: 1 }, 'a'.repeat(65), 'is unknown; known are amount, debitDate'],
  ])('is named with the nearest known one (%#)', (record, path, message) => {
    expect(unknownFields(record, known)).toEqual([{ path, message }]);
  });

  test('is named where its record stands', () => {
    expect(unknownFields({ amont: 1 }, known, { under: 'payments.0' })).toMatchObject([{ path: 'payments.0.amont' }]);
  });

  test('is fine where the package gives such records itself, but is never suggested', () => {
    expect(unknownFields({ amount: 1, status: 'failed' }, known, { returned: ['status'] })).toEqual([]);
    expect(unknownFields({ statsu: 1 }, known, { returned: ['status'] })).toMatchObject([
      { message: 'is unknown; known are amount, debitDate' },
    ]);
  });

  test.each([undefined, null, 'text', 7, [1, 2], () => 1])('is none of %o, which is no record', (value) => {
    expect(unknownFields(value, known)).toEqual([]);
  });

  test('is one of twenty at most, of bytes given by mistake too', () => {
    expect(unknownFields(new Uint8Array(1_000), known)).toHaveLength(20);
  });
});

describe('a mistyped field', () => {
  test('is nearly one that its record lacks, and no other is accused', () => {
    const record = { debit_date: 'x', amount: 1, amount1: 2, tier: 3, date: 'x' };
    const named = mistypedFields(record, ['debitDate'], { under: 'debits.0' });
    expect(named).toEqual([
      { path: 'debits.0.debit_date', message: 'is unknown; did you mean debitDate?' },
      { path: 'debits.0.date', message: 'is unknown; did you mean debitDate?' },
    ]);
    expect(mistypedFields(record, [])).toEqual([]);
  });

  test('is none that is the lacking one itself, or that such a record may hold', () => {
    expect(
      mistypedFields({ debitDate: 'x', date: 'x', endDate: 'x' }, ['debitDate'], { returned: ['endDate'] }),
    ).toMatchObject([{ path: 'date' }]);
  });

  test('is found behind any number of others, and one of twenty at most', () => {
    const columns = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`column${index}`, index]));
    expect(mistypedFields({ ...columns, amont: 1 }, ['amount'])).toMatchObject([{ path: 'amont' }]);
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`amount${index}`, index]));
    expect(mistypedFields({ ...columns, ...many }, ['amount'])).toHaveLength(20);
  });

  test.each([undefined, null, 'text', 7, [1, 2]])('is none of %o, which is no record', (value) => {
    expect(mistypedFields(value, ['0', 'length'])).toEqual([]);
  });

  test('is told beside the problems of its record, and only there', () => {
    const lacks = [{ path: 'person.email', message: 'must be an e-mail address' }];
    const record = { name: 'Ada', nmae: 'x', emails: [] };
    const fields = ['name', 'email'];
    expect(besideMistyped(lacks, record, fields, { under: 'person' })).toEqual([
      { path: 'person.emails', message: 'is unknown; did you mean email?' },
      ...lacks,
    ]);
    expect(besideMistyped([], record, fields, { under: 'person' })).toEqual([]);
    expect(besideMistyped([{ path: 'person', message: 'is old' }], record, fields, { under: 'person' })).toHaveLength(
      1,
    );
  });

  test.each([
    ['is looked for where a whole record lacks', undefined, ['notce', 'notice.text']],
    ['is not where that record is there and something is wrong in it', { text: '' }, ['notice.text']],
  ])('%s', (_what, notice, paths) => {
    const lacks = [{ path: 'notice.text', message: 'is missing' }];
    expect(besideMistyped(lacks, { notice, notce: {} }, ['notice', 'channel']).map(({ path }) => path)).toEqual(paths);
  });
});

describe('the nearest field', () => {
  test.each([
    ['BASEURL', ['baseUrl', 'appId'], 'baseUrl'],
    ['timeout', ['timeouts', 'retry'], 'timeouts'],
    ['total', ['approvedAmount', 'totalAmountDue'], 'totalAmountDue'],
    ['mode', ['collectionMode'], 'collectionMode'],
  ])('to %s of %j is %s', (name, fields, nearest) => {
    expect(nearestField(name, fields)).toBe(nearest);
  });

  test.each([
    ['to a name that is part of several', 'date', ['startDate', 'endDate']],
    ['to a name of two other letters', 'id', ['of', 'by']],
    ['to a part that says too little', 'ate', ['debitDate']],
    ['to a name with no letter in its place', 'zzz', ['of', 'at']],
    ['to no name', '', ['of']],
  ])('%s is none', (_what, name, fields) => {
    expect(nearestField(name, fields)).toBeUndefined();
  });
});

test('the names of fields are those of a type, in their order', () => {
  expect(fieldsOf<{ readonly a: 1; readonly b?: 2 }>({ a: true, b: true })).toEqual(['a', 'b']);
});
