import { describe, expect, test } from 'vitest';
import { defineOperations, operations } from '../../src/wire/operations.ts';
import { operationPath } from '../../src/wire/request-target.ts';
import { shapeIssues } from '../../src/wire/shapes/shape-issues.ts';

/** Spec §4 and §5, typed again by hand: where each operation goes and what names the merchant. `M` and `D` are the two segments. */
const transports: readonly (readonly [
  id: string,
  section: string,
  method: string,
  path: string,
  credential: string,
  encoding: string,
])[] = [
  ['listBanks', '§4.1', 'GET', '/v1/M/micro-deposit/bank-list', 'authorization-token', 'none'],
  ['discoverAccounts', '§4.2', 'POST', '/v1/D/', 'bearer', 'json'],
  ['createConsent', '§4.3', 'POST', '/v1/M/M/consent/create', 'token', 'json'],
  ['attachByMicroDeposit', '§4.4', 'POST', '/v1/M/micro-deposit/create/mandate', 'token', 'json'],
  ['attachBySignature', '§4.5', 'POST', '/v1/M/mandate/create-mandate', 'token', 'json'],
  ['getMandate', '§4.6', 'POST', '/v1/M/consent/business/get-mandate', 'token', 'json'],
  ['collectManually', '§4.7', 'PUT', '/v1/M/consent/business/manual/activate', 'token', 'json'],
  ['collectionLog', '§4.8', 'GET', '/v1/M/consent/business/collection-log', 'token', 'query'],
  ['collectionAttempts', '§4.9', 'GET', '/v1/M/consent/business/collection-log/installment', 'token', 'query'],
  ['listCollections', '§4.10', 'GET', '/v1/M/consent/business/collection', 'token', 'query'],
  ['listProducts', '§4.11', 'POST', '/v1/erm/policy/products/type', 'token', 'json'],
  ['createClaim', '§4.12', 'POST', '/v1/erm/policy/products/claims', 'token', 'json'],
  ['listPolicies', '§4.13', 'GET', '/v1/erm/policy/business/policies', 'token', 'none'],
  ['uploadStatement', '§4.14', 'POST', '/v1/income/api/pdf-parser', 'token', 'multipart'],
  ['processIncome', '§4.15', 'POST', '/v1/income/api/process-income', 'token', 'multipart'],
];

describe('the table of operations (§4, §5)', () => {
  test('has the 15 operations and no other', () => {
    expect(Object.keys(operations)).toEqual(transports.map(([id]) => id));
  });

  test.each(transports)('%s stands in %s and goes where it says', (id, spec, method, path, credential, encoding) => {
    const row = operations[id as keyof typeof operations];
    expect({ ...row, path: operationPath(row, { mandate: 'M', discovery: 'D' }) }).toMatchObject({
      id,
      spec,
      method,
      path,
      credential,
      encoding,
    });
  });

  test('repeats reads, asks before repeating placements, and never repeats what moves money or uploads', () => {
    const by = (repeat: string) => Object.values(operations).flatMap((row) => (row.repeat === repeat ? [row.id] : []));
    expect(by('ask-first')).toEqual(['createConsent', 'attachByMicroDeposit', 'attachBySignature']);
    expect(by('never')).toEqual(['collectManually', 'createClaim', 'uploadStatement', 'processIncome']);
    expect(by('safe')).toHaveLength(8);
  });
});

const id = '65a1b2c3d4e5f60718293a4b';
const application = { appId: '650000000000000000000001', businessId: '650000000000000000000002' };
const account = { accountNumber: '0123456789', bankCode: '058' };
const payer = { email: 'ada@example.com', address: '1 Sample Street' };
const form = {
  bvn: '22212345678',
  accountName: 'ADAEZE OKORO',
  accountNumber: '0123456789',
  accountType: 'savings',
  bankName: 'Sample Bank',
  bankCode: '50211',
};

/** Spec §4.2 to §4.15, typed again by hand: what each operation takes. `bad` holds values that must be refused. */
const inputs: readonly {
  readonly id: keyof typeof operations;
  readonly required: Record<string, unknown>;
  readonly optional?: Record<string, unknown>;
  readonly bad?: Record<string, readonly unknown[]>;
}[] = [
  { id: 'listBanks', required: {} },
  {
    id: 'discoverAccounts',
    required: { bvn: '22212345678', type: 'bvn' },
    bad: { bvn: ['2221234567', '222123456789', '2221234567x', 22212345678], type: ['', ' '] },
  },
  {
    id: 'createConsent',
    required: { ...application, ...account, ...payer, mobileNumber: '08010000000' },
    optional: {
      mandateId: id,
      bvn: '22212345678',
      primary: true,
      totalAmountDue: 150000,
      startDate: '2026-01-31',
      endDate: '2026-06-30',
      frequency: 'monthly',
      collectionMode: 'auto',
      repaymentDetails: { breakdown: [{ dueDate: '2026-01-31', amount: 0.01 }] },
    },
    bad: {
      mandateId: ['65a1b2c3d4e5f60718293a4', `${id}0`, 'z'.repeat(24)],
      accountNumber: ['012345678', '01234567890', '012345678a'],
      bankCode: ['58', '0580', 'abc'],
      email: ['ada', 'ada@', 'a b@example.com'],
      totalAmountDue: [0, -1, 1.005, Number.NaN, '150000'],
      startDate: ['2026-02-30', '31/01/2026', '2026-1-31', ''],
      collectionMode: ['sometimes'],
      repaymentDetails: [{ breakdown: [] }, { breakdown: [{ dueDate: '2026-02-29', amount: 1 }] }, {}],
    },
  },
  {
    id: 'attachByMicroDeposit',
    required: { ...application, ...account, ...payer, mandateId: id, mobileNumber: '08010000000' },
  },
  {
    id: 'attachBySignature',
    required: {
      ...application,
      ...account,
      ...payer,
      mandateId: id,
      accountName: 'ADAEZE OKORO',
      phone: '08010000000',
      bankAddress: 'Marina',
      file: 'aGVsbG8=',
    },
    optional: { name: 'signature.png', fileExtention: 'png' },
    bad: { file: ['', 'data:image/png;base64,aGVsbG8=', 'aGVsbG8', 'aGVs\nbG8='] },
  },
  { id: 'getMandate', required: { mandateId: id }, bad: { mandateId: ['', 'abc'] } },
  {
    id: 'collectManually',
    required: { mandateId: id, amount: 5000.55, debitDate: '2028-02-29' },
    bad: {
      amount: [0, -5, 0.001, Number.POSITIVE_INFINITY, '5000', null],
      debitDate: ['2026-02-29', '2026-02-01T00:00:00Z'],
    },
  },
  { id: 'collectionLog', required: { mandateId: id } },
  { id: 'collectionAttempts', required: { mandateId: id, breakdownId: id }, bad: { breakdownId: ['1'] } },
  {
    id: 'listCollections',
    required: { type: 'manual' },
    optional: { status: 'failed', search: '22212345678' },
    bad: { type: ['', 'AUTO'] },
  },
  { id: 'listProducts', required: { type: 'gadget' }, bad: { type: [''] } },
  {
    id: 'createClaim',
    required: {
      amount: 100,
      policy_number: 'POL-8',
      payment_details: { bank_name: 'Sample Bank', account_number: '0123456789', sort_code: '058' },
    },
    optional: { attachments: [1, 2] },
    bad: {
      attachments: [['1'], [1.5]],
      payment_details: [{}, { bank_name: 'Sample Bank', account_number: '0123456789' }],
    },
  },
  { id: 'listPolicies', required: {} },
  {
    id: 'uploadStatement',
    required: { ...form, statement: new Uint8Array([37]) },
    optional: { password: '' },
    bad: { statement: [null], bankCode: [''] },
  },
  { id: 'processIncome', required: { ...form, statement: new Uint8Array([37]) }, optional: { password: 'x' } },
];

describe.each(inputs)('the input of $id', ({ id: operation, required, optional = {}, bad = {} }) => {
  const shape = operations[operation].input;
  const issuesOf = (value: unknown) => {
    const result = shape.safeParse(value);
    return result.success ? [] : shapeIssues(result.error).map(({ path }) => path);
  };

  test('passes unchanged with every field and with the required ones only', () => {
    expect(shape.parse({ ...required, ...optional })).toEqual({ ...required, ...optional });
    expect(shape.parse(required)).toEqual(required);
  });

  test('says which required field is missing', () => {
    for (const field of Object.keys(required)) {
      const { [field]: _removed, ...without } = required;
      expect(issuesOf(without)).toEqual([field]);
    }
  });

  test('names a field that is not known, and marks it as such', () => {
    const result = shape.safeParse({ ...required, amonut: 1 });
    expect(result.success ? [] : shapeIssues(result.error)).toEqual([
      { path: 'amonut', message: 'is not a known field', unrecognized: true },
    ]);
  });

  test('refuses bad values without repeating them', () => {
    for (const [field, values] of Object.entries(bad)) {
      for (const value of values) {
        const result = shape.safeParse({ ...required, ...optional, [field]: value });
        const issues = result.success ? [] : shapeIssues(result.error);
        expect(issues.map(({ path }) => path.split('.')[0])).toContain(field);
        if (typeof value === 'string' && value.length > 4) expect(JSON.stringify(issues)).not.toContain(value);
      }
    }
  });
});

describe('lenient bank codes', () => {
  const lenient = defineOperations({ bankCodes: 'lenient' });
  const placement = { ...application, ...account, ...payer, mandateId: id, mobileNumber: '08010000000' };

  test.each(['058', '50211', '090110'])('take %s', (bankCode) => {
    expect(lenient.attachByMicroDeposit.input.safeParse({ ...placement, bankCode }).success).toBe(true);
  });

  test.each(['58', '0901101', '58a'])('refuse %s', (bankCode) => {
    expect(lenient.attachByMicroDeposit.input.safeParse({ ...placement, bankCode }).success).toBe(false);
  });
});
