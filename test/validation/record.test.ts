import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { anything, list, optional, text, wholeNumber } from '../../src/validation/checks.ts';
import {
  atMostOne,
  besideMistyped,
  exactlyOne,
  fieldsOf,
  mistypedFields,
  record,
  unknownFields,
} from '../../src/validation/record.ts';

const known = ['amount', 'debitDate'];

describe('an unknown field', () => {
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

  test('is one of ten thousand at most, of bytes given by mistake too', () => {
    expect(unknownFields(new Uint8Array(20_000), known)).toHaveLength(10_000);
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

  test('is reported beside the problems of its record, and only there', () => {
    const lacks = [{ path: 'person.email', message: 'must be an e-mail address' }];
    const record = { name: 'Ada', nmae: 'x', emails: [] };
    const fields = ['name', 'email'];
    expect(besideMistyped(lacks, record, { known: fields, under: 'person' })).toEqual([
      { path: 'person.emails', message: 'is unknown; did you mean email?' },
      ...lacks,
    ]);
    expect(besideMistyped([], record, { known: fields, under: 'person' })).toEqual([]);
    expect(
      besideMistyped([{ path: 'person', message: 'is old' }], record, { known: fields, under: 'person' }),
    ).toHaveLength(1);
  });

  test.each([
    ['is looked for where a whole record lacks', undefined, ['notce', 'notice.text']],
    ['is not where that record is there and something is wrong in it', { text: '' }, ['notice.text']],
  ])('%s', (_what, notice, paths) => {
    const lacks = [{ path: 'notice.text', message: 'is missing' }];
    expect(
      besideMistyped(lacks, { notice, notce: {} }, { known: ['notice', 'channel'] }).map(({ path }) => path),
    ).toEqual(paths);
  });
});

test('the names of fields are those of a type, in their order', () => {
  expect(fieldsOf<{ readonly a: 1; readonly b?: 2 }>({ a: true, b: true })).toEqual(['a', 'b']);
});

interface Account {
  readonly bank: string;
  readonly balance?: number;
}

interface Options {
  readonly name: string;
  readonly limit?: number;
  readonly accounts?: readonly Account[];
  readonly pool?: unknown;
  readonly client?: unknown;
}

const account = record<Account>({ bank: text(), balance: optional(wholeNumber({ min: 0 })) });
const fields = {
  name: text(),
  limit: optional(wholeNumber({ min: 1 })),
  accounts: optional(list(account)),
  pool: anything,
  client: anything,
};
const options = record<Options>(fields);

describe('a record', () => {
  test('is refused with all its mistakes at once, each at its path', () => {
    const given = { limt: 1, limit: 0, accounts: [{ bank: '058' }, { bank: '058', balence: 1 }, 7] };
    expect(options.problems(given, '')).toEqual([
      { path: 'limt', message: 'is unknown; did you mean limit?' },
      { path: 'name', message: 'is missing: give a string' },
      { path: 'limit', message: 'must be at least 1' },
      { path: 'accounts.1.balence', message: 'is unknown; did you mean balance?' },
      { path: 'accounts.2', message: 'is a number, but must be an object with bank, balance' },
    ]);
  });

  test.each([
    [[], 'is a list, but must be an object with bank, balance'],
    [generateKeyPairSync('ed25519').privateKey, 'is an object, but must be an object with bank, balance'],
  ])('is no %o', (given, message) => {
    expect(account.problems(given, 'account')).toEqual([{ path: 'account', message }]);
  });

  test('that is missing lacks each field, or is missing itself where all are optional', () => {
    for (const nothing of [undefined, null])
      expect(account.problems(nothing, 'account')).toEqual([
        { path: 'account.bank', message: 'is missing: give a string' },
      ]);
    const filter = record<{ readonly bank?: string }>({ bank: optional(text()) });
    expect(filter.problems(undefined, '')).toEqual([{ path: '', message: 'is missing: give an object with bank' }]);
  });

  test('may be an object of a class of its own', () => {
    class Config {
      get name() {
        return 'a';
      }
    }
    expect(options.problems(new Config(), '')).toEqual([]);
  });

  test('may hold what the package itself gives such records, where that is declared', () => {
    const returned = record<Options>(fields, { returned: ['stage'] });
    expect(returned.problems({ name: 'a', stage: 'opened' }, '')).toEqual([]);
    expect(returned.problems({ name: 'a', stag: 'opened' }, '')).toMatchObject([{ path: 'stag' }]);
  });

  test('of another table may hold more; what is mistyped is named where something lacks', () => {
    const lenient = record<Account>({ bank: text(), balance: optional(wholeNumber()) }, { others: 'mistyped' });
    expect(lenient.problems({ bank: '058', bnak: '058', tier: 3 }, '')).toEqual([]);
    expect(lenient.problems({ bnak: '058', tier: 3 }, 'a')).toEqual([
      { path: 'a.bnak', message: 'is unknown; did you mean bank?' },
      { path: 'a.bank', message: 'is missing: give a string' },
    ]);
  });

  test('may ignore fields that are not its own', () => {
    expect(record<Account>(account.fields as never, { others: 'ignored' }).problems({ bank: '0', x: 1 }, '')).toEqual(
      [],
    );
  });

  test('lists its fields, for references', () => {
    expect(options.fields.accounts).toMatchObject({ type: 'list of object', optional: true });
    expect(options.fields.accounts?.item?.fields?.balance).toMatchObject({ type: 'whole number, 0 or more' });
  });
});

describe('rules between fields', () => {
  const ruled = record<Options>(fields, {
    rules: ({ limit, accounts = [] }, given) => [
      ...exactlyOne(given, ['pool', 'client'], '. Is DATABASE_URL set here?'),
      ...(limit !== undefined && accounts.length > limit ? [{ path: 'accounts', message: 'are more than limit' }] : []),
    ],
  });
  const pool = {};

  test('see only fields that are good, and stand beside other mistakes', () => {
    expect(ruled.problems({ name: '', pool, limit: 1, accounts: [{ bank: 'a' }, { bank: 'b' }] }, 'store')).toEqual([
      { path: 'store.name', message: 'is empty: give a string' },
      { path: 'store.accounts', message: 'are more than limit' },
    ]);
    expect(ruled.problems({ name: 'a', pool, limit: 0, accounts: [{ bank: 'a' }] }, '')).toMatchObject([
      { path: 'limit' },
    ]);
  });

  test('want one of several, and no two', () => {
    expect(ruled.problems({ name: 'a' }, '')).toEqual([
      { path: 'pool', message: 'is missing, and so is client: name one of pool, client. Is DATABASE_URL set here?' },
    ]);
    expect(ruled.problems({ name: 'a', pool, client: {} }, '')).toEqual([
      { path: 'client', message: 'stands beside pool: name only one of pool, client' },
    ]);
    expect(atMostOne({}, ['pool', 'client'])).toEqual([]);
  });
});
