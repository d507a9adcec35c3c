/** The contract and the code judge alike: whatever a request may hold, the one takes what the other takes. */
import fc from 'fast-check';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { koboFromNaira } from '../../src/domain/money.ts';
import type { OpenApiDocument } from '../../src/wire/openapi.ts';
import { type OperationRow, operations } from '../../src/wire/operations.ts';
import { run } from '../cli/running.ts';
import { operationsOf } from './document-places.ts';
import { callJudges } from './judges.ts';
import { type SchemaCheck, schemaCheck } from './schema-check.ts';

vi.setConfig({ testTimeout: 600_000 });

let document: OpenApiDocument;
let check: SchemaCheck;
beforeAll(async () => {
  await callJudges();
  document = JSON.parse((await run('openapi')).out) as OpenApiDocument;
  check = schemaCheck(document);
}, 600_000);

type Fields = Readonly<Record<string, unknown>>;

const account = { accountNumber: '0123456789', bankCode: '058' };
const payment_details = { bank_name: 'Sample Bank', account_number: '0123456789', sort_code: '058' };
const id = '65a1b2c3d4e5f60718293a4b';
const merchant = {
  appId: 'app',
  businessId: 'business',
  mandateId: id,
  ...account,
  email: 'a.b@example.com',
  address: '7 Cedar Close',
};
const terms = {
  totalAmountDue: 90_000,
  startDate: '2026-02-01',
  endDate: '2026-04-15',
  frequency: 'monthly',
  collectionMode: 'auto',
};
const repaymentDetails = { breakdown: [{ dueDate: '2026-02-01', amount: 90_000 }] };

/** A good request with everything in it, for each operation that takes a body or a query. */
const good: Readonly<Record<string, Fields>> = {
  discoverAccounts: { bvn: '22233300007', type: 'bvn' },
  createConsent: {
    ...merchant,
    mobileNumber: '08031112223',
    bvn: '22233300007',
    primary: true,
    ...terms,
    repaymentDetails,
  },
  attachByMicroDeposit: { ...merchant, mobileNumber: '08031112223' },
  attachBySignature: {
    ...merchant,
    accountName: 'Ada',
    phone: '080',
    bankAddress: 'Marina',
    file: 'aGVsbG8=',
    name: 'a.png',
    fileExtention: 'png',
  },
  getMandate: { mandateId: id },
  collectManually: { mandateId: id, amount: 30_000.55, debitDate: '2026-02-01' },
  collectionLog: { mandateId: id },
  collectionAttempts: { mandateId: id, breakdownId: id },
  listCollections: { type: 'auto', status: 'successful', search: '22233300007' },
  listProducts: { type: 'git' },
  createClaim: { amount: 5, policy_number: 'POL-1', attachments: [1, 2], payment_details },
  uploadStatement: {
    bvn: '22233300007',
    accountName: 'Ada',
    ...account,
    accountType: 'savings',
    bankName: 'Sample Bank',
    password: 'x',
    statement: '%PDF',
  },
};

// Decimal fractions are not exact in binary, so that `multipleOf: 0.01` would refuse good amounts: no schema can say how many decimals there may be.
const isWholeKobo = (value: unknown) =>
  typeof value !== 'number' || value <= 0 || value > 1e12 || koboFromNaira(value) !== undefined;

// A pattern for whole groups of four makes engines that backtrack run out of stack at ten million characters; and a file is bytes, not text, in the code.
const isComparable = ({ file, statement }: Fields) =>
  (typeof file !== 'string' || file.length % 4 === 0) && (statement === undefined || typeof statement === 'string');

const texts = fc.constantFrom<string>(
  '',
  ' ',
  '\u00a0',
  'x',
  '12',
  '0123456789',
  '01234567890',
  '0123456789\n',
  '٠١٢',
  id,
  id.toUpperCase(),
  'auto',
  'manual',
  'Y',
);
const days = fc.constantFrom<string>(
  '2026-02-29',
  '2028-02-29',
  '2026-13-01',
  '2026-2-1',
  '2026-02-01T00:00:00Z',
  '01/02/2026',
  '9999-12-31',
);
const addresses = fc.constantFrom<string>(
  'a@b',
  'a@b.ng',
  'adé.obiora@bánk.example',
  "o'neil+loan@b.ng",
  'a b@c.ng',
  '@c.ng',
  'a@c.',
  'a@.ng',
  'a@b@c.ng',
  `${'a'.repeat(250)}@b.ng`,
);
const others = fc.constantFrom<unknown>(
  null,
  true,
  false,
  [],
  {},
  [1],
  [1.5],
  ['1'],
  0,
  -1,
  1,
  0.01,
  0.001,
  1e12,
  1e12 + 1,
  1e300,
  { breakdown: [] },
  undefined,
);
const stranger = fc.oneof(
  texts,
  days,
  addresses,
  others,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string(),
);

/** One field of a request, or of what it holds, replaced, taken away or added. */
const spoilt = (request: Fields) =>
  fc.oneof(
    fc
      .tuple(fc.constantFrom(...Object.keys(request), 'another'), stranger)
      .map(([name, value]) => ({ ...request, [name]: value })),
    fc.subarray(Object.keys(request)).map((names) => Object.fromEntries(names.map((name) => [name, request[name]]))),
    ...Object.entries(request).flatMap(([name, inner]) =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? [
            fc
              .tuple(fc.constantFrom(...Object.keys(inner), 'another'), stranger)
              .map(([field, value]) => ({ ...request, [name]: { ...inner, [field]: value } })),
          ]
        : [],
    ),
  );

function takenByContract(row: OperationRow, request: Fields): boolean {
  const place = operationsOf(document).find(({ operation }) => operation.operationId === row.id);
  if (!place) return false;
  const way = ['paths', place.path, place.method];
  if (row.encoding !== 'query') {
    const media = row.encoding === 'json' ? 'application/json' : 'multipart/form-data';
    return check(request, ...way, 'requestBody', 'content', media, 'schema').length === 0;
  }
  const parameters = place.operation.parameters ?? [];
  const fits = ({ name, required }: (typeof parameters)[number], at: number) =>
    request[name] === undefined
      ? !required
      : check(request[name], ...way, 'parameters', String(at), 'schema').length === 0;
  return parameters.every(fits) && Object.keys(request).every((name) => parameters.some((each) => each.name === name));
}

const asJson = (request: Fields): Fields => JSON.parse(JSON.stringify(request)) as Fields;
const amountsOf = (request: Fields): readonly unknown[] =>
  Object.values(request).flatMap((value) =>
    typeof value === 'object' && value !== null ? amountsOf(value as Fields) : [value],
  );

describe('a request is taken by both or by neither', () => {
  test.each(Object.keys(good))('%s', (name) => {
    const row: OperationRow = operations[name as keyof typeof operations];
    expect([takenByContract(row, good[name] ?? {}), row.input.safeParse(good[name]).success]).toEqual([true, true]);
    fc.assert(
      fc.property(spoilt(good[name] ?? {}).map(asJson), (request) => {
        fc.pre(amountsOf(request).every(isWholeKobo) && isComparable(request));
        expect(takenByContract(row, request)).toBe(row.input.safeParse(request).success);
      }),
      { numRuns: 1_500 },
    );
  });
});
