import { eventShapes, type KnownEventKind } from '../../webhooks/event-kinds.ts';
import type { AnswerNotes } from '../../wire/drift/answer-notes.ts';
import { DeliveryDrift } from '../../wire/drift/delivery-drift.ts';
import { DriftBook, type SubjectDrift } from '../../wire/drift/drift-book.ts';
import { OperationDrift } from '../../wire/drift/operation-drift.ts';
import type { OperationId } from '../../wire/operation-types.ts';
import { operations } from '../../wire/operations.ts';
import type { Untold } from './report.ts';

/** Gathers what differs, what was left out and what failed; a kind of answer is prepared when it first comes. */
export class Findings {
  readonly skipped: Untold[] = [];
  readonly failed: Untold[] = [];
  readonly #book = new DriftBook();
  readonly #operations = new Map<OperationId, OperationDrift>();
  readonly #deliveries = new Map<KnownEventKind, DeliveryDrift>();

  /** How one operation's answers are compared. */
  operation(id: OperationId): OperationDrift {
    const known = this.#operations.get(id) ?? new OperationDrift(operations[id]);
    this.#operations.set(id, known);
    return known;
  }

  /** How the deliveries of one kind are compared. */
  delivery(kind: KnownEventKind): DeliveryDrift {
    const isFlat = kind === 'collection';
    const known =
      this.#deliveries.get(kind) ??
      new DeliveryDrift({ name: kind, spec: specOf(kind), shape: eventShapes[kind], isFlat });
    this.#deliveries.set(kind, known);
    return known;
  }

  /** Adds what one answer showed. */
  add(subject: { readonly name: string; readonly spec: string }, notes: AnswerNotes): void {
    this.#book.add(subject, notes);
  }

  skip(what: string, why: string): void {
    this.skipped.push({ what, why });
  }

  fail(what: string, why: string): void {
    this.failed.push({ what, why });
  }

  /** Everything that was compared. */
  get subjects(): readonly SubjectDrift[] {
    return this.#book.subjects;
  }
}

function specOf(kind: KnownEventKind): string {
  if (kind === 'collection') return '§6.2';
  if (kind === 'policy') return '§2.10';
  return kind.startsWith('mandate.') ? '§6.1' : '§6.4';
}
