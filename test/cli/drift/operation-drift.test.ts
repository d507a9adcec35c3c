import { describe, expect, test } from 'vitest';
import { OperationDrift } from '../../../src/cli/drift/answer-drift.ts';
import { sampleOf } from '../../spec/wire-judge.ts';
import {
  collectionAttemptTable,
  collectionLogTable,
  consentTable,
  mandateTable,
  objectId,
} from '../../spec/wire-samples.ts';
import { contract, driftOf, envelope, lines } from './differences.ts';

const mandate = sampleOf(mandateTable);
const linked = sampleOf(consentTable);
const log = sampleOf(collectionLogTable);
const attempt = sampleOf(collectionAttemptTable);
const mandateDrift = (changed: object) => lines(driftOf('getMandate', envelope({ ...mandate, ...changed })));

describe('an answer as the specification shows it', () => {
  test.each([
    ['getMandate', mandate],
    ['createConsent', mandate],
    ['createConsent', { _id: objectId }],
    ['collectionLog', log],
    ['collectionLog', null],
    ['collectionAttempts', [attempt, attempt]],
    ['listCollections', [{ ...log, bvn: '22212345678' }]],
    ['listBanks', [{ name: 'Sample Bank' }]],
    ['uploadStatement', null],
    ['processIncome', { anything: 1 }],
  ] as const)('of %s has not drifted', (id, data) => expect(driftOf(id, envelope(data))).toEqual([]));

  test('may have the parts that are optional, and null for them', () => {
    const repaymentDetails = {
      breakdown: [{ _id: objectId, dueDate: '2026-02-01', status: 'scheduled', amount: 1.5 }],
    };
    expect(mandateDrift({ repaymentDetails, email: 'a@example.com', __v: 0 })).toEqual([]);
    expect(mandateDrift({ repaymentDetails: null, createdAt: null })).toEqual([]);
    expect(mandateDrift({ startDate: null, endDate: null, frequency: null })).toEqual([]);
  });
});

describe('a field', () => {
  test('that the shapes do not know is unknown', () => {
    expect(mandateDrift({ paymentLink: 'x' })).toEqual(['unknown data.paymentLink: text, 1 of 1, read']);
  });

  test('that is not there is missing, and the client does not read the answer', () => {
    const { bvn: _bvn, ...without } = mandate;
    expect(lines(driftOf('getMandate', envelope(without)))).toEqual(['missing data.bvn: nothing, 1 of 1, not read']);
  });

  test('that the specification shows and the client does without is missing, and the client reads the answer', () => {
    const destination = { bank_name: 'Sample Bank', account_number: '0123456789' };
    expect(
      lines(
        driftOf(
          'attachByMicroDeposit',
          envelope({ transfer_destinations: [{ ...destination, icon: 'https://example.com/a.svg' }, destination] }),
        ),
      ),
    ).toEqual([
      'missing data.mandate: nothing, 1 of 1, read',
      'missing data.transfer_destinations[].icon: nothing, 1 of 2, read',
    ]);
  });

  test.each([
    ['_id', '65a1', '4 characters that are no digits', 'changed data._id: text, 1 of 1, read'],
    ['bvn', '1234567890', 'ten digits', 'changed data.bvn: 10 digits, 1 of 1, read'],
    ['bvn', 22_212_345_678, 'a number', 'changed data.bvn: whole number, 1 of 1, not read'],
    ['totalAmountDue', '150000.00', 'decimal text', 'changed data.totalAmountDue: decimal text, 1 of 1, read'],
    ['totalAmountDue', 'a lot', 'words', 'changed data.totalAmountDue: text, 1 of 1, not read'],
    ['startDate', '31/01/2026', 'another form', 'changed data.startDate: a day as DD/MM/YYYY, 1 of 1, read'],
    ['startDate', '2026-02-30', 'no real day', 'changed data.startDate: text, 1 of 1, read'],
    ['startDate', 1_769_817_600_000, 'an instant', 'changed data.startDate: whole number, 1 of 1, read'],
    ['businessId', { _id: objectId }, 'a populated document', 'changed data.businessId: object, 1 of 1, read'],
    [
      'createdAt',
      1_769_817_600_000,
      'an optional field of another kind',
      'changed data.createdAt: whole number, 1 of 1, read',
    ],
    ['collectionMode', null, 'null', 'changed data.collectionMode: null, 1 of 1, not read'],
    ['consents', {}, 'an object', 'changed data.consents: object, 1 of 1, not read'],
  ])('%s as %j (%s) has changed', (field, value, _what, line) =>
    expect(mandateDrift({ [field]: value })).toEqual([line]),
  );

  test('that is a word outside of its set is marked, and read', () => {
    expect(driftOf('getMandate', envelope({ ...mandate, status: 'paused' }))).toEqual([
      expect.objectContaining({
        kind: 'changed',
        path: 'data.status',
        seen: 'another word',
        isOpenSet: true,
        tolerated: true,
      }),
    ]);
    expect(
      lines(driftOf('collectionAttempts', envelope([{ ...attempt, responseCode: 'Z9', status: 'reversed' }]))),
    ).toEqual([
      'changed data[].responseCode: another word, 1 of 1, read',
      'changed data[].status: another word, 1 of 1, read',
    ]);
  });

  test('of the right form that no loan can hold is refused, and reported', () => {
    expect(mandateDrift({ collectedAmount: 1e300 })).toEqual([
      'changed data.collectedAmount: whole number, 1 of 1, not read',
    ]);
  });
});

describe('members of a list', () => {
  test('are reported together, with how many of how many, over all answers', () => {
    const { active: _active, ...inactive } = linked;
    const consents = [linked, { ...linked, bankCode: '50211' }, { ...inactive, bankCode: '090110', primary: 'yes' }];
    const findings = driftOf(
      'getMandate',
      envelope({ ...mandate, consents }),
      envelope({ ...mandate, consents: [linked] }),
    );
    expect(lines(findings)).toEqual([
      'missing data.consents[].active: nothing, 1 of 4, not read',
      'changed data.consents[].primary: text, 1 of 4, not read',
      'changed data.consents[].bankCode: 5 digits, 1 of 4, read',
      'changed data.consents[].bankCode: 6 digits, 1 of 4, read',
    ]);
  });

  test('that are no objects are reported as such', () => {
    expect(mandateDrift({ consents: [linked, null, 7] })).toEqual([
      'changed data.consents[]: null, 1 of 3, not read',
      'changed data.consents[]: whole number, 1 of 3, not read',
    ]);
  });

  test('are compared also where one came without its list, or a list where one should be', () => {
    expect(lines(driftOf('listCollections', envelope({ ...log, extra: 1 })))).toEqual([
      'changed data: object, 1 of 1, read',
      'unknown data[].extra: whole number, 1 of 1, read',
    ]);
    expect(lines(driftOf('collectionLog', envelope([log, { ...log, amount: '5' }])))).toEqual([
      'changed data: list, 1 of 1, read',
      'changed data.amount: decimal text, 1 of 2, read',
    ]);
  });

  test('are read on a page of a list, which says where they are, and under no unknown name', () => {
    const page = { items: [log], total: 1, meta: { page: 1 } };
    expect(lines(driftOf('listCollections', envelope(page)))).toEqual([
      'changed data: object with a list in items, 1 of 1, read',
    ]);
    expect(lines(driftOf('listCollections', envelope({ '22212345678': [log] })))).toEqual([
      'changed data: object with a list in <11 digits>, 1 of 1, not read',
    ]);
  });

  test('of discovery that make it no list of accounts are not read', () => {
    const accounts = [{ accountNumber: '0123456789', bankCode: '058', active: true }];
    expect(lines(driftOf('discoverAccounts', envelope({ accounts })))).toEqual([
      'changed data: object with a list in accounts, 1 of 1, read',
    ]);
    expect(lines(driftOf('discoverAccounts', envelope({ session_id: 'x' })))).toEqual([
      'changed data: object, 1 of 1, not read',
    ]);
    expect(lines(driftOf('discoverAccounts', envelope([{ accountNumber: '0123456789' }])))).toEqual([
      'missing data[].bankCode: nothing, 1 of 1, not read',
    ]);
  });
});

describe('the envelope', () => {
  test.each([
    [
      { success: true, data: null },
      [
        'missing error: nothing, 1 of 1, read',
        'missing message: nothing, 1 of 1, read',
        'missing status: nothing, 1 of 1, read',
        'unknown success: true or false, 1 of 1, read',
      ],
    ],
    [
      { status: 'success', message: ['a', 'b'], error: '', data: null },
      [
        'changed error: empty text, 1 of 1, read',
        'changed message: list, 1 of 1, read',
        'changed status: text, 1 of 1, read',
      ],
    ],
    [{ ...envelope(null), meta: {} }, ['unknown meta: object, 1 of 1, read']],
    [{ status: true, message: null, error: false }, ['missing data: nothing, 1 of 1, read']],
    [
      { ...envelope(''), message: 5 },
      ['changed data: empty text, 1 of 1, read', 'changed message: whole number, 1 of 1, read'],
    ],
  ])('in another dialect is reported: %j', (body, expected) =>
    expect(lines(driftOf('collectionLog', body))).toEqual(expected),
  );

  test.each([[[log]], [{ data: log }], ['text'], [null], [7]])('that is none is not read: %j', (body) => {
    expect(lines(driftOf('collectionLog', body))).toEqual([
      expect.stringMatching(/^changed \(body\): .*, 1 of 1, not read$/),
    ]);
  });

  test.each([
    [{ ...envelope(log), status: 1 }, 'object whose status is whole number'],
    [{ ...envelope(log), status: 'ok' }, 'object whose status is text'],
    [{ data: log }, 'object without status'],
    [[log], 'list'],
  ])('that is invalid says why: %j', (body, seen) =>
    expect(driftOf('collectionLog', body)).toMatchObject([{ path: '(body)', seen }]),
  );

  test.each([{ status: false, message: 'no' }, { status: 'error' }, { status: true, error: true }])(
    'of a refusal is nothing to compare: %j',
    (body) => {
      expect(new OperationDrift(contract, 'getMandate').compare(body)).toBeUndefined();
    },
  );

  test('with another HTTP status of success is read, and reported', () => {
    const compared = new OperationDrift(contract, 'collectionLog').compare(envelope(null), 201);
    expect(compared?.differences).toMatchObject([{ finding: { path: '(HTTP status)', seen: '201' }, tolerated: true }]);
  });
});
