import { expect } from 'vitest';
import { eventShapes, type KnownEventKind } from '../../../src/webhooks/event-kinds.ts';
import { DeliveryDrift } from '../../../src/wire/drift/delivery-drift.ts';
import { DriftBook } from '../../../src/wire/drift/drift-book.ts';
import type { JudgedFinding } from '../../../src/wire/drift/finding.ts';
import { OperationDrift } from '../../../src/wire/drift/operation-drift.ts';
import type { OperationId } from '../../../src/wire/operation-types.ts';
import { operations } from '../../../src/wire/operations.ts';

const comparers = new Map<string, OperationDrift | DeliveryDrift>();

/** What differs in answers of an operation, added up. */
export function driftOf(id: OperationId, ...bodies: readonly unknown[]): readonly JudgedFinding[] {
  const subject = (comparers.get(id) ?? new OperationDrift(operations[id])) as OperationDrift;
  comparers.set(id, subject);
  const book = new DriftBook();
  for (const body of bodies) {
    const compared = subject.compare(body);
    if (compared.kind === 'refused') expect.fail('it was taken for a refusal');
    book.add(subject, compared.notes);
  }
  return book.subjects[0]?.findings ?? [];
}

/** The same of deliveries. */
export function deliveryDriftOf(kind: KnownEventKind, ...bodies: readonly unknown[]): readonly JudgedFinding[] {
  const subject = (comparers.get(kind) ??
    new DeliveryDrift({
      name: kind,
      spec: '',
      shape: eventShapes[kind],
      isFlat: kind === 'collection',
    })) as DeliveryDrift;
  comparers.set(kind, subject);
  const book = new DriftBook();
  for (const body of bodies) book.add(subject, subject.compare(body));
  return book.subjects[0]?.findings ?? [];
}

/** Wraps a payload as the specification does. */
export function envelope(data: unknown): object {
  return { status: true, message: null, error: false, data };
}

/** One line for each: what, where, seen, and whether it is read. */
export function lines(findings: readonly JudgedFinding[]): readonly string[] {
  return findings.map(
    ({ kind, path, seen, tolerated, count, of }) =>
      `${kind} ${path}: ${seen}, ${count} of ${of}, ${tolerated ? 'read' : 'not read'}`,
  );
}
