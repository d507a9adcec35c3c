import { expect } from 'vitest';
import { Contract } from '../../../src/cli/drift/contract.ts';
import type { JudgedFinding } from '../../../src/cli/drift/finding-list.ts';
import { DriftBook } from '../../../src/cli/drift/report.ts';
import type { KnownEventKind } from '../../../src/webhooks/parse.ts';
import type { OperationId } from '../../../src/wire/types/operation-types.ts';

/** What the built document says. */
export const contract = await Contract.read();

const comparers = new DriftBook(contract);

/** What differs in answers of an operation, added up. */
export function driftOf(id: OperationId, ...bodies: readonly unknown[]): readonly JudgedFinding[] {
  const subject = comparers.operation(id);
  const book = new DriftBook(contract);
  for (const body of bodies) book.add(subject, subject.compare(body) ?? expect.fail('it was taken for a refusal'));
  return withoutSubject(book);
}

/** The same of deliveries. */
export function deliveryDriftOf(kind: KnownEventKind, ...bodies: readonly unknown[]): readonly JudgedFinding[] {
  const subject = comparers.delivery(kind);
  const book = new DriftBook(contract);
  for (const body of bodies) book.add(subject, subject.compare(body));
  return withoutSubject(book);
}

function withoutSubject(book: DriftBook): readonly JudgedFinding[] {
  return book.report().findings.map(({ subject: _subject, accepted: _accepted, ...finding }) => finding);
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
