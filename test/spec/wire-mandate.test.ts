import { describe, expect, test } from 'vitest';
import { operations } from '../../src/wire/operations.ts';
import { type FieldTable, judge, sampleOf } from './wire-judge.ts';
import {
  consentTable,
  isoTime,
  mandateTable,
  objectId,
  otherId,
  transferDestinationTable,
  uuid,
} from './wire-samples.ts';

const mandate = operations.getMandate.output;

describe('a mandate (§2.2)', () => judge(mandateTable, { shape: mandate }));

describe('a consent of a mandate (§2.3)', () => {
  judge(consentTable, {
    shape: mandate,
    path: 'consents.0',
    within: (consent) => ({ ...sampleOf(mandateTable), consents: [consent] }),
  });
});

describe('an instalment item of a mandate (§2.2, only _id is shown)', () => {
  const breakdownTable: FieldTable = [
    { field: '_id', sample: otherId },
    { field: 'instalmentReference', sample: uuid, optional: true },
    { field: 'dueDate', sample: '2026-02-28', optional: true },
    { field: 'amount', sample: 25000, optional: true },
    { field: 'amountCollected', sample: 0, optional: true },
    { field: 'status', sample: 'partially paid', optional: true },
  ];
  judge(breakdownTable, {
    shape: mandate,
    path: 'repaymentDetails.breakdown.0',
    within: (item) => ({ ...sampleOf(mandateTable), repaymentDetails: { breakdown: [item] } }),
  });
});

describe('status values of a mandate (§3.1)', () => {
  test.each(['pending', 'active', 'failed', 'disputed', 'pending_timeout', 'paused'])('%s is kept', (status) => {
    expect(mandate.parse({ ...sampleOf(mandateTable), status }).status).toBe(status);
  });
});

describe('creating a consent (§4.3)', () => {
  const createdTable: FieldTable = [{ field: '_id', sample: objectId }];
  judge(createdTable, { shape: operations.createConsent.output });

  test('may answer with the whole mandate', () => {
    expect(operations.createConsent.output.parse(sampleOf(mandateTable))).toEqual(sampleOf(mandateTable));
  });
});

describe('attaching by micro-deposit (§4.4)', () => {
  const shape = operations.attachByMicroDeposit.output;
  const attached = {
    mandate: { _id: objectId, consents: [otherId] },
    transfer_destinations: [sampleOf(transferDestinationTable)],
  };
  const answerTable: FieldTable = [
    { field: 'mandate', sample: attached.mandate, optional: true },
    { field: 'transfer_destinations', sample: attached.transfer_destinations },
  ];
  const attachedMandateTable: FieldTable = [
    { field: '_id', sample: objectId },
    { field: 'consents', sample: [otherId] },
  ];

  describe('answers', () => judge(answerTable, { shape }));
  describe('with a mandate', () =>
    judge(attachedMandateTable, { shape, path: 'mandate', within: (inner) => ({ ...attached, mandate: inner }) }));
  describe('with transfer destinations (§2.4)', () => {
    judge(transferDestinationTable, {
      shape,
      path: 'transfer_destinations.0',
      within: (item) => ({ ...attached, transfer_destinations: [item] }),
    });
  });
});

describe('attaching by e-signature (§4.5)', () => {
  judge(
    [
      { field: 'hasResult', sample: true, optional: true },
      { field: 'result', sample: 'Processing', optional: true },
      { field: 'resultType', sample: 1, optional: true },
      { field: 'message', sample: 'Signature received', optional: true },
      { field: 'validationMessages', sample: null, optional: true },
      { field: 'successful', sample: true },
      { field: 'exceptionThrown', sample: false, optional: true },
      { field: 'error', sample: null, optional: true },
      { field: 'responseCode', sample: '00', optional: true },
    ],
    { shape: operations.attachBySignature.output },
  );
});

describe('a debit on demand (§4.7)', () => {
  judge(
    [
      { field: 'mandateId', sample: objectId },
      { field: 'totalAmount', sample: 5000 },
      { field: 'outstandingBalance', sample: 95000 },
      { field: 'transactionRefence', sample: uuid },
      { field: 'paymentStatus', sample: 'pending' },
      { field: 'dueDate', sample: isoTime },
    ],
    { shape: operations.collectManually.output },
  );
});
