import { formatInstant, type Instant } from '../../domain/calendar.ts';
import { redactText } from '../../redact.ts';
import type { WireRow } from '../../wire/operations.ts';
import type { Refusal } from '../answer.ts';
import { findNearMisses, type Surroundings, withSuggestion } from '../diagnosis/find-near-misses.ts';
import type { Hint, NearMiss } from '../diagnosis/near-miss.ts';
import type { World } from '../engine/world.ts';
import type { ServerRequest } from '../message.ts';
import { noteRefusal } from './note-violation.ts';
import { type BoundedList, RingBuffer } from './ring-buffer.ts';
import type { Violation } from './violation.ts';

const VIOLATIONS_KEPT = 1_000;
const NEAR_MISSES_KEPT = 100;
const LONGEST_PATH = 200;

/** A violation as it is shown. */
export interface ShownViolation extends Omit<Violation, 'at'> {
  /** Virtual time, ISO 8601 UTC. */
  readonly at: string;
}

/** What is known of a request when it is looked into. */
export interface AuditedRequest {
  readonly request: ServerRequest;
  /** Undefined for a path that leads nowhere. */
  readonly row: Pick<WireRow, 'id' | 'encoding' | 'credential' | 'input' | 'spec'> | undefined;
  readonly input: unknown;
  /** Paths of fields that no shape knows. */
  readonly unknownFields: readonly string[];
}

/** What a world remembers of its callers' mistakes: rules that they went against, and requests that were nearly right. */
export class Audit {
  readonly #violations: RingBuffer<Violation>;
  readonly #nearMisses: RingBuffer<NearMiss>;

  constructor(
    violations = new RingBuffer<Violation>(VIOLATIONS_KEPT),
    nearMisses = new RingBuffer<NearMiss>(NEAR_MISSES_KEPT),
  ) {
    this.#violations = violations;
    this.#nearMisses = nearMisses;
  }

  /** Takes over the violations that the rules noticed since the last time. */
  drain(world: World): void {
    if (world.violations.length === 0) return;
    for (const violation of world.violations) this.#violations.push(violation);
    world.violations = [];
  }

  /** Looks into a refusal: what rule it was about, and what was nearly right; the refusal comes back with what to do about it. */
  refused(
    world: World,
    refusal: Refusal,
    { audited, around }: { readonly audited: AuditedRequest; readonly around: Surroundings },
  ): Refusal {
    const { row, input } = audited;
    if (row) noteRefusal(world, refusal, { operation: row.id, spec: row.spec, input });
    this.drain(world);
    const hints = findNearMisses({ ...audited, refusal }, around);
    this.#note(hints, audited, { status: refusal.status, at: world.now });
    return withSuggestion(refusal, hints);
  }

  /** Looks into a request that was taken although nobody reads some of its fields. */
  overlooked(audited: AuditedRequest, at: Instant, around: Surroundings): void {
    this.#note(findNearMisses({ ...audited, refusal: undefined }, around), audited, { status: 200, at });
  }

  #note(
    hints: readonly Hint[],
    { row, request }: AuditedRequest,
    { status, at }: { readonly status: number; readonly at: Instant },
  ): void {
    for (const hint of hints) {
      const path = redactText(request.path).slice(0, LONGEST_PATH);
      this.#nearMisses.push({
        ...hint,
        operation: row?.id ?? null,
        method: request.method,
        path,
        status,
        at: formatInstant(at),
      });
    }
  }

  violations(): BoundedList<ShownViolation> {
    return this.#violations.list((violation) => ({
      ...violation,
      message: redactText(violation.message),
      at: formatInstant(violation.at),
    }));
  }

  nearMisses(): BoundedList<NearMiss> {
    return this.#nearMisses.list();
  }

  clearViolations(): void {
    this.#violations.clear();
  }

  clearNearMisses(): void {
    this.#nearMisses.clear();
  }

  /** Another one with the same entries, which goes its own way. */
  copy(): Audit {
    return new Audit(this.#violations.copy(), this.#nearMisses.copy());
  }
}
