import { expect, test } from 'vitest';
import { eventShapes, kindOf } from '../../../src/webhooks/event-kinds.ts';
import { DeliveryDrift } from '../../../src/wire/drift/delivery-drift.ts';
import { DriftBook } from '../../../src/wire/drift/drift-book.ts';
import { OperationDrift } from '../../../src/wire/drift/operation-drift.ts';
import { operations } from '../../../src/wire/operations.ts';
import { liveThrough } from './whole-life.ts';

test('nothing that the reference server says in the whole life of loans, claims and statements has drifted', async () => {
  const { answers, deliveries } = await liveThrough();
  const book = new DriftBook();
  for (const { operation, status, body } of answers) {
    const subject = new OperationDrift(operations[operation]);
    const compared = subject.compare(JSON.parse(body), status);
    if (compared.kind === 'compared') book.add(subject, compared.notes);
  }
  for (const { body } of deliveries) {
    const payload = JSON.parse(body);
    const kind = kindOf(payload.event ?? null, payload) ?? expect.fail('nobody knows it');
    const subject = new DeliveryDrift({
      name: kind,
      spec: '',
      shape: eventShapes[kind],
      isFlat: kind === 'collection',
    });
    book.add(subject, subject.compare(payload));
  }
  expect(
    book.subjects.flatMap(({ subject, findings }) => findings.map((finding) => ({ subject, ...finding }))),
  ).toEqual([]);
  expect(book.subjects.map(({ subject }) => subject).sort()).toEqual(
    [
      ...Object.keys(operations),
      'collection',
      'income_insight',
      'income_insight_failure',
      'income_transaction',
      'mandate.activated',
      'mandate.expired',
      'mandate.failed',
      'pdf_upload',
    ].sort(),
  );
});
