import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatInstant } from '../../src/domain/calendar.ts';
import { defineOperations, operations } from '../../src/wire/operations.ts';
import { sampleOf } from '../spec/wire-judge.ts';
import { collectionAttemptTable, collectionLogTable, mandateTable, objectId } from '../spec/wire-samples.ts';

const mandate = sampleOf(mandateTable);
const log = sampleOf(collectionLogTable);
const attempt = sampleOf(collectionAttemptTable);
const readMandate = (changed: object) => operations.getMandate.output.parse({ ...mandate, ...changed });
const refuses = (id: keyof typeof operations, data: unknown) => !operations[id].output.safeParse(data).success;

describe('amounts', () => {
  test('as decimal text read like the number', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 14), max: 10 ** 14 }), (kobo) => {
        expect(readMandate({ outstandingBalance: (kobo / 100).toFixed(2) }).outstandingBalance).toBe(kobo / 100);
      }),
    );
  });

  test.each([
    '',
    'NaN',
    '1,000.00',
    '12.5.1',
    '0x10',
    ' ',
    '1e9',
    true,
    [],
    {},
    10 ** 12 + 0.01,
    -1e300,
    '1000000000000.01',
  ])('as %j are refused', (outstandingBalance) => {
    expect(refuses('getMandate', { ...mandate, outstandingBalance })).toBe(true);
  });
});

describe('identifiers', () => {
  test.each([
    objectId,
    { _id: objectId },
    { id: objectId, name: 'x' },
    { $oid: objectId },
    { _id: { $oid: objectId } },
  ])('as %j read as their text', (businessId) => {
    expect(readMandate({ businessId }).businessId).toBe(objectId);
  });

  test.each([null, {}, [], { _id: null }, { _id: { _id: objectId } }, true])('as %j are refused', (businessId) => {
    expect(refuses('getMandate', { ...mandate, businessId })).toBe(true);
  });

  test('of the document itself are never empty', () => {
    expect(refuses('getMandate', { ...mandate, _id: '' })).toBe(true);
  });
});

describe('timestamps', () => {
  test('as epoch milliseconds, number or text, read as ISO 8601', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10 ** 11, max: 4 * 10 ** 12 }), (instant) => {
        const [first, second] = operations.listCollections.output.parse([
          { ...log, createdAt: instant },
          { ...log, createdAt: String(instant) },
        ]);
        expect([first?.createdAt, second?.createdAt]).toEqual([formatInstant(instant), formatInstant(instant)]);
      }),
    );
  });

  test('as other text stay as they came', () => {
    expect(operations.collectionLog.output.parse({ ...log, createdAt: '31 Jan 2026' })?.createdAt).toBe('31 Jan 2026');
  });

  test.each([-1, Number.MAX_VALUE, null, {}])('as %j are refused', (createdAt) =>
    expect(refuses('collectionLog', { ...log, createdAt })).toBe(true),
  );
});

describe('days', () => {
  test.each([
    ['2026-01-31', '2026-01-31'],
    ['31/01/2026', '2026-01-31'],
    ['31-Jan-2026', '2026-01-31'],
    ['2026-01-30T23:00:00.000Z', '2026-01-31'],
    ['2026-01-31T00:00:00.000Z', '2026-01-31'],
    [Date.UTC(2026, 0, 31), '2026-01-31'],
    ['30/02/2026', '30/02/2026'],
    ['31-Foo-2026', '31-Foo-2026'],
    ['month end', 'month end'],
    [null, null],
  ])('%j reads as %j', (sent, read) => expect(readMandate({ startDate: sent }).startDate).toBe(read));
});

describe('parts that the specification does not list', () => {
  const item = { _id: objectId };

  test('never make an answer unreadable', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const read = readMandate({
          productId: one,
          createdAt: other,
          repaymentDetails: { breakdown: [{ ...item, amount: one, status: other, dueDate: one }] },
        });
        expect(['string', 'undefined']).toContain(typeof read.productId);
        expect(['number', 'undefined']).toContain(typeof read.repaymentDetails?.breakdown[0]?.amount);
      }),
    );
  });

  test.each([undefined, null])('a schedule of %j is an absent one', (repaymentDetails) => {
    expect(readMandate({ repaymentDetails }).repaymentDetails).toBeUndefined();
  });
});

describe('the log of a mandate (§4.8)', () => {
  const older = { ...log, _id: 'a', createdAt: '2026-01-31T07:00:00.000Z' };
  const newer = { ...log, _id: 'b', createdAt: '2026-01-31T08:30:00+01:00' };

  test.each([null, '', undefined, []])('%j is no log', (data) =>
    expect(operations.collectionLog.output.parse(data)).toBeNull(),
  );
  test('one object is the log', () => expect(operations.collectionLog.output.parse(older)).toEqual(older));
  test.each([[[older, newer]], [[newer, older]]])('of several the newest by instant counts, not by text', (data) => {
    expect(operations.collectionLog.output.parse(data)?._id).toBe('b');
  });
  test.each([{}, 'log', 5, false, [null], [{}]])('%j is refused', (data) =>
    expect(refuses('collectionLog', data)).toBe(true),
  );
});

describe.each([
  ['collectionAttempts', attempt],
  ['listCollections', log],
] as const)('%s', (id, row) => {
  test('reads one object as a list of one', () => expect(operations[id].output.parse(row)).toEqual([row]));
  test.each([null, '', undefined])('reads %j as an empty list', (data) =>
    expect(operations[id].output.parse(data)).toEqual([]),
  );
  test('keeps the order of many', () => {
    const rows = [1, 2, 3].map((amount) => ({ ...row, amount }));
    expect(operations[id].output.parse(rows)).toEqual(rows);
  });
  test.each([{}, 'rows', 5, [[]]])('refuses %j', (data) => expect(refuses(id, data)).toBe(true));
});

describe('discovery (§4.2)', () => {
  const read = (data: unknown) => operations.discoverAccounts.output.parse(data);
  const plain = {
    accountNumber: '0123456789',
    bankCode: '058',
    bankName: 'Sample Bank',
    accountName: 'ADAEZE OKORO',
    active: false,
  };

  test('reads an array of accounts', () => expect(read([plain])).toEqual({ kind: 'accounts', accounts: [plain] }));
  test('takes an account as active unless it says otherwise', () => {
    const { active: _active, ...silent } = plain;
    expect(read([silent])).toEqual({ kind: 'accounts', accounts: [{ ...silent, active: true }] });
  });
  test('reads accounts with an institution', () => {
    const institution = { name: 'Sample Bank', bankCode: '058', nipCode: '000013' };
    const sent = { accounts: [{ accountName: 'ADAEZE OKORO', accountNumber: '0123456789', institution }] };
    expect(read(sent)).toEqual({ kind: 'accounts', accounts: [{ ...plain, active: true, institution }] });
  });
  test('falls back on the NIP code of an institution, where the rule for bank codes takes it', () => {
    const data = [{ accountNumber: '0123456789', institution: { nipCode: '000013' } }];
    const lenient = defineOperations({ bankCodes: 'lenient' }).discoverAccounts.output;
    expect(lenient.parse(data)).toMatchObject({ accounts: [{ bankCode: '000013' }] });
    expect(read(data)).toEqual({ kind: 'other', answer: data });
    expect(lenient.parse([{ accountNumber: '0123456789', institution: { nipCode: 13 } }])).toMatchObject({
      accounts: [{ bankCode: '000013' }],
    });
  });
  test.each([
    ['inactive', false],
    ['INACTIVE', false],
    [' Dormant ', false],
    ['closed', false],
    ['blocked', false],
    ['post-no-debit', false],
    ['active', true],
    ['Active', true],
    ['OPEN', true],
    ['', true],
    [null, true],
    [false, false],
    [true, true],
    [0, false],
    [{ code: 'A' }, false],
  ])('a status of %j makes the account active: %j', (status, active) => {
    const { active: _active, ...silent } = plain;
    expect(read([{ ...silent, status }])).toMatchObject({ accounts: [{ active }] });
    expect(read([{ ...silent, accountStatus: status }])).toMatchObject({ accounts: [{ active }] });
  });
  test('an account is active only if nothing says otherwise', () => {
    const flags = [
      { active: true, status: 'inactive' },
      { active: false, status: 'active' },
      { isActive: false },
      { active: 'false' },
      { dormant: true },
      { isBlocked: 1 },
    ];
    for (const flag of flags)
      expect(read([{ ...plain, active: undefined, ...flag }])).toMatchObject({ accounts: [{ active: false }] });
    expect(read([{ ...plain, active: 1, status: 'Active', dormant: false }])).toMatchObject({
      accounts: [{ active: true }],
    });
  });
  test.each([
    [{ bank: { name: 'Sample Bank', code: '058' } }],
    [{ bank: { name: 'Sample Bank', bankCode: '058' } }],
    [{ bank: 'Sample Bank', bankCode: 58 }],
    [{ bank: 'Sample Bank', bank_code: '58' }],
    [{ bank: { bankName: 'Sample Bank', code: 58 } }],
    [{ institution: { name: 'Sample Bank', code: '058', nipCode: '000013' } }],
    [{ institution: { name: 'Sample Bank', bankCode: '000013', code: '058' } }],
  ])('reads the bank from %j', (bank) => {
    expect(read([{ accountNumber: '0123456789', ...bank }])).toMatchObject({
      accounts: [{ bankCode: '058', bankName: 'Sample Bank' }],
    });
  });
  test.each([
    { enabled: false },
    { isEnabled: 'no' },
    { state: 'inactive' },
    { account_state: 'Dormant' },
    { IsActive: false },
    { suspended: true },
    { pnd: true },
    { post_no_debit: 'Y' },
    { institution: { name: 'X', status: 'inactive' } },
    { bank: { active: 0 } },
  ])('takes an account as inactive by %j', (said) =>
    expect(read([{ ...plain, active: true, ...said }])).toMatchObject({ accounts: [{ active: false }] }),
  );
  test.each([{ pnd: 'N' }, { active: 'Y' }, { institution: { name: 'X', status: 'online' } }])(
    'takes an account as active by %j',
    (said) => expect(read([{ ...plain, active: undefined, ...said }])).toMatchObject({ accounts: [{ active: true }] }),
  );
  test('takes an account that is listed twice as inactive if either says so', () => {
    const [on, off] = [{ ...plain, active: true }, plain];
    for (const both of [
      [on, off],
      [off, on],
    ])
      expect(read(both)).toEqual({ kind: 'accounts', accounts: [off, off] });
    const elsewhere = { ...on, bankCode: '044' };
    expect(read([elsewhere, off])).toEqual({ kind: 'accounts', accounts: [elsewhere, off] });
  });
  test('puts nothing before nine digits that came as text: they may lack the last', () => {
    expect(read([{ accountNumber: '123456789', bankCode: '058' }])).toMatchObject({
      accounts: [{ accountNumber: '123456789', active: false }],
    });
  });
  test.each(['012****789', 'abc', '12', '01234567890123', '012-345-678', 'A/C 0123456789', '٠١٢٣٤٥٦٧٨٩'])(
    'shows an account without a number that can be debited as inactive: %j',
    (accountNumber) => {
      const item = { ...plain, accountNumber, active: true };
      expect(read([item, { ...plain, active: true }])).toEqual({
        kind: 'accounts',
        accounts: [
          { ...item, active: false },
          { ...plain, active: true },
        ],
      });
    },
  );
  test('shows an account whose bank’s code fits no rule as inactive', () => {
    const at = (bankCode: unknown) => [{ ...plain, active: true, bankCode }];
    for (const code of ['xyz', '0581', '090405'])
      expect(read(at(code))).toMatchObject({ accounts: [{ bankCode: code, active: false }] });
    const lenient = defineOperations({ bankCodes: 'lenient' }).discoverAccounts.output;
    expect(lenient.parse(at('090405'))).toMatchObject({ accounts: [{ bankCode: '090405', active: true }] });
  });
  test.each(['012-345-6789', ' 0123456789 ', '012 345 6789', '0123.456.789', '0123\u00a0456789'])(
    'reads the ten digits of %j',
    (accountNumber) =>
      expect(read([{ ...plain, active: true, accountNumber }])).toEqual({
        kind: 'accounts',
        accounts: [{ ...plain, active: true }],
      }),
  );
  test('takes the name of the number that can be debited', () => {
    expect(read([{ bankCode: '058', accountNumber: '012****789', nuban: '0123456789' }])).toMatchObject({
      accounts: [{ accountNumber: '0123456789', active: true }],
    });
  });
  test('puts back the zeros that a number lost', () => {
    expect(read([{ accountNumber: 123456789, bankCode: 44 }])).toMatchObject({
      accounts: [{ accountNumber: '0123456789', bankCode: '044' }],
    });
    expect(read([{ accountNumber: 12345678901, bankCode: 44 }]).kind).toBe('other');
  });
  test.each([{ docs: [plain] }, { data: [plain] }, { data: { accounts: [plain] } }, { bankAccounts: [plain] }])(
    'reads the list in %j',
    (data) => expect(read(data)).toEqual({ kind: 'accounts', accounts: [plain] }),
  );
  test('leaves out what names no account, such as a bank that was down, and reads the others', () => {
    const down = { bank: { name: 'Other Bank', code: '044' }, error: 'timeout' };
    expect(read([plain, down, null])).toEqual({ kind: 'accounts', accounts: [plain] });
    expect(read([down]).kind).toBe('other');
  });
  test('knows a person without accounts', () => expect(read([])).toEqual({ kind: 'accounts', accounts: [] }));
  test('keeps anything else as it came', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (data) => {
        fc.pre(!(Array.isArray(data) && data.length === 0));
        expect(read(data)).toEqual({ kind: 'other', answer: data });
      }),
    );
    expect(read({ session_id: 's', methods: ['sms'] })).toEqual({
      kind: 'other',
      answer: { session_id: 's', methods: ['sms'] },
    });
  });
});

describe('banks (§4.1)', () => {
  const read = (data: unknown) => operations.listBanks.output.parse(data);
  const bank = { name: 'Sample Bank', bankCode: '058', icon: 'https://example.com/bank.png' };

  test('read as they are', () => expect(read([bank])).toEqual([bank]));
  test('read from names alone', () => expect(read(['Sample Bank'])).toEqual([{ name: 'Sample Bank' }]));
  test('read from other spellings, which are kept', () => {
    expect(read({ banks: [{ bank_name: 'Sample Bank', code: '058', x: 1 }] })).toEqual([
      { name: 'Sample Bank', bankCode: '058', bank_name: 'Sample Bank', code: '058', x: 1 },
    ]);
  });
  test('read without what they lack', () =>
    expect(read([{ name: 'Sample Bank', bankCode: null, icon: null }])).toEqual([{ name: 'Sample Bank' }]));
  test.each([null, 'banks', {}, [1], [{}], [null]])('are not read from %j', (data) =>
    expect(refuses('listBanks', data)).toBe(true),
  );
});

describe('wrong answers are refused', () => {
  const page = '<!doctype html><html><body>Maintenance</body></html>';
  const documented = [
    'createConsent',
    'attachByMicroDeposit',
    'attachBySignature',
    'getMandate',
    'collectManually',
    'collectionLog',
    'collectionAttempts',
    'listCollections',
    'listProducts',
    'createClaim',
    'listPolicies',
  ] as const;

  test.each(documented)('%s takes no page, no {} and no number', (id) => {
    expect([page, {}, 7, true].map((data) => refuses(id, data))).toEqual([true, true, true, true]);
  });

  test.each([
    'createConsent',
    'attachByMicroDeposit',
    'attachBySignature',
    'getMandate',
    'collectManually',
    'listProducts',
    'createClaim',
    'listPolicies',
  ] as const)('%s takes no null, no nothing and no empty text', (id) =>
    expect([null, undefined, ''].map((data) => refuses(id, data))).toEqual([true, true, true]),
  );
});
