import { type FieldTable, sampleOf } from './wire-judge.ts';

/** Values in the forms that the specification describes. People are invented. */
export const objectId = '65a1b2c3d4e5f60718293a4b';
export const otherId = '65a1b2c3d4e5f60718293a4c';
export const uuid = '0b8f6c1e-5d3a-4f7b-9c2d-1e0f2a3b4c5d';
export const isoTime = '2026-01-31T07:00:00.000Z';

/** Spec §2.3. */
export const consentTable: FieldTable = [
  { field: '_id', sample: otherId },
  { field: 'accountNumber', sample: '0123456789' },
  { field: 'bankCode', sample: '058' },
  { field: 'accountName', sample: 'ADAEZE OKORO' },
  { field: 'primary', sample: true },
  { field: 'active', sample: false },
];

/** Spec §2.2; dates and frequency are null on a mandate without terms. */
export const mandateTable: FieldTable = [
  { field: '_id', sample: objectId },
  { field: 'businessId', sample: '650000000000000000000002' },
  { field: 'reference', sample: uuid },
  { field: 'bvn', sample: '22212345678' },
  { field: 'status', sample: 'pending' },
  { field: 'totalAmountDue', sample: 150000 },
  { field: 'outstandingBalance', sample: 100000.5 },
  { field: 'collectedAmount', sample: 49999.5 },
  { field: 'startDate', sample: '2026-01-31', nullable: true },
  { field: 'endDate', sample: '2026-06-30', nullable: true },
  { field: 'frequency', sample: 'monthly', nullable: true },
  { field: 'collectionMode', sample: 'auto' },
  { field: 'consents', sample: [sampleOf(consentTable)] },
];

/** Spec §2.4; field notes: `icon` may be missing. */
export const transferDestinationTable: FieldTable = [
  { field: 'bank_name', sample: 'Sample Bank' },
  { field: 'account_number', sample: '9876543210' },
  { field: 'icon', sample: 'https://example.com/bank.png', optional: true },
];

/** Spec §2.5. */
export const collectionLogTable: FieldTable = [
  { field: '_id', sample: objectId, optional: true },
  { field: 'businessId', sample: '650000000000000000000002', optional: true },
  { field: 'mandateId', sample: objectId, optional: true },
  { field: 'consentId', sample: otherId, optional: true },
  { field: 'collectionType', sample: 'auto', optional: true },
  { field: 'status', sample: 'successful' },
  { field: 'amount', sample: 25000 },
  { field: 'transactionRefence', sample: uuid },
  { field: 'createdAt', sample: isoTime },
];

/** Spec §2.6. */
export const collectionAttemptTable: FieldTable = [
  { field: '_id', sample: objectId, optional: true },
  { field: 'mandateId', sample: objectId, optional: true },
  { field: 'instalmentReference', sample: uuid, optional: true },
  { field: 'accountNumber', sample: '0123456789', optional: true },
  { field: 'bankCode', sample: '058', optional: true },
  { field: 'amount', sample: 25000 },
  { field: 'status', sample: 'failed' },
  { field: 'responseCode', sample: '51', optional: true },
  { field: 'responseMessage', sample: 'Insufficient funds', optional: true },
  { field: 'collectionType', sample: 'manual', optional: true },
  { field: 'createdAt', sample: isoTime },
];

/** Spec §2.11; an entry that lacks a part is an entry all the same. */
export const statementTransactionTable: FieldTable = [
  { field: 'type', sample: 'credit', optional: true },
  { field: 'narration', sample: 'NIP TRANSFER', optional: true },
  { field: 'amount', sample: 1250.75, optional: true },
  { field: 'date', sample: isoTime, optional: true },
  { field: 'balance', sample: -10.25, optional: true },
  { field: 'bankCode', sample: '058', optional: true },
];
