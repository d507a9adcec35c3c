import { expect, test } from 'vitest';
import { DriftBook } from '../../../src/cli/drift/report.ts';
import { kindOf } from '../../../src/webhooks/parse.ts';
import { operations } from '../../../src/wire/operations.ts';
import { contract } from './differences.ts';
import { liveThrough } from './whole-life.ts';

test('nothing that the reference server says in the whole life of loans, claims and statements has drifted', async () => {
  const { answers, deliveries } = await liveThrough();
  const book = new DriftBook(contract);
  for (const { operation, status, body } of answers) {
    const subject = book.operation(operation);
    const findings = subject.compare(JSON.parse(body), status);
    if (findings) book.add(subject, findings);
  }
  for (const { body } of deliveries) {
    const payload = JSON.parse(body);
    const subject = book.delivery(kindOf(payload.event ?? null, payload) ?? expect.fail('nobody knows it'));
    book.add(subject, subject.compare(payload));
  }
  const { findings, compared } = book.report();
  expect(findings).toEqual([]);
  expect(compared.map(({ subject }) => subject).sort()).toEqual(
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
