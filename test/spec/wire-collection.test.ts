import { describe, expect, test } from 'vitest';
import { operations } from '../../src/wire/operations.ts';
import { collectionPayloadShape, incomeTransactionShape } from '../../src/wire/webhooks/webhook-payloads.ts';
import { type FieldTable, judge, sampleOf } from './wire-judge.ts';
import {
  collectionAttemptTable,
  collectionLogTable,
  isoTime,
  objectId,
  otherId,
  statementTransactionTable,
  uuid,
} from './wire-samples.ts';

describe('the collection log of a mandate (§2.5, §4.8)', () => {
  const shape = operations.collectionLog.output;
  const log = sampleOf(collectionLogTable);

  test('keeps every documented field as it came', () => expect(shape.parse(log)).toEqual(log));
  test.each(collectionLogTable.filter(({ optional }) => !optional).map(({ field }) => field))(
    '%s is required',
    (field) => {
      const { [field]: _removed, ...without } = log;
      expect(shape.safeParse(without).error?.issues.map((issue) => issue.path)).toEqual([[0, field]]);
    },
  );
});

describe('a collection log in the list of all (§4.10)', () => {
  judge(collectionLogTable, { shape: operations.listCollections.output, path: '0', within: (log) => [log] });
});

describe('an attempt on an instalment (§2.6, §4.9)', () => {
  judge(collectionAttemptTable, {
    shape: operations.collectionAttempts.output,
    path: '0',
    within: (attempt) => [attempt],
  });
});

// A webhook is only a notification: what proves it is needed, anything else may be missing.
describe('a collection webhook (§6.2)', () => {
  judge(
    [
      { field: 'businessId', sample: '650000000000000000000002', optional: true },
      { field: 'consentId', sample: otherId, optional: true },
      { field: 'mandateId', sample: objectId },
      { field: 'accountName', sample: 'ADAEZE OKORO', optional: true },
      { field: 'accountNumber', sample: '0123456789', optional: true },
      { field: 'bankName', sample: 'Sample Bank', optional: true },
      { field: 'totalAmount', sample: 25000, optional: true },
      { field: 'providerMessage', sample: 'Approved', optional: true },
      { field: 'amountCollected', sample: 25000 },
      { field: 'status', sample: 'success', optional: true },
      { field: 'collectedOn', sample: isoTime, optional: true },
      { field: 'collectionType', sample: 'auto', optional: true },
      { field: 'instalmentReference', sample: uuid },
      { field: 'instalmentStatus', sample: 'partially paid' },
      { field: 'reference', sample: 'COL-1', optional: true },
    ],
    { shape: collectionPayloadShape },
  );
});

describe('the entries of a statement (§6.4, income_transaction)', () => {
  const table: FieldTable = [
    { field: 'success', sample: true, optional: true },
    { field: 'accountNumber', sample: '0123456789', optional: true },
    { field: 'accountName', sample: 'ADAEZE OKORO', optional: true },
    { field: 'bvn', sample: '22212345678', optional: true },
    { field: 'appId', sample: '650000000000000000000001', optional: true },
    { field: 'borrowerId', sample: objectId, optional: true },
    { field: 'businessId', sample: '650000000000000000000002', optional: true },
    { field: 'balance', sample: -1.5, optional: true },
    { field: 'bankCode', sample: '058', optional: true },
    { field: 'bankName', sample: 'Sample Bank', optional: true },
    { field: 'pdfUrl', sample: 'https://example.com/statement.pdf', optional: true },
    { field: 'lastTransactionDate', sample: isoTime, optional: true },
    { field: 'trans', sample: [sampleOf(statementTransactionTable)] },
  ];

  describe('come with account facts', () => judge(table, { shape: incomeTransactionShape }));
  describe('are statement transactions (§2.11)', () => {
    judge(statementTransactionTable, {
      shape: incomeTransactionShape,
      path: 'trans.0',
      within: (entry) => ({ ...sampleOf(table), trans: [entry] }),
    });
  });
});
